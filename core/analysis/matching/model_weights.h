// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/import/imported_model.h"
#include "core/ops/tensor.h"
#include "core/results/layer.h"
#include "core/runs/program/constant_values.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ql::analysis {

/// Which parameter of a recurrent layer a weight is.
struct RecurrentPart {
    enum class Input { WeightIh = 1, WeightHh, BiasIh, BiasHh };

    Input input;
    int index;           ///< 2 · layer + direction, as far as it is known
    bool isPacked;       ///< as ONNX keeps them: all directions in one, and both biases
    bool isGate = false; ///< one gate that was cut out: its numbers tell its partner, not its place
};

/// A constant that a layer computes with: weight, bias, slope, table. Quantized ones are read back as real numbers.
struct ModelWeight {
    std::string name;                 ///< the constant in the file
    std::vector<std::string> aliases; ///< every name between the constant and the layer, own first
    graph::NodeId node;               ///< the first layer that reads it; invalid inside bodies
    int slot = 0;                     ///< the float operator's input that it stands for
    graph::NodeId biased;             ///< the product that it is the bias of, by an Add after it too; else invalid
    std::string layer;
    std::string opType;
    std::string family;
    graph::Shape shape;
    std::string dtype;       ///< as stored
    std::string granularity; ///< "float", "per-tensor", "per-channel", "per-block"
    std::optional<results::QuantizerInfo> quantizer;
    bool isTransposed = false;               ///< its last two axes are swapped: Gemm's transB, DynamicQuantizeLSTM
    std::optional<std::int64_t> channelAxis; ///< of the output channels
    std::optional<RecurrentPart> recurrent;
    bool isWithoutNetwork = false; ///< from a state dict: only its partner may tell its layout and axis
    bool isFakeQuantized = false;  ///< stored in float, read as the fake quantizer beside it rounds it
    /// The real numbers, contiguous float32, in @ref shape. @throws Error
    std::function<at::Tensor()> read;
    /// The largest step of its blocks, where these have scales that no quantizer holds; else empty. @throws Error
    std::function<double()> largestStep;

    /// Whether it is quantized, and how far its numbers lie apart is known.
    bool hasSteps() const { return quantizer || largestStep; }
    /// Whether it is one parameter of a recurrent layer, not what ONNX packs of several.
    bool isSingleParameter() const { return recurrent && !recurrent->isPacked; }
    /// Whether it has a scale for each channel of channelAxis, not of another axis that happens to be as long.
    bool hasScalePerChannel() const
    {
        return channelAxis && quantizer && quantizer->channelAxis == channelAxis
               && std::int64_t(quantizer->scales.size()) == shape[std::size_t(*channelAxis)];
    }
};

/// Whether the last two axes of @p weight lie the other way round than those of @p other. PyTorch's modules keep what
/// MatMul multiplies by transposed, as Gemm with transB does, and everything else as ONNX does.
bool areSwapped(const ModelWeight& weight, const ModelWeight& other);

/// All weights of a model, each constant once, bodies included, in order of execution. The model must outlive it.
class ModelWeights {
public:
    explicit ModelWeights(const graph::Graph& graph);
    explicit ModelWeights(const importers::ImportedModel& model);

    const std::vector<ModelWeight>& all() const { return m_weights; }

private:
    void collect(const graph::Graph& graph);

    std::vector<std::unique_ptr<runs::ConstantValues>> m_constants; ///< of the graph and its bodies
    std::set<runs::ConstantValues::Home> m_seen;                    ///< what m_weights were made from
    std::vector<ModelWeight> m_weights;

    friend class WeightCollector;
};

} // namespace ql::analysis
