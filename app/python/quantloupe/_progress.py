# SPDX-License-Identifier: GPL-3.0-or-later
"""What a progress callback is told."""

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
