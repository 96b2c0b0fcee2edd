// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pickle/pickle.h"
#include "core/results/badcase_result.h"
#include "core/runs/program/program.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace ql::analysis {

/// Everything a bad-case search has to remember to go on from where it stopped.
struct BadCaseState {
    std::vector<double> values;
    std::size_t mismatchedShapes = 0;
    std::vector<std::int64_t> baselineTop1; ///< empty without labels
    std::vector<std::int64_t> analysisTop1;
    std::vector<runs::Tensor> baselineStates; ///< fed back; empty without feedback
    std::vector<runs::Tensor> analysisStates;
    std::size_t worstSample = 0;
    double worstValue = 0.0;
    pickle::NamedTensorData worstInputs; ///< empty before the first sample

    /// What goes from one process to another: all but tensors, which only the one that writes files needs.
    static auto parts(auto& self)
    {
        return std::tie(self.values, self.mismatchedShapes, self.baselineTop1, self.analysisTop1, self.worstSample,
                        self.worstValue);
    }
};

/// What makes two searches with @p valuesPerSample values the same, of data with the fingerprint @p data; how many
/// samples are wanted does not.
std::uint64_t jobOf(const results::BadCaseRequest& request, std::uint64_t data, std::size_t valuesPerSample);

/// What goes into a Journal: all of it.
std::string packedState(const BadCaseState& state);
/// @throws Error (FileCorrupt) for bytes of anything else
BadCaseState unpackedState(std::string_view bytes);

} // namespace ql::analysis
