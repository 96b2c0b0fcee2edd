// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/weights/core_ml_tensors.h"

namespace ql::data {

/// The numbers that constexpr_lut_to_dense stands for, float32. @throws Error (FileCorrupt)
graph::TensorData palettized(const ProgramParameters& parameters);

/// Of iOS 18: @p palette has the rank of @p indices and two more, entries and numbers of an entry; where those are
/// several they lie along @p vectorAxis. @throws Error (FileCorrupt)
graph::TensorData throughPalette(const graph::TensorData& indices, const graph::TensorData& palette,
                                 const graph::TensorData* vectorAxis);

} // namespace ql::data
