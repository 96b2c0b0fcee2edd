// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

namespace ql::test {

enum class Outcome { Passed, Failed, Unsupported };

/// Counts outcomes by operator and prints them.
class OutcomeTable {
public:
    void add(const std::string& opType, Outcome outcome);
    /// One line per operator that isn't all passed, then the totals.
    std::string text() const;

private:
    struct Counts {
        int passed = 0;
        int failed = 0;
        int unsupported = 0;

        int total() const { return passed + failed + unsupported; }
    };
    std::map<std::string, Counts> m_counts;
};

} // namespace ql::test
