// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <array>

namespace ql::results {

/// Maps metric values to "how bad", 0 (harmless) … 1 (hopeless), for bars and colours. Metrics that know no scale of
/// their own (L1, Atol, MSE) are judged against the other values that were seen.
class BadnessScale {
public:
    BadnessScale() = default;
    explicit BadnessScale(const CompareResult& result);

    /// Makes @p value one of those that others are judged against.
    void see(MetricId metric, double value);
    double badness(MetricId metric, double value) const;

private:
    struct Range {
        double low = 0.0;
        double high = 0.0;
        bool isKnown = false;
    };
    std::array<Range, std::size_t(MetricId::Accuracy) + 1> m_seen{}; ///< log10 of the positive values of each metric
};

} // namespace ql::results
