// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/results/fields.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace ql::results {

/// Which layers a comparison runs again under control, to tell causes from guesses.
enum class CauseRuns {
    None,
    Quick, ///< those whose error matters, for at most half of the comparison's work
    Full   ///< every quantized one
};

constexpr auto wordsOf(CauseRuns)
{
    using enum CauseRuns;
    return std::array{Word{None, "none"}, Word{Quick, "quick"}, Word{Full, "full"}};
}

/// What one cause alone does to a layer's value, everything else being as in the baseline.
struct ErrorPart {
    double sqnrDb = std::numeric_limits<double>::infinity();
    double share = 0.0; ///< of all parts' energies, 0 … 1
};

void fields(auto& visit, Of<ErrorPart> auto& part)
{
    visit("sqnr_db", part.sqnrDb);
    visit("share", part.share);
}

/// What controlled runs say of the error of one layer.
struct LayerCauses {
    double localDb = 0.0;             ///< only this layer is quantized, on the baseline's inputs
    std::optional<double> localSteps; ///< its largest error then, in steps of its quantizer
    std::optional<ErrorPart>
        propagated;        ///< everything before it is quantized, it is not; nothing where that wasn't run
    ErrorPart weights;     ///< only its weight and bias
    ErrorPart rounding;    ///< only its quantizer: elements that it can represent
    ErrorPart clamping;    ///< only its quantizer: elements more than half a step outside its range
    std::string mainCause; ///< "propagated", "weights", "rounding", "clamping"; empty without any error
};

void fields(auto& visit, Of<LayerCauses> auto& causes)
{
    visit("local_db", causes.localDb);
    visit("local_steps", causes.localSteps);
    visit("propagated", causes.propagated);
    visit("weights", causes.weights);
    visit("rounding", causes.rounding);
    visit("clamping", causes.clamping);
    visit.orNull("main_cause", causes.mainCause);
}

/// How much work the controlled runs of a comparison were.
struct CauseCounts {
    CauseRuns runs = CauseRuns::None; ///< what was really done
    std::uint64_t layers = 0;         ///< of which the causes are known
    std::uint64_t executedNodes = 0;
    Message problem; ///< why less was done than asked; empty otherwise
};

void fields(auto& visit, Of<CauseCounts> auto& counts)
{
    visit("runs", counts.runs);
    visit("layers", counts.layers);
    visit("executed_nodes", counts.executedNodes);
    visit.orNull("problem", counts.problem);
}

} // namespace ql::results
