// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/report/spread/spread_table.h"
#include "core/results/compare_result.h"
#include "core/results/result_parts.h"

#include <string>
#include <vector>

namespace ql::report {

/// What people look at first stands first.
inline constexpr results::MetricId kPageMetrics[]{
    results::MetricId::Sqnr,  results::MetricId::Cosine, results::MetricId::MaxQscaleDiff,
    results::MetricId::Atol,  results::MetricId::L1,     results::MetricId::Mse,
    results::MetricId::RelL2, results::MetricId::Kl,     results::MetricId::Js};

/// Models, outputs, where the error starts, how many findings, accuracies: of any result.
std::string summarySection(const results::ResultParts& parts, const Labels& labels);
/// The chart of every metric along the network and the table of layers.
std::string layerStripsSection(const results::CompareResult& result, const Labels& labels);
/// What a dataset says of every output and layer; empty without one.
std::string samplesSection(const results::CompareResult& result, const Labels& labels);
std::vector<NamedSpreads> spreadsOf(const results::CompareResult& result);
/// The layers as boxes, coloured by a metric, with who reads whom; empty where nobody knows that.
std::string networkSection(const results::CompareResult& result, const Labels& labels);
/// Every finding with its remedy.
std::string adviceSection(const results::CompareResult& result, const Labels& labels);
/// Histograms before and after, and the ranges of all layers.
std::string statisticsSection(const results::CompareResult& result, const Labels& labels);

/// The chart of one metric along the network: a `<div class="strip">`; empty when no layer has it.
std::string stripChart(const results::CompareResult& result, results::MetricId metric, const Labels& labels,
                       bool isShown);
/// A layer's values before and after with its quantizer's range: a `<figure id="figure-ID">`; empty without a
/// histogram. @p id: of a layer its place in the result.
std::string histogramFigure(const results::LayerRow& layer, const std::string& id, const Labels& labels, bool isShown);

} // namespace ql::report
