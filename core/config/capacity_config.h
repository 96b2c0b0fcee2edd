// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ql::config {

/// Operator types that a user lets AMCT quantize besides those that it knows: what its capacity_config.csv lists.
struct CapacityConfig {
    std::vector<std::string> torchTypes; ///< NO_WEIGHT_QUANT_TYPES: "XLayer"
    std::vector<std::string> onnxTypes;  ///< NO_WEIGHT_QUANT_ONNX_TYPES

    /// Whether an operator of the ONNX type @p opType is meant by one of the two.
    bool lists(const std::string& opType) const;
};

/// Reads a key and its types from each line, separated by commas; other keys are passed over.
/// @throws Error (FileNotFound, FileCorrupt) naming the keys where the file has neither
CapacityConfig readCapacityConfig(const std::filesystem::path& path);

} // namespace ql::config
