// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"

#include <filesystem>
#include <string>

namespace ql::data {

/// Reads the weights in a state dict that torch.save wrote, or in a checkpoint around one ({"state_dict": …}), without
/// running anything in it. Quantized tensors keep their integers. What quantized modules pack gets the names that its
/// float module has: "fc._packed_params._packed_params" becomes "fc.weight" and "fc.bias",
/// "lstm._all_weight_values.0.param" becomes "lstm.weight_ih_l0" and so on.
/// Of a file that holds several state dicts the one called @p name ("ema", "nets.generator"); without a name the one
/// that training scripts usually mean, or all together where none holds what another one holds, too.
/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat; BadArgument where the name is wrong or missing, naming
/// those that there are) with the path as context
importers::ImportedModel readStateDict(const std::filesystem::path& path, const std::string& name = {});

} // namespace ql::data
