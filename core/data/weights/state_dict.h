// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/onnx/onnx_importer.h"

#include <filesystem>

namespace ql::data {

/// Reads the weights in a state dict that torch.save wrote, or in a checkpoint around one ({"state_dict": …}), without
/// running anything in it. Quantized tensors keep their integers. What quantized modules pack gets the names that its
/// float module has: "fc._packed_params._packed_params" becomes "fc.weight" and "fc.bias",
/// "lstm._all_weight_values.0.param" becomes "lstm.weight_ih_l0" and so on.
/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat) with the path as context
import::ImportedModel readStateDict(const std::filesystem::path& path);

} // namespace ql::data
