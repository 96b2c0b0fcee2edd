// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ql::analysis {

struct LinesApart;

/// Whether KL, JS and the histogram are measured, too, which takes a second pass.
enum class Histograms { Left, Counted };

/// Everything the comparison of two tensors yields.
struct TensorComparison {
    results::Metrics metrics;
    results::TensorStatistics baseline;
    results::TensorStatistics analysis;
    /// 256 bins over the union of both ranges, sums of 8 of the divergence's bins; empty where it is left.
    results::HistogramPair histogram;
};

/// Compares two arrays of @p n floats by all metrics: one fused pass for sums and ranges, one
/// for the histograms. Pairs with a NaN or infinite element count in the statistics and nowhere else.
///
/// Edges: two all-zero tensors have cosine 1, an all-zero against another 0. Equal tensors have SQNR +inf and relative
/// L2 0; an all-zero baseline against another has SQNR -inf and relative L2 +inf. Empty tensors are equal. Without a
/// single finite pair every measure is NaN. @p scale gives max_qscale_diff.
/// @p threads 0 = by size. The result does not depend on it. Where @p histograms are left, KL and JS are unmeasured.
/// @p lines, if there are any, are summed in the same pass.
TensorComparison compareTensors(const float* baseline, const float* analysis, std::size_t n,
                                std::optional<double> scale = {}, std::size_t threads = 0,
                                Histograms histograms = Histograms::Counted, LinesApart* lines = nullptr);

/// SQNR of two sums of squares, of x and of x − y: +inf without an error, -inf without a signal.
double sqnrDbOf(double signal, double error);

/// The statistics alone.
results::TensorStatistics statisticsOf(const float* values, std::size_t n, std::size_t threads = 0);

} // namespace ql::analysis
