"""The shipped eight-bit tagger as a PyTorch network again, to be trained further.

A weight that was rounded to a whole number times a scale is that product; rounding it once more
gives the same whole number and the same scale, so the network says what the graph says.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import numpy_helper

from understudy.learn.graph import Weights
from understudy.learn.network import Shape, Tagger

__all__ = ["dequantised", "rebuilt"]


def dequantised(graph: Path) -> Weights:
    """The weights of a graph by the names of the modules."""
    constants = {
        tensor.name: numpy_helper.to_array(tensor)
        for tensor in onnx.load(str(graph)).graph.initializer
    }
    found: Weights = {}
    for name, value in constants.items():
        module, _, kind = name.rpartition(".")
        if kind == "gain":
            found[name] = value
        elif kind == "step":
            found[f"{module}.limit"] = value.reshape(()) * np.float32(127)
            found[f"{module}.weight"] = np.concatenate(list(_columns(constants, module)), axis=1)
    return found


def _columns(constants: Weights, module: str) -> Iterator[npt.NDArray[np.float32]]:
    """The parts of a product's weights."""
    for at in count():
        if f"{module}.weight.{at}" not in constants:
            return
        part = constants[f"{module}.weight.{at}"].astype(np.float32)
        yield part * constants[f"{module}.scale.{at}"]


def rebuilt(graph: Path, classes: int) -> Tagger:
    """The network of a graph, in eight bits, with a new head."""
    weights = dequantised(graph)
    layers = {name.split(".")[2] for name in weights if name.startswith("body.layers.")}
    shape = Shape(
        len(layers),
        len(weights["body.last.gain"]),
        len(weights["body.layers.0.down.weight"]),
    )
    inner, entry = len(weights["enter.gain"]), "body.entry.weight" in weights
    tagger = Tagger(shape, inner, entry, classes)
    state = {name: torch.from_numpy(np.array(value)) for name, value in weights.items()}
    state |= {f"tags.{name}": value for name, value in tagger.tags.state_dict().items()}
    tagger.load_state_dict(state)
    tagger.body.quantise()
    return tagger
