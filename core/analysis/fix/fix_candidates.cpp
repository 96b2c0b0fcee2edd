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
    search.ctx.beginStage("ranking layers", nodes.size(), 0.05, 0.15);
    const auto work = [&](std::size_t i, JobContext&) {
        const double decibels = decibelsAlone(*nodes[i], judge, search);
        search.ctx.step(1, nodes[i]->name);
        return decibels;
    };
    const auto known = std::min(search.journal.tried.decibels.size(), nodes.size());
    for (std::size_t i = 0; i < known; ++i)
        ranking.emplace_back(search.journal.tried.decibels[i], nodes[i]->name);
    search.ctx.step(known);
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
    return candidates;
}

} // namespace ql::analysis
