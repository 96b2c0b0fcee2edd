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
/// constexpr_blockwise_shift_scale, constexpr_lut_to_dense with one number for each index, constexpr_cast.
/// @throws Error (FileCorrupt, UnsupportedFormat) where parameters are missing or don't fit each other
std::optional<importers::StoredTensor> programTensor(const std::string& type, const ProgramParameters& parameters);

} // namespace ql::data
