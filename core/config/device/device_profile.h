// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/diagnostic.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::config {

/// What a number or word may be. Nothing said = anything.
struct DeviceLimit {
    std::optional<double> least;
    std::optional<double> most;
    std::vector<std::string> oneOf;      ///< as written: "1", "SAME_UPPER"
    std::optional<std::string> fallback; ///< what an attribute that a node leaves out stands for

    bool allows(double number) const;
    bool allows(const std::string& word) const;
    /// "1 to 7", "at most 7", "one of 1, 2".
    Message text() const;
};

/// What a device does of one operator. An empty list = anything.
struct DeviceOperator {
    std::vector<std::string> activations;           ///< types that it may read and give, as quantized: "int8"
    std::vector<std::string> weights;               ///< types of its constant operands
    std::vector<std::int64_t> ranks;                ///< of its first input
    std::map<std::int64_t, DeviceLimit> dimensions; ///< of its first input, by axis; negative from the last
    std::map<std::string, DeviceLimit> attributes;  ///< a list holds where every element does
};

/// What a device can run, as a YAML file that its user writes; nothing about any device is known here.
///
///     quantloupe_device: 1
///     name: example-npu
///     unlisted: error            # error | warning | info | allowed
///     operators:
///       Conv:
///         activations: [int8]
///         weights: [int8]
///         ranks: [4]
///         dimensions: {1: {most: 2048}}
///         attributes:
///           kernel_shape: {least: 1, most: 7}
///           group: {one_of: [1], default: 1}
///       Relu: {}
///
/// Operators are named as `info` names them ("Conv", "com.microsoft.Gelu"); one on integers (QLinearConv) without a
/// line of its own goes by its float twin's.
struct DeviceProfile {
    std::string name;
    std::optional<results::Severity> unlisted = results::Severity::Error; ///< nothing = allowed
    std::map<std::string, DeviceOperator, std::less<>> operators;

    /// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat, BadArgument) with the place in the file
    static DeviceProfile read(const std::filesystem::path& path);
    /// @p name of the file is for messages.
    static DeviceProfile ofText(std::string text, const std::string& name);
};

} // namespace ql::config
