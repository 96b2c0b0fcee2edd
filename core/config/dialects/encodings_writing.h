// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/dialect.h"

#include <string>

namespace ql::config::encodings_json {

inline constexpr const char* kActivations = "activation_encodings";
inline constexpr const char* kParameters = "param_encodings";
inline constexpr const char* kList = "encodings";

/// Encodings of the tensors that the config gives a scale or a type of floats, and the losses of everything else.
/// Version 0.6.1, and Qualcomm's quantization overrides.
std::string writeMaps(Conversion& conversion);
/// Version 1.0.0.
std::string writeList(Conversion& conversion);
/// Version 2.0.0.
std::string writeVersionTwo(Conversion& conversion);

} // namespace ql::config::encodings_json
