// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/layer_settings.h"

#include <string>
#include <vector>

namespace ql::config {

/// Whose words for operators a dialect has.
enum class Vocabulary {
    LiteRt,   ///< TensorFlow Lite's, as AI Edge Quantizer spells them
    OpenVino, ///< which NNCF takes where they aren't ONNX's
    CoreMl    ///< of ML programs, without regard to case, dashes and underlines
};

/// ONNX's operators that @p word of a vocabulary stands for; the word itself where it isn't one of its own.
std::vector<std::string> onnxTypes(Vocabulary vocabulary, const std::string& word);

/// What a linear layer is in ONNX.
Names linearTypes();

} // namespace ql::config
