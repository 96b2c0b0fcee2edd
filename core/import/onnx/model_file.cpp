// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/model_file.h"

#include "core/base/error.h"
#include "core/import/foreign/foreign_formats.h"
#include "core/import/onnx/onnx_tensor.h"
#include "core/import/onnx/strip_payloads.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <limits>
#include <memory>

namespace ql::importers {

namespace {

using namespace std::string_view_literals;

std::string_view asText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool isTextCharacter(char character)
{
    const auto code = static_cast<unsigned char>(character);
    return code >= 0x20 ? code != 0x7f : code == '\t' || code == '\n' || code == '\r' || code == '\f';
}

/// ONNX files begin with small binary field tags and lengths, so a long run of printable characters is something else.
bool looksLikeText(std::string_view text)
{
    constexpr std::size_t kLooked = 512;
    return std::ranges::all_of(text.substr(0, kLooked), isTextCharacter);
}

bool isExportedProgram(std::string_view names)
{
    constexpr std::array kNames{"serialized_exported_program.json"sv, "/archive_format"sv, "models/model.json"sv};
    return std::ranges::any_of(kNames, [names](auto name) { return names.find(name) != names.npos; });
}

FileKind zipKind(std::string_view text)
{
    // Names stand in the local headers and, in any case, in the directory at the end.
    constexpr std::size_t kTail = 1 << 20;
    const auto tail = text.substr(text.size() - std::min(text.size(), kTail));
    if (isExportedProgram(text.substr(0, kTail)) || isExportedProgram(tail))
        return FileKind::ExportedProgram;
    if (tail.find("/constants.pkl") != tail.npos || tail.find("/code/") != tail.npos)
        return FileKind::TorchScript;
    if (tail.find("/data.pkl") != tail.npos)
        return FileKind::StateDict;
    return tail.find(".npy") != tail.npos ? FileKind::NumpyArchive : FileKind::Zip;
}

/// The length of a JSON object, then it and what it describes.
bool isSafetensors(std::string_view text)
{
    constexpr std::uint64_t kMost = 100'000'000; // the format's own limit
    std::uint64_t length = 0;
    if (text.size() < sizeof length + 2)
        return false;
    std::memcpy(&length, text.data(), sizeof length);
    return length <= kMost && text[sizeof length] == '{'
           && (text[sizeof length + 1] == '"' || text[sizeof length + 1] == '}');
}

bool isWeightIndex(std::string_view text)
{
    constexpr std::size_t kLooked = 1 << 16;
    return text.starts_with("{") && text.substr(0, kLooked).find("\"weight_map\"") != text.npos;
}

[[noreturn]] void throwText(std::string_view text, const std::filesystem::path& path)
{
    if (text.starts_with("version https://git-lfs"))
        throw Error(ErrorCode::FileCorrupt, "this is a Git LFS pointer, not the model itself",
                    "fetch it with git lfs pull");
    if (text.starts_with("<!") || text.starts_with("<html"))
        throw Error(ErrorCode::FileCorrupt, "this is a web page, not a model", "download the file itself");
    refuseForeignName(path);
    throw Error(ErrorCode::FileCorrupt, "this is a text file, not a model", "was it renamed?");
}

[[noreturn]] void throwUnsupported(const Message& what)
{
    throw Error(ErrorCode::UnsupportedFormat, Message("this is {}, not an ONNX model", what),
                "models are read from ONNX, TorchScript, .pt2 and TensorFlow Lite files");
}

} // namespace

FileKind kindOf(std::span<const std::byte> bytes)
{
    const auto text = asText(bytes);
    const auto mark = text.size() >= 8 ? text.substr(4, 4) : ""sv;
    if (text.empty())
        return FileKind::Empty;
    if (isForeign(bytes))
        return FileKind::Foreign;
    if (text.starts_with("PK\x03\x04"))
        return zipKind(text);
    if (text.starts_with("GGUF"))
        return FileKind::Gguf;
    if (isSafetensors(text))
        return FileKind::Safetensors;
    if (isWeightIndex(text))
        return FileKind::WeightIndex;
    if (text.starts_with("\x93NUMPY"))
        return FileKind::Numpy;
    if (text.starts_with("\x80\x02") || text.starts_with("\x80\x04"))
        return FileKind::StateDict;
    if (mark == "TFL3")
        return FileKind::TensorFlowLite;
    return looksLikeText(text) ? FileKind::Text : FileKind::MaybeOnnx;
}

FileKind kindOf(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return FileKind::MaybeOnnx;
    return kindOf(MappedFile::open(path)->bytes());
}

void refuseOtherThanOnnx(std::span<const std::byte> bytes, const std::filesystem::path& path)
{
    switch (kindOf(bytes)) {
    case FileKind::Empty: throw Error(ErrorCode::FileCorrupt, "the file is empty", "was its download interrupted?");
    case FileKind::Text: throwText(asText(bytes), path);
    case FileKind::ExportedProgram: throwUnsupported("an exported program");
    case FileKind::TorchScript: throwUnsupported("a TorchScript module");
    case FileKind::Safetensors:
    case FileKind::WeightIndex:
    case FileKind::Gguf:
    case FileKind::StateDict:
        throw Error(ErrorCode::UnsupportedFormat, "the file holds weights without a network",
                    "info lists them, check looks at the fake quantizers among them, and weights compares them; "
                    "anything else needs the network: torch.jit.save(torch.jit.trace(model, inputs), path), or "
                    "torch.onnx.export; torch.save(model) keeps no program");
    case FileKind::NumpyArchive: throwUnsupported("a NumPy archive");
    case FileKind::Zip: throwUnsupported("a zip archive");
    case FileKind::Numpy: throwUnsupported("a NumPy array");
    case FileKind::TensorFlowLite: throwUnsupported("a TensorFlow Lite model");
    case FileKind::Foreign: refuseForeignContent(bytes);
    case FileKind::MaybeOnnx: return;
    }
}

constexpr int kDeepest = 100; // messages within messages: 32 graphs within graphs, three for each, and what is in them
constexpr std::size_t kMostLookedAt = std::size_t{64} << 20;

/// Whether a message like @p like could be read if more messages stood within messages.
bool isOnlyTooDeep(std::span<const std::byte> bytes, const google::protobuf::Message& like)
{
    constexpr int kStillSafe = 10'000; // of the stack, a few hundred bytes each
    const std::unique_ptr<google::protobuf::Message> deep(like.New());
    google::protobuf::io::ArrayInputStream array(bytes.data(), int(bytes.size()));
    google::protobuf::io::CodedInputStream stream(&array);
    stream.SetRecursionLimit(kStillSafe);
    return deep->ParsePartialFromCodedStream(&stream) && stream.ConsumedEntireMessage();
}

void parseMessage(std::span<const std::byte> bytes, google::protobuf::Message& message, const Message& what)
{
    if (bytes.size() > std::size_t(std::numeric_limits<int>::max()))
        throw Error(ErrorCode::UnsupportedFormat, Message("the {} is larger than 2 GiB", what),
                    "save its weights as external data");
    google::protobuf::io::ArrayInputStream array(bytes.data(), int(bytes.size()));
    google::protobuf::io::CodedInputStream stream(&array);
    stream.SetTotalBytesLimit(std::numeric_limits<int>::max());
    stream.SetRecursionLimit(kDeepest);
    if (message.ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage())
        return;
    message.Clear();
    if (bytes.size() <= kMostLookedAt && isOnlyTooDeep(bytes, message))
        throw Error(ErrorCode::UnsupportedFormat, Message("the {} nests more than {} graphs in each other", what, 32),
                    "If, Loop and Scan stand in bodies of If, Loop and Scan: move the inner ones out");
    throw Error(ErrorCode::FileCorrupt, Message("the bytes are no complete {}", what),
                "the file may be truncated or damaged: fetch or export it again");
}

onnx::ModelProto parseModel(std::span<const std::byte> bytes)
{
    onnx::ModelProto model;
    parseMessage(bytes, model, "ONNX model");
    if (!model.has_graph())
        throw Error(ErrorCode::FileCorrupt, "the file holds no graph",
                    "it may be truncated, or something else than an ONNX model");
    return model;
}

onnx::ModelProto parseLightly(std::span<const std::byte> bytes)
{
    const auto light = withoutPayloads(bytes, kTakenBytes);
    return parseModel(light ? std::as_bytes(std::span(*light)) : bytes);
}

} // namespace ql::importers
