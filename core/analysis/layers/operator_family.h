// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ql::analysis {

/// What an operator computes, whatever computes it: Conv for Conv, QLinearConv, ConvInteger and FusedConv; MatMul for
/// Gemm, QGemm and MatMulInteger too; Reshape for Flatten, Squeeze and Unsqueeze. @p opType may carry its domain.
std::string familyOf(std::string_view opType);

/// Whether a run that begins with a convolution or a product may go on with this family: normalisation, bias,
/// activation.
bool continuesRun(std::string_view family);

} // namespace ql::analysis
