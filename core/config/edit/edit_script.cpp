// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit/edit_script.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>

namespace ql::config::edit {

namespace {

using Lines = std::span<const std::string_view>;
constexpr std::size_t kMostSearched = 2000; // lines of both; the search keeps the square of the changes
constexpr std::size_t kSearchedTail = 3;
constexpr int kDeepest = 32; // of pieces within pieces, each a call

/// Myers' shortest edit script: how far each diagonal reaches with d changes.
class ShortestScript {
public:
    ShortestScript(Lines a, Lines b)
        : m_a(a)
        , m_b(b)
        , m_center(std::ptrdiff_t(a.size() + b.size()) + 1)
    {
    }

    std::vector<ScriptRow> rows()
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

    std::vector<ScriptRow> back() const
    {
        std::vector<ScriptRow> rows;
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
                rows.push_back(isAdded ? ScriptRow{'+', m_b[std::size_t(--y)]} : ScriptRow{'-', m_a[std::size_t(--x)]});
        }
        std::reverse(rows.begin(), rows.end());
        return rows;
    }

    Lines m_a;
    Lines m_b;
    std::ptrdiff_t m_center;
    std::vector<std::vector<std::ptrdiff_t>> m_trace; ///< by changes: the diagonals that so many reach, and one beyond
};

/// A line that each text has once, by its places.
using Anchor = std::pair<std::size_t, std::size_t>;

/// By line: how often each text has it, and where.
struct Occurrence {
    std::size_t countA = 0;
    std::size_t countB = 0;
    Anchor place;
};

/// The longest row of anchors that rises in both texts.
std::vector<Anchor> risingAnchors(Lines a, Lines b)
{
    std::unordered_map<std::string_view, Occurrence> occurrences;
    for (std::size_t i = 0; i < a.size(); ++i) {
        auto& occurrence = occurrences[a[i]];
        ++occurrence.countA;
        occurrence.place.first = i;
    }
    for (std::size_t i = 0; i < b.size(); ++i) {
        auto& occurrence = occurrences[b[i]];
        ++occurrence.countB;
        occurrence.place.second = i;
    }
    std::vector<Anchor> anchors; // rising in a
    for (const auto& line : a)
        if (const auto& occurrence = occurrences[line]; occurrence.countA == 1 && occurrence.countB == 1)
            anchors.push_back(occurrence.place);
    std::vector<std::size_t> ends; // by length: the anchor that ends the row of that length which rises least in b
    std::vector<std::ptrdiff_t> previous(anchors.size(), -1);
    for (std::size_t i = 0; i < anchors.size(); ++i) {
        const auto longer =
            std::ranges::lower_bound(ends, anchors[i].second, {}, [&](std::size_t end) { return anchors[end].second; });
        if (longer != ends.begin())
            previous[i] = std::ptrdiff_t(*(longer - 1));
        if (longer == ends.end())
            ends.push_back(i);
        else
            *longer = i;
    }
    std::vector<Anchor> rising;
    for (auto i = ends.empty() ? -1 : std::ptrdiff_t(ends.back()); i >= 0; i = previous[std::size_t(i)])
        rising.push_back(anchors[std::size_t(i)]);
    std::ranges::reverse(rising);
    return rising;
}

void addAll(char sign, Lines lines, std::vector<ScriptRow>& rows)
{
    for (const auto& line : lines)
        rows.push_back({sign, line});
}

void addScript(Lines a, Lines b, int depth, std::vector<ScriptRow>& rows);

/// The pieces between lines that both have once; without any the whole of both.
void addBetweenAnchors(Lines a, Lines b, int depth, std::vector<ScriptRow>& rows)
{
    const auto anchors = depth < kDeepest ? risingAnchors(a, b) : std::vector<Anchor>();
    if (anchors.empty()) {
        addAll('-', a, rows);
        return addAll('+', b, rows);
    }
    Anchor begin;
    for (const auto& [inA, inB] : anchors) {
        addScript(a.subspan(begin.first, inA - begin.first), b.subspan(begin.second, inB - begin.second), depth + 1,
                  rows);
        rows.push_back({' ', a[inA]});
        begin = {inA + 1, inB + 1};
    }
    addScript(a.subspan(begin.first), b.subspan(begin.second), depth + 1, rows);
}

void addScript(Lines a, Lines b, int depth, std::vector<ScriptRow>& rows)
{
    // What is equal at both ends needs no search.
    const auto head = std::size_t(std::ranges::mismatch(a, b).in1 - a.begin());
    const auto alike = std::size_t(
        std::mismatch(a.rbegin(), a.rend() - std::ptrdiff_t(head), b.rbegin(), b.rend() - std::ptrdiff_t(head)).first
        - a.rbegin());
    // The last few take part: what was added stands behind its like then, where that is as short.
    const auto tail = alike - std::min(alike, kSearchedTail);
    const auto innerA = a.subspan(head, a.size() - head - tail);
    const auto innerB = b.subspan(head, b.size() - head - tail);
    addAll(' ', a.first(head), rows);
    if (innerA.size() + innerB.size() > kMostSearched)
        addBetweenAnchors(innerA, innerB, depth, rows);
    else
        for (const auto& row : ShortestScript(innerA, innerB).rows())
            rows.push_back(row);
    addAll(' ', a.last(tail), rows);
}

} // namespace

std::vector<ScriptRow> editScript(Lines a, Lines b)
{
    std::vector<ScriptRow> rows;
    addScript(a, b, 0, rows);
    return rows;
}

} // namespace ql::config::edit
