// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ql::tests {

/// One number of torch.ao.ns._numeric_suite.
struct SuiteRow {
    std::string name; ///< the quantized module's or its state dict's key
    std::vector<std::int64_t> shape;
    double sqnrDb = 0.0;
};

/// The folder that generate.py filled, or nothing when it skipped itself.
std::optional<std::filesystem::path> parityFolder();

/// What the suite says: @p model "resnet18" or "lstm", @p engine "onednn" or "qnnpack", @p function as the suite calls
/// it; of functions that log one model's values the number is a value's level. Also what PyTorch says: @p model
/// "packed", @p engine one of packedStateDicts(), "weights".
std::vector<SuiteRow> suiteRows(const std::string& model, const std::string& engine, const std::string& function);

/// The float name of a key of compare_weights; of a cell it keeps the hidden weights.
std::string floatNameOf(std::string key);

/// The engines that the suite was run with.
std::vector<std::string> suiteEngines();

/// State dicts in all the ways in which PyTorch packs quantized weights: "packed_cells_onednn" is held against
/// "packed_cells_float".
std::vector<std::string> packedStateDicts();

} // namespace ql::tests
