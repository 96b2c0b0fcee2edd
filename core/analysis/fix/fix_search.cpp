// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_search.h"

#include "core/runs/ranks/on_ranks.h"

namespace ql::analysis {

bool FixSearch::hasTime() const
{
    return request.mostSeconds <= 0.0 || runs::ofFirst(ranks, hasTimeHere());
}

bool FixSearch::hasTimeHere(double share) const
{
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began;
    return request.mostSeconds <= 0.0 || passed.count() < request.mostSeconds * share;
}

} // namespace ql::analysis
