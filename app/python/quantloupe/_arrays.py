# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays on their way to the engine and back, with numpy or without it."""

from . import _quantloupe


def numpy():
    """The module, or None where it is not installed."""
    try:
        import numpy as module
    except ImportError:
        return None
    return module


def has_buffer(value):
    try:
        memoryview(value).release()
    except TypeError:
        return False
    return not isinstance(value, (bytes, bytearray))


def is_array(value):
    """Whether it is one as it stands: of numpy, of torch, memoryview, array.array."""
    return hasattr(value, "__array__") or has_buffer(value)


def taken(value):
    """Something that the engine can read, of an array or of nested lists of numbers."""
    np = numpy()
    if hasattr(value, "detach"):  # of torch, which gives no array while it keeps gradients
        value = value.detach().cpu()
    if np is not None and (hasattr(value, "__array__") or isinstance(value, (int, float, list, tuple))):
        value = np.asarray(value)
        if value.dtype.kind not in "biufc":
            raise TypeError(f"an array of {value.dtype} can't be an input: expected bool, integers, floats or complex")
    if not has_buffer(value):
        raise TypeError(f"{type(value).__name__} is no array of numbers")
    return value


def sliced(array, index):
    """One along the first axis, without the others."""
    if hasattr(array, "__array__"):
        return array[index]
    return _quantloupe.Array(array, index)


def shown(array):
    """As a user sees an array of the engine: of numpy, or a memoryview where that is not installed."""
    np = numpy()
    return memoryview(array) if np is None else np.asarray(array)
