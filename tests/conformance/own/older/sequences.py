# SPDX-License-Identifier: GPL-3.0-or-later
"""Sequences as inputs and outputs."""
import numpy

from ..writer import case, floats


def cases():
    a, b, c = floats(2, 3), floats(1, 3), floats(4, 3)
    one = numpy.array(-2, numpy.int64)
    yield case("sequence_at", "SequenceAt", 11, [[a, b, c], one], [b])
    yield case("sequence_construct", "SequenceConstruct", 11, [a, b, c], [[a, b, c]])
    yield case("sequence_empty", "SequenceEmpty", 11, [], [[]])
    yield case("sequence_erase", "SequenceErase", 11, [[a, b, c], one], [[a, c]])
    yield case("sequence_erase_last", "SequenceErase", 11, [[a, b, c]], [[a, b]])
    yield case("sequence_length", "SequenceLength", 11, [[a, b, c]], [numpy.array(3, numpy.int64)])
    whole = numpy.concatenate([a, b, c])
    yield case("concat_from_sequence", "ConcatFromSequence", 11, [[a, b, c]], [whole], axis=0)
    yield case("concat_from_sequence_new", "ConcatFromSequence", 11, [[a, a]], [numpy.stack([a, a], 1)], axis=1, new_axis=1)
    lengths = numpy.array([2, 1, 4], numpy.int64)
    for opset in (11, 24):
        yield case("split_to_sequence", "SplitToSequence", opset, [whole, lengths], [[a, b, c]], axis=0)
        rows = [row for row in a]
        yield case("split_to_sequence_rows", "SplitToSequence", opset, [a], [rows], axis=0, keepdims=0)
