// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace ql {

/// Sums up what a search was made from, so that it is not continued with something else (FNV-1a, 64 bits).
class Fingerprint {
public:
    Fingerprint& add(std::string_view text);
    Fingerprint& add(std::uint64_t number);
    /// Of many bytes, eight at a time: another value than the same bytes as a text have.
    Fingerprint& addBytes(std::span<const std::byte> bytes);
    /// Path, size and time of change of a file, or of every file in a folder.
    Fingerprint& addFile(const std::filesystem::path& path);
    std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = 0xcbf29ce484222325u;
};

} // namespace ql
