// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/paired_layers.h"
#include "core/analysis/simulation/bypassed_model.h"
#include "core/quant/point_extraction.h"
#include "core/quant/quantized_graph/instrumented_graph.h"
#include "core/runs/program/program.h"

#include <vector>

namespace ql::analysis {

/// The baseline with every quantizer of the analysis model moved onto it as a switch, ready to run. Interceptors refer
/// to it, so it stays where it is.
class QuantizerSwitches {
public:
    /// Both graphs must outlive it. @p paired is how their layers correspond, where somebody knows.
    /// @throws Error (InvalidGraph) when no quantizer has a place in the baseline
    QuantizerSwitches(const graph::Graph& baseline, const graph::Graph& analysis, const PairedLayers* paired = nullptr);
    /// The switches sit on what is left of the analysis model without its quantizers, which stands for the baseline.
    QuantizerSwitches(const BypassedModel& bypassed, const graph::Graph& analysis);
    QuantizerSwitches(const QuantizerSwitches&) = delete;
    QuantizerSwitches& operator=(const QuantizerSwitches&) = delete;

    const graph::Graph& baseline() const { return m_baseline; }
    const std::vector<quant::QuantizerPoint>& points() const { return m_extracted.points; }
    /// Quantized inputs that have no place in the baseline.
    const std::vector<std::string>& unplaced() const { return m_extracted.unplaced; }
    /// The baseline with its switches: its node and value ids are the baseline's.
    const graph::Graph& graph() const { return m_instrumented.graph; }
    const runs::Program& program() const { return m_program; }

    bool isSwitch(graph::NodeId node) const { return node.position() >= m_baseline.nodeCount(); }
    /// The value behind the switch of a point: what the point's readers see.
    graph::ValueId switched(std::size_t point) const { return m_instrumented.switched[point]; }
    std::vector<graph::NodeId> nodesOf(const std::vector<std::size_t>& points) const;

    /// Turns on @p points.
    runs::Interceptor only(const std::vector<std::size_t>& points) const;
    /// Turns on all but @p points.
    runs::Interceptor allBut(const std::vector<std::size_t>& points) const;

private:
    QuantizerSwitches(const graph::Graph& baseline, quant::ExtractedPoints extracted);

    /// Turns on the points of which @p isOn says so.
    runs::Interceptor on(const std::vector<bool>& isOn) const;

    const graph::Graph& m_baseline;
    quant::ExtractedPoints m_extracted;
    quant::InstrumentedGraph m_instrumented;
    runs::Program m_program;
    runs::Interceptor::RoundTrips m_trips; ///< of switches that are on
};

} // namespace ql::analysis
