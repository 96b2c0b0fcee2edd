// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

#include <span>
#include <unordered_map>

namespace ql::quant {

/// The value whose quantizer takes the sums of a node, invalid where none does, and the clamp between them that
/// saturating does, if there is one.
struct TakenSums {
    graph::ValueId value;
    graph::NodeId clamp;
};

/// What a plan lets operators on integers read and give. Refers to graph and plan.
class PlannedIntegers {
public:
    PlannedIntegers(const graph::Graph& source, const QuantPlan& plan);

    /// Null where @p value isn't quantized, or is none.
    const PlannedQuantizer* quantizerOf(graph::ValueId value) const;
    /// @pre it is quantized
    std::size_t indexOf(graph::ValueId value) const { return m_quantizers.at(value); }
    const Parameters& parametersOf(graph::ValueId value) const { return m_plan.parametersOf(indexOf(value)); }
    bool isConstant(graph::ValueId value) const { return m_source.constantOf(value) != nullptr; }

    /// 8 bits: what the operators of ONNX and of ONNX Runtime take.
    bool isByte(graph::ValueId value) const;
    /// 9 to 16 bits: what operators of our own take.
    bool isWide(graph::ValueId value) const;
    bool isInteger(graph::ValueId value) const { return isByte(value) || isWide(value); }
    /// A weight is stored in 8 bits even when it has fewer. Several scales lie along @p axis.
    bool isByteWeight(graph::ValueId value, std::int64_t axis) const;
    /// Whether all are integers per tensor, stored as those of @p output.
    bool areAlike(std::span<const graph::ValueId> inputs, graph::ValueId output) const;
    /// Its own output, or that of a clamp that alone reads it.
    TakenSums takenBy(const graph::Node& node) const;

private:
    bool hasBits(graph::ValueId value, int least, int most) const;

    const graph::Graph& m_source;
    const QuantPlan& m_plan;
    std::unordered_map<graph::ValueId, std::size_t> m_quantizers;
};

} // namespace ql::quant
