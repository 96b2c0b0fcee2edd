// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit/line_diff.h"

#include "core/config/edit/edit_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

namespace ql::config::edit {

namespace {

constexpr std::size_t kAround = 3;

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        lines.push_back(text.substr(begin, end - begin));
        begin = end;
    }
    return lines;
}

/// A line of each text.
struct Place {
    std::size_t before = 1;
    std::size_t after = 1;

    void pass(const ScriptRow& row)
    {
        before += row.sign != '+' ? 1 : 0;
        after += row.sign != '-' ? 1 : 0;
    }
};

std::string hunk(std::span<const ScriptRow> rows, const Place& begin)
{
    auto end = begin;
    std::string body;
    for (const auto& row : rows) {
        end.pass(row);
        body += row.sign;
        body += row.line;
        if (!row.line.ends_with('\n'))
            body += "\n\\ No newline at end of file\n";
    }
    return fmt::format("@@ -{},{} +{},{} @@\n{}", begin.before, end.before - begin.before, begin.after,
                       end.after - begin.after, body);
}

} // namespace

std::string lineDiff(std::string_view before, std::string_view after, std::string_view name)
{
    if (before == after)
        return {};
    const auto rows = editScript(linesOf(before), linesOf(after));
    std::string diff = fmt::format("--- {}\n+++ {}\n", name, name);
    const auto isChange = [](const ScriptRow& row) { return row.sign != ' '; };
    Place place;
    std::size_t passed = 0;
    for (auto begin = rows.begin(); begin != rows.end();) {
        const auto first = std::find_if(begin, rows.end(), isChange);
        if (first == rows.end())
            break;
        auto last = first;
        for (auto next = first; next != rows.end() && std::size_t(next - last) <= 2 * kAround; ++next)
            last = isChange(*next) ? next : last;
        const auto from = std::size_t(first - rows.begin()) - std::min(kAround, std::size_t(first - begin));
        const auto to = std::min(std::size_t(last - rows.begin()) + 1 + kAround, rows.size());
        for (; passed < from; ++passed)
            place.pass(rows[passed]);
        diff += hunk(std::span(rows).subspan(from, to - from), place);
        begin = rows.begin() + std::ptrdiff_t(to);
    }
    return diff;
}

} // namespace ql::config::edit
