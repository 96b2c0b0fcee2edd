// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/weights_only.h"
#include "core/ops/tensor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ql::analysis {

/// A fake quantizer in a state dict, as quantization-aware training in PyTorch keeps it: "conv.weight_fake_quant" with
/// its scale, zero point and switches.
struct StateQuantizer {
    std::string name;
    std::string module; ///< whose weight or output it rounds: "conv"; empty for the network
    bool isOfWeight = false;
    bool isObserving = false;
    bool isQuantizing = false;
    std::vector<double> scales;     ///< one, or one per channel
    std::vector<double> zeroPoints; ///< as many

    /// What it began with: it never saw a value.
    bool isAtOne() const;
};

/// In the order of the file.
std::vector<StateQuantizer> stateQuantizers(const std::vector<importers::StoredTensor>& tensors);

/// ImportedModel::trainingState, by their switches.
std::string trainingStateOf(const std::vector<StateQuantizer>& quantizers);

/// The limits of the integers that @p quantizer rounds to, which no file holds: those of the narrowest of int8, uint8
/// and int16 that @p weight needs.
struct QuantizerLimits {
    const char* dtype;
    std::int64_t lowest;
    std::int64_t highest;
};
QuantizerLimits limitsFor(const StateQuantizer& quantizer, const at::Tensor& weight);

/// The channel axis of @p quantizer on a weight of that shape: 0, or 1 where only that fits. Nothing for one scale, and
/// -1 where none fits.
std::optional<std::int64_t> channelAxisFor(const StateQuantizer& quantizer, const graph::Shape& shape);

/// @p weight as training rounds it. @pre channelAxisFor() isn't -1
at::Tensor rounded(const at::Tensor& weight, const StateQuantizer& quantizer);

} // namespace ql::analysis
