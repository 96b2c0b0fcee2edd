// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"
#include "core/results/quantization_options.h"
#include "core/results/requests.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ql::results {

/// Asks for the fewest layers that must leave 8 bits so that the outputs are good enough.
struct TuneRequest {
    std::string baseline;
    QuantizationOptions quantization; ///< its data is what is calibrated and judged with
    MetricId metric = MetricId::Sqnr; ///< Sqnr or Cosine, over all samples' elements together, of the worst output
    double target = 0.0;
    std::size_t mostOverrides = 5;
    std::size_t mostJudged = 8; ///< samples that candidates are judged on; 0 = all
    RunOptions options;
    ImageOptions images;
};

struct TuneOverride {
    std::string layer;
    std::string opType;
    std::string action; ///< "int16", "skip"
    double alone = 0.0; ///< the metric when nothing but this layer is quantized
};

/// One set of overrides that was tried.
struct TunePoint {
    std::vector<TuneOverride> overrides;
    double metric = 0.0;
    double cost = 0.0; ///< multiply-accumulates weighted 1 in 8 bits, 2 in int16, 4 in float, over all in 8 bits
};

struct TuneResult {
    std::string baseline;
    MetricId metric = MetricId::Sqnr;
    double target = 0.0;
    bool isReached = false;
    bool isComplete = false;
    TunePoint start;                   ///< without overrides
    TunePoint best;                    ///< the answer: after overrides that turned out unneeded were taken back
    std::vector<TunePoint> pareto;     ///< rising cost; no tried point is both cheaper and better
    std::vector<TuneOverride> ranking; ///< layers by what quantizing each alone does, worst first
    std::uint64_t judgedSamples = 0;
    std::uint64_t evaluations = 0;
};

using TuneListener = std::function<void(std::shared_ptr<const TuneResult>)>;

} // namespace ql::results
