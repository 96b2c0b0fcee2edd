// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/iteration_pairs.h"

#include <algorithm>
#include <map>

namespace ql::analysis {

using runs::ValueIteration;
using runs::ValueIterations;

namespace {

/// The iterations that the other model may have kept, too.
std::vector<const ValueIteration*> commonSteps(const ValueIterations& iterations, std::int64_t step)
{
    std::vector<const ValueIteration*> common;
    for (const auto& each : iterations.kept)
        if (std::ranges::all_of(each.numbers, [step](std::int64_t number) { return number % step == 0; }))
            common.push_back(&each);
    return common;
}

} // namespace

PairedIterations pairedIterations(const ValueIterations& baseline, const ValueIterations& analysis)
{
    const auto step = std::max(baseline.step, analysis.step);
    const auto x = commonSteps(baseline, step);
    const auto y = commonSteps(analysis, step);
    std::map<std::vector<std::int64_t>, const ValueIteration*> known;
    for (const auto* each : y)
        known.emplace(each->numbers, each);
    PairedIterations paired;
    for (const auto* each : x)
        if (const auto found = known.find(each->numbers); found != known.end())
            paired.pairs.emplace_back(each, found->second);
    paired.unpaired = x.size() + y.size() - 2 * paired.pairs.size();
    paired.leftOut = std::max(baseline.count - x.size(), analysis.count - y.size());
    return paired;
}

bool areAlike(const std::vector<at::Tensor>& parts)
{
    return std::ranges::all_of(parts, [&parts](const at::Tensor& each) { return each.sizes() == parts[0].sizes(); });
}

at::Tensor joined(std::vector<at::Tensor> parts)
{
    if (areAlike(parts))
        return at::stack(parts);
    for (auto& part : parts)
        part = part.flatten();
    return at::cat(parts);
}

} // namespace ql::analysis
