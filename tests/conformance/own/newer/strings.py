# SPDX-License-Identifier: GPL-3.0-or-later
"""Text put together and taken apart, opset 20."""
import numpy

from ..writer import case


def _words(*words):
    return numpy.array(words, dtype=object)


def _split(texts, delimiter, most):
    pieces = [text.split(delimiter, -1 if most is None else most) for text in texts]
    width = max(len(found) for found in pieces)
    rows = [found + [""] * (width - len(found)) for found in pieces]
    return numpy.array(rows, dtype=object), numpy.array([len(found) for found in pieces], numpy.int64)


def cases():
    left, right = _words("a", "", "größe ", "名"), _words("bc", "x", "y", "前")
    yield case("stringconcat", "StringConcat", 20, [left, right], [left + right])
    end = _words(".onnx")
    yield case("stringconcat_repeated", "StringConcat", 20, [left.reshape(2, 2), end], [left.reshape(2, 2) + end])
    texts = ["a,b,c", "one", "d,,e"]
    for most in (None, 1):
        attributes = {} if most is None else {"maxsplit": most}
        results = [*_split(texts, ",", most)]
        name = f"stringsplit_{'all' if most is None else most}"
        yield case(name, "StringSplit", 20, [_words(*texts)], results, delimiter=",", **attributes)
    blanks = ["  several   words here ", "one", "tab\there"]
    yield case("stringsplit_blanks", "StringSplit", 20, [_words(*blanks)], [*_split(blanks, None, None)])
