// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ql::results {

struct InfoRequest {
    std::string model;
    std::string stateDict;         ///< of a checkpoint that holds several
    bool listsQuantizable = false; ///< also which layers can be quantized, and how
    std::string capacityFile;      ///< AMCT's capacity_config.csv: more types that can be; empty = none
};

struct PortInfo {
    std::string name;
    std::string dtype;
    std::string shape; ///< "1x3x?xwidth"
};

/// A tensor of a file that holds weights without a network.
struct StoredTensorInfo {
    std::string name;
    std::string dtype;
    std::string shape;       ///< "64x3x7x7", "scalar"
    std::string granularity; ///< "float", "per-tensor", "per-channel"; empty for plain integers
};

struct UnsupportedOperator {
    std::string node;
    std::string opType;
    std::string domain;
    int opset = 0;
    std::string reason; ///< why the node can't run
};

/// A layer that a quantization may take, and what it may do there.
struct QuantizableLayer {
    std::string node;
    std::string opType;
    std::string values;           ///< which of its values are quantized
    bool hasWeight = false;       ///< input 1 is a constant with a scale of its own, by default 8 bits
    bool isPerChannel = false;    ///< that weight may have a scale per channel
    bool mustBeQuantized = false; ///< runs on a unit that computes in integers only (AMCT's CUBE)
    std::string integerOperator;  ///< what computes it in integers; empty where only its simulation is quantized
};

/// What `info` tells about a model without running it.
struct ModelInfo {
    std::string path;
    std::string format; ///< "onnx", "pytorch" …
    std::string kind;   ///< "float", "QDQ", "QOperator", "dynamic", "weights only"
    /// "calibration" (quantizers observe), "QAT" (they quantize, too), "training" (no quantizers; dropout is on, or
    /// normalization goes by the batch); empty = none of these
    std::string trainingState;
    std::string producer;
    std::string quantizedEngine; ///< LibTorch's, for TorchScript with quantized operators
    int irVersion = 0;
    std::map<std::string, int> opsets; ///< "ai.onnx" → 13
    std::vector<PortInfo> inputs;
    std::vector<PortInfo> outputs;
    std::uint64_t nodeCount = 0;
    std::uint64_t layerCount = 0;
    std::uint64_t parameterCount = 0;
    std::uint64_t parameterBytes = 0;
    std::optional<std::uint64_t> macs;                            ///< nothing when shapes aren't known before running
    std::vector<std::pair<std::string, std::uint64_t>> operators; ///< qualified type → count, most frequent first
    std::vector<UnsupportedOperator> unsupported;
    std::vector<QuantizableLayer> quantizable; ///< where it was asked for
    std::vector<StoredTensorInfo> tensors;     ///< of a file of weights only, in its order

    bool isWeightsOnly() const { return kind == "weights only"; }
};

} // namespace ql::results
