// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tensors/npy_header.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace ql::data {

using graph::DataType;

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kHighestRank = 64;

struct NumpyType {
    std::string_view code;
    DataType type;
};
constexpr std::array<NumpyType, 14> kNumpyTypes{{{"b1", DataType::Bool},
                                                 {"i1", DataType::Int8},
                                                 {"i2", DataType::Int16},
                                                 {"i4", DataType::Int32},
                                                 {"i8", DataType::Int64},
                                                 {"u1", DataType::UInt8},
                                                 {"u2", DataType::UInt16},
                                                 {"u4", DataType::UInt32},
                                                 {"u8", DataType::UInt64},
                                                 {"f2", DataType::Float16},
                                                 {"f4", DataType::Float},
                                                 {"f8", DataType::Double},
                                                 {"c8", DataType::Complex64},
                                                 {"c16", DataType::Complex128}}};

[[noreturn]] void failCorrupt(const Message& message)
{
    throw Error(ErrorCode::FileCorrupt, Message("npy header: {}", message));
}

[[noreturn]] void failUnsupported(const Message& message, Message hint)
{
    throw Error(ErrorCode::UnsupportedFormat, Message("npy header: {}", message), std::move(hint));
}

/// Reads the Python dictionary literal that a header is.
class DictionaryReader {
public:
    explicit DictionaryReader(std::string_view text)
        : m_text(text)
    {
    }

    NpyHeader read()
    {
        expect('{');
        while (!takeIf('}')) {
            readEntry();
            if (!takeIf(',') && peek() != '}')
                failExpected("',' or '}'");
        }
        skipSpace();
        if (m_position != m_text.size())
            failExpected("the end of the header");
        if (!m_hasType || !m_hasOrder || !m_hasShape)
            failCorrupt("a key is missing, expected descr, fortran_order and shape");
        return m_header;
    }

private:
    void readEntry()
    {
        const auto key = readString();
        expect(':');
        if (key == "descr" && !std::exchange(m_hasType, true))
            readType();
        else if (key == "fortran_order" && !std::exchange(m_hasOrder, true))
            m_header.isFortranOrder = readBool();
        else if (key == "shape" && !std::exchange(m_hasShape, true))
            readShape();
        else
            failCorrupt(Message("unexpected key '{}'", key));
    }

    void readType()
    {
        if (peek() == '[' || peek() == '(')
            failUnsupported("structured arrays are not supported", "save one array per field");
        const std::string descr(readString());
        const bool hasOrder = !descr.empty() && std::string_view("<>|=").find(descr[0]) != std::string_view::npos;
        const auto code = std::string_view(descr).substr(hasOrder ? 1 : 0);
        m_header.isBigEndian = descr[0] == '>';
        if (code.starts_with('U') || code.starts_with('S'))
            return readStringWidth(code);
        const auto found = std::ranges::find(kNumpyTypes, code, &NumpyType::code);
        if (code == "O")
            failUnsupported("object arrays are never loaded", "save numbers, not Python objects");
        if (found == kNumpyTypes.end())
            failUnsupported(Message("element type '{}' is not supported", descr), "save as float32, for example");
        m_header.type = found->type;
    }

    /// "U5": up to five characters of Unicode; "S5": bytes.
    void readStringWidth(std::string_view code)
    {
        constexpr std::size_t kMostCharacters = 1U << 28;
        const auto result = std::from_chars(code.data() + 1, code.data() + code.size(), m_header.characters);
        if (result.ec != std::errc() || result.ptr != code.data() + code.size()
            || m_header.characters > kMostCharacters)
            failCorrupt(Message("element type '{}' doesn't say how many characters a string has", code));
        m_header.type = DataType::String;
        m_header.isUnicode = code[0] == 'U';
    }

    void readShape()
    {
        expect('(');
        while (!takeIf(')')) {
            m_header.shape.push_back(readSize());
            if (!takeIf(',') && peek() != ')')
                failExpected("',' or ')'");
        }
        if (m_header.shape.size() > kHighestRank)
            failCorrupt(Message("rank {} is too high", m_header.shape.size()));
    }

