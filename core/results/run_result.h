// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"
#include "core/results/request_parts.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ql::results {

struct RunRequest {
    std::string model;
    InputSelection samples;         ///< one, no dataset
    std::string outputsFolder;      ///< empty = not written
    std::string dumpFolder;         ///< empty = not written
    std::string dumpFormat = "npy"; ///< of all files written: "npy", "float", "txt"
    std::string targetArithmetic;   ///< how operators on integers compute; empty = as ONNX Runtime
    RunOptions options;
};

struct RunOutput {
    std::string name;
    std::string dtype;
    std::vector<std::int64_t> shape;
    TensorStatistics statistics;
    std::vector<double> head;       ///< the first elements, at most 8
    std::vector<std::string> texts; ///< the same where they are strings
    std::string file;               ///< where it was written; empty if not

    /// Then nothing is measured but how many elements there are.
    bool holdsStrings() const { return dtype == "string"; }
};

struct RunResult {
    std::string model;
    std::vector<RunOutput> outputs;
    std::uint64_t executedNodes = 0;
    std::uint64_t dumpedTensors = 0;
    double seconds = 0.0; ///< the forward pass alone
};

} // namespace ql::results
