# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples that are held in memory, or made one after the other, in place of files."""

import tempfile
from collections.abc import Iterable, Mapping

from . import _quantloupe
from ._arrays import is_array, sliced, taken

MOST_IN_MEMORY = 256 << 20


def items_of(sample):
    """(name or position or None, array, is a slice) for each array of one sample."""
    if isinstance(sample, Mapping):
        return [(str(name), taken(array), False) for name, array in sample.items()]
    is_several = isinstance(sample, tuple) or (isinstance(sample, list) and sample and all(map(is_array, sample)))
    if is_several:
        return [(position, taken(array), False) for position, array in enumerate(sample)]
    return [(None, taken(sample), False)]


class Samples:
    """What the engine asks: how many there are, and the items of one."""

    def __len__(self):
        raise NotImplementedError

    def sample(self, index):
        raise NotImplementedError

    def close(self):
        """Lets go of what they are kept in."""


class One(Samples):
    """A single sample."""

    def __init__(self, sample):
        self._items = items_of(sample)

    def __len__(self):
        return 1

    def sample(self, index):
        return self._items


class Stack(Samples):
    """Arrays whose first axis counts the samples."""

    def __init__(self, arrays):
        self._arrays = [(name, taken(array)) for name, array in arrays]
        counts = {name: memoryview(array).shape[:1] for name, array in self._arrays}
        if () in counts.values():
            raise ValueError("a number is no stack of samples")
        if len(set(counts.values())) > 1:
            raise ValueError("the arrays hold different numbers of samples: " + ", ".join(
                f"{name} {count[0]}" for name, count in counts.items()))
        self._count = next(iter(counts.values()))[0] if counts else 0

    def __len__(self):
        return self._count

    def sample(self, index):
        return [(name, sliced(array, index), True) for name, array in self._arrays]


class Indexed(Samples):
    """What has a length and an index: a list, or a data set of torch."""

    def __init__(self, samples, limit):
        self._samples = samples
        self._count = min(len(samples), limit) if limit else len(samples)

    def __len__(self):
        return self._count

    def sample(self, index):
        return items_of(self._samples[index])


class Drawn(Samples):
    """What an iterator gave: it gives everything only once, so it is kept, on disk where it is much."""

    def __init__(self, samples, limit):
        self._file = tempfile.SpooledTemporaryFile(max_size=MOST_IN_MEMORY)
        self._samples = []
        try:
            self._draw(samples, limit)
        except BaseException:
            self.close()
            raise

    def _draw(self, samples, limit):
        for sample in samples:
            self._samples.append([self._kept(*item) for item in items_of(sample)])
            if len(self._samples) == limit:
                break

    def _kept(self, key, array, is_slice):
        copy = _quantloupe.Array(array)
        view = memoryview(copy)
        place = self._file.tell()
        self._file.write(view.tobytes())
        return key, copy.type, list(view.shape), place, view.nbytes, is_slice

    def close(self):
        self._file.close()

    def __len__(self):
        return len(self._samples)

    def sample(self, index):
        return [self._read(*item) for item in self._samples[index]]

    def _read(self, key, kind, shape, place, count, is_slice):
        self._file.seek(place)
        return key, _quantloupe.Array.of(self._file.read(count), kind, shape), is_slice


def dataset_of(data, limit=0):
    """What is asked for the samples of ``data``; of an iterator at most ``limit``, where it isn't 0."""
    if isinstance(data, Mapping):
        return Stack(data.items())
    if is_array(data):
        return Stack([(None, data)])
    is_bytes = isinstance(data, (bytes, bytearray))
    if not is_bytes and hasattr(data, "__len__") and hasattr(data, "__getitem__"):
        return Indexed(data, limit)
    if not is_bytes and isinstance(data, Iterable):
        return Drawn(data, limit)
    raise TypeError(f"{type(data).__name__} holds no samples: expected a path, an array, a dict of arrays or an iterable")
