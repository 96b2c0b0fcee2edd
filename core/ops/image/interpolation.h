// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/registry.h"

namespace ql::ops {

enum class Interpolation { Nearest, Linear, Cubic };
enum class NearestMode { RoundPreferFloor, RoundPreferCeil, Floor, Ceil };
enum class CoordinateMode {
    HalfPixel,
    HalfPixelSymmetric,
    PytorchHalfPixel,
    AlignCorners,
    Asymmetric,
    TfCropAndResize,
    TfHalfPixelForNearest
};

/// How Resize reads between elements; the same for all axes.
struct InterpolationMethod {
    Interpolation interpolation = Interpolation::Nearest;
    NearestMode nearest = NearestMode::RoundPreferFloor;
    CoordinateMode coordinates = CoordinateMode::HalfPixel;
    double cubicCoefficient = -0.75;
    bool excludesOutside = false;
    bool smooths = false; ///< antialias: widens the kernel when shrinking
    double extrapolation = 0.0;
};

/// One axis of a Resize.
struct AxisResize {
    std::int64_t axis = 0;
    std::int64_t size = 0; ///< of the output
    double scale = 1.0;
    double cropStart = 0.0; ///< TfCropAndResize only, in 0 … 1
    double cropEnd = 1.0;
};

/// @p x with one axis resized. Nearest takes any element type, the others floats.
at::Tensor resized(const at::Tensor& x, const AxisResize& resize, const InterpolationMethod& method);

} // namespace ql::ops
