// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/network_routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ql::report {

namespace {

constexpr double kClear = 4.0;      ///< between an edge and a box, and between two edges
constexpr double kTracks = 4.0;     ///< in which edges cross a gap between rows
constexpr double kCorner = 5.0;     ///< radius
constexpr double kMostLanes = 12.0; ///< tried from each side of a strip

using Point = NetworkRoutes::Point;

double middleOf(const NetworkLayout::Place& place)
{
    return place.x + NetworkLayout::kBoxWidth / 2.0;
}

/// Edges of neighbouring sources cross a gap at different heights.
double trackOf(std::size_t source, double height)
{
    const double step = std::floor((height - 2.0 * kClear) / (kTracks - 1.0));
    return kClear + step * std::fmod(double(source), kTracks);
}

/// In a gap between rows everything is free.
bool areNeighbours(const NetworkLayout::Place& from, const NetworkLayout::Place& to)
{
    return from.column == to.column && to.row == from.row + 1;
}

void dropRepeated(std::vector<Point>& points)
{
    const auto isStraight = [](const Point& a, const Point& b, const Point& c) {
        return (a.x == b.x && b.x == c.x) || (a.y == b.y && b.y == c.y);
    };
    for (std::size_t i = 1; i + 1 < points.size();)
        if (isStraight(points[i - 1], points[i], points[i + 1]))
            points.erase(points.begin() + std::ptrdiff_t(i));
        else
            ++i;
}

/// The point @p far before @p to, coming from @p from along an axis.
Point before(const Point& to, const Point& from, double far)
{
    const auto toward = [far](double at, double other) { return at + std::clamp(other - at, -far, far); };
    return {toward(to.x, from.x), toward(to.y, from.y)};
}

double lengthOf(const Point& a, const Point& b)
{
    return std::abs(a.x - b.x) + std::abs(a.y - b.y);
}

} // namespace

NetworkRoutes::NetworkRoutes(const NetworkLayout& layout)
    : m_layout(layout)
    , m_boxes(layout.columns.size())
{
    for (const auto& place : layout.places) {
        auto& rows = m_boxes[place.column];
        if (rows.size() <= place.row)
            rows.resize(place.row + 1);
        rows[place.row].push_back(place.x);
    }
}

/// @p column may be the one before the first, as a wrapped -1.
NetworkRoutes::Span NetworkRoutes::gutterRightOf(std::size_t column) const
{
    const double left = column < m_layout.columns.size() ? m_layout.columns[column].second : 0.0;
    const double right = column + 1 < m_layout.columns.size() ? m_layout.columns[column + 1].first : m_layout.width;
    return {left + kClear, right - kClear};
}

/// Where one can go down from above @p firstRow to below the row before @p endRow.
std::vector<NetworkRoutes::Span> NetworkRoutes::freeStrips(std::size_t column, std::size_t firstRow,
                                                           std::size_t endRow) const
{
    std::vector<double> lefts;
    for (std::size_t row = firstRow; row < std::min(endRow, m_boxes[column].size()); ++row)
        lefts.insert(lefts.end(), m_boxes[column][row].begin(), m_boxes[column][row].end());
    std::ranges::sort(lefts);
    std::vector<Span> strips;
    double free = gutterRightOf(column - 1).first;
    for (const double left : lefts) {
        if (left - kClear >= free)
            strips.emplace_back(free, left - kClear);
        free = std::max(free, left + NetworkLayout::kBoxWidth + kClear);
    }
    strips.emplace_back(free, std::max(free, gutterRightOf(column).second));
    return strips;
}

/// The nearest to both ends that no edge of another source takes; the nearest at all where everything is taken.
double NetworkRoutes::lane(std::size_t source, const std::vector<Span>& strips, Span wanted, Span rows)
{
    std::vector<double> candidates;
    for (const auto& [low, high] : strips) {
        candidates.push_back(std::clamp(wanted.first, low, high));
        candidates.push_back(std::clamp(wanted.second, low, high));
        for (double step = 0.0; step < kMostLanes && step * kClear <= high - low; ++step) {
            candidates.push_back(low + step * kClear);
            candidates.push_back(high - step * kClear);
        }
    }
    std::ranges::stable_sort(candidates, {},
                             [&wanted](double x) { return std::abs(x - wanted.first) + std::abs(x - wanted.second); });
    const auto isFree = [&](double x) {
        return std::ranges::none_of(m_lanes, [&](const Lane& other) {
            return other.source != source && std::abs(other.x - x) < kClear && other.rows.first < rows.second
                   && rows.first < other.rows.second;
        });
    };
    const auto found = std::ranges::find_if(candidates, isFree);
    const double x = found != candidates.end() ? *found : candidates.front();
    m_lanes.push_back({x, source, rows});
    return x;
}

