// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/config/dialects/flatten.h"
#include "core/config/dialects/reading.h"
#include "core/config/edit/tree_editor.h"

#include <span>

namespace ql::config {

/// A field that chooses an algorithm: ifmr_quantize, arq_retrain …
struct ProtoAlgorithm {
    const char* field;
    bool isWeight;
    ObserverKind observer;
    QuantizerKind quantizer;
};

/// What the two text-proto dialects share: everything hangs on fields that name algorithms.
struct ProtoLayout {
    Message dialect;
    const char* common;     ///< the message for every layer, "" = the file itself
    const char* layer;      ///< the message inside an override, "" = the override itself
    const char* activation; ///< the message around the algorithm, "" = none
    const char* weight;
    std::span<const ProtoAlgorithm> algorithms; ///< the first of each kind is the default
};

/// Reads what is common, the overrides and the lists that both dialects have.
void readProto(const ProtoLayout& layout, Reading& reading, QuantConfig& config);
/// @throws Error (BadArgument)
void editProto(const ProtoLayout& layout, edit::TreeEditor& editor, const LayerEdit& edit);
/// Dialect::edit of a dialect of that layout.
template <const ProtoLayout& layout>
void editProtoOf(edit::TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    editProto(layout, editor, edit);
}
/// Adds what is common, the overrides and the lists.
void writeProto(const ProtoLayout& layout, Conversion& conversion, text::Value& root);

/// Reads the algorithms of @p message (a common_config, a calibration_config …).
LayerSettings readAlgorithms(const ProtoLayout& layout, Reading& reading, const text::View& message);
/// Puts @p wanted into the algorithm below @p path. @throws Error (BadArgument)
void editAlgorithm(const ProtoLayout& layout, edit::TreeEditor& editor, const text::Path& path,
                   const TensorSettings& wanted, bool isWeight);
/// A message that says @p settings; what it can't say goes to @p losses.
text::Value writeAlgorithms(const ProtoLayout& layout, const LayerSettings& settings, std::vector<std::string>& losses);

} // namespace ql::config
