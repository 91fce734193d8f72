"""The body as an ONNX graph, written by hand: eight-bit products, fused attention and norms.

Activations are quantised by the scale learnt in training, never by the batch at hand, so a text
gets the same answer whatever it is batched with.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

EPSILON = 1e-6
HEAD = 64
LEVELS = 63
LONGEST = 512
MICROSOFT = "com.microsoft"

Weights = dict[str, npt.NDArray[np.float32]]


@dataclass
class Graph:
    """An ONNX graph in the making."""

    weights: Weights
    nodes: list[NodeProto] = field(default_factory=list)
    constants: list[TensorProto] = field(default_factory=list)

    def constant(self, name: str, value: npt.NDArray[np.generic]) -> str:
        """Adds a constant, once; its name."""
        if all(known.name != name for known in self.constants):
            self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(
        self, kind: str, inputs: list[str], outputs: list[str], domain: str = "", **more: object
    ) -> None:
        """Adds an operation."""
        self.nodes.append(helper.make_node(kind, inputs, outputs, domain=domain, **more))

    def product(self, x: str, name: str) -> str:
        """x·W in eight bits: activations by a scale of their own, weights per output channel."""
        return self.products(x, name, [name])[0]

    def products(self, x: str, name: str, outputs: list[str]) -> list[str]:
        """The columns of x·W, parted equally: cheaper than one product that is then split."""
        weight = self.weights[f"{name}.weight"]
        scale = np.maximum(np.abs(weight).max(0), 1e-8) / LEVELS
        limit = self.weights[f"{name}.limit"]
        step = self.constant(f"{name}.step", np.asarray(limit / 127, np.float32))
        zero = self.constant("zero", np.array(128, np.uint8))
        self.node("QuantizeLinear", [x, step, zero], [f"{name}.whole"])
        whole = np.split(np.round(weight / scale).astype(np.int8), len(outputs), axis=1)
        scales = np.split(scale.astype(np.float32), len(outputs))
        for at, (output, part, of_part) in enumerate(zip(outputs, whole, scales, strict=True)):
            matrix = self.constant(f"{name}.weight.{at}", part)
            its_scale = self.constant(f"{name}.scale.{at}", of_part)
            inputs = [f"{name}.whole", matrix, step, its_scale, zero]
            self.node("MatMulIntegerToFloat", inputs, [output], MICROSOFT)
        return outputs

    def gain(self, name: str) -> str:
        """The gain of a norm as a constant; its name."""
        return self.constant(f"{name}.gain", self.weights[f"{name}.gain"].astype(np.float32))

    def norm(self, x: str, name: str) -> str:
        """Adds an RMS norm behind ``x``; the name of its output."""
        self.node(
            "SimplifiedLayerNormalization", [x, self.gain(name)], [name], axis=-1, epsilon=EPSILON
        )
        return name

    def added(self, x: str, more: str, name: str) -> tuple[str, str]:
        """Norm of a sum, and the sum."""
        total = f"{name}.sum"
        self.node(
            "SkipSimplifiedLayerNormalization",
            [x, more, self.gain(name)],
            [name, "", "", total],
            MICROSOFT,
            epsilon=EPSILON,
        )
        return name, total

    def turned(self, x: str, name: str, width: int) -> str:
        """Queries or keys, normed by head and rotated by position."""
        by_head = self.constant("by_head", np.array([0, 0, -1, HEAD], np.int64))
        flat = self.constant("flat", np.array([0, 0, width], np.int64))
        self.node("Reshape", [x, by_head], [f"{name}.heads"])
        normed = self.norm(f"{name}.heads", name)
        self.node("Reshape", [normed, flat], [f"{name}.flat"])
        self.node(
            "RotaryEmbedding",
            [f"{name}.flat", "positions", "cos", "sin"],
            [f"{name}.turned"],
            MICROSOFT,
            num_heads=width // HEAD,
        )
        return f"{name}.turned"

    def layer(self, normed: str, name: str, total: str, width: int) -> tuple[str, str]:
        """One layer: the last product of it, and the sum that it adds to."""
        parts = [f"{name}.{part}" for part in ("query", "key", "value")]
        self.products(normed, f"{name}.query_key_value", parts)
        query = self.turned(parts[0], f"{name}.query_norm", width)
        key = self.turned(parts[1], f"{name}.key_norm", width)
        self.node(
            "MultiHeadAttention",
            [query, key, parts[2], "", "seen"],
            [f"{name}.attention"],
            MICROSOFT,
            num_heads=width // HEAD,
        )
        out = self.product(f"{name}.attention", f"{name}.attended")
        normed, total = self.added(total, out, f"{name}.before_feed")
        self.products(normed, f"{name}.gate_up", [f"{name}.gate", f"{name}.up"])
        self.node("FastGelu", [f"{name}.gate"], [f"{name}.open"], MICROSOFT)
        self.node("Mul", [f"{name}.open", f"{name}.up"], [f"{name}.gated"])
        return self.product(f"{name}.gated", f"{name}.down"), total


def rotation() -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """The cosines and sines of rotary positions, for every position and half of a head."""
    speeds = 10000.0 ** (-np.arange(0, HEAD // 2) / (HEAD // 2))
    angles = np.arange(LONGEST)[:, None] * speeds[None, :]
    return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)


def build(weights: Weights, inner: int, layers: int, width: int) -> ModelProto:
    """``embedded``, ``positions`` and ``seen`` to ``hidden``; names are those of the module."""
    graph = Graph(weights)
    for name, value in zip(("cos", "sin"), rotation(), strict=True):
        graph.constant(name, value)
    total = graph.norm("embedded", "enter")
    if "body.entry.weight" in weights:
        total = graph.product(total, "body.entry")
    normed = graph.norm(total, "body.layers.0.before_attention")
    for at in range(layers):
        name = f"body.layers.{at}"
        out, total = graph.layer(normed, name, total, width)
        after = "body.last" if at == layers - 1 else f"body.layers.{at + 1}.before_attention"
        normed, total = graph.added(total, out, after)
    graph.node("Identity", [normed], ["hidden"])
    inputs = [
        helper.make_tensor_value_info("embedded", TensorProto.FLOAT, ["rows", "time", inner]),
        helper.make_tensor_value_info("positions", TensorProto.INT64, ["rows", "time"]),
        helper.make_tensor_value_info("seen", TensorProto.INT32, ["rows", "time"]),
    ]
    output = helper.make_tensor_value_info("hidden", TensorProto.FLOAT, ["rows", "time", width])
    made = helper.make_graph(graph.nodes, "body", inputs, [output], graph.constants)
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(MICROSOFT, 1)]
    return helper.make_model(made, opset_imports=opsets, ir_version=9, producer_name="understudy")
