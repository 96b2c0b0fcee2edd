// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_settings.h"

#include <string>
#include <string_view>
#include <vector>

namespace ql::config {

/// Where in a file something is said, counted from 1; 0 = nowhere.
struct SourcePosition {
    int line = 0;
    int column = 0;
    friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
};

/// Which layers something is said about.
struct Selector {
    enum class Kind {
        Layer,
        Type,   ///< an operator type as the file spells it: "Conv", "torch.nn.Conv2d"
        Prefix, ///< every layer whose name starts so
        Tensor  ///< a value, not a layer (ONNX Runtime, RKNN)
    };
    Kind kind = Kind::Layer;
    std::string name;
    friend bool operator==(const Selector&, const Selector&) = default;
};

/// "layer", "type", "prefix", "tensor".
std::string_view toString(Selector::Kind kind);

struct Override {
    Selector selector;
    LayerSettings settings;
    SourcePosition position;
};

/// What is said of all layers between some and some others; only the network knows which these are.
struct Subgraph {
    std::string name;
    std::vector<std::string> inputs; ///< layers or values
    std::vector<std::string> outputs;
    LayerSettings settings;
    SourcePosition position;
};

struct Skip {
    Selector selector;
    SourcePosition position;
};

/// What holds for one layer, and because of what.
struct ResolvedLayer {
    enum class Origin { Common, Type, Prefix, Layer, NotListed };

    bool isQuantized = true;
    Origin origin = Origin::Common; ///< the most specific rule that speaks of it
    SourcePosition position;        ///< of that rule
    TensorSettings activation;      ///< bits without value = 8
    std::vector<TensorSettings> inputs;
    TensorSettings weight;
    TensorSettings output;

    /// Data input @p i: `activation` with what `inputs` says of it on top.
    TensorSettings input(std::size_t i) const;
};

/// "common", "type", "prefix", "layer", "not listed".
std::string_view toString(ResolvedLayer::Origin origin);

/// How a network is to be quantized: what every dialect is read into and written from. A value, without tie to a file.
struct QuantConfig {
    std::string dialect; ///< id of the dialect it was read from, "" = none
    LayerSettings common;
    std::vector<Override> overrides; ///< file order; of two for the same name the later wins
    std::vector<Skip> skips;
    std::vector<Subgraph> subgraphs;     ///< weaker than any word about a single layer, see withSubgraphs()
    bool quantizesOnlyListed = false;    ///< a layer without an override of its own stays in float (AMCT JSON)
    std::vector<std::string> onlyTypes;  ///< only these operator types are quantized; empty = all
    bool isForTraining = false;          ///< retrain_* dialects
    int batchCount = 1;                  ///< batches to calibrate with
    bool fusesBatchNorm = true;          ///< fold BatchNormalization into the convolution before it
    std::vector<std::string> skipFusion; ///< layers that are not folded
    bool updatesBatchNorm = false;
    bool correctsBias = false;
    std::optional<int> outputBits;         ///< the network's outputs as integers (Horizon set_model_output_int8/16)
    std::vector<std::string> floatOutputs; ///< outputs to be left in high precision
    std::string mappingFile;               ///< AMCT om_config

    /// What holds for layer @p name of type @p opType (ONNX or torch spelling). Layer beats prefix beats type beats
    /// common; at each step a skip beats an override.
    ResolvedLayer resolve(std::string_view name, std::string_view opType) const;
    void addOverride(Selector::Kind kind, std::string name, LayerSettings settings, SourcePosition position);
    void addSkip(Selector::Kind kind, std::string name, SourcePosition position);
    /// What is said about the value @p name itself; empty when nothing is.
    TensorSettings resolveTensor(std::string_view name) const;
};

} // namespace ql::config
