// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <filesystem>
#include <string_view>

namespace ql {

/// What a file is by how it begins, as far as one kind must not be taken for another that is replaced by it.
enum class FileKind {
    Empty,
    Text, ///< tables, logs, configs: whatever a person reads
    Json,
    Answer, ///< a JSON document of this program
    Sarif,
    Xml,
    Junit,
    Html,
    Svg,
    Picture, ///< of pixels
    NumPy,
    Zip, ///< also .npz, .pt, .pt2 and TorchScript
    Journal,
    TensorFlowLite,
    Binary ///< anything else, ONNX too
};

/// "a JSON document": to stand in a sentence.
Message nameOf(FileKind kind);

/// @p begin: the first kilobytes of the file, or all of it.
FileKind fileKindOf(std::string_view begin);
/// Of a regular file. Empty for what isn't there or can't be read.
FileKind fileKindAt(const std::filesystem::path& file);

} // namespace ql
