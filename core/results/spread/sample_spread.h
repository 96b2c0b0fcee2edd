// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/fields.h"
#include "core/results/metrics.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ql::results {

/// One metric of a layer or an output over the samples of a dataset.
struct MetricSpread {
    MetricId metric = MetricId::Sqnr;
    std::uint64_t samples = 0;  ///< in which it could be measured
    std::uint64_t infinite = 0; ///< of those, in which it is infinite: the tensors are equal
    std::uint64_t nans = 0;     ///< of those, in which it is NaN: the worst there is
    double mean = 0.0;          ///< of the finite values; infinite where there is none, NaN where one is NaN
    double worst = 0.0;
    std::uint64_t worstSample = 0; ///< the first one that is as bad
    double p5 = 0.0;               ///< percentiles of those that aren't NaN, linear between neighbours: numpy's
    double p25 = 0.0;
    double p50 = 0.0;
    double p75 = 0.0;
    double p95 = 0.0;
};
using MetricSpreads = std::vector<MetricSpread>;

void fields(auto& visit, Of<MetricSpread> auto& spread)
{
    visit("metric", spread.metric);
    visit("samples", spread.samples);
    visit("infinite", spread.infinite);
    visit.late("nan", spread.nans);
    visit("mean", spread.mean);
    visit("worst", spread.worst);
    visit("worst_sample", spread.worstSample);
    visit("p5", spread.p5);
    visit("p25", spread.p25);
    visit("p50", spread.p50);
    visit("p75", spread.p75);
    visit("p95", spread.p95);
}

/// Null if there is none of @p metric.
inline const MetricSpread* spreadOf(const MetricSpreads& spreads, MetricId metric)
{
    for (const auto& spread : spreads)
        if (spread.metric == metric)
            return &spread;
    return nullptr;
}

/// The dataset that two models were held against each other on, and the sample that everything else is about.
struct ComparedSamples {
    std::string data;
    std::uint64_t count = 0;    ///< samples that ran
    std::uint64_t shown = 0;    ///< the worst one
    std::string shownName;      ///< its file
    std::string because;        ///< the output, or the layer, that is worst there
    std::uint64_t everyNth = 1; ///< percentiles are over every so many samples: of large datasets not all are kept
};

void fields(auto& visit, Of<ComparedSamples> auto& samples)
{
    visit("data", samples.data);
    visit("count", samples.count);
    visit("shown", samples.shown);
    visit("shown_name", samples.shownName);
    visit("worst_at", samples.because);
    visit("percentiles_of_every", samples.everyNth);
}

} // namespace ql::results
