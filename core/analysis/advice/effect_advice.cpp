// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/effect_advice.h"

#include "core/analysis/advice/advice_text.h"
#include "core/analysis/advice/layer_advice.h"

#include <algorithm>

namespace ql::analysis {

namespace {

bool isMissing(const results::LayerRow& row)
{
    return row.state == results::LayerRow::State::UnmatchedBaseline;
}

Message namesOf(const std::vector<std::string>& layers)
{
    constexpr std::size_t kMostNames = 4;
    std::vector<Message> names;
    for (std::size_t i = 0; i < std::min(layers.size(), kMostNames); ++i)
        names.push_back(Message::text(layers[i]));
    if (layers.size() > kMostNames)
        names.push_back(Message("{} more", layers.size() - kMostNames));
    return Message::list(std::move(names));
}

Message shownBy(const results::LayerRow& row, const ErrorOrigin& origin)
{
    const auto& effect = *row.effect;
    const auto output = effect.output + effect.slice;
    const auto whole = decibels(effect.wholeDb);
    if (origin.proof == ErrorOrigin::Proof::Alone)
        return Message(
            "the error starts here: with this layer alone wrong, {} is at {}; with everything as it is, at {}", output,
            decibels(*effect.aloneDb), whole);
    const auto right = decibels(*effect.setRightDb);
    if (isMissing(row))
        return Message(
            "the error starts here: this {} is missing in the analysis model; put back, {} goes from {} to {}",
            row.baseline.opType, output, whole, right);
    if (!effect.together.empty())
        return Message("the error starts here: set right together with {}, {} goes from {} to {}; their quantizers act "
                       "as one",
                       namesOf(effect.together), output, whole, right);
    return Message("the error starts here: set right, {} goes from {} to {}", output, whole, right);
}

} // namespace

results::Diagnostic effectAdvice(const results::LayerRow& row, const ErrorOrigin& origin, results::Severity severity,
                                 const Message& cause, const Message& remedy)
{
    const auto shown = shownBy(row, origin);
    return advised(severity, "error-origin", cause.empty() ? Message("{}.", shown) : Message("{}; {}.", shown, cause),
                   remedy);
}

Message remedyByEffect(const results::LayerRow& row)
{
    if (isMissing(row))
        return "Put this layer back into the analysis model: export it again.";
    if (row.effect && !row.effect->together.empty())
        return Message("Leave this layer in float32, together with {}; or give what it merges scales of its own.",
                       namesOf(row.effect->together));
    if (row.quantizer)
        return "Leave this layer in float32: that is what was measured.";
    return "Compare this layer's attributes and constants with the baseline's: it computes something else.";
}

} // namespace ql::analysis
