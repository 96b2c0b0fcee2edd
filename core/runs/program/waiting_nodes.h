// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace ql::runs {

/// The queue of nodes to run, ordered by position; a node only adds nodes behind itself.
class WaitingNodes {
public:
    /// Nodes that aren't @p leading never wait, where that is given.
    WaitingNodes(std::size_t nodes, const std::vector<bool>* leading)
        : m_isWaiting(nodes, false)
        , m_leading(leading)
        , m_first(nodes)
    {
    }

    void add(std::size_t position)
    {
        if (m_leading && !(*m_leading)[position])
            return;
        m_isWaiting[position] = true;
        m_first = std::min(m_first, position);
    }
    void remove(std::size_t position) { m_isWaiting[position] = false; }
    std::optional<std::size_t> takeFirst()
    {
        m_first = std::size_t(std::find(m_isWaiting.begin() + std::ptrdiff_t(m_first), m_isWaiting.end(), true)
                              - m_isWaiting.begin());
        if (m_first == m_isWaiting.size())
            return std::nullopt;
        m_isWaiting[m_first] = false;
        return m_first;
    }

private:
    std::vector<bool> m_isWaiting;
    const std::vector<bool>* m_leading;
    std::size_t m_first; ///< nothing before it waits
};

} // namespace ql::runs
