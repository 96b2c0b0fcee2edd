// SPDX-License-Identifier: GPL-3.0-or-later
// What chooses boxes by their scores.
#include "core/import/tflite/mappings/mappings.h"

#include <array>

namespace ql::importers::tflite {

namespace {

/// Inputs are boxes, scores, how many to choose at most, least overlap to suppress and the score to exceed. The older
/// kind ends there and gives places and how many are chosen; the other has a sigma by which overlapping boxes' scores
/// decay, and gives the scores between the two.
bool mapSuppression(Operation& operation, std::string_view standard)
{
    constexpr std::size_t kInputs = 5, kInputsWithSigma = 6;
    const auto count = operation.inputCount();
    if ((count != kInputs && count != kInputsWithSigma) || operation.outputCount() != count - 3)
        return false;
    for (std::size_t i = 0; i < count; ++i)
        if (!operation.has(i))
            return false;
    Inputs inputs;
    for (std::size_t i = 0; i < count; ++i)
        inputs.push_back(operation.in(i));
    operation.give(standard, inputs, {}, kTflite);
    return true;
}

constexpr std::array kDetectionMappings{
    Mapping{"NON_MAX_SUPPRESSION_V4", mapSuppression, "NonMaxSuppression", true},
    Mapping{"NON_MAX_SUPPRESSION_V5", mapSuppression, "NonMaxSuppression", true},
};

} // namespace

std::span<const Mapping> detectionMappings()
{
    return kDetectionMappings;
}

} // namespace ql::importers::tflite
