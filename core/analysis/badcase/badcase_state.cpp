// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/badcase_state.h"

#include "core/base/error.h"
#include "core/base/fingerprint.h"
#include "core/caller/functions.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <bit>

namespace ql::analysis {

namespace {

using graph::DataType;
using graph::TensorData;
using pickle::NamedTensorData;

constexpr std::string_view kBaselineState = "baseline_state/";
constexpr std::string_view kAnalysisState = "analysis_state/";
constexpr std::string_view kWorstInput = "worst_input/";

TensorData integers(const std::vector<std::int64_t>& numbers)
{
    return TensorData::of(DataType::Int64, {static_cast<std::int64_t>(numbers.size())}, numbers);
}

TensorData doubles(const std::vector<double>& numbers)
{
    return TensorData::of(DataType::Double, {static_cast<std::int64_t>(numbers.size())}, numbers);
}

void addStates(NamedTensorData& tensors, std::string_view prefix, const std::vector<runs::Tensor>& states)
{
    for (std::size_t i = 0; i < states.size(); ++i)
        tensors.emplace_back(std::string(prefix) + std::to_string(i), ops::toTensorData(states[i]));
}

/// Takes the tensors of one file apart; what is missing makes at() throw.
BadCaseState assembled(const NamedTensorData& tensors, std::uint64_t fingerprint)
{
    const auto at = [&tensors](std::string_view name) -> const TensorData& {
        for (const auto& [key, tensor] : tensors)
            if (key == name)
                return tensor;
        throw Error(ErrorCode::FileCorrupt, Message("lacks {}", name));
    };
    if (at("fingerprint").toInts() != std::vector{std::bit_cast<std::int64_t>(fingerprint)})
        throw Error(ErrorCode::BadArgument, "belongs to another search");
    BadCaseState state;
    state.values = at("values").toDoubles();
    state.baselineTop1 = at("baseline_top1").toInts();
    state.analysisTop1 = at("analysis_top1").toInts();
    state.worstSample = static_cast<std::size_t>(at("worst_sample").toInts().at(0));
    state.worstValue = at("worst_value").toDoubles().at(0);
    state.mismatchedShapes = static_cast<std::size_t>(at("mismatched_shapes").toInts().at(0));
    for (const auto& [name, tensor] : tensors) {
        if (name.starts_with(kBaselineState))
            state.baselineStates.push_back(ops::toTensor(tensor));
        if (name.starts_with(kAnalysisState))
            state.analysisStates.push_back(ops::toTensor(tensor));
        if (name.starts_with(kWorstInput))
            state.worstInputs.emplace_back(name.substr(kWorstInput.size()), tensor);
    }
    return state;
}

void requireConsistent(const BadCaseState& state, std::size_t valuesPerSample)
{
    const auto samples = state.values.size() / valuesPerSample;
    const bool areLabelsWhole = state.baselineTop1.empty() || state.baselineTop1.size() == samples;
    if (state.values.size() % valuesPerSample != 0 || !areLabelsWhole
        || state.baselineTop1.size() != state.analysisTop1.size()
        || state.worstSample >= std::max<std::size_t>(1, samples))
        throw Error(ErrorCode::FileCorrupt, "holds numbers that do not belong together");
}

} // namespace

std::uint64_t fingerprintOf(const results::BadCaseRequest& request, std::uint64_t data)
{
    Fingerprint sum;
    sum.add(QUANTLOUPE_VERSION).addFile(request.models.baseline).addFile(request.models.analysisName());
    sum.add(data).add(request.metric).add(request.order);
    for (const auto* words :
         {&request.outputs, &request.feedback, &request.samples.images.settings, &request.options.postProcess}) {
        sum.add(words->size());
        for (const auto& word : *words)
            sum.add(word);
    }
    for (const auto& path : {request.labels, request.samples.images.file})
        if (!path.empty())
            sum.addFile(path);
    sum.add(std::uint64_t(!caller::areLasting(request.options.functions.get())));
    return sum.add(request.labelOutput).add(request.resetEvery).value();
}

void saveBadCaseState(const std::filesystem::path& path, const BadCaseState& state, std::uint64_t fingerprint)
{
    NamedTensorData tensors{{"fingerprint", integers({std::bit_cast<std::int64_t>(fingerprint)})},
                            {"values", doubles(state.values)},
                            {"mismatched_shapes", integers({static_cast<std::int64_t>(state.mismatchedShapes)})},
                            {"baseline_top1", integers(state.baselineTop1)},
                            {"analysis_top1", integers(state.analysisTop1)},
                            {"worst_sample", integers({static_cast<std::int64_t>(state.worstSample)})},
                            {"worst_value", doubles({state.worstValue})}};
    addStates(tensors, kBaselineState, state.baselineStates);
    addStates(tensors, kAnalysisState, state.analysisStates);
    for (const auto& [name, tensor] : state.worstInputs)
        tensors.emplace_back(std::string(kWorstInput) + name, tensor);
    data::writePt(path, tensors);
}

std::optional<BadCaseState> loadBadCaseState(const std::filesystem::path& path, std::uint64_t fingerprint,
                                             std::size_t valuesPerSample)
{
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return std::nullopt;
    try {
        auto state = assembled(data::readPt(path), fingerprint);
        requireConsistent(state, valuesPerSample);
        return state;
    } catch (const Error& error) {
        spdlog::warn("{}: not continued, the search starts anew: {}", path.string(), error.message());
    } catch (const std::out_of_range&) {
        spdlog::warn("{}: not continued, the search starts anew: it is damaged", path.string());
    }
    return std::nullopt;
}

} // namespace ql::analysis
