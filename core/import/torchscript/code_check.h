// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

namespace ql::import::torchscript {

/// Refuses a file whose code could reach other files, or on which LibTorch's parser would fall over. It has to be asked
/// before the file is loaded: loading already runs what a module's __setstate__ says.
/// @throws Error (UnsupportedFormat, FileCorrupt) naming the source in the archive; c10::Error and what else LibTorch
/// throws where the archive or a source can't be read
void refuseUnsafeCode(const std::filesystem::path& path);

/// The operator in @p source that reads or writes files, or nothing: "save" of "torch.save(x, name)".
std::string_view fileOperatorIn(std::string_view source);

} // namespace ql::import::torchscript
