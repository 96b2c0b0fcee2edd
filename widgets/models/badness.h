// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <array>

namespace ql::widgets {

/// Maps metric values to "how bad", 0 (harmless) … 1 (hopeless), for bars and colours. Metrics that know no scale of
/// their own (L1, Atol, MSE) are judged against the other layers of the same result.
class BadnessScale {
public:
    BadnessScale() = default;
    explicit BadnessScale(const results::CompareResult& result);

    double badness(results::MetricId metric, double value) const;

private:
    struct Range {
        double low = 0.0;
        double high = 0.0;
    };
    std::array<Range, results::kAllMetrics.size()> m_seen{}; ///< log10 of the positive values of each metric
};

} // namespace ql::widgets
