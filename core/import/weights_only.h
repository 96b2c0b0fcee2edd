// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::importers {

/// How stored integers stand for real numbers: (integer − zero point) · scale.
struct StoredQuantizer {
    std::vector<double> scales;              ///< one, or one per channel
    std::vector<double> zeroPoints;          ///< as many
    std::optional<std::int64_t> channelAxis; ///< set for per-channel
};

/// How blocks of a few dozen elements are packed together with their scales.
struct BlockFormat {
    std::string_view name;                                      ///< "q4_K"
    std::size_t elements;                                       ///< of a block
    std::size_t bytes;                                          ///< of a block
    void (*expand)(const std::uint8_t* block, float* elements); ///< null where only the name is known
};

/// A tensor of a file that holds weights without a network.
struct StoredTensor {
    std::string name;       ///< "layer1.0.conv1.weight"
    std::string layerType;  ///< "Linear", "LSTM" … where the file says it
    graph::TensorData data; ///< a quantized one's integers
    std::optional<StoredQuantizer> quantizer;
    const BlockFormat* blocks = nullptr; ///< set where @ref data is the bytes of such blocks
    graph::Shape blockShape;             ///< of the elements in them

    const graph::Shape& shape() const { return blocks ? blockShape : data.shape(); }
    std::size_t size() const { return blocks ? data.size() / blocks->bytes * blocks->elements : data.size(); }
    /// "float32", "q4_K"
    std::string_view storedAs() const { return blocks ? blocks->name : graph::name(data.type()); }
    bool holdsReals() const { return blocks || quantizer || graph::isFloatingPoint(data.type()); }
};

} // namespace ql::importers
