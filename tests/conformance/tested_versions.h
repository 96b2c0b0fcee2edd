// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ql::test {

/// Which versions of the standard's operators the registry claims, and how many cases with numbers hold each to it.
/// A version is the operator set in which the operator came or changed.
class TestedVersions {
public:
    /// @p versions lists "Operator 1 6 13" a line. @throws std::runtime_error when it can't be read
    explicit TestedVersions(const std::filesystem::path& versions);

    /// A case of @p opType in a model of operator set @p opset agreed. Other operators than the standard's don't count.
    void add(const std::string& opType, int opset);
    /// One line per operator, "Abs  6 13": its claimed versions, in brackets those without a case.
    std::string table() const;
    /// Claimed versions without a case: "Abs-6".
    std::vector<std::string> untested() const;

private:
    bool isClaimed(const std::string& opType, int version) const;

    std::map<std::string, std::map<int, int>> m_cases; ///< operator, version → cases
};

} // namespace ql::test
