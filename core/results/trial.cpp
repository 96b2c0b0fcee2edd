// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/trial.h"

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

} // namespace ql::results
