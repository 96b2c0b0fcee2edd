// SPDX-License-Identifier: GPL-3.0-or-later
#include "known_failures.h"

#include <fstream>
#include <stdexcept>

namespace ql::test {

KnownFailures::KnownFailures(const std::filesystem::path& file)
{
    std::ifstream lines(file);
    if (!lines)
        throw std::runtime_error("can't read " + file.string());
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.front() == '#')
            continue;
        const auto nameEnd = line.find(' ');
        const auto reason = line.find_first_not_of(' ', nameEnd);
        if (nameEnd == std::string::npos || reason == std::string::npos)
            throw std::runtime_error("no reason is given in the line " + line);
        Entry entry{line.substr(0, nameEnd), false, line.substr(reason)};
        entry.isPrefix = entry.name.back() == '*';
        if (entry.isPrefix)
            entry.name.pop_back();
        m_entries.push_back(std::move(entry));
    }
}

std::optional<std::string> KnownFailures::reason(const std::string& test) const
{
    for (const auto& entry : m_entries)
        if (entry.isPrefix ? test.starts_with(entry.name) : test == entry.name)
            return entry.reason;
    return std::nullopt;
}

} // namespace ql::test
