// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/layered_graph.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

namespace ql::widgets {

namespace {

constexpr int kLongestChain = 60; ///< rows; a longer edge is drawn in one sweep instead of claiming a lane
constexpr std::size_t kManyPlaces = 4000;
constexpr int kSweeps = 10;
constexpr int kSweepsOfMany = 5;
constexpr double kGap = 26.0;
constexpr double kBendGap = 12.0;
constexpr double kBendPull = 6.0; ///< how much harder a bend pulls than a box: long edges stay straight

using Adjacency = std::vector<std::vector<int>>;

/// Marks the edges that close a cycle in a depth-first walk.
std::vector<bool> backEdges(const LayoutTask& task)
{
    enum class State : char { New, Open, Done };
    const std::size_t count = task.sizes.size();
    Adjacency out(count);
    for (int edge = 0; edge < int(task.edges.size()); ++edge)
        out[std::size_t(task.edges[std::size_t(edge)].first)].push_back(edge);
    std::vector<State> state(count, State::New);
    std::vector<bool> isBack(task.edges.size(), false);
    std::vector<std::pair<int, std::size_t>> stack;
    for (int root = 0; root < int(count); ++root) {
        if (state[std::size_t(root)] != State::New)
            continue;
        stack.emplace_back(root, 0);
        state[std::size_t(root)] = State::Open;
        while (!stack.empty()) {
            auto& [box, next] = stack.back();
            if (next == out[std::size_t(box)].size()) {
                state[std::size_t(box)] = State::Done;
                stack.pop_back();
                continue;
            }
            const int edge = out[std::size_t(box)][next++];
            const int target = task.edges[std::size_t(edge)].second;
            if (state[std::size_t(target)] == State::Open)
                isBack[std::size_t(edge)] = true;
            else if (state[std::size_t(target)] == State::New) {
                state[std::size_t(target)] = State::Open;
                stack.emplace_back(target, 0);
            }
        }
    }
    return isBack;
}

/// Rows by longest path from the top; boxes that nobody feeds move down to just above their first reader.
std::vector<int> rowsOf(std::size_t count, const Adjacency& out, const Adjacency& in)
{
    std::vector<int> row(count, 0);
    std::vector<std::size_t> waiting(count);
    std::vector<int> ready;
    for (std::size_t box = 0; box < count; ++box) {
        waiting[box] = in[box].size();
        if (waiting[box] == 0)
            ready.push_back(int(box));
    }
    for (std::size_t i = 0; i < ready.size(); ++i)
        for (const int target : out[std::size_t(ready[i])]) {
            row[std::size_t(target)] = std::max(row[std::size_t(target)], row[std::size_t(ready[i])] + 1);
            if (--waiting[std::size_t(target)] == 0)
                ready.push_back(target);
        }
    for (std::size_t box = 0; box < count; ++box) {
        if (!in[box].empty() || out[box].empty())
            continue;
        int first = std::numeric_limits<int>::max();
        for (const int target : out[box])
            first = std::min(first, row[std::size_t(target)]);
        row[box] = first - 1;
    }
    return row;
}

void cutEdge(LayeredGraph& graph, std::size_t edge, int top, int bottom)
{
    std::vector<int>& chain = graph.chains[edge];
    chain.push_back(top);
    const int first = graph.places[std::size_t(top)].row + 1;
    const int last = graph.places[std::size_t(bottom)].row;
    if (last - first <= kLongestChain)
        for (int row = first; row < last; ++row) {
            graph.rows[std::size_t(row)].push_back(int(graph.places.size()));
            chain.push_back(int(graph.places.size()));
            graph.places.push_back({.row = row, .isBend = true, .above = {}, .below = {}});
        }
    chain.push_back(bottom);
    if (last - first > kLongestChain)
        return;
    for (std::size_t i = 1; i < chain.size(); ++i) {
        graph.places[std::size_t(chain[i - 1])].below.push_back(chain[i]);
        graph.places[std::size_t(chain[i])].above.push_back(chain[i - 1]);
    }
}

/// One sweep of barycentres over the rows, downwards (@p usesAbove) or upwards.
void sweepOrder(LayeredGraph& graph, std::vector<double>& order, bool usesAbove)
{
    std::vector<std::pair<double, int>> keyed;
    const int count = int(graph.rows.size());
    for (int step = 1; step < count; ++step) {
        std::vector<int>& row = graph.rows[std::size_t(usesAbove ? step : count - 1 - step)];
        keyed.clear();
        for (std::size_t i = 0; i < row.size(); ++i) {
            const auto& place = graph.places[std::size_t(row[i])];
            const auto& neighbours = usesAbove ? place.above : place.below;
            double sum = 0.0;
            for (const int neighbour : neighbours)
                sum += order[std::size_t(neighbour)];
            // Without neighbours it keeps its share of the row.
            keyed.emplace_back(neighbours.empty() ? order[std::size_t(row[i])] : sum / double(neighbours.size()),
                               row[i]);
        }
        std::ranges::stable_sort(keyed, {}, &std::pair<double, int>::first);
        for (std::size_t i = 0; i < row.size(); ++i) {
            row[i] = keyed[i].second;
            order[std::size_t(row[i])] = (double(i) + 0.5) / double(row.size());
        }
    }
}

double separation(const LayeredGraph::Place& left, const LayeredGraph::Place& right)
{
    return (left.width + right.width) / 2.0 + (left.isBend || right.isBend ? kBendGap : kGap);
}

/// Least squares under order and separation: pools neighbours that would overlap (pool adjacent violators).
void settleRow(LayeredGraph& graph, const std::vector<int>& row, const std::vector<double>& wanted,
               const std::vector<double>& weights)
{
    struct Block {
        double sum = 0.0;
        double weight = 0.0;
        std::size_t first = 0;
        double mean() const { return sum / weight; }
    };
    std::vector<Block> blocks;
    std::vector<double> offsets(row.size(), 0.0);
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0)
            offsets[i] =
                offsets[i - 1] + separation(graph.places[std::size_t(row[i - 1])], graph.places[std::size_t(row[i])]);
        blocks.push_back({(wanted[i] - offsets[i]) * weights[i], weights[i], i});
        while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() >= blocks.back().mean()) {
            const Block last = blocks.back();
            blocks.pop_back();
            blocks.back().sum += last.sum;
            blocks.back().weight += last.weight;
        }
    }
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        const std::size_t end = block + 1 < blocks.size() ? blocks[block + 1].first : row.size();
        for (std::size_t i = blocks[block].first; i < end; ++i)
            graph.places[std::size_t(row[i])].x = blocks[block].mean() + offsets[i];
    }
}

