// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file_bytes.h"
#include "core/graph/ir/tensor_data.h"

namespace ql::data {

/// A .npy file that is already in memory; shares @p file's bytes where they lie as a TensorData wants them.
/// @throws Error (FileCorrupt, UnsupportedFormat)
graph::TensorData parseNpy(const FileBytes& file);

} // namespace ql::data
