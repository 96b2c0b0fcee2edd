// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/config/config_input.h"
#include "core/config/layer_settings.h"
#include "core/config/name_pattern.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ql::config {

/// Which layers something is said about.
struct Selector {
    enum class Kind {
        Layer,
        Type,   ///< an operator type as the file spells it: "Conv", "torch.nn.Conv2d"
        Prefix, ///< every layer whose name starts so
        Tensor, ///< a value, not a layer (ONNX Runtime, RKNN)
        Pattern ///< every layer of which a name matches
    };
    Kind kind = Kind::Layer;
    std::string name;                                ///< of a pattern as the file spells it
    SourcePosition position = {};                    ///< of the name, where it is a value and not a key
    std::shared_ptr<const NamePattern> pattern = {}; ///< what `name` means, of a pattern
    std::string suffix = {};   ///< put behind a layer's name before the pattern is held against it
    std::string onlyType = {}; ///< of a pattern: only layers of this type; empty = of all
    bool mustMatch = false;    ///< of a pattern: its tool refuses one that matches nothing
    friend bool operator==(const Selector& a, const Selector& b) { return a.kind == b.kind && a.name == b.name; }
};

/// Whether a pattern matches a layer of type @p opType by its name or one of the others.
bool matchesLayer(const Selector& pattern, std::string_view name, std::string_view opType,
                  std::span<const std::string> aliases);

/// "layer", "type", "prefix", "tensor", "pattern".
std::string_view toString(Selector::Kind kind);

/// What a file calls layers by.
enum class LayerNaming {
    Any,     ///< nodes, torch's modules, or functions as torch.fx counts them
    Nodes,   ///< nodes by their whole name and nothing else, as ONNX Runtime does
    Outputs, ///< the values that they make (RKNN); a node's name is understood, and told of
    Either,  ///< as any, or by the values that they make (lists of many tools)
    Numbered ///< a node's type and name and a number, "Conv_/backbone.0/Conv_12" (RKNN Toolkit 1, Acuity)
};

struct Override {
    Selector selector;
    LayerSettings settings;
    SourcePosition position;
};

/// What is said of all layers between some and some others; only the network knows which these are.
struct Subgraph {
    std::string name;
    Names inputs; ///< layers or values
    Names outputs;
    LayerSettings settings;
    SourcePosition position;
};

/// A value of the file: a scalar, or a list of scalars.
struct ConfigKey {
    std::string name; ///< the last of the keys above it: "num_bits"
    SourcePosition position;
};

struct Skip {
    Selector selector;
    SourcePosition position;
};

/// What holds for one layer, and because of what.
struct ResolvedLayer {
    enum class Origin { Common, Type, Prefix, Pattern, Layer, NotListed };

    bool isQuantized = true;
    Origin origin = Origin::Common;       ///< the most specific rule that speaks of it
    SourcePosition position;              ///< of that rule
    std::vector<SourcePosition> switches; ///< of all names and switches that were looked at
    TensorSettings activation;            ///< bits without value = 8
    std::vector<TensorSettings> inputs;
    TensorSettings weight;
    TensorSettings output;

    /// Data input @p i: `activation` with what `inputs` says of it on top.
    TensorSettings input(std::size_t i) const;
};

/// "common", "type", "prefix", "pattern", "layer", "not listed".
std::string_view toString(ResolvedLayer::Origin origin);

/// How a network is to be quantized: what every dialect is read into and written from. A value, without tie to a file.
struct QuantConfig {
    std::string dialect; ///< id of the dialect it was read from, "" = none
    LayerNaming naming = LayerNaming::Any;
    Message nameAdvice; ///< what to do where its names are of the tool's own network; empty = they are the model's
    LayerSettings common;
    std::vector<Override> overrides; ///< file order; of two for the same name the later wins
    std::vector<Skip> skips;
    std::vector<Subgraph> subgraphs;  ///< weaker than any word about a single layer, see withSubgraphs()
    bool quantizesOnlyListed = false; ///< a layer without an override of its own stays in float (AMCT JSON)
    Names onlyTypes;                  ///< only these operator types are quantized; empty = all
    bool isForTraining = false;       ///< retrain_* dialects
    Located<int> batchCount;          ///< batches to calibrate with; empty = 1
    Located<bool> fusesBatchNorm;     ///< fold BatchNormalization into the convolution before it; empty = yes
    Names skipFusion;                 ///< layers that are not folded
    Located<bool> updatesBatchNorm;
    Located<bool> correctsBias;
    Located<int> outputBits;               ///< the network's outputs as integers (Horizon set_model_output_int8/16)
    Names floatOutputs;                    ///< outputs to be left in high precision
    Located<std::string> mappingFile;      ///< AMCT om_config
    std::vector<ConfigInput> inputs;       ///< what the network's inputs are, in its order; empty where nothing is said
    std::vector<ConfigKey> keys;           ///< every value of the file, in its order
    std::vector<SourcePosition> decisions; ///< of values that say how others are read: a rule's operation, a group size

    /// What holds for layer @p name of type @p opType (ONNX or torch spelling). Layer beats pattern beats prefix beats
    /// type beats common; at each step a skip beats an override, and of two the later. @p functions are those of torch
    /// that become such a layer (NamedLayers::functionsOf), empty where no graph tells. @p aliases: what else the layer
    /// is called, for patterns.
    ResolvedLayer resolve(std::string_view name, std::string_view opType, std::string_view functions,
                          std::span<const std::string> aliases = {}) const;
    void addOverride(Selector::Kind kind, std::string name, LayerSettings settings, SourcePosition position,
                     SourcePosition namePosition = {});
    void addSkip(Selector::Kind kind, std::string name, SourcePosition position);
    void addOverride(Selector selector, LayerSettings settings, SourcePosition position);
    void addSkip(Selector selector, SourcePosition position);
    /// What is said about the value @p name itself; empty when nothing is.
    TensorSettings resolveTensor(std::string_view name) const;
};

/// One change of one layer, without regard to how a file says it. Whoever edits a config asks for such: commands,
/// fixes, tuning and the window; dialects write it.
struct LayerEdit {
    enum class Action {
        Set,    ///< quantize it, with `settings` on top of what holds for it
        Skip,   ///< leave it in float
        Restore ///< take back what the file says of this layer alone
    };
    Action action = Action::Set;
    std::string layer;
    LayerSettings settings;
    std::string opType; ///< where known: what a type override says is copied when a layer gets an own override
    /// Values that the layer reads, for dialects that speak of tensors; without them `layer` itself names a tensor.
    std::vector<std::string> activationTensors;
    std::vector<std::string> weightTensors;
    std::optional<int> weightAxis; ///< along which a weight's output channels lie, where the network is known
};

} // namespace ql::config
