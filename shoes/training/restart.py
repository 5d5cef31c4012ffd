"""A network from its exported weights: training goes on from a file of shoes/weights.

Exporting folds each normalisation into the convolution before it. `take_weights` puts the folded weights back and
measures on a batch what the normalisation would have seen, so that the network answers as the file does.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn


class WeightsDiffer(Exception):
    """The file holds another network; the message says where they part."""


def take_weights(network: nn.Module, path: Path, examples: Tensor) -> None:
    """Give `network` the weights of an exported file, in place.

    examples  a batch as the network is trained on; what its layers see of it becomes their normalisation.
    Raises WeightsDiffer, OSError.
    """
    layers = [module for module in network.modules() if isinstance(module, nn.Conv2d | nn.Linear)]
    folded = list(_folded(path))
    if len(layers) != len(folded):
        raise WeightsDiffer(f"{path.name} has {len(folded)} layers, the network {len(layers)}.")
    biases: dict[nn.Module, Tensor] = {}
    for layer, (weight, bias) in zip(layers, folded, strict=True):
        if layer.weight.shape != weight.shape:
            there, here = tuple(weight.shape), tuple(layer.weight.shape)
            raise WeightsDiffer(f"{path.name} has a layer of {there} where the network has one of {here}.")
        layer.weight.data.copy_(weight)
        if layer.bias is not None:
            layer.bias.data.copy_(bias)
        biases[layer] = bias
    _settle(network, biases, examples)


def _folded(path: Path) -> Iterator[tuple[Tensor, Tensor]]:
    """Weight and bias of each layer in the order in which they are computed."""
    graph = onnx.load(str(path)).graph
    held = {tensor.name: torch.from_numpy(numpy_helper.to_array(tensor).copy()) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            yield held[node.input[1]], held[node.input[2]]


def _settle(network: nn.Module, biases: dict[nn.Module, Tensor], examples: Tensor) -> None:
    """Set each normalisation to what it sees of the examples, scaled back so that only the folded bias is added."""

    def settle(norm: nn.BatchNorm2d, bias: Tensor, seen: Tensor) -> None:
        variance, mean = torch.var_mean(seen, (0, 2, 3))
        norm.running_mean, norm.running_var = mean.clone(), variance.clone()
        norm.weight.data = torch.sqrt(variance + norm.eps)
        norm.bias.data = mean + bias

    network.eval()
    hooks = []
    for before, norm in pairwise(network.modules()):
        if isinstance(before, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
            bias = biases[before]
            hooks.append(norm.register_forward_pre_hook(lambda own, seen, bias=bias: settle(own, bias, seen[0])))
    with torch.no_grad():
        network(examples)
    for hook in hooks:
        hook.remove()
