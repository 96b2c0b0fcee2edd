// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/simulation/first_sample.h"
#include "core/analysis/simulation/method_search.h"

#include <string>
#include <vector>

namespace ql::analysis {

/// Chooses the method value by value (Horizon's "mix"): the values that cost the outputs most when each alone is
/// quantized, together nearly all that all cost alone, try every method within the whole quantized network, one after
/// the other, and keep what makes the outputs better.
class MethodMix {
public:
    /// @p base is what the whole network has. All must outlive it.
    MethodMix(PreparedSimulation& prepared, const FirstSample& sample, const SearchedMethod& base, JobContext& ctx);

    /// Mends @p plan, which base makes and which reaches @p cosine. @returns what it reaches then
    double improve(quant::QuantPlan& plan, double cosine, const std::vector<SearchedMethod>& methods);

private:
    struct Point {
        std::size_t quantizer = 0;
        double lost = 0.0; ///< of the worst output's cosine, when nothing else is quantized
    };
    std::vector<Point> sensitivePoints(const quant::QuantPlan& plan) const;
    double lostAlone(const quant::QuantPlan& plan, std::size_t quantizer) const;

    PreparedSimulation& m_prepared;
    const FirstSample& m_sample;
    const SearchedMethod& m_base;
    JobContext& m_ctx;
};

} // namespace ql::analysis
