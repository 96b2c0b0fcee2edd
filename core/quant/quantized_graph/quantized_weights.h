// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

#include <unordered_map>

namespace ql::quant {

/// The integers of a plan's weights, made when the first graph holds them: the written forms of one plan share them,
/// which are a fourth of a model each. Refers to graph and plan. For one thread.
class QuantizedWeights {
public:
    QuantizedWeights(const graph::Graph& source, const QuantPlan& plan)
        : m_source(source)
        , m_plan(plan)
    {
    }

    /// @pre quantizer @p index of the plan is that of a constant, and calibrated
    const graph::TensorData& of(std::size_t index);

private:
    const graph::Graph& m_source;
    const QuantPlan& m_plan;
    std::unordered_map<std::size_t, graph::TensorData> m_integers; ///< by quantizer
};

} // namespace ql::quant
