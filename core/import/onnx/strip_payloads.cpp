// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/strip_payloads.h"

#include <cstdint>
#include <fmt/format.h>

namespace ql::importers {

namespace {

enum class Kind { Model, Function, Graph, Node, Attribute, SparseTensor, Tensor };

/// What stands in field @p number of a message of @p kind, where tensors can be below it.
std::optional<Kind> childOf(Kind kind, std::uint64_t number)
{
    switch (kind) {
    case Kind::Model:
        return number == 7 ? std::optional(Kind::Graph) : number == 25 ? std::optional(Kind::Function) : std::nullopt;
    case Kind::Function: return number == 7 ? std::optional(Kind::Node) : std::nullopt;
    case Kind::Graph:
        return number == 1    ? std::optional(Kind::Node)
               : number == 5  ? std::optional(Kind::Tensor)
               : number == 15 ? std::optional(Kind::SparseTensor)
                              : std::nullopt;
    case Kind::Node: return number == 5 ? std::optional(Kind::Attribute) : std::nullopt;
    case Kind::Attribute:
        return number == 5 || number == 10   ? std::optional(Kind::Tensor)
               : number == 6 || number == 11 ? std::optional(Kind::Graph)
               : number == 22                ? std::optional(Kind::SparseTensor)
                                             : std::nullopt;
    case Kind::SparseTensor: return number <= 2 ? std::optional(Kind::Tensor) : std::nullopt;
    case Kind::Tensor: break;
    }
    return std::nullopt;
}

constexpr std::uint64_t kRawData = 9;
constexpr std::uint64_t kExternalData = 13;
constexpr unsigned kLengthDelimited = 2;

void writeVarint(std::string& out, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        out += static_cast<char>(value | 0x80);
    out += static_cast<char>(value);
}

void writeField(std::string& out, std::uint64_t number, std::string_view content)
{
    writeVarint(out, number << 3 | kLengthDelimited);
    writeVarint(out, content.size());
    out += content;
}

/// Copies messages field by field.
class Copier {
public:
    Copier(std::string_view file, std::size_t mostBytes)
        : m_file(file)
        , m_mostBytes(mostBytes)
    {
    }

    /// Appends the message between @p begin and @p end to @p out. False when it is badly encoded or nested too deeply.
    bool copy(Kind kind, std::size_t begin, std::size_t end, std::string& out, int depth = 0)
    {
        constexpr int kDeepest = 100; // as the parser allows
        if (depth > kDeepest)
            return false;
        while (begin < end) {
            const auto first = begin;
            std::uint64_t tag = 0;
            std::uint64_t length = 0;
            if (!readVarint(begin, end, tag) || tag >> 3 == 0) // no field has that number: zeros are no message
                return false;
            switch (tag & 7) {
            case 0:
                if (!readVarint(begin, end, length))
                    return false;
                length = 0;
                break;
            case 1: length = 8; break;
            case 5: length = 4; break;
            case kLengthDelimited:
                if (!readVarint(begin, end, length))
                    return false;
                break;
            default: return false; // groups, which ONNX never had
            }
            if (length > end - begin)
                return false;
            if ((tag & 7) != kLengthDelimited || !copyShortened(kind, tag >> 3, begin, length, out, depth))
                out += m_file.substr(first, begin + length - first);
            if (m_isBroken)
                return false;
            begin += length;
        }
        return true;
    }

private:
    /// Writes a field that holds a payload, or may hold one further down; false for any other.
    bool copyShortened(Kind kind, std::uint64_t number, std::size_t begin, std::size_t length, std::string& out,
                       int depth)
    {
        if (kind == Kind::Tensor && number == kRawData && length > m_mostBytes) {
            std::string entry;
            writeField(entry, 1, kPayloadKey);
            writeField(entry, 2, fmt::format("{}:{}", begin, length));
            writeField(out, kExternalData, entry);
            return true;
        }
        const auto child = childOf(kind, number);
        if (!child || length <= m_mostBytes)
            return false;
        std::string content;
        m_isBroken = !copy(*child, begin, begin + length, content, depth + 1);
        writeField(out, number, content);
        return true;
    }

    bool readVarint(std::size_t& begin, std::size_t end, std::uint64_t& value) const
    {
        value = 0;
        for (int shift = 0; shift < 64 && begin < end; shift += 7) {
            const auto byte = static_cast<unsigned char>(m_file[begin++]);
            value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
            if (byte < 0x80)
                return true;
        }
        return false;
    }

    std::string_view m_file;
    std::size_t m_mostBytes;
    bool m_isBroken = false;
};

} // namespace

std::optional<std::string> withoutPayloads(std::span<const std::byte> model, std::size_t mostBytes)
{
    const std::string_view file(reinterpret_cast<const char*>(model.data()), model.size());
    std::string light;
    return Copier(file, mostBytes).copy(Kind::Model, 0, file.size(), light) ? std::optional(std::move(light))
                                                                            : std::nullopt;
}

} // namespace ql::importers
