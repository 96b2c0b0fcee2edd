// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace ql::bench {

/// Moves the large constants of the ONNX model in @p path to `<path>.data`, where they are aligned and so can be
/// mapped. Takes as much memory as the model: call it in a child.
void moveWeightsOut(const std::filesystem::path& path);

} // namespace ql::bench
