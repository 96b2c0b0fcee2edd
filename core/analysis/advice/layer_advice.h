// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/needed_range.h"
#include "core/analysis/constants/constant_comparison.h"
#include "core/analysis/matching/layer_rows.h"
#include "core/base/message.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ql::analysis {

/// What a rule about one row may look at.
struct LayerFacts {
    const results::LayerRow& row;
    const LayerRowSource& source;
    const MatchedModels& models;
    double inputDb = 0.0;                              ///< SQNR of the worst input, 50 for exact ones
    const results::LayerRow* worstInput = nullptr;     ///< null where the inputs are exact
    const results::LayerRow* nonFiniteInput = nullptr; ///< that has NaN or infinite values which the baseline hasn't
    std::span<const OtherConstant> others = {};        ///< its constants that aren't the baseline's and may matter
    std::optional<WeightGrid> grid = {};               ///< of its weight, where that is known to do harm
    bool areQuicklyReadFinite = false;                 ///< areQuicklyReadFinite() of the analysis model

    ValueRange needed() const { return neededRange(source, models); }
    const Layer& analysis() const { return models.analysis[source.analysis]; }
};

inline constexpr bool kIsGuess = true; ///< no controlled run showed it

/// What a rule says about a row, which names the subject.
inline results::Diagnostic advised(results::Severity severity, const char* rule, const Message& message,
                                   const Message& remedy, bool isGuess = false)
{
    return {
        .severity = severity, .rule = rule, .subject = {}, .message = message, .remedy = remedy, .isGuess = isGuess};
}

/// A rule says something or nothing about a compared row.
using LayerRule = std::optional<results::Diagnostic> (*)(const LayerFacts&);
std::span<const LayerRule> layerRules();

/// What controlled runs showed, or without them may be: clamping, rounding, its weights, inherited.
std::optional<results::Diagnostic> clamping(const LayerFacts& facts);
std::optional<results::Diagnostic> rounding(const LayerFacts& facts);
std::optional<results::Diagnostic> weightRounding(const LayerFacts& facts);
std::optional<results::Diagnostic> inheritedError(const LayerFacts& facts);

/// The range over all channels of a quantizer.
std::pair<double, double> quantizerRange(const results::QuantizerInfo& quantizer);
double largestScale(const results::QuantizerInfo& quantizer);
/// "its zero point 252 shifts the range to -3 … 0.1, while the data spans -2 … 2". @pre isShifted()
Message shiftOf(const results::QuantizerInfo& quantizer, const ValueRange& needed);
/// Truncation, rounding or the weights: what makes the error of @p row, with the numbers. Without controlled runs, by
/// what its quantizer does.
Message causeOf(const LayerRowSource& source, const MatchedModels& models);
/// "clamping 94 %, rounding 1 %, weights 5 %". @pre it has causes
Message partsOf(const results::LayerCauses& causes);

/// The largest distance from zero of each weight channel, in steps, when @p node is a depthwise convolution whose
/// quantized weight has one scale for all of them; empty otherwise.
std::vector<std::int64_t> depthwiseStepsPerChannel(const graph::Graph& graph, const graph::Node& node);
/// What there is to say about them when they differ widely.
std::optional<results::Diagnostic> unevenDepthwiseSteps(const std::vector<std::int64_t>& steps);

/// A depthwise convolution whose weight channels differ widely in range and yet share one scale.
std::optional<results::Diagnostic> depthwiseWeightPerTensor(const LayerFacts& facts);

/// A constant with NaN or infinite numbers.
struct NonFiniteConstant {
    Message share; ///< of its numbers
    std::string name;
    graph::DataType type;
    bool isOfQuantizer = false; ///< a scale
    bool isCertain = false;     ///< no value comes out of it right: NaN, or a scale; infinity may be meant
};
/// The first floating-point one that the analysis model's layer or a quantizer around it computes with, if the
/// baseline's has none. A large one is read only where the layer's value is bad.
std::optional<NonFiniteConstant> ownNonFiniteConstant(const LayerFacts& facts);

/// Whether no floating-point constant of @p graph has NaN or infinite numbers, of those that are read though no value
/// is bad.
bool areQuicklyReadFinite(const graph::Graph& graph);

/// Whether that one can't be meant.
bool hasNanConstant(const LayerFacts& facts);

/// A constant with NaN or infinity of the layer or of a quantizer around it, whatever its value shows of that.
std::optional<results::Diagnostic> nanWeight(const LayerFacts& facts);
/// Whether nanWeight() said something.
bool hasNanWeightAdvice(const results::LayerRow& row);
/// That the error starts at a layer with such a constant, where its value is bad.
std::optional<results::Diagnostic> nanOrigin(const LayerFacts& facts);
/// A bias of the analysis model that int32 cannot hold in steps of its layer's sums.
std::optional<results::Diagnostic> biasBeyondInt32(const LayerFacts& facts);
/// The numbers of the analysis model's weight, bias or another constant are others than the baseline's, not only
/// rounded.
std::optional<results::Diagnostic> otherWeight(const LayerFacts& facts);
std::optional<results::Diagnostic> otherBias(const LayerFacts& facts);
std::optional<results::Diagnostic> otherConstant(const LayerFacts& facts);

} // namespace ql::analysis
