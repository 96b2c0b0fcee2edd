// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/node_keys.h"

#include <map>

namespace ql::runtime {

/// What nodes gave, by their keys: a network that differs little from one that ran before need only run where it
/// differs. Not thread-safe.
class ValueCache {
public:
    /// Keeps no more than @p mostBytes.
    explicit ValueCache(std::size_t mostBytes);

    const std::vector<Tensor>* find(const NodeKey& key);
    void store(const NodeKey& key, const std::vector<Tensor>& results);
    /// Forgets what was neither stored nor found since the last call.
    void sweep();
    std::size_t bytes() const { return m_bytes; }

private:
    struct Entry {
        std::vector<Tensor> results;
        std::size_t bytes = 0;
        bool isFresh = true;
    };

    std::size_t m_mostBytes;
    std::size_t m_bytes = 0;
    std::map<NodeKey, Entry> m_entries;
};

} // namespace ql::runtime
