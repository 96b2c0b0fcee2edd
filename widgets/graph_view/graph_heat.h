// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"
#include "core/results/profile_result.h"
#include "core/results/sensitivity_result.h"
#include "widgets/graph_view/graph_look.h"

#include <QString>

#include <array>
#include <memory>

namespace ql::widgets {

/// What the fills of a graph tell.
enum class GraphHeat {
    Metric,      ///< the toolbar's
    Sensitivity, ///< what quantizing the layer alone costs, or leaving it in float wins
    Budget,      ///< its share of the error of the output that is explained
    Time,        ///< how long it takes here
    Bits         ///< how wide its value is
};

inline constexpr std::array kAllGraphHeats{GraphHeat::Metric, GraphHeat::Sensitivity, GraphHeat::Budget,
                                           GraphHeat::Time, GraphHeat::Bits};

/// What is known; null = not asked yet.
struct HeatSources {
    results::MetricId metric = results::MetricId::Sqnr;
    std::shared_ptr<const results::CompareResult> compared;
    std::shared_ptr<const results::SensitivityResult> ranking;
    std::shared_ptr<const results::ProfileResult> profile;
    bool isOfAnalysis = false; ///< the picture shows how things are quantized
};

/// What it is called, in a list of all.
QString heatName(GraphHeat heat);
/// Of the numbers, with their unit: "SQNR (dB)", "Time (ms)".
QString heatTitle(GraphHeat heat, const HeatSources& sources);
/// What the ends of the scale mean, the one that doesn't glow first.
std::array<QString, 2> heatEnds(GraphHeat heat);
/// What is to be done before there is anything to draw; empty where there is.
QString whyNoHeat(GraphHeat heat, const HeatSources& sources);

/// Puts the numbers of @p heat in place of the metric's that applyResult() filled in; nothing to do for the metric.
void applyHeat(GraphLook& look, GraphHeat heat, const HeatSources& sources);

} // namespace ql::widgets
