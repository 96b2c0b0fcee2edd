// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ql::tests {

/// What a zip archive is made of; what it claims may be a lie.
struct ZipPart {
    std::string name;
    std::string bytes;
    std::uint32_t claimedSize = 0xffffffff; ///< unpacked; 0xffffffff = the truth
    std::uint16_t method = 0;               ///< 8 = deflated, which @ref bytes must then be
};

inline std::uint32_t crc32Of(const std::string& bytes)
{
    std::uint32_t crc = 0xffffffff;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320u : 0u);
    }
    return ~crc;
}

/// A zip archive byte by byte, entries stored one behind the other.
inline std::string zipFile(const std::vector<ZipPart>& parts)
{
    const auto little = [](std::uint64_t value, int bytes) {
        std::string text;
        for (int i = 0; i < bytes; ++i)
            text += static_cast<char>(i < 8 ? value >> (8 * i) : 0);
        return text;
    };
    std::string file;
    std::string directory;
    for (const auto& part : parts) {
        const auto size = part.claimedSize == 0xffffffff ? part.bytes.size() : part.claimedSize;
        const auto facts = little(20, 2) + little(0, 2) + little(part.method, 2) + little(0, 4)
                           + little(crc32Of(part.bytes), 4) + little(part.bytes.size(), 4) + little(size, 4)
                           + little(part.name.size(), 2) + little(0, 2);
        directory += "PK\x01\x02" + little(20, 2) + facts + little(0, 10) + little(file.size(), 4) + part.name;
        file += "PK\x03\x04" + facts + part.name + part.bytes;
    }
    const auto start = file.size();
    return file + directory + "PK\x05\x06" + little(0, 4) + little(parts.size(), 2) + little(parts.size(), 2)
           + little(directory.size(), 4) + little(start, 4) + little(0, 2);
}

} // namespace ql::tests
