// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace ql::results {

/// What `check` looks for under a name that stays the same in every version.
struct CheckRule {
    std::string id;      ///< "bad-scale", or "config-parameter-range" of a quantization config
    const char* summary; ///< what it finds, in a few words
};

/// Of a model first, then of a config; each in alphabetical order.
std::span<const CheckRule> checkRules();

} // namespace ql::results
