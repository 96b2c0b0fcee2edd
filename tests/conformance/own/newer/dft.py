# SPDX-License-Identifier: GPL-3.0-or-later
"""Discrete Fourier transforms whose axis is an input, opset 20."""
import numpy

from ..writer import case, floats


def _parts(numbers):
    return numpy.stack([numbers.real, numbers.imag], -1).astype(numpy.float32)


def cases():
    x = floats(2, 6, 5, 1)
    axis = numpy.array(1, numpy.int64)
    spectrum = numpy.fft.fft(x[..., 0], axis=1)
    yield case("dft", "DFT", 20, [x, None, axis], [_parts(spectrum)])
    yield case("dft_default_axis", "DFT", 20, [x], [_parts(numpy.fft.fft(x[..., 0], axis=2))])
    yield case("dft_onesided", "DFT", 20, [x, None, axis], [_parts(spectrum[:, :4])], onesided=1)
    yield case("dft_inverse", "DFT", 20, [_parts(spectrum), None, axis], [_parts(x[..., 0] + 0j)], inverse=1)
    length = numpy.array(8, numpy.int64)
    yield case("dft_length", "DFT", 20, [x, length, axis], [_parts(numpy.fft.fft(x[..., 0], 8, axis=1))])
