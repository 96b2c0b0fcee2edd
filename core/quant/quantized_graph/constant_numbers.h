// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operators/channel_affine.h"
#include "core/runs/program/constant_values.h"

namespace ql::quant {

/// The floats of constants, whatever nodes make them; nothing of other values. @p values must outlive what is given.
graph::ConstantNumbers constantNumbersOf(const runs::ConstantValues& values);

} // namespace ql::quant
