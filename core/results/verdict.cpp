// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/verdict.h"

#include <algorithm>

namespace ql::results {

namespace {

constexpr std::size_t kFew = 3;
constexpr std::size_t kOneOf = 10; // of many rows: at most every tenth

} // namespace

std::size_t ErrorBudget::culprits() const
{
    const auto most = std::max(std::min(kFew, shares.size() / 3), shares.size() / kOneOf);
    return isExplained && setSize <= std::max<std::size_t>(most, 1) ? setSize : 0;
}

Quality Verdict::quality() const
{
    auto worst = Quality::Equal;
    bool isKnown = false;
    for (const auto& output : outputs) {
        if (output.quality == Quality::Unknown)
            continue;
        worst = std::max(worst, output.quality);
        isKnown = true;
    }
    return isKnown ? worst : Quality::Unknown;
}

bool Verdict::hasBudget() const
{
    return std::ranges::any_of(outputs, [](const OutputVerdict& output) { return output.budget.has_value(); });
}

Severity severityOf(Quality quality)
{
    switch (quality) {
    case Quality::Fair:
    case Quality::Poor: return Severity::Warning;
    case Quality::Bad:
    case Quality::Broken: return Severity::Error;
    default: return Severity::Info;
    }
}

} // namespace ql::results
