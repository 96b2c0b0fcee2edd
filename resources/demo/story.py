# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what the demo tells: accuracy of the twins, what each layer loses, and which sample suffers most."""
import numpy as np
from onnx import numpy_helper

import evaluator
from evaluator import accuracy, sqnr_db
from quantizer import WEIGHTED, Quantizer

CULPRIT = "/block1/depthwise/Conv"
VARIANTS = {
    "int8, as shipped": {},
    "int8, that layer's weights float": {"skip": [CULPRIT]},
    "int8, that layer per channel": {"per_channel": [CULPRIT]},
}


def accuracies(model, calibration, sets):
    """Rows of accuracy by variant: one column for each (images, labels) of `sets`."""
    rows = {"float": [accuracy(evaluator.run(model, x)["logits"], y) for x, y in sets]}
    for title, options in VARIANTS.items():
        twin = Quantizer(model, calibration, **options).build()
        rows[title] = [accuracy(evaluator.run(twin, x)["logits"], y) for x, y in sets]
    return rows


def float_switches(model, twin):
    """For every DequantizeLinear output of the twin: what to put there to undo the quantization."""
    weights = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
    source = {n.output[0]: n.input[0] for n in twin.graph.node if n.op_type == "QuantizeLinear"}
    undone = {}
    for node in twin.graph.node:
        if node.op_type == "DequantizeLinear":
            stored = node.input[0]
            undone[node.output[0]] = source.get(stored, weights.get(stored.removesuffix("_quantized")))
    return undone


def layers(model):
    """(name, the value that ends the layer, weight name or None); a Relu belongs to the layer before it."""
    relus = {n.input[0]: n.output[0] for n in model.graph.node if n.op_type == "Relu"}
    return [(n.name, relus.get(n.output[0], n.output[0]), n.input[1] if n.op_type in WEIGHTED else None)
            for n in model.graph.node if n.op_type not in ("Relu", "Flatten")]


def layer_table(model, twin, images):
    """Per layer, SQNR in dB: its value with all quantized, its weight, and the logits with it alone quantized."""
    exact, quantized, undone = evaluator.run(model, images), evaluator.run(twin, images), float_switches(model, twin)
    assert np.array_equal(evaluator.run(twin, images, undone)["logits"], exact["logits"])

    def alone(value):
        replace = {k: v for k, v in undone.items() if k != value}
        return sqnr_db(exact["logits"], evaluator.run(twin, images, replace)["logits"])

    rows = []
    for name, value, weight in layers(model):
        after = "logits" if value == "logits" else f"{value}_DequantizeLinear_Output"
        row = {"name": name, "value": value, "sqnr_db": sqnr_db(exact[value], quantized[after]),
               "alone_activation_db": alone(after)}
        if weight:
            stored = f"{weight}_DequantizeLinear_Output"
            channels = [sqnr_db(a, b) for a, b in zip(exact[weight], quantized[stored])]
            row |= {"weight_sqnr_db": sqnr_db(exact[weight], quantized[stored]),
                    "weight_worst_channel_db": min(channels), "alone_weight_db": alone(stored)}
        rows.append(row)
    return rows


def worst_samples(exact, quantized):
    """Per metric: the sample on which the logits differ most, and the metric's value there."""
    x, y = exact.astype(np.float64), quantized.astype(np.float64)
    d, norms = x - y, np.linalg.norm(x, axis=1)
    badness = {
        "cosine": -(x * y).sum(1) / (norms * np.linalg.norm(y, axis=1)),
        "l1": np.abs(d).mean(1),
        "atol": np.abs(d).max(1),
        "mse": (d ** 2).mean(1),
        "sqnr_db": -20 * np.log10(norms / np.linalg.norm(d, axis=1)),
    }
    sign = {"cosine": -1, "sqnr_db": -1}
    return {m: {"index": int(b.argmax()), "value": float(b.max()) * sign.get(m, 1)} for m, b in badness.items()}
