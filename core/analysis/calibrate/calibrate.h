// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/simulation/simulation.h"
#include "core/base/job_context.h"
#include "core/results/calibrate_result.h"

#include <cstdint>
#include <memory>

namespace ql::analysis {

/// Calibrates a float model, says what quantization does to its outputs, and writes `<model>_qdq.onnx`,
/// `<model>_qoperator.onnx` and `<model>_record.txt` where a folder is given. @throws Error, Cancelled
std::shared_ptr<const results::CalibrateResult> calibrateModel(const results::CalibrateRequest& request,
                                                               JobContext& ctx);

/// Runs the float model of @p model and both quantized forms of it, @p qdq and @p integers, on the samples that
/// @p request evaluates on: how the outputs agree, and with labels how often each is right.
/// @throws Error naming the file, the sample or the output; Cancelled
void evaluate(const results::CalibrateRequest& request, const SimulatedModel& model, const graph::Graph& qdq,
              const graph::Graph& integers, results::CalibrateResult& result, JobContext& ctx);

/// How many operators of @p integers, the model in integers, compute on integers: they round to a scale, or sum.
std::uint64_t integerOperatorsOf(const graph::Graph& integers);

/// Notes which layers that a config quantizes read integers in @p integers, the form in integers of @p model, and
/// compute in float all the same.
void noteFloatLayers(const SimulatedModel& model, const graph::Graph& integers, results::CalibrateResult& result);

/// Notes what the written models hold that only this program runs: operators of LibTorch, integers of more than 8 bits,
/// number formats that ONNX has no operator for.
void notePortability(const graph::Graph& qdq, const graph::Graph& integers, results::CalibrateResult& result);

} // namespace ql::analysis
