// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/external_data.h"

#include "core/base/error.h"
#include "core/import/onnx/strip_payloads.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace ql::importers {

namespace {

namespace fs = std::filesystem;

struct Place {
    std::string location;
    std::uint64_t offset = 0;
    std::optional<std::uint64_t> length;
};

std::uint64_t parseNumber(const std::string& key, const std::string& text)
{
    std::uint64_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc{} || end != text.data() + text.size())
        throw Error(ErrorCode::FileCorrupt, Message("external data {} is \"{}\", expected a number", key, text));
    return number;
}

Place placeOf(const onnx::TensorProto& proto)
{
    Place place;
    for (const auto& entry : proto.external_data()) {
        if (entry.key() == "location")
            place.location = entry.value();
        else if (entry.key() == "offset")
            place.offset = parseNumber(entry.key(), entry.value());
        else if (entry.key() == "length")
            place.length = parseNumber(entry.key(), entry.value());
    }
    if (place.location.empty())
        throw Error(ErrorCode::FileCorrupt, "external data names no file");
    return place;
}

bool isInside(const fs::path& file, const fs::path& folder)
{
    const auto [end, rest] = std::ranges::mismatch(folder, file);
    return end == folder.end();
}

} // namespace

ExternalData::ExternalData(fs::path folder, std::shared_ptr<const MappedFile> model)
    : m_folder(std::move(folder))
    , m_model(std::move(model))
    , m_budget(m_model ? m_model->bytes().size() : 0)
{
}

/// @p part of @p file as it is mapped, when its elements are aligned. Many tensors may show one part.
graph::TensorData ExternalData::tensorAt(const std::shared_ptr<const MappedFile>& file, std::span<const std::byte> part,
                                         graph::DataType type, graph::Shape shape)
{
    const auto alignment = std::clamp<std::size_t>(graph::bitsPerElement(type) / 8, 1, 8);
    if (reinterpret_cast<std::uintptr_t>(part.data()) % alignment == 0)
        return {type, std::move(shape), std::shared_ptr<const std::byte>(file, part.data()), part.size()};
    m_budget.make(part.size());
    return {type, std::move(shape), file->copyOf(part), part.size()};
}

std::optional<graph::TensorData> ExternalData::readPayload(const onnx::TensorProto& proto, graph::DataType type,
                                                           const graph::Shape& shape)
{
    const auto note =
        std::ranges::find_if(proto.external_data(), [](const auto& entry) { return entry.key() == kPayloadKey; });
    if (!m_model || note == proto.external_data().end())
        return std::nullopt;
    const auto& place = note->value();
    const auto colon = std::min(place.find(':'), place.size());
    const auto offset = parseNumber("offset", place.substr(0, colon));
    const auto found = parseNumber("length", place.substr(std::min(colon + 1, place.size())));
    const auto needed = graph::packedByteCount(type, graph::elementCount(shape));
    const auto bytes = m_model->bytes();
    if (found != needed)
        throw Error(ErrorCode::FileCorrupt, Message("{} tensor of shape {} has {} bytes, expected {}",
                                                    graph::name(type), graph::toString(shape), found, needed));
    if (offset > bytes.size() || needed > bytes.size() - offset)
        throw Error(ErrorCode::FileCorrupt, "the tensor's bytes lie outside the file");
    return tensorAt(m_model, bytes.subspan(offset, needed), type, shape);
}

graph::TensorData ExternalData::read(const onnx::TensorProto& proto, graph::DataType type, graph::Shape shape)
{
    const auto place = placeOf(proto);
    const auto bits = graph::bitsPerElement(type);
    if (bits == 0)
        throw Error(ErrorCode::FileCorrupt, "strings cannot be external data");
    const auto needed = graph::packedByteCount(type, graph::elementCount(shape));
    if (place.length && *place.length != needed)
        throw Error(ErrorCode::FileCorrupt, Message("external data has {} bytes, but {} of shape {} takes {}",
                                                    *place.length, graph::name(type), graph::toString(shape), needed));
    const auto& file = open(place.location);
    const auto bytes = file->bytes();
    if (place.offset > bytes.size() || needed > bytes.size() - place.offset)
        throw Error(ErrorCode::FileCorrupt,
                    Message("external data {} ends at byte {}, expected at least {} bytes from {}", place.location,
                            bytes.size(), needed, place.offset),
                    "is the data file complete, and does it belong to this model?");
    return tensorAt(file, bytes.subspan(place.offset, needed), type, std::move(shape));
}

std::vector<FileStamp> ExternalData::stamps() const
{
    std::vector<FileStamp> stamps;
    for (const auto& [location, file] : m_files)
        stamps.push_back(file->stamp());
    return stamps;
}

const std::shared_ptr<const MappedFile>& ExternalData::open(const std::string& location)
{
    auto& file = m_files[location];
    if (file)
        return file;
    const fs::path relative(location);
    const bool goesUp = std::ranges::find(relative, fs::path("..")) != relative.end();
    if (relative.is_absolute() || goesUp || location.find('\0') != location.npos)
        throw Error(ErrorCode::FileCorrupt,
                    Message("external data {} lies outside the model's folder, which is refused", location),
                    "place the data file beside the model");
    std::error_code code;
    const auto folder = fs::canonical(m_folder.empty() ? fs::path(".") : m_folder, code);
    const auto target = fs::canonical(folder / relative, code);
    if (code)
        throw Error(ErrorCode::FileNotFound, Message("external data {} is missing", location),
                    Message("it belongs into {}", folder.string()));
    if (!isInside(target, folder))
        throw Error(ErrorCode::FileCorrupt,
                    Message("external data {} is a link that leaves the model's folder, which is refused", location),
                    "place the data file itself beside the model");
    file = withContext(Message("external data {}", location), [&] { return MappedFile::open(target); });
    m_budget.read(file->bytes().size());
    return file;
}

} // namespace ql::importers
