// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/weights/core_ml_tensors.h"

namespace ql::data {

/// Which elements of a tensor are not 0, uint8 of its shape, and what they are, in that order.
struct SparseNumbers {
    graph::TensorData mask;
    graph::TensorData numbers;
};

/// The whole tensor that constexpr_sparse_to_dense stands for, float32. @throws Error (FileCorrupt)
graph::TensorData spreadOut(const ProgramParameters& parameters);

/// What constexpr_lut_to_sparse and constexpr_sparse_blockwise_shift_scale give; nothing for other types.
/// @throws Error (FileCorrupt)
std::optional<SparseNumbers> sparseNumbers(const std::string& type, const ProgramParameters& parameters);

} // namespace ql::data
