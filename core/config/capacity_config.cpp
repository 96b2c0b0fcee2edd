// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/capacity_config.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/config/operator_types.h"

#include <algorithm>

namespace ql::config {

namespace {

constexpr const char* kTorchTypes = "NO_WEIGHT_QUANT_TYPES";
constexpr const char* kOnnxTypes = "NO_WEIGHT_QUANT_ONNX_TYPES";

/// The cells of a line, without quotes and brackets around them or around all.
std::vector<std::string> cellsOf(const std::string& line)
{
    constexpr const char* kBetween = ",;:= \t\r\"'[]()\xEF\xBB\xBF";
    std::vector<std::string> cells;
    for (std::size_t begin = line.find_first_not_of(kBetween); begin != std::string::npos;) {
        const auto end = line.find_first_of(kBetween, begin);
        cells.push_back(line.substr(begin, end - begin));
        begin = end == std::string::npos ? end : line.find_first_not_of(kBetween, end);
    }
    return cells;
}

} // namespace

bool CapacityConfig::lists(const std::string& opType) const
{
    const auto isIt = [&opType](const std::string& type) { return isSameType(type, opType); };
    return std::ranges::any_of(torchTypes, isIt) || std::ranges::find(onnxTypes, opType) != onnxTypes.end();
}

CapacityConfig readCapacityConfig(const std::filesystem::path& path)
{
    CapacityConfig capacity;
    bool isKnown = false;
    for (const auto& line : readLines(path)) {
        const auto cells = cellsOf(line);
        if (cells.empty() || (cells.front() != kTorchTypes && cells.front() != kOnnxTypes))
            continue;
        auto& types = cells.front() == kTorchTypes ? capacity.torchTypes : capacity.onnxTypes;
        types.insert(types.end(), cells.begin() + 1, cells.end());
        isKnown = true;
    }
    if (!isKnown)
        throw Error(ErrorCode::FileCorrupt,
                    Message("{} has no line {} and none {}", path.string(), kTorchTypes, kOnnxTypes),
                    "write a key and its operator types in one line, separated by commas");
    return capacity;
}

} // namespace ql::config
