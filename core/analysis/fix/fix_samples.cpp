// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_samples.h"

#include "core/analysis/samples/samples.h"
#include "core/base/error.h"
#include "core/data/datasets/dataset.h"

#include <algorithm>
#include <numeric>

namespace ql::analysis {

namespace {

constexpr std::size_t kShare = 3;   ///< one of so many is held out
constexpr std::size_t kRanking = 4; ///< samples that layers are ranked on

using Places = std::vector<std::size_t>;

/// At most @p most, spread: neighbours are often alike.
Places spread(const Places& all, std::size_t most)
{
    const auto count = most == 0 ? all.size() : std::min(most, all.size());
    Places found;
    for (std::size_t i = 0; i < count; ++i)
        found.push_back(all[i * all.size() / count]);
    return found;
}

Places upTo(std::size_t count)
{
    Places all(count);
    std::iota(all.begin(), all.end(), std::size_t(0));
    return all;
}

std::vector<runs::NamedTensors> read(const data::Dataset& data, const Places& places)
{
    std::vector<runs::NamedTensors> samples;
    for (const auto i : places)
        samples.push_back(data.inputs(i));
    return samples;
}

std::vector<std::string> namesOf(const data::Dataset& data, const Places& places)
{
    std::vector<std::string> names;
    for (const auto i : places)
        names.push_back(data.sampleName(i));
    return names;
}

} // namespace

FixSamples fixSamples(const PreparedSimulation& prepared, const results::FixRequest& request)
{
    FixSamples samples;
    auto fitted = upTo(prepared.sampleCount);
    auto heldOutData = prepared.data;
    Places heldOut;
    samples.isSplit = request.heldOut.empty();
    if (samples.isSplit) {
        if (fitted.size() < 2)
            throw Error(ErrorCode::BadArgument, "one sample can't be fitted to and held out",
                        "give more samples with --data, or others to judge on with --held-out");
        const auto last = std::min(kShare, fitted.size()) - 1;
        std::ranges::copy_if(fitted, std::back_inserter(heldOut), [&](auto i) { return i % kShare == last; });
        std::erase_if(fitted, [&](auto i) { return i % kShare == last; });
    } else {
        heldOutData = data::openDataset(request.heldOut, *prepared.baseline, {preprocessingOf(request.images), {}, {}});
        heldOut = upTo(heldOutData->size());
    }
    heldOut = spread(heldOut, request.mostJudged);
    samples.heldOut = read(*heldOutData, heldOut);
    samples.heldOutNames = namesOf(*heldOutData, heldOut);
    samples.heldOutPlaces = heldOut;
    samples.ranking = read(*prepared.data, spread(fitted, kRanking));
    samples.fittedNames = namesOf(*prepared.data, fitted);
    samples.fittedPlaces = fitted;
    samples.fitted = {fitted.size(), [data = prepared.data, fitted](std::size_t i) { return data->inputs(fitted[i]); }};
    return samples;
}

} // namespace ql::analysis
