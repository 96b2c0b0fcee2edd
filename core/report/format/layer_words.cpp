// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format/layer_words.h"

#include "core/base/order.h"

#include <fmt/ranges.h>

namespace ql::report {

using results::LayerRow;

std::string_view stateWords(LayerRow::State state)
{
    switch (state) {
    case LayerRow::State::Compared: return "";
    case LayerRow::State::ShapeMismatch: return "mismatch shape";
    case LayerRow::State::UnmatchedBaseline: return "no partner";
    case LayerRow::State::UnmatchedAnalysis: return "no partner";
    case LayerRow::State::Fused: return "fused";
    case LayerRow::State::NotRun: return "not run";
    case LayerRow::State::RunInBaseline: return "run by the baseline only";
    case LayerRow::State::RunInAnalysis: return "run by the analysis model only";
    case LayerRow::State::UnpairedIterations: return "no iteration in common";
    case LayerRow::State::Strings: return "strings";
    }
    return "";
}

std::string equalStringsText(const results::EqualStrings& strings)
{
    return fmt::format("{} of {} strings equal", strings.equal, strings.elements);
}

std::string wordsWithoutMetrics(const LayerRow& layer)
{
    return layer.strings ? equalStringsText(*layer.strings) : std::string(stateWords(layer.state));
}

std::string scaleText(const std::optional<results::QuantizerInfo>& quantizer, bool areSeveral,
                      std::string (*format)(double))
{
    if (!quantizer || quantizer->scales.empty())
        return {};
    const auto extent = extentOf(quantizer->scales);
    return areSeveral ? format(extent.low) + ".." + format(extent.high) : format(extent.low);
}

std::string unmatchedLine(const char* model, const std::vector<std::string>& names)
{
    return names.empty() ? std::string()
                         : fmt::format("Only in the {} ({}): {}\n", model, names.size(),
                                       oneLine(fmt::format("{}", fmt::join(names, ", "))));
}

std::string orderText(const RowChoice& choice, const char* otherwise)
{
    if (choice.isByWorstSlice)
        return "worst slice first";
    return choice.sortBy ? fmt::format("worst {} first", keyOf(*choice.sortBy)) : std::string(otherwise);
}

std::string findingLines(const std::vector<results::Diagnostic>& findings, const std::string& file)
{
    std::string text;
    for (const auto& finding : findings) {
        const auto where = finding.line > 0 ? fmt::format("{}:{}: ", file, finding.line) : std::string();
        text += fmt::format("{}{} [{}]: {}{}", where, keyOf(finding.severity), finding.rule,
                            finding.subject.empty() ? "" : "layer " + oneLine(finding.subject) + ": ",
                            oneLine(finding.message.english()));
        text += finding.remedy.empty() ? "\n" : fmt::format(" ({})\n", oneLine(finding.remedy.english()));
    }
    return text;
}

std::string decisionsText(const std::vector<results::FlippedDecision>& decisions)
{
    if (decisions.empty())
        return "no operator of the baseline decides anything that could be replayed\n";
    std::string text;
    for (const auto& decision : decisions)
        text += fmt::format("decision {} ({}): {} of {} indices flip when everything is quantized; replayed\n",
                            oneLine(decision.name), decision.opType, decision.flipped, decision.indices);
    return text;
}

} // namespace ql::report
