// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/weights/core_ml_value.h"
#include "core/import/weights_only.h"

#include <map>
#include <string>

namespace ql::data {

/// The constants that an operation of an ML program takes, by the names of its parameters.
using ProgramParameters = std::map<std::string, ProgramValue>;

/// What a constant operation of type @p type stands for, without a name; nothing for a type that isn't known. Those of
/// iOS 16 and iOS 18 (coremltools 8.3, MIL operation reference): const, constexpr_affine_dequantize,
/// constexpr_blockwise_shift_scale, constexpr_cast, constexpr_lut_to_dense, constexpr_sparse_to_dense.
/// @throws Error (FileCorrupt, UnsupportedFormat) where parameters are missing or don't fit each other
std::optional<importers::StoredTensor> programTensor(const std::string& type, const ProgramParameters& parameters);

/// The numbers of a tensor that another operation reads: of integers behind their scales.
graph::TensorData programNumbers(const importers::StoredTensor& tensor);

} // namespace ql::data
