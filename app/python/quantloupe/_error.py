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
    """A condition of ``fail_on`` and its like holds, or a target is missed. The answer is there all the same.

    >>> raise ThresholdCrossed.of(["output logits: sqnr_db is 12.30 (sqnr_db<20)"], {})
    Traceback (most recent call last):
    quantloupe.ThresholdCrossed: output logits: sqnr_db is 12.30 (sqnr_db<20)
    """

    __module__ = "quantloupe"
    result = None
    """The answer."""
    crossed = ()
    """What each condition that was crossed says."""

    @classmethod
    def of(cls, crossed, result):
        text = "; ".join(crossed[:3]) + (f" and {len(crossed) - 3} more" if len(crossed) > 3 else "")
        error = cls(text or "a threshold was crossed", "threshold-crossed")
        error.crossed = list(crossed)
        error.result = result
        return error