/// Where place @p index wants to be for the sake of @p neighbours, and how badly.
std::pair<double, double> pullOf(const LayeredGraph& graph, int index, const std::vector<int>& neighbours)
{
    const auto& place = graph.places[std::size_t(index)];
    double sum = 0.0;
    double weight = 0.0;
    for (const int neighbour : neighbours) {
        const auto& other = graph.places[std::size_t(neighbour)];
        const double pull = place.isBend && other.isBend ? kBendPull : 1.0;
        sum += pull * other.x;
        weight += pull;
    }
    return {sum, weight};
}

void sweepPositions(LayeredGraph& graph, bool usesAbove, bool usesBoth)
{
    std::vector<double> wanted;
    std::vector<double> weights;
    const int count = int(graph.rows.size());
    for (int step = 0; step < count; ++step) {
        const std::vector<int>& row = graph.rows[std::size_t(usesAbove ? step : count - 1 - step)];
        wanted.clear();
        weights.clear();
        for (const int index : row) {
            const auto& place = graph.places[std::size_t(index)];
            auto [sum, weight] = pullOf(graph, index, usesAbove ? place.above : place.below);
            if (usesBoth || weight == 0.0) {
                const auto [more, moreWeight] = pullOf(graph, index, usesAbove ? place.below : place.above);
                sum += more;
                weight += moreWeight;
            }
            wanted.push_back(weight > 0.0 ? sum / weight : place.x);
            weights.push_back(std::max(weight, 0.1));
        }
        settleRow(graph, row, wanted, weights);
    }
}

} // namespace

LayeredGraph makeLayers(const LayoutTask& task, JobContext& context)
{
    const std::size_t count = task.sizes.size();
    LayeredGraph graph;
    graph.isReversed = backEdges(task);
    graph.chains.resize(task.edges.size());
    Adjacency out(count);
    Adjacency in(count);
    std::set<std::pair<int, int>> seen;
    for (std::size_t edge = 0; edge < task.edges.size(); ++edge) {
        auto [from, to] = task.edges[edge];
        if (graph.isReversed[edge])
            std::swap(from, to);
        if (from == to || !seen.emplace(from, to).second)
            continue;
        out[std::size_t(from)].push_back(to);
        in[std::size_t(to)].push_back(from);
    }
    context.throwIfCancelled();
    const std::vector<int> row = rowsOf(count, out, in);
    graph.rows.resize(count == 0 ? 0 : std::size_t(std::ranges::max(row)) + 1);
    for (std::size_t box = 0; box < count; ++box) {
        graph.places.push_back({.row = row[box],
                                .width = task.sizes[box].width(),
                                .height = task.sizes[box].height(),
                                .above = {},
                                .below = {}});
        graph.rows[std::size_t(row[box])].push_back(int(box));
    }
    for (std::size_t edge = 0; edge < task.edges.size(); ++edge) {
        auto [from, to] = task.edges[edge];
        if (graph.isReversed[edge])
            std::swap(from, to);
        if (from != to)
            cutEdge(graph, edge, from, to);
    }
    return graph;
}

void reduceCrossings(LayeredGraph& graph, JobContext& context)
{
    std::vector<double> order(graph.places.size(), 0.0);
    for (const auto& row : graph.rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            order[std::size_t(row[i])] = (double(i) + 0.5) / double(row.size());
    const int sweeps = graph.places.size() > kManyPlaces ? kSweepsOfMany : kSweeps;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        context.throwIfCancelled();
        sweepOrder(graph, order, sweep % 2 == 0);
    }
}

void placeInRows(LayeredGraph& graph, JobContext& context)
{
    for (const auto& row : graph.rows) {
        double at = 0.0;
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0)
                at += separation(graph.places[std::size_t(row[i - 1])], graph.places[std::size_t(row[i])]);
            graph.places[std::size_t(row[i])].x = at;
        }
    }
    const int sweeps = graph.places.size() > kManyPlaces ? kSweepsOfMany : kSweeps;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        context.throwIfCancelled();
        sweepPositions(graph, sweep % 2 == 0, false);
    }
    sweepPositions(graph, true, true);
    sweepPositions(graph, false, true);
}

} // namespace ql::widgets
