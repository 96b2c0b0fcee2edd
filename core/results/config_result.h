// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/diagnostic.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ql::results {

/// How a tensor is quantized, as far as it is said. Empty = not said.
struct ConfigTensor {
    std::string type;        ///< "int8", "float16"
    std::string scheme;      ///< "symmetric", "affine"
    std::string granularity; ///< "per_tensor", "per_channel"
    std::string observer;
    std::string quantizer;
    std::vector<double> scales;
    std::vector<std::int64_t> offsets;
};

/// One thing that a config says, or what holds for one layer of a model.
struct ConfigRow {
    std::string kind; ///< "common", "type", "prefix", "layer", "tensor"; of a model's layer its operator type
    std::string name;
    std::string quantized; ///< "yes", "no", "" = not said
    ConfigTensor activation;
    std::vector<ConfigTensor> inputs; ///< where inputs are told apart
    ConfigTensor weight;
    ConfigTensor output;
    std::string origin; ///< of a model's layer: which rule decides, "layer", "type", "common" …
    int line = 0;
};

struct ConfigDescription {
    std::string file;
    std::string dialect;
    std::string dialectTitle;
    std::vector<std::pair<std::string, std::string>> settings; ///< of the whole network
    std::vector<ConfigRow> rows;
    std::string model;             ///< empty = none was given
    std::vector<ConfigRow> layers; ///< of the model
    std::vector<Diagnostic> findings;
};

struct ConfigCheck {
    std::string file;
    std::string dialect;
    std::string model;
    std::vector<Diagnostic> findings; ///< errors first
};

/// A layer that is raised, or has to follow because another is, and what that costs.
struct ConfigFollower {
    std::string layer;
    std::string opType;
    std::string because; ///< "asked for", "reads x too", "only moves data and makes x"
    std::uint64_t macs = 0;
    double macShare = 0.0; ///< of the network, 0 … 1
    bool isCostUnknown = false;
};

struct ConfigEdit {
    std::string file;
    std::string dialect;
    std::vector<std::pair<std::string, std::string>> changes; ///< layer, what was done
    std::string diff;                                         ///< unified; empty = nothing changed
    bool isWritten = false;
    std::vector<ConfigFollower> closure; ///< with a model: who is raised and who must follow
    std::vector<Diagnostic> findings;
};

struct ConfigConversion {
    std::string file;
    std::string from;
    std::string to;
    std::string out;                                         ///< the file written; empty = none
    std::string text;                                        ///< the new config, when no file is written
    std::vector<std::pair<std::string, std::string>> losses; ///< subject, what the target can't say
};

/// Asks for a config that quantizes a float model as another model is quantized.
struct ConfigFromModelRequest {
    std::string baseline;
    std::string analysis;
    std::string dialect;
};

struct ConfigFromModel {
    std::string baseline;
    std::string analysis;
    std::string dialect;
    std::string out; ///< the files written; empty = none
    std::string recordFile;
    std::string text;   ///< the config
    std::string record; ///< its scales, a quantization-factor record
    std::uint64_t quantizedLayers = 0;
    std::vector<std::string> floatLayers;                    ///< that could be quantized
    std::vector<std::pair<std::string, std::string>> losses; ///< subject, what the config and its simulation don't do
};

} // namespace ql::results
