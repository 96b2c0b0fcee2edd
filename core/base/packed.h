// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace ql {

/// What goes from one process to another of the same program, as bytes: numbers, strings, vectors, optionals and pairs
/// of what can be packed, and structs with `static auto parts(auto& self) { return std::tie(self.a, self.b); }`.
/// Doubles keep every bit.
class Packer {
public:
    std::string take() { return std::move(m_bytes); }

    template <typename T>
    Packer& add(const T& value)
    {
        if constexpr (requires { T::parts(value); })
            std::apply([this](const auto&... parts) { (add(parts), ...); }, T::parts(value));
        else if constexpr (std::is_same_v<T, bool>)
            m_bytes.push_back(value ? '\1' : '\0');
        else
            addNumber(value);
        return *this;
    }
    Packer& add(const std::string& text)
    {
        addNumber(std::uint64_t(text.size()));
        m_bytes += text;
        return *this;
    }
    template <typename T>
    Packer& add(const std::vector<T>& values)
    {
        addNumber(std::uint64_t(values.size()));
        for (const auto& value : values)
            add(value);
        return *this;
    }
    template <typename T>
    Packer& add(const std::optional<T>& value)
    {
        add(value.has_value());
        return value ? add(*value) : *this;
    }
    template <typename A, typename B>
    Packer& add(const std::pair<A, B>& both)
    {
        return add(both.first).add(both.second);
    }

private:
    template <typename T>
    void addNumber(const T& number)
    {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
        m_bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    }

    std::string m_bytes;
};

/// Takes apart what a Packer made. @throws Error (FileCorrupt) for bytes of anything else
class Unpacker {
public:
    /// @p bytes must outlive this.
    explicit Unpacker(std::string_view bytes)
        : m_bytes(bytes)
    {
    }

    template <typename T>
    T next()
    {
        T value{};
        read(value);
        return value;
    }
    /// @throws Error (FileCorrupt) where bytes are left
    void end() const { require(m_bytes.empty()); }

private:
    static void require(bool isWhole)
    {
        if (!isWhole)
            throw Error(ErrorCode::FileCorrupt, "another process sent bytes that mean nothing here",
                        "start the same version of the program everywhere");
    }
    const char* bytes(std::size_t count)
    {
        require(count <= m_bytes.size());
        const auto* begin = m_bytes.data();
        m_bytes.remove_prefix(count);
        return begin;
    }
    /// Of what takes at least a byte each.
    std::size_t count()
    {
        const auto count = next<std::uint64_t>();
        require(count <= m_bytes.size());
        return count;
    }

    template <typename T>
    void read(T& value)
    {
        if constexpr (requires { T::parts(value); }) {
            std::apply([this](auto&... parts) { (read(parts), ...); }, T::parts(value));
        } else if constexpr (std::is_same_v<T, bool>) {
            value = *bytes(1) != '\0';
        } else {
            static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
            std::memcpy(&value, bytes(sizeof value), sizeof value);
        }
    }
    void read(std::string& text)
    {
        const auto size = count();
        text.assign(bytes(size), size);
    }
    template <typename T>
    void read(std::vector<T>& values)
    {
        values.clear();
        for (auto left = count(); left > 0; --left)
            values.push_back(next<T>());
    }
    template <typename T>
    void read(std::optional<T>& value)
    {
        value.reset();
        if (next<bool>())
            value = next<T>();
    }
    template <typename A, typename B>
    void read(std::pair<A, B>& both)
    {
        read(both.first);
        read(both.second);
    }

    std::string_view m_bytes;
};

template <typename T>
std::string packed(const T& value)
{
    return Packer().add(value).take();
}

/// @throws Error (FileCorrupt) for bytes of anything but a T
template <typename T>
T unpacked(std::string_view bytes)
{
    Unpacker unpacker(bytes);
    auto value = unpacker.next<T>();
    unpacker.end();
    return value;
}

} // namespace ql
