// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/tensor.h"

#include <algorithm>
#include <c10/core/GradMode.h>
#include <span>
#include <vector>

namespace ql::ops {

/// Whether somebody will ask for derivatives by @p x, or by what @p x is made of: then LibTorch has to see every step
/// from it on, and kernels of ours that read or write numbers beside it leave the node to LibTorch's functions.
inline bool isDifferentiated(const at::Tensor& x)
{
    return x.requires_grad() && c10::GradMode::is_enabled();
}

/// Whether kernels of ours must not read or write the numbers of @p x, or only beside those who need to see it: they
/// lie on a device, or it is differentiated.
inline bool isLeftToTorch(const at::Tensor& x)
{
    return !x.is_cpu() || isDifferentiated(x);
}

inline bool isOneDifferentiated(std::span<const Tensor> inputs)
{
    return c10::GradMode::is_enabled()
           && std::ranges::any_of(inputs, [](const Tensor& each) { return each.data.requires_grad(); });
}

/// Whether derivatives are recorded and LibTorch would refuse one of @p inputs for them.
inline bool isOneUnrecordable(std::span<const Tensor> inputs)
{
    return c10::GradMode::is_enabled() && std::ranges::any_of(inputs, [](const Tensor& each) {
               return each.isDefined() && each.data.is_inference();
           });
}

/// @p value, where derivatives are recorded as a tensor that LibTorch may keep for them: what was made in inference
/// mode it refuses. The elements are shared.
Tensor recordable(const Tensor& value);
std::vector<Tensor> recordable(std::span<const Tensor> values);

} // namespace ql::ops
