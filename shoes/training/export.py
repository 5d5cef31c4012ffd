"""Trained networks to ONNX files, checked against what was trained."""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from shoes.camera.crops import WINDOW_PX

MOST_OFF = 1e-2


class ExportDiffers(Exception):
    """The exported file does not answer as the trained network does."""


def _export(network: nn.Module, example: torch.Tensor, path: Path, *, inputs: str, outputs: list[str]) -> None:
    network.eval()
    axes = {inputs: {0: "n"}} | {name: {0: "n"} for name in outputs}
    if inputs == "pictures":
        axes = {"pictures": {2: "h", 3: "w"}, outputs[0]: {2: "h4", 3: "w4"}}
    half = path.with_suffix(".half")
    torch.onnx.export(
        network, (example,), str(half), input_names=[inputs], output_names=outputs, dynamic_axes=axes, dynamo=False
    )
    onnx.checker.check_model(str(half))
    session = onnxruntime.InferenceSession(str(half), providers=["CPUExecutionProvider"])
    answered = session.run(None, {inputs: example.numpy()})
    with torch.no_grad():
        trained = network(example)
    trained = trained if isinstance(trained, tuple) else (trained,)
    off = max(float(np.abs(a - b.numpy()).max()) for a, b in zip(answered, trained, strict=True))
    if off > MOST_OFF:
        raise ExportDiffers(f"{path.name} answers {off:.3f} off from the trained network; it was not written.")
    half.replace(path)


def export_finder(network: nn.Module, path: Path) -> None:
    """Write the finder with free height and width (multiples of 8). Raises ExportDiffers."""
    _export(network.float(), torch.rand(1, 3, 96, 128) * 255, path, inputs="pictures", outputs=["maps"])


def export_reader(network: nn.Module, path: Path) -> None:
    """Write the reader with a free number of windows. Raises ExportDiffers."""
    windows = torch.rand(2, 3, WINDOW_PX, WINDOW_PX) * 255
    _export(network.float(), windows, path, inputs="windows", outputs=["ranks", "suits"])
