// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/check_rules.h"

#include <algorithm>
#include <vector>

namespace ql::results {

namespace {

std::string hyphenated(std::string name)
{
    std::ranges::replace(name, '_', '-');
    return name;
}

} // namespace

std::span<const CheckRule> checkRules()
{
    static const std::vector<CheckRule> kRules{
#define QL_CHECK(rule, summary) CheckRule{hyphenated(#rule), summary},
#define QL_CONFIG_RULE(rule, summary) CheckRule{"config-" + hyphenated(#rule), summary},
#define QL_ASKED_RULE(rule, summary) CheckRule{hyphenated(#rule), summary},
#include "core/results/check_rules.inc"
#undef QL_ASKED_RULE
#undef QL_CONFIG_RULE
#undef QL_CHECK
    };
    return kRules;
}

} // namespace ql::results
