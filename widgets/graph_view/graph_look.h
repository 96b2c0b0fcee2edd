// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"
#include "widgets/graph_view/graph_scene.h"
#include "widgets/models/trial_overlay.h"

#include <QFont>
#include <QPalette>
#include <QString>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ql::widgets {

/// Which model a picture is of.
enum class GraphContent { Baseline, Analysis, Merged };

/// What the picture shows besides geometry: how bad each layer is, what is selected, what the filter lets through.
struct GraphLook {
    std::shared_ptr<const results::GraphOutline> outline;
    std::shared_ptr<const results::CompareResult> result; ///< null = no comparison yet
    std::vector<std::optional<double>> badness;           ///< by node, 0 … 1; nothing where the metric has no value
    std::vector<std::optional<double>> badnessBefore;     ///< by node: before the trial that is shown; else empty
    std::vector<bool> isUnmatched;                        ///< by node; empty = no comparison yet
    std::vector<QString> valueText;                       ///< by node: the metric's value, or why it has none
    std::vector<int> rows;                                ///< by node: its row in the result, or -1
    std::vector<results::Severity> severity;              ///< by node: of its worst advice; a note where there is none
    std::vector<std::vector<results::Diagnostic>> findings; ///< by node: of `check`; empty = nobody checked
    std::vector<bool> isShared;                             ///< by node: its module or weight is used more than once
    int origin = -1;                                        ///< node where the error starts
    bool isOriginMeasured = false;                          ///< else it may start there
    int selected = -1;                                      ///< node
    QString needle;                                         ///< nodes that do not mention it fade
    std::vector<bool> isMentioned;                          ///< by node; empty = all
    QPalette palette;
    QFont font;
};

/// Fills in what @p result says about the nodes; null = nothing is known.
void applyResult(GraphLook& look, std::shared_ptr<const results::CompareResult> result, results::MetricId metric,
                 GraphContent content);

/// Fills and numbers are those after @p trial where it measured the node, beside those before it.
void applyTrial(GraphLook& look, const TrialOverlay& trial, results::MetricId metric);

/// The node that stands for @p layer of the result: itself, or in the analysis model what it was fused into; -1 if the
/// picture has none.
int nodeOf(const GraphLook& look, const results::CompareResult& result, int layer);

/// Fades what does not mention @p needle by name, operator or scope.
void applyNeedle(GraphLook& look, const QString& needle);

/// The worst of @p item: its own badness, or the worst inside a scope.
std::optional<double> badnessOf(const GraphLook& look, const SceneItem& item);
/// The same before the trial that is shown; nothing without one.
std::optional<double> badnessBeforeOf(const GraphLook& look, const SceneItem& item);
/// What @p item says of the metric: its own value, or of a closed scope the worst inside; empty where there is none.
QString valueTextOf(const GraphLook& look, const SceneItem& item);
bool mentions(const GraphLook& look, const SceneItem& item);

/// Of the mentioned nodes: which one is selected, counted from 1 (0 for none), and how many.
std::pair<int, int> hitsOf(const GraphLook& look);

/// What the tool tip of @p item says, letter by letter; @p metric is the title of the values' metric.
QString tipOf(const GraphLook& look, const SceneItem& item, const QString& metric);

} // namespace ql::widgets
