// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/fingerprint.h"

#include "core/base/files.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace ql {

Fingerprint& Fingerprint::add(std::string_view text)
{
    constexpr std::uint64_t kPrime = 0x100000001b3u;
    for (const char c : text)
        m_value = (m_value ^ static_cast<unsigned char>(c)) * kPrime;
    // A text that ends where another begins shall not look like their sum.
    m_value = (m_value ^ 0xffu) * kPrime;
    return *this;
}

Fingerprint& Fingerprint::add(std::uint64_t number)
{
    return add(std::string_view(reinterpret_cast<const char*>(&number), sizeof number));
}

Fingerprint& Fingerprint::addBytes(std::span<const std::byte> bytes)
{
    constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15u;
    add(std::uint64_t(bytes.size()));
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + i, std::min(sizeof word, bytes.size() - i));
        m_value = std::rotl((m_value ^ word) * kFactor, 29);
    }
    return *this;
}

Fingerprint& Fingerprint::addFile(const std::filesystem::path& path)
{
    std::error_code ignored;
    std::vector<std::filesystem::path> files{path};
    if (std::filesystem::is_directory(path, ignored)) {
        files.clear();
        for (const auto& entry : std::filesystem::directory_iterator(path, ignored))
            files.push_back(entry.path());
        std::sort(files.begin(), files.end());
    }
    for (const auto& file : files) {
        add(std::filesystem::absolute(file, ignored).lexically_normal().string());
        const auto stamp = stampOf(file);
        add(std::filesystem::is_regular_file(file, ignored) ? stamp.size : 0);
        add(static_cast<std::uint64_t>(stamp.modifiedNs));
    }
    return *this;
}

} // namespace ql