    std::int64_t readSize()
    {
        skipSpace();
        std::int64_t size = -1;
        const auto* begin = m_text.data() + m_position;
        const auto result = std::from_chars(begin, m_text.data() + m_text.size(), size);
        if (result.ec != std::errc() || size < 0)
            failExpected("a size");
        m_position += std::size_t(result.ptr - begin);
        if (m_position < m_text.size() && m_text[m_position] == 'L')
            ++m_position; // Python 2 wrote long integers so
        return size;
    }

    bool readBool()
    {
        skipSpace();
        for (const bool value : {true, false}) {
            const std::string_view word = value ? "True" : "False";
            if (m_text.substr(m_position).starts_with(word)) {
                m_position += word.size();
                return value;
            }
        }
        failExpected("True or False");
    }

    std::string_view readString()
    {
        const char quote = peek();
        if (quote != '\'' && quote != '"')
            failExpected("a string");
        const auto end = m_text.find(quote, m_position + 1);
        if (end == std::string_view::npos)
            failCorrupt("a string without closing quote");
        const auto text = m_text.substr(m_position + 1, end - m_position - 1);
        m_position = end + 1;
        return text;
    }

    void skipSpace() { m_position = std::min(m_text.find_first_not_of(" \t\r\n", m_position), m_text.size()); }

    char peek()
    {
        skipSpace();
        return m_position < m_text.size() ? m_text[m_position] : '\0';
    }

    bool takeIf(char c)
    {
        const bool isNext = peek() == c && m_position < m_text.size();
        m_position += isNext ? 1 : 0;
        return isNext;
    }

    void expect(char c)
    {
        if (!takeIf(c))
            failExpected(Message("'{}'", c));
    }

    [[noreturn]] void failExpected(const Message& what)
    {
        failCorrupt(Message("expected {} at byte {}", what, m_position));
    }

    std::string_view m_text;
    std::size_t m_position = 0;
    NpyHeader m_header;
    bool m_hasType = false;
    bool m_hasOrder = false;
    bool m_hasShape = false;
};

std::size_t littleEndian(std::string_view bytes)
{
    std::size_t value = 0;
    for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte)
        value = value << 8 | static_cast<unsigned char>(*byte);
    return value;
}

} // namespace

NpyHeader parseNpyHeader(std::span<const std::byte> file)
{
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    if (!text.starts_with(kMagic))
        failCorrupt(text.empty() ? Message("the file is empty")
                                 : Message("the file does not begin as a .npy file does"));
    const auto versionAt = kMagic.size();
    if (text.size() < versionAt + 2)
        failCorrupt("the file ends within the version");
    const int version = static_cast<unsigned char>(text[versionAt]);
    const int minor = static_cast<unsigned char>(text[versionAt + 1]);
    if (version < 1 || version > 3 || minor != 0)
        failUnsupported(Message("format {}.{} is not known", version, minor), "expected 1.0, 2.0 or 3.0");
    const std::size_t lengthBytes = version == 1 ? 2 : 4;
    const auto begin = versionAt + 2 + lengthBytes;
    const auto length = littleEndian(text.substr(versionAt + 2, lengthBytes));
    if (text.size() < begin || text.size() - begin < length)
        failCorrupt("the file ends within the header");
    auto header = DictionaryReader(text.substr(begin, length)).read();
    header.byteCount = begin + length;
    return header;
}

std::string printNpyHeader(DataType type, const graph::Shape& shape, std::size_t characters)
{
    const auto found = std::ranges::find(kNumpyTypes, type, &NumpyType::type);
    const auto code = type == DataType::String ? fmt::format("U{}", characters) : std::string(found->code);
    const char order = graph::bitsPerElement(type) == 8 ? '|' : '<';
    const auto sizes = fmt::format("{}{}", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    auto text = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}), }}", order, code, sizes);
    constexpr std::size_t kAlignment = 64;
    const auto before = kMagic.size() + 4;
    text.append((kAlignment - (before + text.size() + 1) % kAlignment) % kAlignment, ' ');
    text += '\n';
    std::string header(kMagic);
    header += {'\x01', '\x00', static_cast<char>(text.size() & 0xFF), static_cast<char>(text.size() >> 8)};
    return header + text;
}

std::size_t scalarByteCount(DataType type)
{
    const auto bytes = graph::bitsPerElement(type) / 8;
    return type == DataType::Complex64 || type == DataType::Complex128 ? bytes / 2 : bytes;
}

} // namespace ql::data
