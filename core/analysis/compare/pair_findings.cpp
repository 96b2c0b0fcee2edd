// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_text.h"
#include "core/analysis/advice/layer_advice.h"
#include "core/analysis/compare/findings.h"
#include "core/analysis/layers/model_kind.h"
#include "core/analysis/layers/training_mode.h"
#include "core/analysis/simulation/decisions.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ql::analysis {

namespace {

using results::Diagnostic;
using results::Severity;

constexpr std::size_t kMostNames = 5;

Message namesIn(const std::vector<std::string>& names)
{
    const std::vector<std::string> first(names.begin(),
                                         names.begin() + std::ptrdiff_t(std::min(kMostNames, names.size())));
    const auto named = Message::names(first, ", ");
    return names.size() == first.size() ? named : Message("{} and {} more", named, names.size() - first.size());
}

/// Wrong where a model is meant to be run so: what it gives can't be compared all the same.
std::optional<Diagnostic> trainingMode(const importers::ImportedModel& model, const Message& which)
{
    auto names = nodesInTrainingMode(model.graph);
    if (names.empty())
        return std::nullopt;
    auto finding =
        advised(Severity::Error, "training-mode",
                Message("{} was saved in training mode, where dropout is on and normalization goes by the batch: {}",
                        which, namesIn(names)),
                "save it for inference: model.eval() before torch.jit.trace, torch.export or torch.onnx.export");
    finding.layers = std::move(names);
    return finding;
}

/// Of what a number takes in the constants of a float model: 16 or 32 bits, by which type most of them have.
bool isMostlyHalf(const graph::Graph& graph)
{
    std::size_t half = 0;
    std::size_t single = 0;
    for (const auto& value : graph.values())
        if (value.initializer && value.type == graph::DataType::Float)
            single += value.initializer->size();
        else if (value.initializer
                 && (value.type == graph::DataType::Float16 || value.type == graph::DataType::BFloat16))
            half += value.initializer->size();
    return half > single;
}

/// Two models, and what kind each is.
struct KindPair {
    const importers::ImportedModel& baseline;
    const importers::ImportedModel& analysis;
    std::string analysisKind = modelKind(analysis.graph);

