// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/config/edit/tree_editor.h"
#include "core/config/quant_config.h"

#include <string>

namespace ql::config {

/// How a dialect that knows tensors only says one of them in place.
struct TensorEntries {
    Message dialect; ///< for messages
    /// Puts what is said of a tensor, with a scale or in floating point, in the place of what was said, or adds it.
    void (*put)(edit::TreeEditor& editor, const std::string& tensor, const TensorSettings& settings, bool isParameter);
    /// Takes out what is said of a tensor; nothing where nothing is.
    void (*remove)(edit::TreeEditor& editor, const std::string& tensor);
    bool saysFloats = true; ///< otherwise a tensor that is left out stays in floating point
};

/// Makes @p edit for every tensor that the layer reads; without a network, the layer's name is a tensor's. Another
/// width keeps the range and spreads the integers anew. @throws Error (BadArgument) for what encodings can't say: how
/// a range is found, and a width where nothing has a scale
void editTensors(edit::TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit,
                 const TensorEntries& entries);

} // namespace ql::config
