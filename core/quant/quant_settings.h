// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/formats/number_format.h"
#include "core/graph/ir/graph.h"
#include "core/quant/integer_format.h"
#include "core/quant/observer.h"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ql::quant {

/// How one tensor shall be quantized.
struct QuantizerSettings {
    IntegerFormat format;
    bool isPerChannel = false; ///< weights only
    ObserverSettings observer;
    std::optional<std::int64_t> channelAxis; ///< along which the channels lie; otherwise where the layer has them
    /// Instead of integers in equal steps; null = `format`, which an observer is asked for in either case.
    const graph::NumberFormat* number = nullptr;
    bool hasPowerOfTwoScales = false;
    /// Given for the groups of `number`, channel by channel; empty = each group's own values say its scale.
    std::vector<float> groupScales;

    /// Integers in equal steps, or anything else; scales per tensor or channel as they are, those of groups go.
    void setNumberFormat(const graph::NumberFormat& chosen);
    /// Integers in equal steps of another width.
    void setBits(int bits);
    int bits() const { return number ? number->element.bits : format.bits; }
    /// "int4", "mxfp8_e4m3": what the numbers are.
    std::string typeName() const;
    friend bool operator==(const QuantizerSettings&, const QuantizerSettings&) = default;
};

/// What is wanted of one layer. The activation settings are those of what it reads and of what it makes, unless
/// something else is said of an input or of the output.
struct LayerSettings {
    bool isQuantized = true;
    bool isOverridden = false; ///< said of this very layer: wins over neighbours that only have the common settings
    const graph::NumberFormat* highPrecision = nullptr; ///< what it computes with in float; null = the network's
    QuantizerSettings activation;
    QuantizerSettings weight{.format = {.isSymmetric = true}};
    std::vector<QuantizerSettings> inputs; ///< entry i of data input i; may be shorter or empty
    std::optional<QuantizerSettings> output;

    const QuantizerSettings& input(std::size_t i) const { return i < inputs.size() ? inputs[i] : activation; }
    friend bool operator==(const LayerSettings&, const LayerSettings&) = default;
};

/// How a float graph shall be quantized, without tie to a config's dialect.
struct QuantSettings {
    LayerSettings common;
    std::map<std::string, LayerSettings, std::less<>> layers;     ///< by node name; the others have the common settings
    std::map<std::string, QuantizerSettings, std::less<>> values; ///< by value name: wins over every layer
    std::set<std::string, std::less<>> floatValues;               ///< left in float, weights too, whoever reads them
    std::vector<std::string> operatorTypes; ///< only these are quantized; empty = those whose traits say how
    std::vector<std::string> floatOutputs;  ///< graph outputs to be left in high precision; "*" = all of them
    /// The inputs that each layer reads quantized, by its node's name, where a dialect's own list decides and not the
    /// operators' traits; a layer without an entry stays in float, and what only moves data hands its quantizer on.
    std::optional<std::map<std::string, std::vector<std::size_t>, std::less<>>> quantizedInputs;
    bool quantizesOutputs = true; ///< what quantized layers make, too; otherwise only what they read
    /// What layers in float compute with that could be quantized; null = float32.
    const graph::NumberFormat* highPrecision = nullptr;
    bool foldsBatchNorm = true;
    std::vector<std::string> unfolded; ///< convolutions that keep their BatchNormalization
    bool correctsBias = false;
    bool joinsScales = false; ///< what a Concat reads has the scale of what it gives, and what pools that of its input

    const LayerSettings& of(const graph::Node& node) const;
    bool isQuantized(const graph::Node& node) const;
};

/// Whether what @p node gives keeps the scale of what it reads, where a dialect's own list decides.
bool handsScaleOn(const graph::Node& node);

/// A trained quantizer in the form it has at inference: integers in equal steps, or cluster centres. What training
/// learns starts from an observer.
struct QuantizerDefinition {
    std::string_view name;
    std::string_view summary;
    std::string_view observer; ///< what finds its parameters when nothing else is said
};

/// ARQ, fixed, linear, LNQ, LUQ, ULQ, in alphabetical order.
std::span<const QuantizerDefinition> knownQuantizers();
/// @throws Error (BadArgument) listing the known ones
const QuantizerDefinition& quantizerNamed(std::string_view name);

/// Parameters of clip limits that were learned or are given (ULQ's clip_max_min): equal steps between them, zero kept
/// on the grid. @p isMinFixed pins the lower limit to 0.
Parameters clippedParameters(Range clip, bool isMinFixed, const IntegerFormat& format);

} // namespace ql::quant
