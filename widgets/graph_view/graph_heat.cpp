// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_heat.h"

#include "core/report/overview/next_steps.h"
#include "core/results/badness.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/text/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <string>

namespace ql::widgets {

namespace {

/// Gives this file's words their context.
struct HeatWords {
    Q_DECLARE_TR_FUNCTIONS(GraphHeat)
};

/// One layer's number: what its box says, and how much it glows.
struct Heat {
    double level = 0.0; ///< 0 … 1
    QString text;
};

using HeatByLayer = std::map<std::string, Heat>;

/// The hottest row of a layer counts.
void keepHotter(HeatByLayer& heats, const std::string& layer, Heat heat)
{
    auto& kept = heats.try_emplace(layer, heat).first->second;
    if (heat.level > kept.level)
        kept = std::move(heat);
}

/// Rows that break the output have no number to be measured by: nothing is worse.
HeatByLayer ofRanking(const results::SensitivityResult& ranking)
{
    HeatByLayer heats;
    for (const auto& output : ranking.outputs) {
        results::BadnessScale scale;
        double most = 0.0;
        const auto gainOf = [&output](const results::SensitivityRow& row) {
            const double change = row.metricValue - output.everythingOn;
            return results::isLowWorst(output.metric) ? change : -change;
        };
        for (const auto& row : output.rows) {
            scale.see(output.metric, row.metricValue);
            if (std::isfinite(gainOf(row)))
                most = std::max(most, gainOf(row));
        }
        const bool isGain = ranking.mode == results::SensitivityMode::OneOff;
        for (const auto& row : output.rows) {
            const double gain = most > 0.0 ? std::clamp(gainOf(row) / most, 0.0, 1.0) : 0.0;
            const double level = isGain ? gain : scale.badness(output.metric, row.metricValue);
            const Heat heat{std::isnan(level) ? 1.0 : level, formatNumber(row.metricValue)};
            keepHotter(heats, row.opName, heat);
            for (const auto& layer : row.layers)
                keepHotter(heats, layer, heat);
        }
    }
    return heats;
}

const results::ErrorBudget* budgetIn(const HeatSources& sources)
{
    const auto in = [](const results::Verdict* verdict) -> const results::ErrorBudget* {
        const auto* output = verdict ? report::explainedOutput(*verdict) : nullptr;
        return output && output->budget ? &*output->budget : nullptr;
    };
    const auto* compared = in(sources.compared ? &sources.compared->verdict : nullptr);
    return compared ? compared : in(sources.ranking ? &sources.ranking->verdict : nullptr);
}

/// A layer's parameters and its output are shares of their own.
HeatByLayer ofBudget(const results::ErrorBudget& budget)
{
    std::map<std::string, double> shares;
    for (const auto& share : budget.shares)
        shares[share.opName] += std::isnan(share.share) ? 1.0 : share.share;
    double most = 0.0;
    for (const auto& [layer, share] : shares)
        most = std::max(most, share);
    HeatByLayer heats;
    for (const auto& [layer, share] : shares)
        heats[layer] = {most > 0.0 ? share / most : 0.0, formatNumber(100.0 * share)};
    return heats;
}

HeatByLayer ofTimes(const results::ProfileResult& profile)
{
    double most = 0.0;
    for (const auto& time : profile.times)
        most = std::max(most, time.seconds);
    HeatByLayer heats;
    for (const auto& time : profile.times)
        heats[time.layer] = {most > 0.0 ? time.seconds / most : 0.0, formatNumber(1e3 * time.seconds)};
    return heats;
}

/// "int8" is 8, "float16" 16; nothing of what has no width.
std::optional<int> bitsOf(const std::string& dtype)
{
    const auto digit = std::ranges::find_if(dtype, [](char letter) { return letter >= '0' && letter <= '9'; });
    int bits = 0;
    std::from_chars(dtype.data() + (digit - dtype.begin()), dtype.data() + dtype.size(), bits);
    return bits > 0 ? std::optional(bits) : std::nullopt;
}

constexpr double kFewestBits = 4.0;
constexpr double kMostBits = 32.0;

void applyBits(GraphLook& look)
{
    for (std::size_t i = 0; i < look.outline->nodes.size(); ++i) {
        const auto& node = look.outline->nodes[i];
        std::string dtype = node.quantDtype.empty() ? node.dtype : node.quantDtype;
        if (const int row = look.rows[i]; row >= 0 && look.result->layers[std::size_t(row)].quantizer)
            dtype = look.result->layers[std::size_t(row)].quantizer->dtype;
        const auto bits = node.isCompute || node.isInput ? bitsOf(dtype) : std::nullopt;
        if (!bits)
            continue;
        look.badness[i] = std::clamp(std::log2(*bits / kFewestBits) / std::log2(kMostBits / kFewestBits), 0.0, 1.0);
        look.valueText[i] = QString::number(*bits);
    }
}

/// Results name a layer as the model does in which it was run.
void applyByName(GraphLook& look, const HeatByLayer& heats)
{
    const auto find = [&heats](const std::string& name) { return heats.find(name); };
    for (std::size_t i = 0; i < look.outline->nodes.size(); ++i) {
        auto heat = find(look.outline->nodes[i].name);
        if (const int row = look.rows[i]; row >= 0 && heat == heats.end()) {
            const auto& layer = look.result->layers[std::size_t(row)];
            heat = find(layer.name);
            if (heat == heats.end())
                heat = find(layer.analysis.node);
        }
        if (heat == heats.end())
            continue;
        look.badness[i] = heat->second.level;
        look.valueText[i] = heat->second.text;
    }
}

} // namespace

QString heatName(GraphHeat heat)
{
    switch (heat) {
    case GraphHeat::Metric: return HeatWords::tr("Metric");
    case GraphHeat::Sensitivity: return HeatWords::tr("Sensitivity");
    case GraphHeat::Budget: return HeatWords::tr("Share of the error");
    case GraphHeat::Time: return HeatWords::tr("Time");
    case GraphHeat::Bits: break;
    }
    return HeatWords::tr("Bits");
}

QString heatTitle(GraphHeat heat, const HeatSources& sources)
{
    switch (heat) {
    case GraphHeat::Metric: return metricTitle(sources.metric);
    case GraphHeat::Sensitivity:
        return HeatWords::tr("Sensitivity, %1")
            .arg(metricTitle(sources.ranking && !sources.ranking->outputs.empty()
                                 ? sources.ranking->outputs.front().metric
                                 : sources.metric));
    case GraphHeat::Budget: return HeatWords::tr("Share of the error (%)");
    case GraphHeat::Time: return HeatWords::tr("Time (ms)");
    case GraphHeat::Bits: break;
    }
    return HeatWords::tr("Bits");
}

std::array<QString, 2> heatEnds(GraphHeat heat)
{
    switch (heat) {
    case GraphHeat::Metric: return {HeatWords::tr("harmless"), HeatWords::tr("bad")};
    case GraphHeat::Sensitivity: return {HeatWords::tr("robust"), HeatWords::tr("sensitive")};
    case GraphHeat::Budget: return {HeatWords::tr("little"), HeatWords::tr("most")};
    case GraphHeat::Time: return {HeatWords::tr("fast"), HeatWords::tr("slow")};
    case GraphHeat::Bits: break;
    }
    return {HeatWords::tr("narrow"), HeatWords::tr("wide")};
}

QString whyNoHeat(GraphHeat heat, const HeatSources& sources)
{
    const auto unless = [](bool isThere, const QString& reason) { return isThere ? QString() : reason; };
    switch (heat) {
    case GraphHeat::Metric: return unless(sources.compared != nullptr, HeatWords::tr("Compare two models first."));
    case GraphHeat::Sensitivity:
        return unless(sources.ranking && !sources.ranking->outputs.empty(),
                      HeatWords::tr("Rank the layers by sensitivity first (F7)."));
    case GraphHeat::Budget:
        return unless(budgetIn(sources),
                      HeatWords::tr("Rank the layers by sensitivity first (F7), or compare with all causes."));
    case GraphHeat::Time:
        return unless(sources.profile && !sources.profile->times.empty(),
                      HeatWords::tr("Collect statistics first (Shift+F7)."));
    case GraphHeat::Bits: break;
    }
    return unless(sources.compared || sources.isOfAnalysis,
                  HeatWords::tr("Compare two models first, or draw the analysis model."));
}

void applyHeat(GraphLook& look, GraphHeat heat, const HeatSources& sources)
{
    if (heat == GraphHeat::Metric || !look.outline)
        return;
    std::ranges::fill(look.badness, std::nullopt);
    std::ranges::fill(look.valueText, QString());
    if (!whyNoHeat(heat, sources).isEmpty())
        return;
    if (heat == GraphHeat::Sensitivity)
        applyByName(look, ofRanking(*sources.ranking));
    else if (heat == GraphHeat::Budget)
        applyByName(look, ofBudget(*budgetIn(sources)));
    else if (heat == GraphHeat::Time)
        applyByName(look, ofTimes(*sources.profile));
    else
        applyBits(look);
}

} // namespace ql::widgets
