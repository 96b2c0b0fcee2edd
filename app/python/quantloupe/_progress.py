# SPDX-License-Identifier: GPL-3.0-or-later
"""What a progress callback is told, and the one that draws a bar."""

import sys
from typing import NamedTuple, Optional


class Progress(NamedTuple):
    """How far an answer has come."""

    fraction: float
    """0 to 1."""
    stage: str
    """What is being done: "comparing layers"."""
    detail: str
    """On what: the name of a layer or a sample; may be empty."""
    elapsed: float
    """Seconds since it began."""
    remaining: Optional[float]
    """Seconds, as far as known."""


Progress.__module__ = "quantloupe"


def clock(seconds):
    """As a bar shows a time: "02:05"."""
    minutes, seconds = divmod(int(seconds), 60)
    return f"{minutes:02d}:{seconds:02d}"


class ProgressBar:
    """Draws one line on standard error, in place: what ``progress=True`` does."""

    __module__ = "quantloupe"

    def __init__(self, file=None):
        self._file = file if file is not None else sys.stderr
        self._width = 0

    def __call__(self, progress):
        cells = 20
        filled = int(cells * min(max(progress.fraction, 0.0), 1.0))
        what = f"{progress.stage} {progress.detail}".strip()
        left = clock(progress.remaining) if progress.remaining is not None else "?"
        line = (f"{progress.fraction * 100:3.0f}%|{'#' * filled:<{cells}}| {what[:60]} "
                f"[{clock(progress.elapsed)}<{left}]")
        self._file.write("\r" + line.ljust(self._width))
        self._file.flush()
        self._width = len(line)

    def close(self):
        """Takes the line away."""
        if self._width:
            self._file.write("\r" + " " * self._width + "\r")
            self._file.flush()
            self._width = 0
