// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/fingerprint.h"

#include "core/base/files.h"

#include <algorithm>
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
