// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/passes/pooled_planes.h"
#include "core/ops/registry.h"

namespace ql::ops {

enum class AutoPad { NotSet, SameUpper, SameLower, Valid };

/// The attributes of a sliding window (convolution, pooling) as a node gives them; empty lists mean the default.
struct WindowAttributes {
    AutoPad autoPad = AutoPad::NotSet;
    graph::Shape kernel;
    graph::Shape strides;
    graph::Shape dilations;
    graph::Shape pads; ///< all begins, then all ends
};

/// Reads auto_pad, kernel_shape, strides, dilations and pads. @throws Error (InvalidNode)
WindowAttributes windowAttributes(const graph::Node& node);

/// The attributes of a convolution.
struct ConvolutionAttributes {
    /// @throws Error (InvalidNode)
    explicit ConvolutionAttributes(const graph::Node& node);

    WindowAttributes window;
    std::int64_t groups = 1;
};

/// A window over concrete spatial axes: every list has one entry per axis.
struct Window {
    graph::Shape kernel;
    graph::Shape strides;
    graph::Shape dilations;
    graph::Shape padsBegin;
    graph::Shape padsEnd;

    std::size_t rank() const { return kernel.size(); }
    bool isSymmetric() const { return padsBegin == padsEnd; }
    bool isDilated() const;
    /// Input elements that the window spans on @p axis.
    std::int64_t span(std::size_t axis) const { return (kernel[axis] - 1) * dilations[axis] + 1; }
    /// Output positions on @p axis. With @p roundUp, windows that would start in the end padding are left out.
    std::int64_t outputSize(std::size_t axis, std::int64_t inputSize, bool roundUp) const;
};

/// Applies defaults and auto_pad to @p input (the spatial sizes). @throws Error (InvalidNode, ShapeMismatch)
Window resolved(const WindowAttributes& attributes, at::IntArrayRef input, at::IntArrayRef kernel);

/// @p tensor with its last axes padded by @p value; negative pads crop. Gives @p tensor itself when there is nothing to
/// pad.
at::Tensor padded(const at::Tensor& tensor, const graph::Shape& begin, const graph::Shape& end,
                  const at::Scalar& value);

/// Whether core/ops/passes/pooled_planes.h takes windows on @p x [N, C, …]: contiguous float32, one or two spatial
/// axes, no negative padding.
bool isPoolable(const at::Tensor& x, const Window& window);
/// The sizes of it. @p output: of the spatial axes. @pre isPoolable(x, window)
PoolSizes poolSizes(const at::Tensor& x, const Window& window, const graph::Shape& output);

} // namespace ql::ops
