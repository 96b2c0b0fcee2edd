// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "outcome_table.h"

#include "core/runs/program/program.h"

#include <filesystem>
#include <onnx/onnx_pb.h>
#include <string>

namespace ql::test {

/// What came of one of the standard's tests.
struct CaseResult {
    std::string opType; ///< of a one-node model; "(several)" for others
    int opset = 0;      ///< of the standard's operators
    Outcome outcome = Outcome::Failed;
    std::string message; ///< what is wrong, "" when it passed
};

/// What @p folder's model reads in its first set. @throws Error for data that can't be read
runs::NamedTensors readCaseInputs(const onnx::ModelProto& model, const std::filesystem::path& folder);

/// The same of the model.onnx in @p folder.
runs::NamedTensors readCaseInputs(const std::filesystem::path& folder);

/// Imports @p folder's model.onnx and runs it on each of its test_data_set_N. Whatever is thrown becomes a message.
CaseResult runConformanceCase(const std::filesystem::path& folder);

} // namespace ql::test
