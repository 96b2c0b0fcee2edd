// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/config/dialects/flatten.h"
#include "core/config/dialects/reading.h"
#include "core/config/edit/tree_editor.h"

namespace ql::config {

/// What the three JSON dialects share in which layers are top-level keys and a layer that isn't listed stays in float.
struct LayerJson {
    Message dialect;
    const char* enable;     ///< "quant_enable"
    const char* activation; ///< a list with an entry per input
    const char* weight;
    /// Reads one entry of them.
    TensorSettings (*readTensor)(Reading& reading, const text::View& params, bool isWeight, Located<int>& batchCount);
    /// Puts @p wanted into the entry at @p path. @throws Error (BadArgument)
    void (*editTensor)(edit::TreeEditor& editor, const text::Path& path, const TensorSettings& wanted, bool isWeight);
    text::Value (*writeTensor)(const TensorSettings& settings, bool isWeight, std::vector<std::string>& losses);
};

/// Whether some top-level member is a layer: a map with the enable key.
bool hasLayers(const LayerJson& layout, const text::View& root);

/// Reads every layer; members in @p network are of the whole network.
void readLayers(const LayerJson& layout, Reading& reading, std::initializer_list<std::string_view> network,
                QuantConfig& config);

void editLayer(const LayerJson& layout, edit::TreeEditor& editor, const LayerEdit& edit);
/// Dialect::edit of a dialect of that layout.
template <const LayerJson& layout>
void editLayerOf(edit::TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    editLayer(layout, editor, edit);
}

/// Adds every layer to @p root.
void writeLayers(const LayerJson& layout, Conversion& conversion, text::Value& root);

} // namespace ql::config
