"""The trained networks, loaded: see MODEL.md beside them for what they were made from and how well they read."""

from pathlib import Path

import onnxruntime

from shoes.camera.cards import Limits
from shoes.camera.eyes import Eyes

FOLDER = Path(__file__).parent


def load_eyes(*, threads: int = 1, limits: Limits | None = None) -> Eyes:
    """Eyes on this machine's processor. Raises what onnxruntime raises if a file of ours is missing or broken."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    finder, reader = (
        onnxruntime.InferenceSession(str(FOLDER / name), options, providers=["CPUExecutionProvider"])
        for name in ("finder.onnx", "reader.onnx")
    )
    return Eyes(finder, reader, limits or Limits())
