// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

namespace ql::tests {

/// A comparison of five layers: the seed's worked example ("quant"), the layer where the error starts ("conv", per
/// channel, SQNR NaN), a shape mismatch, one layer without a partner on each side.
results::CompareResult sampleComparison();

} // namespace ql::tests
