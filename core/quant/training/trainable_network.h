// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"
#include "core/quant/training/trainable_centres.h"
#include "core/quant/training/trainable_quantizer.h"
#include "core/runs/program/program.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ql::quant {

/// What may change.
struct TrainedParts {
    bool weights = true; ///< of all quantizers of constants, and biases
    bool ranges = true;  ///< scales of all, offsets of activations
    bool centres = true; ///< of weights that have such in place of equal steps
};

/// A quantized network whose weights, biases and ranges are functions of parameters that all begin at zero, so that one
/// rate fits them: weights and centres count in steps of their quantizer, biases in steps of what the layer makes,
/// ranges in shares of their width. Running graph() with quantized() simulates it, differentiably; trained() writes it
/// down. Can be read from several threads at once.
class TrainableNetwork {
public:
    /// @p graph must outlive this. @pre plan.isCalibrated(), and it belongs to the graph
    TrainableNetwork(const graph::Graph& graph, const QuantPlan& plan, TrainedParts parts);

    /// The network with a place behind every quantized value where that is replaced.
    const graph::Graph& graph() const { return m_graph; }
    /// What each activation that decides on its own range is in the plan's graph and in graph(), graph inputs left out.
    const std::vector<std::pair<graph::ValueId, graph::ValueId>>& layers() const { return m_layers; }

    /// All parameters, zero.
    std::vector<at::Tensor> start() const;
    /// How fast each moves, against weights.
    const std::vector<double>& rates() const { return m_rates; }
    /// Replaces what is quantized by what @p values make of it; derivatives by them are recorded where they ask for it.
    std::vector<runs::Interceptor> quantized(const std::vector<at::Tensor>& values) const;
    /// Weights and biases, not rounded, and the plan with the ranges.
    std::pair<graph::Graph, QuantPlan> trained(const std::vector<at::Tensor>& values) const;

private:
    using Place = std::optional<std::size_t>; ///< of a parameter

    struct Constant {
        graph::ValueId value;
        at::Tensor start;
        at::Tensor unit;
        Place by;

        at::Tensor at(const std::vector<at::Tensor>& values) const;
    };
    struct Range {
        std::optional<TrainableRange> range;     ///< nothing where it can't be learned
        std::optional<TrainableCentres> centres; ///< in place of that
        Place scale;
        Place offset;
        Place centre;
    };
    struct Quantizer {
        std::size_t decider = 0;
        std::optional<Constant> constant;
        std::function<at::Tensor(const at::Tensor&)> rounding; ///< where the decider has neither range nor centres
    };
    struct Bias {
        Constant constant;
        std::size_t input = 0; ///< the deciders whose scales multiply to its step
        std::size_t weight = 0;
    };
    /// What the parameters make of a range.
    struct Learned {
        at::Tensor scale;
        at::Tensor offset;
        at::Tensor centres;
    };

    std::size_t addParameter(const at::Tensor& like, double rate);
    void addRanges(TrainedParts parts);
    void addCentres(Range& range, const PlannedQuantizer& quantizer, TrainedParts parts);
    void addQuantizer(std::size_t index, TrainedParts parts);
    void addBias(const PlannedBias& bias, TrainedParts parts);
    at::Tensor biasUnit(const PlannedBias& bias, const at::Tensor& values) const;
    at::Tensor unitOf(const PlannedQuantizer& planned, const Quantizer& quantizer, const at::Tensor& weight) const;
    std::vector<Learned> learnedOf(const std::vector<at::Tensor>& values) const;
    at::Tensor roundedBias(const Bias& bias, const std::vector<at::Tensor>& values,
                           const std::vector<Learned>& learned) const;
    at::Tensor quantizedBy(const Quantizer& quantizer, const at::Tensor& x, const Learned& learned) const;

    const graph::Graph& m_source;
    QuantPlan m_plan;
    graph::Graph m_graph;
    std::vector<Range> m_ranges; ///< by quantizer; those that decide
    std::vector<Quantizer> m_quantizers;
    std::vector<Bias> m_biases;
    std::map<graph::ValueId, std::size_t> m_switched; ///< in graph(): the quantizer, biases behind them
    std::vector<std::pair<graph::ValueId, graph::ValueId>> m_layers;
    std::vector<at::Tensor> m_zeros;
    std::vector<double> m_rates;
};

} // namespace ql::quant