std::vector<Point> NetworkRoutes::withinColumn(std::size_t from, std::size_t to, double below, double above)
{
    const auto& start = m_layout.places[from];
    const auto& end = m_layout.places[to];
    const bool isDown = start.row < end.row;
    const auto strips =
        isDown ? freeStrips(start.column, start.row + 1, end.row) : freeStrips(start.column, end.row, start.row + 1);
    const double x =
        lane(from, strips, {middleOf(start), middleOf(end)}, {std::min(below, above), std::max(below, above)});
    return {{x, below}, {x, above}};
}

/// Beyond a neighbouring column the way leads along the upper edge.
std::vector<Point> NetworkRoutes::acrossColumns(std::size_t from, std::size_t to, double below, double above)
{
    const auto& start = m_layout.places[from];
    const auto& end = m_layout.places[to];
    const bool isRight = start.column < end.column;
    const Span out = gutterRightOf(isRight ? start.column : start.column - 1);
    const Span in = gutterRightOf(isRight ? end.column - 1 : end.column);
    const auto go = [&](Span gutter, double a, double b) {
        return lane(from, {gutter}, {gutter.first, gutter.second}, {std::min(a, b), std::max(a, b)});
    };
    if (out == in) {
        const double x = go(out, below, above);
        return {{x, below}, {x, above}};
    }
    const double top = trackOf(from, NetworkLayout::kTop - NetworkLayout::kRowGap);
    const double left = go(out, top, below);
    const double right = go(in, top, above);
    return {{left, below}, {left, top}, {right, top}, {right, above}};
}

std::vector<Point> NetworkRoutes::corners(std::size_t from, std::size_t to)
{
    const auto& start = m_layout.places[from];
    const auto& end = m_layout.places[to];
    const double bottom = start.y + NetworkLayout::kBoxHeight;
    std::vector<Point> points{{middleOf(start), bottom}};
    if (!areNeighbours(start, end)) {
        const double track = trackOf(from, NetworkLayout::kRowGap);
        const double below = bottom + track;
        const double above = end.y - NetworkLayout::kRowGap + track;
        const auto way =
            start.column == end.column ? withinColumn(from, to, below, above) : acrossColumns(from, to, below, above);
        points.push_back({middleOf(start), below});
        points.insert(points.end(), way.begin(), way.end());
        points.push_back({middleOf(end), above});
    }
    points.push_back({middleOf(end), end.y});
    dropRepeated(points);
    return points;
}

std::string NetworkRoutes::path(std::size_t from, std::size_t to)
{
    const auto points = corners(from, to);
    const auto& first = points.front();
    const auto& last = points.back();
    auto text = fmt::format("M{:.0f} {:.0f}", first.x, first.y);
    if (points.size() == 2 && first.x != last.x)
        return text
               + fmt::format("C{0:.0f} {2:.0f} {1:.0f} {2:.0f} {1:.0f} {3:.0f}", first.x, last.x,
                             (first.y + last.y) / 2.0, last.y);
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        const auto& at = points[i];
        const double radius = std::min({kCorner, lengthOf(points[i - 1], at) / 2.0, lengthOf(at, points[i + 1]) / 2.0});
        const auto in = before(at, points[i - 1], radius);
        const auto out = before(at, points[i + 1], radius);
        text += fmt::format("L{:.0f} {:.0f}Q{:.0f} {:.0f} {:.0f} {:.0f}", in.x, in.y, at.x, at.y, out.x, out.y);
    }
    return text + fmt::format("L{:.0f} {:.0f}", last.x, last.y);
}

} // namespace ql::report
