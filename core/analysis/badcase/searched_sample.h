// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/executor.h"

#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace ql::analysis {

/// What a search keeps of one sample, all of it or nothing: the state always ends after a whole sample.
struct SearchedSample {
    runtime::NamedTensors inputs; ///< empty where another rank searched it: they can be read again
    runtime::NamedTensors analysisInputs;
    std::vector<double> values;
    std::uint64_t mismatches = 0;
    std::optional<std::pair<std::int64_t, std::int64_t>> classes; ///< baseline's and analysis model's

    /// What goes from one process to another.
    static auto parts(auto& self) { return std::tie(self.values, self.mismatches, self.classes); }
};

} // namespace ql::analysis
