// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/trial.h"

#include <cmath>

namespace ql::results {

const ChangeRow* TrialChange::worstOutput(MetricId metric) const
{
    const ChangeRow* worst = nullptr;
    std::optional<double> least;
    for (const auto& row : rows) {
        const auto value = row.after ? valueOf(*row.after, metric) : std::nullopt;
        if (!row.isOutput || !value || (worst && !isWorse(metric, *value, *least)))
            continue;
        worst = &row;
        least = value;
    }
    return worst;
}

std::optional<double> gainOf(const ChangeRow& row, MetricId metric)
{
    const auto before = valueOf(row.before, metric);
    const auto after = valueOf(row.after, metric);
    if (!before || !after)
        return std::nullopt;
    if (*before == *after || (std::isnan(*before) && std::isnan(*after)))
        return 0.0;
    if (std::isnan(*before) || std::isnan(*after))
        return std::isnan(*before) ? INFINITY : -INFINITY;
    return isLowWorst(metric) ? *after - *before : *before - *after;
}

} // namespace ql::results
