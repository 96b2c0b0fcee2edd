// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/import/onnx/onnx_proto.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace ql::importers {

/// What a file's bytes look like, whatever it is called.
enum class FileKind {
    Empty,
    Text,            ///< printable characters: a renamed note, a web page, a Git LFS pointer …
    TorchScript,     ///< zip archive with code and constants
    ExportedProgram, ///< zip archive with a program in JSON
    StateDict,       ///< zip archive of PyTorch tensors without code, or an old pickle
    Safetensors,
    WeightIndex, ///< of files of safetensors, in JSON
    Gguf,
    NumpyArchive, ///< .npz
    Zip,          ///< any other zip archive
    Numpy,        ///< .npy
    TensorFlowLite,
    Foreign,  ///< another tool's, by its signature: core/import/foreign
    MaybeOnnx ///< none of the above; parsing will tell
};

FileKind kindOf(std::span<const std::byte> bytes);
/// The same of a file; MaybeOnnx where there is none to look at.
FileKind kindOf(const std::filesystem::path& path);

/// Says no to everything that can't be an ONNX file; @p path may tell what it is where the content doesn't.
/// @throws Error (FileCorrupt, UnsupportedFormat) with a hint
void refuseOtherThanOnnx(std::span<const std::byte> bytes, const std::filesystem::path& path);

/// Parses a whole message from @p bytes; recursion is limited, lengths are checked by protobuf.
/// @throws Error (FileCorrupt) calling the file @p what, e.g. "ONNX model"
void parseMessage(std::span<const std::byte> bytes, google::protobuf::Message& message, const Message& what);

/// The model in @p bytes. @throws Error (FileCorrupt) when it isn't one or lacks its graph
onnx::ModelProto parseModel(std::span<const std::byte> bytes);
/// The same with notes in place of big payloads (light_message.h), which may make the file larger than a message can
/// be.
onnx::ModelProto parseLightly(std::span<const std::byte> bytes);

} // namespace ql::importers
