// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/results/fields.h"

#include <cstdint>
#include <string>

namespace ql::results {

/// What runtimes make of a model before they run it: another way to the same function.
enum class ModelVariant {
    None,
    Folded, ///< what depends on constants alone is one, batch normalizations are part of the convolutions before them
    Fused   ///< and activations are computed along with the convolution or Gemm before them
};

constexpr auto wordsOf(ModelVariant)
{
    using enum ModelVariant;
    return std::array{Word{None, "none"}, Word{Folded, "folded"}, Word{Fused, "fused"}};
}

/// A variant has no file; results call it by what it was made of.
inline std::string variantName(const std::string& model, ModelVariant variant)
{
    return model + " (" + std::string(keyOf(variant)) + ")";
}

/// The variant that is the analysis model, and what is no operator of its own in it.
struct VariantCounts {
    ModelVariant variant = ModelVariant::None;
    std::uint64_t foldedConstants = 0; ///< operators that only constants reach
    std::uint64_t foldedNormalizations = 0;
    std::uint64_t fusedActivations = 0;
};

/// What makes it another model.
inline Message variantSentence(const VariantCounts& counts)
{
    if (counts.foldedConstants + counts.foldedNormalizations + counts.fusedActivations == 0)
        return "nothing in the model can be folded or fused, so the variant is the model as it is";
    return Message("{} operators on constants and {} batch normalizations are folded, {} activations are fused",
                   counts.foldedConstants, counts.foldedNormalizations, counts.fusedActivations);
}

void fields(auto& visit, Of<VariantCounts> auto& counts)
{
    visit("name", counts.variant);
    visit("folded_constants", counts.foldedConstants);
    visit("folded_normalizations", counts.foldedNormalizations);
    visit("fused_activations", counts.fusedActivations);
}

} // namespace ql::results
