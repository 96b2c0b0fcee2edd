// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/foreign/signatures.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>

namespace ql::importers::foreign {

namespace {

using namespace std::string_view_literals;

bool startsWithOneOf(std::string_view bytes, std::initializer_list<std::string_view> marks)
{
    return std::ranges::any_of(marks, [&](auto mark) { return bytes.starts_with(mark); });
}

/// Whether a zip archive has an entry whose path ends with one of @p names, by the directory at its end.
bool isZipWith(std::string_view bytes, std::initializer_list<std::string_view> names)
{
    constexpr std::size_t kTail = 1 << 20;
    if (!bytes.starts_with("PK\x03\x04"))
        return false;
    const auto tail = bytes.substr(bytes.size() - std::min(bytes.size(), kTail));
    return std::ranges::any_of(names, [&](auto name) { return tail.find(name) != tail.npos; });
}

/// Protobuf's variable-length number at the start of @p bytes, which loses it.
std::optional<std::uint64_t> takeNumber(std::string_view& bytes)
{
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(bytes.size(), 10); ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        number |= std::uint64_t(byte & 0x7f) << (7 * i);
        if (byte < 0x80) {
            bytes.remove_prefix(i + 1);
            return number;
        }
    }
    return std::nullopt;
}

} // namespace

/// ONNX's message has no field above 25; Core ML's networks, programs and pipelines are fields from 200 on.
bool isCoreMl(std::string_view bytes)
{
    constexpr std::uint64_t kFirstKind = 200;
    constexpr std::uint64_t kLastKind = 3000;
    if (!bytes.starts_with("\x08"sv))
        return false;
    while (!bytes.empty()) {
        const auto tag = takeNumber(bytes);
        if (!tag || *tag >> 3 == 0) // no field has that number: zeros are no message
            return false;
        const bool isMessage = (*tag & 7) == 2;
        const auto number = isMessage || (*tag & 7) == 0 ? takeNumber(bytes) : std::nullopt;
        if (!number)
            return false;
        if (isMessage && *tag >> 3 >= kFirstKind)
            return *tag >> 3 <= kLastKind;
        if (isMessage && *number > bytes.size())
            return false;
        bytes.remove_prefix(isMessage ? std::size_t(*number) : 0);
    }
    return false;
}

bool isDeepLearningContainer(std::string_view bytes)
{
    return isZipWith(bytes, {"dlc.metadata", "model.params"})
           || startsWithOneOf(bytes, {"\xd5\x0a\x03", "\xd5\x0a\x04"});
}

bool isHailo(std::string_view bytes)
{
    return bytes.starts_with("\x01HEF"sv);
}

bool isHdf5(std::string_view bytes)
{
    return bytes.starts_with("\x89HDF\r\n");
}

bool isIntermediateRepresentation(std::string_view bytes)
{
    constexpr std::size_t kLooked = 1024;
    const auto head = bytes.substr(0, kLooked);
    return head.starts_with("<") && head.find("<net ") != head.npos && head.find("version=\"") != head.npos;
}

bool isKerasArchive(std::string_view bytes)
{
    return isZipWith(bytes, {"model.weights.h5"});
}

bool isMlirBytecode(std::string_view bytes)
{
    return startsWithOneOf(bytes, {"ML\xefR", "BC\xc0\xde"});
}

bool isNcnn(std::string_view bytes)
{
    return startsWithOneOf(bytes, {"7767517\n", "7767517\r", "\xdd\x85\x76\x00"sv});
}

bool isOfflineModel(std::string_view bytes)
{
    return startsWithOneOf(bytes, {"IMOD", "PICO"});
}

bool isRknn(std::string_view bytes)
{
    return startsWithOneOf(bytes, {"RKNN", "CYPTRKNN"});
}

bool isTensorRtEngine(std::string_view bytes)
{
    return startsWithOneOf(bytes, {"ptrt", "ftrt"});
}

bool isTorchServeArchive(std::string_view bytes)
{
    return isZipWith(bytes, {"MAR-INF/"});
}

} // namespace ql::importers::foreign
