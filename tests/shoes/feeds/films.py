"""Small films and folders of pictures, written anew for a test."""

from pathlib import Path

import cv2
import numpy as np

from shoes.camera.kinds import Image

SIZE = (64, 48)


def picture(number: int, size: tuple[int, int] = SIZE) -> Image:
    """The `number`th picture: grey noise of its own."""
    shade = np.random.default_rng(number).integers(40, 200, (size[1], size[0], 1), np.uint8)
    return np.ascontiguousarray(np.repeat(shade, 3, axis=2))


def film(path: Path, frames: int, *, fps: float = 25.0, size: tuple[int, int] = SIZE) -> Path:
    """A Motion-JPEG film."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, size)
    assert writer.isOpened()
    for number in range(frames):
        writer.write(picture(number, size))
    writer.release()
    return path


def folder(path: Path, frames: int, size: tuple[int, int] = SIZE) -> Path:
    path.mkdir()
    for number in range(frames):
        cv2.imwrite(str(path / f"{number:03}.png"), picture(number, size))
    return path
