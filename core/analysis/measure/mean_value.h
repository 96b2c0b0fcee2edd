// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"

#include <limits>
#include <tuple>

namespace ql::analysis {

/// A metric's mean over samples. SQNR is infinite where nothing changed; one such sample shall not make the mean
/// infinite, so it counts only when all are so. NaN stays NaN.
struct MeanValue {
    double sum = 0.0;
    double samples = 0.0;
    double exactSamples = 0.0;

    static auto parts(auto& self) { return std::tie(self.sum, self.samples, self.exactSamples); }

    void add(double value, results::MetricId metric)
    {
        if (metric == results::MetricId::Sqnr && value == std::numeric_limits<double>::infinity()) {
            ++exactSamples;
            return;
        }
        sum += value;
        ++samples;
    }

    bool isKnown() const { return samples + exactSamples > 0.0; }

    /// NaN before the first sample.
    double value() const
    {
        if (samples > 0.0)
            return sum / samples;
        return exactSamples > 0.0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    }
};

} // namespace ql::analysis
