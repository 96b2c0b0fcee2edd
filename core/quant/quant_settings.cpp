// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quant_settings.h"

#include "core/base/error.h"
#include "core/graph/operators/interpolation.h"
#include "core/graph/operators/operator_traits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace ql::quant {

void QuantizerSettings::setNumberFormat(const graph::NumberFormat& chosen)
{
    constexpr int kObservedBits = 8;
    hasPowerOfTwoScales = chosen.scaling == graph::NumberFormat::Scaling::PowerOfTwo;
    number = chosen.isUniform() ? nullptr : &chosen;
    groupScales.clear();
    if (number) {
        format = {.bits = kObservedBits, .isSigned = true, .isSymmetric = true};
        return;
    }
    format.bits = chosen.element.bits;
    format.isSigned = chosen.element.isSigned;
}

void QuantizerSettings::setBits(int bits)
{
    number = nullptr;
    groupScales.clear();
    format.bits = bits;
}

std::string QuantizerSettings::typeName() const
{
    if (number)
        return number->name;
    return std::string(graph::name(format.storage()));
}

const LayerSettings& QuantSettings::of(const graph::Node& node) const
{
    const auto found = layers.find(node.name);
    return found == layers.end() ? common : found->second;
}

bool QuantSettings::isQuantized(const graph::Node& node) const
{
    if (!of(node).isQuantized || (!node.domain.empty() && !quantizedInputs))
        return false;
    if (quantizedInputs && !quantizedInputs->contains(node.name) && !handsScaleOn(node))
        return false;
    if (operatorTypes.empty() && quantizedInputs)
        return true;
    if (operatorTypes.empty())
        return graph::traitsOf(node).quantizing != graph::Quantizing::None;
    return std::ranges::find(operatorTypes, node.opType) != operatorTypes.end();
}

bool handsScaleOn(const graph::Node& node)
{
    const auto& traits = graph::familyTraits(node.opType); // of LibTorch's operators, too
    const bool isHandedOn =
        traits.quantizing == graph::Quantizing::Passing || traits.quantizing == graph::Quantizing::Moving;
    return isHandedOn && (traits.keepsScale || graph::movesDataOnly(node)) && !graph::interpolates(node);
}

std::span<const QuantizerDefinition> knownQuantizers()
{
    static constexpr std::array<QuantizerDefinition, 6> kDefinitions{{
        {"arq", "equal steps, each side's limit on its own last integer", "arq"},
        {"fixed", "scale and zero point are given", "fixed"},
        {"linear", "equal steps", "min_max"},
        {"lnq", "cluster centres, 4-bit non-uniform", "snq"},
        {"luq", "equal steps between learned limits", "luq_mse"},
        {"ulq", "equal steps between learned limits, zero on the grid", "ifmr"},
    }};
    return kDefinitions;
}

const QuantizerDefinition& quantizerNamed(std::string_view name)
{
    const auto known = knownQuantizers();
    const auto found = std::ranges::find(known, name, &QuantizerDefinition::name);
    if (found != known.end())
        return *found;
    std::vector<std::string_view> names;
    for (const auto& definition : known)
        names.push_back(definition.name);
    throw Error(ErrorCode::BadArgument, Message("quantizer {} is not known", name),
                Message("the quantizers are {}", fmt::join(names, ", ")));
}

Parameters clippedParameters(Range clip, bool isMinFixed, const IntegerFormat& format)
{
    if (clip.highest <= clip.lowest)
        throw Error(ErrorCode::BadArgument,
                    Message("clip_max is {}, expected more than clip_min, {}", clip.highest, clip.lowest));
    return parametersFor({isMinFixed ? 0.0 : clip.lowest, clip.highest}, format);
}

} // namespace ql::quant
