// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/producer_walk.h"

#include <ranges>

namespace ql::analysis {

std::vector<std::size_t> ProducerWalk::nearest(std::size_t layer, const Stops& stops)
{
    ++m_walk;
    std::vector<std::size_t> found;
    push(layer);
    while (!m_open.empty()) {
        const auto producer = m_open.back();
        m_open.pop_back();
        if (m_seenIn[producer] == m_walk)
            continue;
        m_seenIn[producer] = m_walk;
        if (stops(producer))
            found.push_back(producer);
        else
            push(producer);
    }
    return found;
}

void ProducerWalk::push(std::size_t layer)
{
    for (const auto producer : m_layers[layer].producers | std::views::reverse)
        m_open.push_back(producer);
}

} // namespace ql::analysis
