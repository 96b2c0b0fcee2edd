// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/results/calibrate_result.h"

#include <memory>

namespace ql::analysis {

/// Calibrates a float model, says what quantization does to its outputs, and writes `<model>_qdq.onnx`,
/// `<model>_qoperator.onnx` and `<model>_record.txt` where a folder is given. @throws Error, Cancelled
std::shared_ptr<const results::CalibrateResult> calibrateModel(const results::CalibrateRequest& request,
                                                               JobContext& ctx);

} // namespace ql::analysis
