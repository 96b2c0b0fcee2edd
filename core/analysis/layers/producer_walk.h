// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/layers.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace ql::analysis {

/// Walks against the flow of data: each walk sees a layer once, however many ways lead to it. One thread at a time.
class ProducerWalk {
public:
    using Stops = std::function<bool(std::size_t)>;

    /// @p layers must outlive it.
    explicit ProducerWalk(const std::vector<Layer>& layers)
        : m_layers(layers)
        , m_seenIn(layers.size(), 0)
    {
    }

    /// The layers that @p layer reads, directly or through others, at which the walk @p stops, nearest by slot first.
    std::vector<std::size_t> nearest(std::size_t layer, const Stops& stops);

private:
    void push(std::size_t layer);

    const std::vector<Layer>& m_layers;
    std::vector<std::size_t> m_seenIn; ///< by layer, the number of the last walk that came by
    std::size_t m_walk = 0;
    std::vector<std::size_t> m_open;
};

} // namespace ql::analysis
