// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/html_report.h"

#include <string>

namespace ql::report {

// The page's sections, one room each. Each gives the inside of its <section>, or nothing when the parts hold nothing
// for it.

/// Models, outputs, where the error starts, how many findings, accuracies.
std::string summarySection(const results::ResultParts& parts, const Labels& labels);
/// The chart of every metric along the network and the table of layers.
std::string graphSection(const results::ResultParts& parts, const Labels& labels);
/// Every finding with its remedy.
std::string adviceSection(const results::ResultParts& parts, const Labels& labels);
/// Histograms before and after, and the ranges of all layers.
std::string statisticsSection(const results::ResultParts& parts, const Labels& labels);
/// Each layer's error taken apart by its causes.
std::string attributionSection(const results::ResultParts& parts, const Labels& labels);
/// The sensitivity rankings.
std::string sensitivitySection(const results::ResultParts& parts, const Labels& labels);
/// The worst samples, how the metrics are spread, label flips.
std::string badCaseSection(const results::ResultParts& parts, const Labels& labels);

/// Each quantized layer's own error, on the other model's inputs.
std::string shadowSection(const results::ResultParts& parts, const Labels& labels);
/// What the rules found in a model without running it.
std::string checkSection(const results::ResultParts& parts, const Labels& labels);
/// Every weight before and after.
std::string weightsSection(const results::ResultParts& parts, const Labels& labels);

/// The chart of one metric along the network: a `<div class="strip">`; empty when no layer has it.
std::string stripChart(const results::CompareResult& result, results::MetricId metric, const Labels& labels,
                       bool isShown);
/// A layer's values before and after with its quantizer's range: a `<figure id="figure-INDEX">`; empty without a
/// histogram. @p layerNumber is the layer's place in the result.
std::string histogramFigure(const results::LayerRow& layer, std::size_t layerNumber, const Labels& labels,
                            bool isShown);

} // namespace ql::report
