# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the embedded demo beside this file: python3 resources/demo/make_demo.py"""
import copy
import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True

import numpy as np
import onnx

import evaluator
import network
import story
from digits import dataset
from float_model import float_model
from quantizer import Quantizer

HERE = Path(__file__).resolve().parent
SAMPLES = 64


def uneven_network(layers, calibration, images, labels):
    """Float model whose first depthwise layer has very uneven channels, so that int8 gets 60 to 80 % right.

    Most channels keep their range, a few grow by up to 2**6; chance says which, and the first
    draw whose int8 twin is bad enough to be seen, and good enough to be puzzling, is taken.
    """
    plain = evaluator.run(float_model(layers), images)["logits"]
    for seed in range(50):
        uneven = copy.deepcopy(layers)
        growth = np.random.default_rng(seed).permutation(np.repeat([0, 1, 2, 3], [22, 2, 2, 6]))
        network.rescale(uneven, "block1", before=-growth, after=growth)
        model = float_model(uneven)
        assert np.array_equal(evaluator.run(model, images)["logits"], plain), "rescaling changed the function"
        twin = Quantizer(model, calibration).build()
        if .6 <= evaluator.accuracy(evaluator.run(twin, images)["logits"], labels) <= .8:
            return model
    raise SystemExit("no arrangement of the channels tells the story")


def steady(twin, images):
    """Indices of the images on which sums in single and in double precision round to the same integers everywhere.

    Elsewhere a value lies on the edge between two steps, and engines that add in another order differ by a step.
    """
    single, double = (evaluator.run(twin, images, sums=s) for s in (np.float32, np.float64))
    same = [(single[v] == double[v]).reshape(len(images), -1).all(1)
            for v in single if v.endswith("_QuantizeLinear_Output")]
    return np.flatnonzero(np.all(same, axis=0))


def verify(rows, table):
    """The story must hold in numbers, or nothing is written."""
    exact, shipped, skipped, per_channel = (r[0] for r in rows.values())
    assert exact >= .97 and .5 <= shipped <= .85, rows
    assert min(skipped, per_channel) >= exact - .01, rows
    weighted = [r for r in table if "alone_weight_db" in r]
    assert min(weighted, key=lambda r: r["alone_weight_db"])["name"] == story.CULPRIT, table
    assert min(weighted, key=lambda r: r["weight_sqnr_db"])["name"] == story.CULPRIT, table


def report(rows, table):
    print(f"{'accuracy':36}{'held-out':>10}{f'the {SAMPLES}':>10}")
    for title, values in rows.items():
        print(f"{title:36}" + "".join(f"{100 * v:9.2f}%" for v in values))
    print(f"\n{'SQNR in dB':28}{'layer':>8}{'weight':>8}{'worst':>9}{'logits with only this quantized':>34}")
    print(f"{'':44}{'channel':>9}{'weight':>17}{'output':>17}")
    for r in table:
        columns = ("weight_sqnr_db", "weight_worst_channel_db", "alone_weight_db")
        weight, channel, alone = (f"{r[k]:.2f}" if k in r else "-" for k in columns)
        print(f"{r['name']:28}{r['sqnr_db']:8.2f}{weight:>8}{channel:>9}{alone:>17}{r['alone_activation_db']:17.2f}")


def rounded(x):
    if isinstance(x, dict):
        return {k: rounded(v) for k, v in x.items()}
    if isinstance(x, list):
        return [rounded(v) for v in x]
    return round(x, 6) if isinstance(x, float) else x


def write(model, twin, arrays, facts):
    onnx.save(model, HERE / "float.onnx")
    onnx.save(twin, HERE / "int8.onnx")
    for name, array in arrays.items():
        np.save(HERE / f"{name}.npy", array)
    (HERE / "expected.json").write_text(json.dumps(rounded(facts), indent=1) + "\n")


def main():
    train_images, train_labels = dataset(8000, seed=1)
    held_out, held_labels = dataset(2000, seed=2)
    calibration, _ = dataset(32, seed=3)

    layers = network.fold(network.train(train_images, train_labels))
    model = uneven_network(layers, calibration, train_images[:500], train_labels[:500])
    twin = Quantizer(model, calibration).build()
    chosen = steady(twin, held_out[:2 * SAMPLES])[:SAMPLES]
    inputs, labels = held_out[chosen], held_labels[chosen]

    rows = story.accuracies(model, calibration, [(held_out, held_labels), (inputs, labels)])
    table = story.layer_table(model, twin, inputs)
    report(rows, table)
    verify(rows, table)

    exact, quantized = (evaluator.run(m, inputs)["logits"] for m in (model, twin))
    worst = story.worst_samples(exact, quantized)
    bad = worst["atol"]["index"]
    bad_case = {"index": bad, "label": int(labels[bad]), "int8_says": int(quantized[bad].argmax())}
    assert exact[bad].argmax() == labels[bad] != quantized[bad].argmax(), bad_case
    print("\nbad case:", bad_case)

    write(model, twin,
          {"inputs": inputs, "labels": labels, "calibration": calibration, "bad_case": inputs[bad:bad + 1],
           "expected_float": exact, "expected_int8": quantized},
          {"culprit": story.CULPRIT, "accuracy": {k: dict(zip(("held_out", "inputs"), v)) for k, v in rows.items()},
           "bad_case": bad_case, "worst": worst, "layers": table})


if __name__ == "__main__":
    main()
