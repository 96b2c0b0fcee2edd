# SPDX-License-Identifier: GPL-3.0-or-later
"""A judge of classifiers, for --judge-command 'python3 judge.py labels.npy': prints the share of samples that the model
puts into their class (top-1). With numpy, numpy.load() does what numbers() does."""

import array
import json
import pathlib
import sys


def numbers(path, code):
    """Of an .npy file: ten bytes, the last two of which say how long the header behind them is, then the elements."""
    content = pathlib.Path(path).read_bytes()
    return array.array(code, content[10 + int.from_bytes(content[8:10], "little"):])


labels = numbers(sys.argv[1], "q")  # int64
folder = pathlib.Path(sys.argv[-1])  # the path that comes behind the words of the command
samples = json.loads((folder / "index.json").read_text())["samples"]
right = 0
for sample in samples:
    logits = numbers(folder / sample["analysis"]["logits"], "f")  # float32
    right += logits.index(max(logits)) == labels[sample["index"]]
print(right / len(samples))
