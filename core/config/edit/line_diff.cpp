// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit/line_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace ql::config::edit {

namespace {

using Lines = std::vector<std::string_view>;
constexpr std::size_t kAround = 3;

Lines linesOf(std::string_view text)
{
    Lines lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        lines.push_back(text.substr(begin, end - begin));
        begin = end;
    }
    return lines;
}

/// ' ' both have it, '-' only the first, '+' only the second.
struct Row {
    char sign;
    std::string_view line;
};

/// Myers' shortest edit script: how far each diagonal reaches with d changes.
class Script {
public:
    Script(const Lines& a, const Lines& b)
        : m_a(a)
        , m_b(b)
        , m_center(std::ptrdiff_t(a.size() + b.size()) + 1)
    {
    }

    std::vector<Row> rows()
    {
        std::vector<std::ptrdiff_t> reach(std::size_t(2 * m_center + 1), 0);
        for (std::ptrdiff_t d = 0;; ++d) {
            m_trace.emplace_back(reach.begin() + m_center - d - 1, reach.begin() + m_center + d + 2);
            for (auto k = -d; k <= d; k += 2) {
                auto x = start(reach, k, d);
                while (x < std::ptrdiff_t(m_a.size()) && x - k < std::ptrdiff_t(m_b.size())
                       && m_a[std::size_t(x)] == m_b[std::size_t(x - k)])
                    ++x;
                reach[std::size_t(m_center + k)] = x;
                if (x >= std::ptrdiff_t(m_a.size()) && x - k >= std::ptrdiff_t(m_b.size()))
                    return back();
            }
        }
    }

private:
    std::ptrdiff_t at(const std::vector<std::ptrdiff_t>& reach, std::ptrdiff_t k) const
    {
        return reach[std::size_t(std::ptrdiff_t(reach.size() / 2) + k)];
    }

    bool comesFromAbove(const std::vector<std::ptrdiff_t>& reach, std::ptrdiff_t k, std::ptrdiff_t d) const
    {
        return k == -d || (k != d && at(reach, k - 1) < at(reach, k + 1));
    }

    std::ptrdiff_t start(const std::vector<std::ptrdiff_t>& reach, std::ptrdiff_t k, std::ptrdiff_t d) const
    {
        if (d == 0)
            return 0;
        return comesFromAbove(reach, k, d) ? at(reach, k + 1) : at(reach, k - 1) + 1;
    }

    std::vector<Row> back() const
    {
        std::vector<Row> rows;
        auto x = std::ptrdiff_t(m_a.size());
        auto y = std::ptrdiff_t(m_b.size());
        for (auto d = std::ptrdiff_t(m_trace.size()) - 1; d >= 0; --d) {
            const auto& reach = m_trace[std::size_t(d)];
            const auto k = x - y;
            const bool isAdded = d > 0 && comesFromAbove(reach, k, d);
            const auto previousK = isAdded ? k + 1 : k - 1;
            const auto previousX = d == 0 ? 0 : at(reach, previousK);
            const auto previousY = d == 0 ? 0 : previousX - previousK;
            while (x > previousX && y > previousY && x > 0 && y > 0) {
                rows.push_back({' ', m_a[std::size_t(--x)]});
                --y;
            }
            if (d > 0)
                rows.push_back(isAdded ? Row{'+', m_b[std::size_t(--y)]} : Row{'-', m_a[std::size_t(--x)]});
        }
        std::reverse(rows.begin(), rows.end());
        return rows;
    }

    const Lines& m_a;
    const Lines& m_b;
    std::ptrdiff_t m_center;
    std::vector<std::vector<std::ptrdiff_t>> m_trace; ///< by changes: the diagonals that so many reach, and one beyond
};

std::string hunk(const std::vector<Row>& rows, std::size_t begin, std::size_t end, std::size_t skipped)
{
    std::size_t lineA = skipped + 1;
    std::size_t lineB = skipped + 1;
    for (std::size_t i = 0; i < begin; ++i) {
        lineA += rows[i].sign != '+';
        lineB += rows[i].sign != '-';
    }
    std::size_t countA = 0;
    std::size_t countB = 0;
    std::string body;
    for (auto i = begin; i < end; ++i) {
        countA += rows[i].sign != '+';
        countB += rows[i].sign != '-';
        body += rows[i].sign;
        body += rows[i].line;
        if (!rows[i].line.ends_with('\n'))
            body += "\n\\ No newline at end of file\n";
    }
    return fmt::format("@@ -{},{} +{},{} @@\n{}", lineA, countA, lineB, countB, body);
}

} // namespace

std::string lineDiff(std::string_view before, std::string_view after, std::string_view name)
{
    if (before == after)
        return {};
    auto a = linesOf(before);
    auto b = linesOf(after);
    // What is equal at both ends needs no search; three lines of it are shown.
    const auto common = std::size_t(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
    const auto skipped = common - std::min(common, kAround);
    const auto tail = std::size_t(
        std::mismatch(a.rbegin(), a.rend() - std::ptrdiff_t(common), b.rbegin(), b.rend() - std::ptrdiff_t(common))
            .first
        - a.rbegin());
    const auto cut = tail - std::min(tail, kAround);
    a = Lines(a.begin() + std::ptrdiff_t(skipped), a.end() - std::ptrdiff_t(cut));
    b = Lines(b.begin() + std::ptrdiff_t(skipped), b.end() - std::ptrdiff_t(cut));
    const auto rows = Script(a, b).rows();
    std::string diff = fmt::format("--- {}\n+++ {}\n", name, name);
    const auto isChange = [](const Row& row) { return row.sign != ' '; };
    for (auto begin = rows.begin(); begin != rows.end();) {
        const auto first = std::find_if(begin, rows.end(), isChange);
        if (first == rows.end())
            break;
        auto last = first;
        for (auto next = first; next != rows.end() && std::size_t(next - last) <= 2 * kAround; ++next)
            last = isChange(*next) ? next : last;
        const auto from = std::size_t(first - rows.begin());
        const auto to = std::min(std::size_t(last - rows.begin()) + 1 + kAround, rows.size());
        diff += hunk(rows, from - std::min({from, kAround, std::size_t(first - begin)}), to, skipped);
        begin = rows.begin() + std::ptrdiff_t(to);
    }
    return diff;
}

} // namespace ql::config::edit
