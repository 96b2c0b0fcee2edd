// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/boards/board_names.h"

#include <regex>

namespace ql::data {

namespace {

struct NamingRule {
    std::string_view tool;
    const char* pattern;
};

constexpr NamingRule kRules[]{
#define QL_BOARD_NAMES(tool, pattern) {tool, pattern},
#include "core/data/boards/board_names.inc"
#undef QL_BOARD_NAMES
};

constexpr std::size_t kLongestName = 255; ///< of a file; a regular expression's depth grows with it

std::vector<BoardName> namesBy(const NamingRule& rule, std::span<const std::string> files)
{
    const std::regex pattern(rule.pattern);
    std::vector<BoardName> names;
    for (const auto& file : files) {
        std::smatch match;
        if (file.size() > kLongestName || !std::regex_match(file, match, pattern))
            return {};
        names.push_back({match[1].str(), match.size() > 2 && match[2].length() > 0});
    }
    return names;
}

} // namespace

BoardNames namesByTool(std::span<const std::string> files)
{
    for (const auto& rule : kRules)
        if (auto names = namesBy(rule, files); !names.empty())
            return {rule.tool, std::move(names)};
    return {};
}

} // namespace ql::data
