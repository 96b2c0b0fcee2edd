// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ql::test {

/// The checked-in list of tests that are not expected to pass: one "name reason" a line, where a name that ends in *
/// stands for all that begin so.
class KnownFailures {
public:
    /// @throws std::runtime_error for a line without a reason
    explicit KnownFailures(const std::filesystem::path& file);

    /// Why @p test isn't expected to pass, or nothing.
    std::optional<std::string> reason(const std::string& test) const;

private:
    struct Entry {
        std::string name;
        bool isPrefix = false;
        std::string reason;
    };
    std::vector<Entry> m_entries;
};

} // namespace ql::test
