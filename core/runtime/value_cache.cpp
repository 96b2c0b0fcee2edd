// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/value_cache.h"

#include <utility>

namespace ql::runtime {

ValueCache::ValueCache(std::size_t mostBytes)
    : m_mostBytes(mostBytes)
{
}

const std::vector<Tensor>* ValueCache::find(const NodeKey& key)
{
    const auto found = m_entries.find(key);
    if (found == m_entries.end())
        return nullptr;
    found->second.isFresh = true;
    return &found->second.results;
}

void ValueCache::store(const NodeKey& key, const std::vector<Tensor>& results)
{
    std::size_t bytes = 0;
    for (const auto& tensor : results)
        if (tensor.isSequence())
            return; // rare, and their items are not counted
        else if (tensor.isDefined())
            bytes += std::size_t(tensor.data.nbytes());
    if (m_bytes + bytes <= m_mostBytes && m_entries.emplace(key, Entry{results, bytes, true}).second)
        m_bytes += bytes;
}

void ValueCache::sweep()
{
    for (auto each = m_entries.begin(); each != m_entries.end();) {
        auto& entry = each->second;
        if (std::exchange(entry.isFresh, false)) {
            ++each;
            continue;
        }
        m_bytes -= entry.bytes;
        each = m_entries.erase(each);
    }
}

} // namespace ql::runtime
