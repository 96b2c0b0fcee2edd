# SPDX-License-Identifier: GPL-3.0-or-later
"""Text put together and taken apart, opset 20."""
import re

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

    # Patterns that RE2 and Python read alike.
    mails = ["account@gmail.com", "account@hotmail", "not email", "yahoo@yahoo.com", ""]
    for name, pattern, texts in (
        ("mail", r"[\w.+-]+@[\w-]+\.[\w.-]+", mails),
        ("part_of_it", r"b", ["b", "ab", "bb"]),
        ("choice", r"a|ab", ["a", "ab", "abc"]),
        ("case", r"(?i)größe", ["GRÖSSE", "Größe", "größe"]),
        ("character", r".", ["名", "名前", "\n"]),
        ("empty", r"", ["", " "]),
    ):
        matches = numpy.array([re.fullmatch(pattern, text) is not None for text in texts])
        yield case(f"regexfullmatch_{name}", "RegexFullMatch", 20, [_words(*texts)], [matches], pattern=pattern)
    words = _words("12", "x", "3", "").reshape(2, 2)
    digits = numpy.array([[True, False], [True, False]])
    yield case("regexfullmatch_rows", "RegexFullMatch", 20, [words], [digits], pattern=r"[0-9]+")
