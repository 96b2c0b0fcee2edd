// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/registry.h"

namespace ql::ops {

// What Conv and ConvTranspose have in common: x, weight and, where it is given, a bias.

/// Float types, equal ranks of 3 to 5, a bias with one number per output channel.
/// @throws Error (ShapeMismatch, TypeMismatch)
void expectConvolution(const KernelCall& call, std::int64_t outputChannels);
/// @throws Error (ShapeMismatch) "input 0 (x) has 3 channels, expected 4"
void expectChannels(const Tensor& x, std::int64_t expected);
/// Undefined without one.
at::Tensor convolutionBias(const KernelCall& call);

} // namespace ql::ops
