# SPDX-License-Identifier: GPL-3.0-or-later
"""What this package raises."""


class Error(Exception):
    """A question that can't be answered: its text says what, where and what to do.

    >>> raise Error("model.onnx: no such file", "file-not-found")
    Traceback (most recent call last):
    quantloupe.Error: model.onnx: no such file
    """

    __module__ = "quantloupe"

    def __init__(self, text, code="", message="", hint="", context=()):
        super().__init__(text)
        self.code = code
        """What kind of thing went wrong, for programs: "file-not-found", "bad-argument" …"""
        self.message = message or text
        """What went wrong, without where and what to do."""
        self.hint = hint
        """What to do about it; may be empty."""
        self.context = list(context)
        """Where it happened, innermost first."""

    def __reduce__(self):
        return type(self), (self.args[0], self.code, self.message, self.hint, self.context), self.__dict__


class ThresholdCrossed(Error):
    """A condition of ``fail_on`` and its like holds. The answer is there all the same."""

    __module__ = "quantloupe"
    result = None
    """The answer."""
