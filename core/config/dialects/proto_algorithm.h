// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/proto_layout.h"

namespace ql::config {

/// Reads the algorithms of @p message (a common_config, a calibration_config …).
LayerSettings readAlgorithms(const ProtoLayout& layout, Reading& reading, const text::View& message);
/// Puts @p wanted into the algorithm below @p path. @throws Error (BadArgument)
void editAlgorithm(const ProtoLayout& layout, edit::TreeEditor& editor, const text::Path& path,
                   const TensorSettings& wanted, bool isWeight);
/// A message that says @p settings; what it can't say goes to @p losses.
text::Value writeAlgorithms(const ProtoLayout& layout, const LayerSettings& settings, std::vector<std::string>& losses);

} // namespace ql::config