    std::string baselineKind() const { return modelKind(baseline.graph); }
};

/// Wrong where a quantized model is the reference on purpose: so it only asks.
std::optional<Diagnostic> swappedModels(const KindPair& pair)
{
    if (pair.analysisKind != "float")
        return std::nullopt;
    const Message remedy("if so, give the float model as the baseline: causes and advice go by the analysis model");
    if (const auto kind = pair.baselineKind(); kind != "float")
        return advised(Severity::Warning, "swapped-models",
                       Message("the baseline is quantized ({}) and the analysis model is in float: they may be "
                               "swapped",
                               kind),
                       remedy);
    if (isMostlyHalf(pair.baseline.graph) && !isMostlyHalf(pair.analysis.graph))
        return advised(Severity::Warning, "swapped-models",
                       "the baseline computes in 16 bits and the analysis model in 32: they may be swapped", remedy);
    return std::nullopt;
}

/// Wrong where nobody meant to quantize: then it is a note.
std::optional<Diagnostic> withoutQuantizers(const KindPair& pair, results::Quality quality)
{
    const auto& kind = pair.analysisKind;
    if (pair.analysis.trainingState == "calibration")
        return advised(
            Severity::Warning, "observes-only",
            kind == "float" ? Message("the analysis model's quantizers only observe: it computes in float, and says "
                                      "nothing of what quantization does")
                            : Message("some of the analysis model's quantizers only observe: what those would do is "
                                      "not in the numbers"),
            "switch fake quantization on (torch.ao.quantization.enable_fake_quant), or convert the model, and compare "
            "that");
    if (quality != results::Quality::Equal || kind != "float" || pair.baselineKind() != "float")
        return std::nullopt;
    return advised(Severity::Info, "no-quantizer",
                   "neither model has a quantizer that acts: that they agree says nothing of quantization",
                   "to see what quantization does, compare with the quantized model, or name a config");
}

/// Fake quantization and integers are two forms of one thing.
std::optional<Diagnostic> convertedModel(const KindPair& pair, const results::CompareResult& result)
{
    constexpr double kNormalShare = 0.01;
    if (pair.analysisKind != "QOperator" || pair.baselineKind() != "QDQ")
        return std::nullopt;
    double farthest = 0.0;
    for (const auto& output : result.outputs) {
        if (!output.metrics || !std::isfinite(output.metrics->relL2))
            return std::nullopt; // nobody knows how far
        farthest = std::max(farthest, output.metrics->relL2);
    }
    if (result.outputs.empty())
        return std::nullopt;
    if (farthest <= kNormalShare)
        return advised(Severity::Info, "converted-model",
                       Message("the converted model agrees with its fake quantization within 1 %: the outputs differ "
                               "by {}",
                               percent(farthest)),
                       {});
    return advised(Severity::Warning, "converted-model",
                   Message("the converted model should agree with its fake quantization within 1 %, but the outputs "
                           "differ by {}",
                           percent(farthest)),
                   "was it converted from this very model, in evaluation mode, with its observers off, and does its "
                   "engine compute as the fake quantization says? The first row that differs tells where");
}

/// LibTorch's engines round differently.
std::optional<Diagnostic> quantizedEngine(const importers::ImportedModel& model, const Message& which)
{
    if (model.quantizedEngine.empty())
        return std::nullopt;
    return advised(Severity::Info, "quantized-engine",
                   Message("{} computes its quantized operators with LibTorch's engine {}; others round differently",
                           which, model.quantizedEngine),
                   "the variable QUANTLOUPE_QUANTIZED_ENGINE (onednn, qnnpack …) chooses one");
}

/// Of the rows by the name of the baseline's value.
const results::LayerRow* rowOf(const results::CompareResult& result, const std::string& value)
{
    const auto found = std::ranges::find_if(
        result.layers, [&value](const results::LayerRow& row) { return row.baseline.value == value; });
    return found == result.layers.end() ? nullptr : &*found;
}

bool differs(const results::LayerRow& row)
{
    return row.state == results::LayerRow::State::ShapeMismatch || (row.metrics && row.metrics->atol != 0.0);
}

/// Wrong where nothing reads what was chosen: it must be read, or stand beside the chosen elements.
void addFlippedDecisions(const graph::Graph& baseline, results::CompareResult& result)
{
    std::vector<std::string> flipped;
    for (const auto& node : baseline.nodes()) {
        const auto output = decisionOutput(node);
        if (!output)
            continue;
        const auto& chosen = baseline.value(node.outputs[*output]);
        const auto* row = rowOf(result, chosen.name);
        if (row && differs(*row) && (!chosen.consumers.empty() || node.outputs.size() > 1))
            flipped.push_back(node.name);
    }
    if (flipped.empty())
        return;
    auto finding = advised(
        Severity::Warning, "flipped-decisions",
        Message("chosen otherwise than in the baseline: {}; behind that, other elements are compared with each other",
                namesIn(flipped)),
        "compare with --replay-decisions, too: both models then choose alike, and the numbers' own errors show");
    finding.layers = std::move(flipped);
    result.pairFindings.push_back(std::move(finding));
}

} // namespace

void addPairFindings(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
                     const results::CompareRequest& request, results::CompareResult& result)
{
    const auto add = [&result](std::optional<Diagnostic> finding) {
        if (finding)
            result.pairFindings.push_back(std::move(*finding));
    };
    add(trainingMode(baseline, "the baseline"));
    add(quantizedEngine(baseline, "the baseline"));
    if (!request.models.isSimulated() && !request.models.isVariant()) {
        add(trainingMode(analysis, "the analysis model"));
        const KindPair pair{baseline, analysis};
        add(swappedModels(pair));
        add(withoutQuantizers(pair, result.verdict.quality()));
        add(convertedModel(pair, result));
        add(quantizedEngine(analysis, "the analysis model"));
    }
    if (!request.replaysDecisions)
        addFlippedDecisions(baseline.graph, result);
}

} // namespace ql::analysis
