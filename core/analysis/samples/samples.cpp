// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/samples/samples.h"

#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/error.h"
#include "core/base/fingerprint.h"
#include "core/data/datasets/dataset.h"
#include "core/data/inputs.h"
#include "core/data/weights/pt_file.h"

#include <algorithm>
#include <filesystem>

namespace ql::analysis {

namespace {

std::uint64_t fingerprintOf(const graph::Graph& graph, const runs::NamedTensors& tensors)
{
    Fingerprint fingerprint;
    for (const auto input : graph.inputs()) {
        const auto& name = graph.value(input).name;
        const auto found = tensors.find(name);
        if (found == tensors.end())
            continue;
        const auto add = [&](const ops::Tensor& tensor) {
            const auto data = ops::toTensorData(tensor);
            const auto bytes = data.bytes();
            fingerprint.add(name).add(graph::toString(data.shape()));
            fingerprint.add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
        };
        if (found->second.isSequence())
            std::ranges::for_each(*found->second.items, add);
        else if (found->second.isPresent())
            add(found->second);
    }
    return fingerprint.value();
}

/// What the calling program calls the sample that it holds.
std::string heldName(const results::InputSelection& selection)
{
    return selection.inputs.empty() ? std::string("input") : selection.inputs.front();
}

SampleSource oneSample(const graph::Graph& baseline, runs::NamedTensors tensors)
{
    const auto fingerprint = fingerprintOf(baseline, tensors);
    return {1, [tensors = std::move(tensors)](std::size_t) { return tensors; }, fingerprint};
}

/// By the analysis model's input names.
runs::NamedTensors readOwnStates(const results::InputSelection& selection)
{
    runs::NamedTensors states;
    for (const auto& word : selection.inputs) {
        if (!word.ends_with(".pt") || !std::filesystem::exists(word))
            continue;
        for (const auto& [name, tensor] : data::readPt(word))
            if (name.starts_with(data::kAnalysisState))
                states.insert_or_assign(name.substr(data::kAnalysisState.size()), ops::toTensor(tensor));
    }
    return states;
}

} // namespace

std::optional<data::Preprocessing> preprocessingOf(const results::ImageOptions& images)
{
    if (images.file.empty() && images.settings.empty())
        return std::nullopt;
    return data::readPreprocessing(images.file, images.settings);
}

runs::NamedTensors SampleSource::forAnalysis(runs::NamedTensors inputs) const
{
    for (const auto& [name, state] : ownStates)
        inputs.insert_or_assign(name, state);
    return inputs;
}

runs::NamedTensors readSample(const graph::Graph& graph, const results::InputSelection& selection,
                              const results::RunOptions& options)
{
    if (selection.held && selection.data.empty())
        return data::openDataset(heldName(selection), graph, {{}, {}, selection.held})->inputs(0);
    return data::readInputs(graph, selection.inputs, options.seed, preprocessingOf(selection.images));
}

bool areInputsRandom(const results::InputSelection& selection)
{
    const auto isRandom = [](std::string_view word) {
        if (const auto named = word.rfind('='); named != std::string_view::npos)
            word.remove_prefix(named + 1);
        return word == "random" || word.starts_with("random:");
    };
    return selection.data.empty() && !selection.held && std::ranges::any_of(selection.inputs, isRandom);
}

void takeOwnStates(const results::InputSelection& selection, runs::NamedTensors& inputs)
{
    for (auto& [name, state] : readOwnStates(selection))
        if (const auto found = inputs.find(name); found != inputs.end())
            found->second = state;
}

runs::NamedTensors ownStatesOf(const results::InputSelection& selection, const graph::Graph& baseline,
                               const graph::Graph& analysis)
{
    const auto states = readOwnStates(selection);
    const auto partners = pairInputs(baseline, analysis);
    runs::NamedTensors found;
    for (std::size_t i = 0; i < partners.size() && !states.empty(); ++i) {
        if (!partners[i])
            continue;
        const auto state = states.find(analysis.value(analysis.inputs()[*partners[i]]).name);
        if (state == states.end())
            continue;
        const auto& input = baseline.value(baseline.inputs()[i]);
        found.emplace(input.name, asFloatType(state->second, input.type));
    }
    return found;
}

SampleSource openSamples(const graph::Graph& baseline, const results::InputSelection& selection,
                         const results::RunOptions& options)
{
    if (selection.data.empty())
        return oneSample(baseline, readSample(baseline, selection, options));
    if (!selection.inputs.empty())
        throw Error(ErrorCode::BadArgument, "both inputs and a dataset are given", "leave out --input or --data");
    const std::shared_ptr<const data::Dataset> dataset =
        data::openDataset(selection.data, baseline, {preprocessingOf(selection.images), {}, selection.held});
    const auto count = selection.numSteps == 0 ? dataset->size() : std::min(selection.numSteps, dataset->size());
    if (count == 0)
        throw Error(ErrorCode::BadArgument, Message("{}: holds no sample", selection.data));
    const auto read = [dataset](std::size_t index) {
        return withContext(Message("sample {} ({})", index, dataset->sampleName(index)),
                           [&] { return dataset->inputs(index); });
    };
    return {.count = count,
            .read = read,
            .fingerprint = dataset->fingerprint(),
            .nameOf = [dataset](std::size_t index) { return dataset->sampleName(index); }};
}

SampleSource openSamples(const graph::Graph& baseline, const graph::Graph& analysis,
                         const results::InputSelection& selection, const results::RunOptions& options)
{
    auto samples = openSamples(baseline, selection, options);
    samples.ownStates = ownStatesOf(selection, baseline, analysis);
    if (!samples.ownStates.empty())
        samples.fingerprint =
            Fingerprint().add(samples.fingerprint).add(fingerprintOf(baseline, samples.ownStates)).value();
    return samples;
}

results::InputPreview previewOf(const graph::Graph& graph, const runs::NamedTensors& inputs, std::size_t mostElements)
{
    results::InputPreview preview;
    for (const auto id : graph.inputs()) {
        const auto found = inputs.find(graph.value(id).name);
        if (found == inputs.end() || !found->second.isDefined())
            continue;
        const auto values = floatValues(found->second);
        const auto count = static_cast<std::size_t>(values.numel());
        const float* first = values.data_ptr<float>();
        preview.inputs.push_back({.name = found->first,
                                  .dtype = std::string(graph::name(found->second.type)),
                                  .shape = found->second.shape(),
                                  .statistics = statisticsOf(first, count),
                                  .values = std::vector<float>(first, first + std::min(count, mostElements))});
    }
    return preview;
}

} // namespace ql::analysis
