// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/tflite/flat_buffer.h"

#include <algorithm>

namespace ql::importers::tflite {

namespace {

enum FlexType {
    kInt = 1,
    kUInt = 2,
    kFloat = 3,
    kIndirectInt = 6,
    kIndirectUInt = 7,
    kIndirectFloat = 8,
    kMap = 9,
    kBool = 26
};

/// A FlexBuffers type byte: the value type in the upper six bits, log2 of the element width in the lower two.
struct Packed {
    int type;
    std::size_t width;

    explicit Packed(std::uint8_t byte)
        : type(byte >> 2)
        , width(std::size_t{1} << (byte & 3))
    {
    }
};

class FlexReader {
public:
    explicit FlexReader(std::span<const std::byte> bytes)
        : m_bytes(bytes)
        , m_buffer(bytes)
    {
    }

    std::map<std::string, double> map() const
    {
        if (m_bytes.size() < 3)
            throwDamaged("its custom options break off");
        const std::size_t width = byteAt(m_bytes.size() - 1);
        const Packed root(byteAt(m_bytes.size() - 2));
        if (root.type != kMap || !isWidth(width) || m_bytes.size() - 2 < width)
            throwDamaged("its custom options are no map");
        return members(follow(m_bytes.size() - 2 - width, width), root.width);
    }

private:
    static bool isWidth(std::size_t width) { return width == 1 || width == 2 || width == 4 || width == 8; }
    std::uint8_t byteAt(std::size_t at) const { return m_buffer.at<std::uint8_t>(at); }

    std::uint64_t unsignedAt(std::size_t at, std::size_t width) const
    {
        switch (width) {
        case 1: return m_buffer.at<std::uint8_t>(at);
        case 2: return m_buffer.at<std::uint16_t>(at);
        case 4: return m_buffer.at<std::uint32_t>(at);
        default: return m_buffer.at<std::uint64_t>(at);
        }
    }

    double signedAt(std::size_t at, std::size_t width) const
    {
        switch (width) {
        case 1: return m_buffer.at<std::int8_t>(at);
        case 2: return m_buffer.at<std::int16_t>(at);
        case 4: return m_buffer.at<std::int32_t>(at);
        default: return double(m_buffer.at<std::int64_t>(at));
        }
    }

    double realAt(std::size_t at, std::size_t width) const
    {
        return width == 8 ? m_buffer.at<double>(at) : width == 4 ? double(m_buffer.at<float>(at)) : 0.0;
    }

    /// Offsets lead backwards.
    std::size_t follow(std::size_t at, std::size_t width) const
    {
        const auto offset = unsignedAt(at, width);
        if (offset > at)
            throwDamaged("its custom options point outside themselves");
        return at - std::size_t(offset);
    }

    std::string keyAt(std::size_t at) const
    {
        std::string key;
        for (; byteAt(at) != 0; ++at)
            key += static_cast<char>(byteAt(at));
        return key;
    }

    /// Before a map's values stand where its keys are, how wide they are, and how many.
    std::map<std::string, double> members(std::size_t values, std::size_t width) const
    {
        if (values < 3 * width)
            throwDamaged("its custom options point outside themselves");
        const auto keys = follow(values - 3 * width, width);
        const auto keyWidth = std::size_t(unsignedAt(values - 2 * width, width));
        const auto count = std::size_t(unsignedAt(values - width, width));
        if (!isWidth(keyWidth) || count > m_bytes.size())
            throwDamaged("its custom options are no map");
        std::map<std::string, double> result;
        for (std::size_t i = 0; i < count; ++i) {
            const Packed packed(byteAt(values + count * width + i));
            const auto at = values + i * width;
            const auto key = keyAt(follow(keys + i * keyWidth, keyWidth));
            switch (packed.type) {
            case kInt: result[key] = signedAt(at, width); break;
            case kUInt:
            case kBool: result[key] = double(unsignedAt(at, width)); break;
            case kFloat: result[key] = realAt(at, width); break;
            case kIndirectInt: result[key] = signedAt(follow(at, width), packed.width); break;
            case kIndirectUInt: result[key] = double(unsignedAt(follow(at, width), packed.width)); break;
            case kIndirectFloat: result[key] = realAt(follow(at, width), packed.width); break;
            default: break;
            }
        }
        return result;
    }

    std::span<const std::byte> m_bytes;
    FlatBuffer m_buffer;
};

} // namespace

std::map<std::string, double> flexMap(std::span<const std::byte> bytes)
{
    return FlexReader(bytes).map();
}

} // namespace ql::importers::tflite
