"""The two networks: one finds corner indices, one reads them."""

import torch
from torch import Tensor, nn

from shoes.camera.kinds import RANKS, SUITS


def _conv(inputs: int, outputs: int, *, stride: int = 1, dilation: int = 1, kernel: int = 3) -> nn.Sequential:
    padding = dilation * (kernel // 2)
    conv = nn.Conv2d(inputs, outputs, kernel, stride, padding=padding, dilation=dilation, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outputs), nn.ReLU())


class Finder(nn.Module):
    """Where indices are, how high and which way up; fully convolutional, stride 4.

    in       float (n, 3, h, w), BGR in 0..255; h and w multiples of 8.
    out      float (n, 6, h/4, w/4): logit of an index's middle, log of its height in pixels, its up-vector (x, y),
             and the offset of its middle from the cell's centre in cells (x, y).
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(_conv(3, 16, stride=2), _conv(16, 32, stride=2), _conv(32, 32))
        self.down = _conv(32, 64, stride=2)
        self.wide = nn.ModuleList([_conv(64, 64, dilation=d) for d in (1, 2, 4, 2, 1)])
        self.join = _conv(96, 48)
        self.heads = nn.Conv2d(48, 6, 1)
        nn.init.constant_(self.heads.bias[:1], -4.0)

    def forward(self, pictures: Tensor) -> Tensor:
        fine = self.fine(pictures / 127.5 - 1.0)
        coarse = self.down(fine)
        for block in self.wide:
            coarse = coarse + block(coarse)
        joined = self.join(torch.cat([fine, nn.functional.interpolate(coarse, scale_factor=2.0)], 1))
        found: Tensor = self.heads(joined)
        return found


class Reader(nn.Module):
    """What an upright index says.

    in       float (n, 3, 48, 48), BGR in 0..255; the index 32 pixels high in the middle.
    out      logits float (n, 14) of the ranks and none, and (n, 5) of the suits and none.
    """

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            _conv(3, 32, stride=2, kernel=5),
            _conv(32, 48),
            _conv(48, 64, stride=2),
            _conv(64, 96),
            _conv(96, 96),
            _conv(96, 128, stride=2),
            _conv(128, 128),
            nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(128 * 9, 160),
            nn.ReLU(),
        )
        self.rank = nn.Linear(160, len(RANKS) + 1)
        self.suit = nn.Linear(160, len(SUITS) + 1)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        seen = self.look(crops / 127.5 - 1.0)
        return self.rank(seen), self.suit(seen)
