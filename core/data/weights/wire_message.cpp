// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/wire_message.h"

#include "core/base/error.h"

#include <algorithm>

namespace ql::data {

namespace {

enum WireType : unsigned { kVarint = 0, kEightBytes = 1, kLength = 2, kFourBytes = 5 };
constexpr std::size_t kLongestVarint = 10;

[[noreturn]] void throwBrokenMessage()
{
    throw Error(ErrorCode::FileCorrupt, "a message in the file breaks off or isn't one",
                "the file may be truncated or damaged: fetch it again");
}

std::span<const std::byte> takeBytes(std::span<const std::byte>& bytes, std::uint64_t count)
{
    if (count > bytes.size())
        throwBrokenMessage();
    const auto taken = bytes.first(count);
    bytes = bytes.subspan(count);
    return taken;
}

std::uint64_t takeVarint(std::span<const std::byte>& bytes)
{
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < kLongestVarint; ++i) {
        const auto byte = std::to_integer<std::uint64_t>(takeBytes(bytes, 1).front());
        number |= (byte & 0x7f) << (7 * i);
        if (byte < 0x80)
            return number;
    }
    throwBrokenMessage();
}

} // namespace

WireMessage::WireMessage(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        Field field;
        const auto key = takeVarint(bytes);
        field.tag = key >> 3;
        switch (key & 7) {
        case kVarint: field.number = takeVarint(bytes); break;
        case kEightBytes: field.bytes = takeBytes(bytes, 8); break;
        case kLength: field.bytes = takeBytes(bytes, takeVarint(bytes)); break;
        case kFourBytes: field.bytes = takeBytes(bytes, 4); break;
        default: throwBrokenMessage();
        }
        if (field.tag == 0)
            throwBrokenMessage();
        m_fields.push_back(field);
    }
}

const WireMessage::Field* WireMessage::last(int field) const
{
    const auto found = std::find_if(m_fields.rbegin(), m_fields.rend(),
                                    [field](const Field& each) { return each.tag == std::uint64_t(field); });
    return found == m_fields.rend() ? nullptr : &*found;
}

bool WireMessage::has(int field) const
{
    return last(field) != nullptr;
}

std::uint64_t WireMessage::number(int field) const
{
    const auto* found = last(field);
    return found ? found->number : 0;
}

std::span<const std::byte> WireMessage::bytes(int field) const
{
    const auto* found = last(field);
    return found ? found->bytes : std::span<const std::byte>();
}

std::string WireMessage::text(int field) const
{
    const auto letters = bytes(field);
    return {reinterpret_cast<const char*>(letters.data()), letters.size()};
}

std::vector<std::span<const std::byte>> WireMessage::each(int field) const
{
    std::vector<std::span<const std::byte>> all;
    for (const auto& one : m_fields)
        if (one.tag == std::uint64_t(field))
            all.push_back(one.bytes);
    return all;
}

std::vector<std::uint64_t> WireMessage::numbers(int field) const
{
    std::vector<std::uint64_t> all;
    for (const auto& one : m_fields)
        if (one.tag == std::uint64_t(field)) {
            if (one.bytes.empty())
                all.push_back(one.number);
            for (auto rest = one.bytes; !rest.empty();)
                all.push_back(takeVarint(rest));
        }
    return all;
}

} // namespace ql::data
