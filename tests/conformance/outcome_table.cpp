// SPDX-License-Identifier: GPL-3.0-or-later
#include "outcome_table.h"

#include <fmt/format.h>

namespace ql::test {

void OutcomeTable::add(const std::string& opType, Outcome outcome)
{
    auto& counts = m_counts[opType];
    switch (outcome) {
    case Outcome::Passed: ++counts.passed; break;
    case Outcome::Failed: ++counts.failed; break;
    case Outcome::Unsupported: ++counts.unsupported; break;
    }
}

std::string OutcomeTable::text() const
{
    std::string text = fmt::format("{:<42}{:>8}{:>8}{:>13}\n", "operator", "passed", "failed", "unsupported");
    const auto line = [](const std::string& name, const Counts& counts) {
        return fmt::format("{:<42}{:>8}{:>8}{:>13}\n", name, counts.passed, counts.failed, counts.unsupported);
    };
    Counts all;
    for (const auto& [opType, counts] : m_counts) {
        all.passed += counts.passed;
        all.failed += counts.failed;
        all.unsupported += counts.unsupported;
        text += line(opType, counts);
    }
    text += line("all", all);
    return text
           + fmt::format("{:.1f} % of {} tests passed\n", all.total() ? 100.0 * all.passed / all.total() : 0.0,
                         all.total());
}

} // namespace ql::test
