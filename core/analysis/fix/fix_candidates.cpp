// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_candidates.h"

#include "core/analysis/fix/fix_groups.h"
#include "core/analysis/layers/quantized_layers.h"
#include "core/base/error.h"
#include "core/base/order.h"
#include "core/graph/operators/op_kind.h"
#include "core/runs/ranks/on_ranks.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string_view>

namespace ql::analysis {

namespace {

using results::FixRow;

const char* wordOf(quant::FixTarget target)
{
    switch (target) {
    case quant::FixTarget::Config: return "config";
    case quant::FixTarget::Weights: return "weights";
    case quant::FixTarget::Both: break;
    }
    return "both";
}

/// Infinity where quantizing nothing but @p node quantizes nothing.
double decibelsAlone(const graph::Node& node, FixJudge& judge, const FixSearch& search)
{
    auto alone = search.subject;
    alone.keepOnly(node.name);
    try {
        return judge.decibels(judge.measure(alone, search.samples.fitted, search.ctx), true);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::BadArgument)
            throw;
        return std::numeric_limits<double>::infinity();
    }
}

/// Layers that compute, worst first by what quantizing each alone does to samples that repairs are fitted to.
std::vector<std::string> worstLayers(FixSearch& search)
{
    FixJudge judge(search.subject.graph(), search.samples.ranking, search.request.metric, search.ctx,
                   search.request.outputs);
    std::vector<std::pair<double, std::string>> ranking;
    const auto nodes = quantizedLayers(search.subject.graph(), search.subject.settings());
    search.progress.beginRanking(nodes.size());
    const auto work = [&](std::size_t i, JobContext&) {
        const double decibels = decibelsAlone(*nodes[i], judge, search);
        search.progress.stepRanked(1, nodes[i]->name);
        return decibels;
    };
    const auto known = std::min(search.journal.tried.decibels.size(), nodes.size());
    std::vector<std::string> untried;
    for (std::size_t i = known; i < nodes.size(); ++i)
        untried.push_back(nodes[i]->name);
    search.subject.observeAlone(untried, search.samples.fitted, search.ctx);
    for (std::size_t i = 0; i < known; ++i)
        ranking.emplace_back(search.journal.tried.decibels[i], nodes[i]->name);
    search.progress.stepRanked(known);
    runs::runOnRanks<double>(search.ranks, {.begin = known, .end = nodes.size()}, nullptr, kBytesOfOneAtATime,
                             search.ctx, work, [&](std::size_t i, double decibels) {
                                 ranking.emplace_back(decibels, nodes[i]->name);
                                 search.journal.tried.decibels.push_back(decibels);
                                 search.journal.writeIfDue();
                             });
    std::ranges::stable_sort(ranking, Rising<NaNs::First>(), &std::pair<double, std::string>::first);
    if (search.request.worstLayers != 0)
        ranking.resize(std::min(ranking.size(), search.request.worstLayers));
    std::vector<std::string> names;
    for (auto& [decibels, name] : ranking)
        names.push_back(std::move(name));
    return names;
}

/// Whether the request wants @p fix.
bool isWanted(const FixSearch& search, std::string_view fix)
{
    const auto& wanted = search.request.fixes;
    return wanted.empty() || std::ranges::find(wanted, fix) != wanted.end();
}

/// Those that the config's rules forbid are refused.
void add(FixCandidates& candidates, quant::FixEdit edit, const FixSearch& search)
{
    FixRow row{.fix = std::string(edit.fix), .changes = wordOf(quant::fixNamed(edit.fix).target)};
    try {
        if (search.config)
            search.config->addFollowers(edit);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::BadArgument)
            throw;
        row.state = FixRow::State::Refused;
        row.reason = error.message();
    }
    row.layers = edit.layers;
    row.change = edit.change;
    candidates.edits.push_back(std::move(edit));
    candidates.rows.push_back(std::move(row));
}

/// Ranges are found for all candidates together.
void observe(const FixCandidates& candidates, const FixSearch& search)
{
    std::vector<quant::SettingsEdit> all;
    for (const auto& edit : candidates.edits)
        all.insert(all.end(), edit.settings.begin(), edit.settings.end());
    search.subject.observeFor(all, search.samples.fitted, search.ctx);
}

/// What is slow comes last, before that what changes the layers that lose most; what changes all layers changes these,
/// too.
std::vector<std::size_t> orderOf(const std::vector<quant::FixEdit>& edits, const std::vector<std::string>& worst)
{
    const auto placeOf = [&](const quant::FixEdit& edit) {
        std::size_t place = edit.layers.empty() ? 0 : worst.size();
        for (const auto& layer : edit.layers)
            place = std::min(place, std::size_t(std::ranges::find(worst, layer) - worst.begin()));
        return std::pair(edit.isSlow, place);
    };
    std::vector<std::size_t> order(edits.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return placeOf(edits[i]); });
    return order;
}

} // namespace

FixCandidates proposeFixes(FixSearch& search)
{
    FixCandidates candidates;
    const auto worst = worstLayers(search);
    auto subject = search.subject;
    const auto& plan = subject.plan(search.samples.fitted, search.ctx);
    const quant::FixContext context{subject.graph(), subject.settings(),  plan, worst, search.samples.fitted,
                                    search.ctx,      subject.statistics()};
    for (const auto& fix : quant::knownFixes())
        if (isWanted(search, fix.name))
            for (auto& edit : fix.edits(context))
                add(candidates, std::move(edit), search);
    for (auto& edit : groupEdits(context))
        if (isWanted(search, edit.fix))
            add(candidates, std::move(edit), search);
    observe(candidates, search);
    candidates.order = orderOf(candidates.edits, worst);
    return candidates;
}

} // namespace ql::analysis
