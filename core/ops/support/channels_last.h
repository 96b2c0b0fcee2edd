// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/registry.h"

namespace ql::ops {

/// Lets a kernel for channels on axis 1 run on an input 0, and give an output 0, with the channels on the last axis:
/// the layout that ONNX Runtime's NHWC pass writes.
Kernel channelsLast(Kernel kernel);

} // namespace ql::ops
