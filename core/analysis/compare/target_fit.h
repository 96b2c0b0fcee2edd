// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/compare_dumps.h"
#include "core/ops/quantization/target_arithmetic.h"
#include "core/runs/program/program.h"

namespace ql::analysis {

/// Lets operators on integers give what @p target makes of their inputs. Refers to it.
runs::Interceptor computesAs(const ops::TargetArithmetic& target);

/// @p graph as a target computes it: products between DequantizeLinear and QuantizeLinear on integers, too.
/// @throws Error (BadArgument) for a graph without an operator that a target computes in its own way
graph::Graph onTargetIntegers(const graph::Graph& graph);

/// A quantized model (QOperator or QDQ), or the integer form of what request.models.quantization makes of a float
/// model, against the dump of a target: computed as request.targetArithmetic says, or with "auto" in every way there
/// is. The rows are of the one that explains the dump best. Those whose noise is within 5 % of the least can't be told
/// from it.
/// @throws Error as compareWithDumps(), simulateModel(); (BadArgument) unless one side is a dump
std::shared_ptr<const results::CompareResult> compareWithTarget(const results::CompareRequest& request,
                                                                const ModelAccess& access, JobContext& ctx);

} // namespace ql::analysis
