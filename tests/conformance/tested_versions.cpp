// SPDX-License-Identifier: GPL-3.0-or-later
#include "tested_versions.h"

#include "core/ops/registry.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace ql::test {

TestedVersions::TestedVersions(const std::filesystem::path& versions)
{
    std::ifstream lines(versions);
    if (!lines)
        throw std::runtime_error("can't read " + versions.string());
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.front() == '#')
            continue;
        std::istringstream words(line);
        std::string opType;
        words >> opType;
        for (int version = 0; words >> version;)
            if (isClaimed(opType, version))
                m_cases[opType][version] = 0;
    }
}

bool TestedVersions::isClaimed(const std::string& opType, int version) const
{
    return ops::Registry::builtIn().find("", opType, version) != nullptr;
}

void TestedVersions::add(const std::string& opType, int opset)
{
    const auto found = m_cases.find(opType);
    if (found == m_cases.end())
        return;
    auto& versions = found->second;
    const auto next = versions.upper_bound(opset);
    if (next != versions.begin())
        ++std::prev(next)->second;
}

std::string TestedVersions::table() const
{
    std::string text;
    for (const auto& [opType, versions] : m_cases) {
        text += fmt::format("{:<27}", opType);
        for (const auto& [version, cases] : versions)
            text += cases > 0 ? fmt::format(" {}", version) : fmt::format(" ({})", version);
        text += "\n";
    }
    return text;
}

std::vector<std::string> TestedVersions::untested() const
{
    std::vector<std::string> names;
    for (const auto& [opType, versions] : m_cases)
        for (const auto& [version, cases] : versions)
            if (cases == 0)
                names.push_back(fmt::format("{}-{}", opType, version));
    return names;
}

} // namespace ql::test
