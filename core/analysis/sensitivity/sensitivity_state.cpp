// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/sensitivity_state.h"

#include "core/base/error.h"
#include "core/base/fingerprint.h"
#include "core/base/writing/state_files.h"
#include "core/caller/functions.h"
#include "core/data/weights/pt_file.h"
#include "core/runs/ranks/on_ranks.h"

#include <spdlog/spdlog.h>

#include <bit>

namespace ql::analysis {

namespace {

using graph::DataType;
using graph::TensorData;

constexpr std::size_t kNumbersPerMean = 3;

TensorData integers(const std::vector<std::uint64_t>& numbers)
{
    return TensorData::of(DataType::Int64, {static_cast<std::int64_t>(numbers.size())}, numbers);
}

TensorData doubles(const std::vector<double>& numbers)
{
    return TensorData::of(DataType::Double, {static_cast<std::int64_t>(numbers.size())}, numbers);
}

TensorData means(const std::vector<MeanValue>& values)
{
    std::vector<double> numbers;
    for (const auto& value : values)
        numbers.insert(numbers.end(), {value.sum, value.samples, value.exactSamples});
    return doubles(numbers);
}

std::vector<MeanValue> meansOf(const TensorData& tensor)
{
    const auto numbers = tensor.toDoubles();
    std::vector<MeanValue> values;
    for (std::size_t i = 0; i + kNumbersPerMean <= numbers.size(); i += kNumbersPerMean)
        values.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
    return values;
}

std::vector<std::uint64_t> countsOf(const TensorData& tensor)
{
    std::vector<std::uint64_t> counts;
    for (const auto number : tensor.toInts())
        counts.push_back(static_cast<std::uint64_t>(number));
    return counts;
}

/// Takes the tensors of one file apart. @throws Error for what is missing
SensitivityState assembled(const pickle::NamedTensorData& tensors, std::uint64_t fingerprint)
{
    const auto at = [&tensors](std::string_view name) -> const TensorData& {
        for (const auto& [key, tensor] : tensors)
            if (key == name)
                return tensor;
        throw Error(ErrorCode::FileCorrupt, Message("lacks {}", name));
    };
    const auto progress = countsOf(at("progress"));
    if (progress.size() != 5)
        throw Error(ErrorCode::FileCorrupt, "holds numbers that do not belong together");
    if (progress[0] != fingerprint)
        throw Error(ErrorCode::BadArgument, "belongs to another ranking");
    SensitivityState state;
    state.samples = progress[1];
    state.rows = progress[2];
    state.executedNodes = progress[3];
    state.naiveNodes = progress[4];
    state.values = meansOf(at("values"));
    state.wholes = meansOf(at("wholes"));
    state.reproductionDb = at("reproduction_db").toDoubles();
    state.indices = countsOf(at("indices"));
    state.flipped = countsOf(at("flipped"));
    return state;
}

void requireAlike(const SensitivityState& state, const SensitivityState& like)
{
    const auto rowCount = like.wholes.empty() ? 0 : like.values.size() / like.wholes.size();
    if (state.values.size() != like.values.size() || state.wholes.size() != like.wholes.size()
        || state.reproductionDb.size() != like.reproductionDb.size() || state.indices.size() != like.indices.size()
        || state.flipped.size() != like.flipped.size() || state.rows >= rowCount)
        throw Error(ErrorCode::FileCorrupt, "holds numbers that do not belong together");
}

/// What several processes must have been asked alike.
std::vector<std::string> rankingWords(const results::SensitivityRequest& request, std::size_t samples)
{
    std::vector<std::string> words = request.outputs;
    for (const auto& list :
         {request.layers, request.filter.prefixes, request.filter.operatorTypes, request.filter.modules}) {
        words.emplace_back();
        words.insert(words.end(), list.begin(), list.end());
    }
    for (const auto metric : request.metrics)
        words.emplace_back(results::key(metric));
    for (const auto number : {samples, std::size_t(request.mode), std::size_t(request.what), std::size_t(request.group),
                              std::size_t(request.growingSets), std::size_t(request.replaysDecisions)})
        words.push_back(std::to_string(number));
    return words;
}

} // namespace

std::uint64_t rankingFingerprint(const results::SensitivityRequest& request, std::uint64_t samples)
{
    Fingerprint sum;
    sum.add(QUANTLOUPE_VERSION).addFile(request.models.baseline).addFile(request.models.analysisName()).add(samples);
    sum.add(std::uint64_t(request.mode)).add(std::uint64_t(request.what)).add(std::uint64_t(request.group));
    sum.add(std::uint64_t(request.replaysDecisions)).add(request.metrics.size());
    for (const auto metric : request.metrics)
        sum.add(std::uint64_t(metric));
    sum.add(std::uint64_t(!caller::areLasting(request.options.functions.get()))).add(request.expression);
    for (const auto* words :
         {&request.filter.prefixes, &request.filter.operatorTypes, &request.filter.modules, &request.layers,
          &request.outputs, &request.samples.images.settings, &request.options.postProcess}) {
        sum.add(words->size());
        for (const auto& word : *words)
            sum.add(word);
    }
    if (!request.samples.images.file.empty())
        sum.addFile(request.samples.images.file);
    return sum.value();
}

void saveSensitivityState(const std::filesystem::path& path, const SensitivityState& state, std::uint64_t fingerprint)
{
    data::writePt(
        path, {{"progress", integers({fingerprint, state.samples, state.rows, state.executedNodes, state.naiveNodes})},
               {"values", means(state.values)},
               {"wholes", means(state.wholes)},
               {"reproduction_db", doubles(state.reproductionDb)},
               {"indices", integers(state.indices)},
               {"flipped", integers(state.flipped)}});
}

std::optional<SensitivityState> loadSensitivityState(const std::filesystem::path& path, const SensitivityState& like,
                                                     std::uint64_t fingerprint)
{
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return std::nullopt;
    try {
        auto state = assembled(data::readPt(path), fingerprint);
        requireAlike(state, like);
        return state;
    } catch (const Error& error) {
        spdlog::warn("{}: not continued, the ranking starts anew: {}", path.string(), error.message());
    }
    return std::nullopt;
}

std::optional<SensitivityState> keptState(RankGroup& ranks, const results::SensitivityRequest& request,
                                          const RankingIdentity& ranking, const SensitivityState& like)
{
    runs::requireAlike(ranks, packed(std::pair(like, rankingWords(request, ranking.samples))));
    std::optional<SensitivityState> found;
    const bool isKept = !request.folder.empty() && caller::areLasting(request.options.functions.get());
    if (isKept)
        requireStateOrNone(ranking.file);
    if (isKept && !request.isFresh)
        found = loadSensitivityState(ranking.file, like, ranking.fingerprint);
    return runs::ofFirst(ranks, std::move(found));
}

} // namespace ql::analysis
