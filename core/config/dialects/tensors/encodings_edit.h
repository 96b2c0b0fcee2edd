// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/edit/tree_editor.h"
#include "core/config/quant_config.h"

namespace ql::config::encodings_json {

/// Changes encodings in place, in the three versions of encodings_writing.h. @throws as editTensors()
void editMaps(edit::TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit);
void editList(edit::TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit);
void editVersionTwo(edit::TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit);

} // namespace ql::config::encodings_json
