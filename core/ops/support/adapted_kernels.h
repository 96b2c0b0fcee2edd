// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/registry.h"

namespace ql::ops {

/// @p now, operators of two inputs as they are since opset 7, and those of opset 1 to 6 beside them: there the second
/// input has the first one's shape unless attribute broadcast is 1. Then its axes are the first one's from attribute
/// axis on, or the last ones without that. https://onnx.ai/onnx/operators/onnx__Add.html, Add - 1
OperatorDefinitions withOldBroadcast(OperatorDefinitions now);

/// Lets a kernel for channels on axis 1 run on an input 0, and give an output 0, with the channels on the last axis:
/// the layout that ONNX Runtime's NHWC pass writes.
Kernel channelsLast(Kernel kernel);

/// A float32 kernel extended to float16 and bfloat16: inputs are converted to float32, outputs rounded back.
/// @throws Error (TypeMismatch) where input 0 is one of these, and another floating-point input of another type
Kernel inSinglePrecision(Kernel kernel);
/// Bind function for OperatorDefinition::bind: the kernel that @p bind returns, extended in the same way.
template <auto bind>
Kernel inSinglePrecision(const graph::Node& node)
{
    return inSinglePrecision(bind(node));
}

/// The kernel of the ONNX operator @p name, bound to the attributes of @p node, a custom operator that computes the
/// same.
Kernel standardKernel(const graph::Node& node, std::string_view name, int opset);

} // namespace ql::ops
