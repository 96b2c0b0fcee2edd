// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/dialect.h"
#include "core/config/edit/tree_editor.h"
#include "core/config/quant_config.h"
#include "core/config/text/value.h"

#include <string>

namespace ql::config::encodings_json {

inline constexpr const char* kActivations = "activation_encodings";
inline constexpr const char* kParameters = "param_encodings";
inline constexpr const char* kList = "encodings";

/// What each version says of one tensor with a scale, or in floating point: a list of maps by channel, a map in a list
/// by kind of tensor, a map in one list.
text::Value mapEntries(const std::string& name, const TensorSettings& settings);
text::Value listEntry(const std::string& name, const TensorSettings& settings);
text::Value versionTwoEntry(const std::string& name, const TensorSettings& settings);

/// Encodings of the tensors that the config gives a scale or a type of floats, and the losses of everything else.
/// Version 0.6.1, and Qualcomm's quantization overrides.
std::string writeMaps(Conversion& conversion);
/// Version 1.0.0.
std::string writeList(Conversion& conversion);
/// Version 2.0.0.
std::string writeVersionTwo(Conversion& conversion);

/// Changes encodings in place, in all three versions. @throws as editTensors()
void editMaps(edit::TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit);
void editList(edit::TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit);
void editVersionTwo(edit::TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit);

} // namespace ql::config::encodings_json
