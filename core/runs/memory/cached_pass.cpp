// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/memory/cached_pass.h"

#include "core/runs/program/frame.h"
#include "core/runs/program/pass.h"

#include <utility>

namespace ql::runs {

CachedPass::CachedPass(const Program& program, const NamedTensors& inputs, NodeResultCache& cache, Hooks hooks)
    : Pass(program, inputs, std::move(hooks))
    , m_program(program)
    , m_cache(cache)
    , m_keys(nodeKeys(program.graph(), inputs))
{
}

void CachedPass::step()
{
    const auto id = next();
    const auto& outputs = m_program.graph().node(id).outputs;
    const auto& key = m_keys[id.position()];
    if (const auto* known = key ? m_cache.find(*key) : nullptr)
        return m_frame->stepAs(*known);
    for (const auto output : outputs)
        if (output.isValid())
            keep(output);
    Pass::step();
    ++m_executed;
    std::vector<Tensor> results;
    for (const auto output : outputs) {
        results.push_back(output.isValid() ? tensor(output) : Tensor());
        if (output.isValid())
            release(output);
    }
    if (key)
        m_cache.store(*key, results);
}

graph::ValueId CachedPass::fusedStep()
{
    const auto& outputs = m_program.graph().node(next()).outputs;
    step();
    return outputs.empty() ? graph::ValueId() : outputs.front();
}

const std::vector<Tensor>* NodeResultCache::find(const NodeKey& key)
{
    const auto found = m_entries.find(key);
    if (found == m_entries.end())
        return nullptr;
    found->second.isFresh = true;
    return &found->second.results;
}

void NodeResultCache::store(const NodeKey& key, const std::vector<Tensor>& results)
{
    std::size_t bytes = 0;
    for (const auto& tensor : results)
        if (tensor.items || tensor.strings)
            return; // rare, and their items are not counted
        else if (tensor.isDefined())
            bytes += std::size_t(tensor.data.nbytes());
    if (!m_entries.contains(key) && m_share.take(bytes))
        m_entries.emplace(key, Entry{results, bytes, true});
}

void NodeResultCache::sweep()
{
    for (auto each = m_entries.begin(); each != m_entries.end();) {
        auto& entry = each->second;
        if (std::exchange(entry.isFresh, false)) {
            ++each;
            continue;
        }
        m_share.giveBack(entry.bytes);
        each = m_entries.erase(each);
    }
}

} // namespace ql::runs
