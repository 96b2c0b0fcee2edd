// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/memory/iteration_store.h"

#include <algorithm>

namespace ql::runs {

namespace {

using graph::BodyId;
using graph::ValueId;

constexpr std::size_t kEntryBytes = 128; ///< of an iteration, whatever its tensor takes

const void* storageOf(const Tensor& tensor)
{
    return tensor.isDefined() && tensor.data.has_storage() ? tensor.data.storage().unsafeGetStorageImpl() : nullptr;
}

bool isOneOf(std::span<const std::int64_t> numbers, std::int64_t step)
{
    return std::ranges::all_of(numbers, [step](std::int64_t number) { return number % step == 0; });
}

} // namespace

IterationStore::IterationStore(const graph::Graph& graph, std::size_t mostBytes)
    : m_graph(graph)
    , m_mostBytes(mostBytes)
    , m_thinnings(graph.openBodies().size())
{
    for (std::size_t i = 0; i < graph.openBodies().size(); ++i) {
        m_depths.push_back(0);
        m_outermost.emplace_back();
        for (BodyId body{std::int32_t(i)}; body.isValid();) {
            const auto& owner = graph.node(graph.openBody(body).owner);
            if (owner.opType != "If") {
                ++m_depths.back();
                m_outermost.back() = body;
            }
            body = owner.body;
        }
    }
}

std::size_t IterationStore::depthOf(ValueId value) const
{
    const auto body = m_graph.value(value).body;
    return body.isValid() ? m_depths[body.position()] : 0;
}

void IterationStore::keep(ValueId value)
{
    if (depthOf(value) == 0)
        return;
    auto& kept = m_stored[value];
    ++kept.keepers;
    kept.iterations.step = m_thinnings[m_outermost[m_graph.value(value).body.position()].position()].step;
}

void IterationStore::release(ValueId value)
{
    const auto found = m_stored.find(value);
    if (found == m_stored.end() || --found->second.keepers > 0)
        return;
    for (const auto& iteration : found->second.iterations.kept)
        drop(iteration.tensor);
    m_stored.erase(found);
}

void IterationStore::look(const ValueEvent& event)
{
    if (&event.graph != &m_graph || event.iterations.empty() || m_stored.empty())
        return;
    for (std::size_t slot = 0; slot < event.node.inputs.size(); ++slot) {
        const auto value = event.node.inputs[slot];
        if (!value.isValid() || slot >= event.inputs.size())
            continue;
        // Nobody else shows what comes into a body, and what is no tensor.
        if (!m_graph.value(value).producer.isValid() || !event.inputs[slot].isDefined())
            add(value, event.iterations, event.inputs[slot]);
    }
    add(event.value, event.iterations, event.tensor);
}

void IterationStore::add(ValueId value, std::span<const std::int64_t> numbers, const Tensor& tensor)
{
    const auto found = m_stored.find(value);
    if (found == m_stored.end())
        return;
    numbers = numbers.first(std::min(numbers.size(), depthOf(value)));
    auto& [keepers, iterations, last] = found->second;
    if (std::ranges::equal(last, numbers))
        return; // another node reads it
    last.assign(numbers.begin(), numbers.end());
    ++iterations.count;
    const auto loop = m_outermost[m_graph.value(value).body.position()];
    auto& thinning = m_thinnings[loop.position()];
    thinning.largest = std::max(thinning.largest, std::ranges::max(numbers));
    if (!isOneOf(numbers, thinning.step))
        return;
    iterations.kept.push_back({last, tensor});
    hold(tensor);
    while (m_bytes > m_mostBytes && thinning.step <= thinning.largest)
        thin(loop);
}

void IterationStore::thin(BodyId loop)
{
    const auto step = m_thinnings[loop.position()].step *= 2;
    for (auto& [value, kept] : m_stored) {
        if (m_outermost[m_graph.value(value).body.position()] != loop)
            continue;
        kept.iterations.step = step;
        std::erase_if(kept.iterations.kept, [&](const ValueIteration& iteration) {
            const bool isLeftOut = !isOneOf(iteration.numbers, step);
            if (isLeftOut)
                drop(iteration.tensor);
            return isLeftOut;
        });
    }
}

void IterationStore::hold(const Tensor& tensor)
{
    m_bytes += kEntryBytes;
    const auto* key = storageOf(tensor);
    if (!key)
        return;
    auto& storage = m_storages[key];
    if (storage.holders++ == 0) {
        storage.bytes = tensor.data.storage().nbytes();
        m_bytes += storage.bytes;
    }
}

void IterationStore::drop(const Tensor& tensor)
{
    m_bytes -= kEntryBytes;
    if (const auto* key = storageOf(tensor)) {
        const auto found = m_storages.find(key);
        if (--found->second.holders == 0) {
            m_bytes -= found->second.bytes;
            m_storages.erase(found);
        }
    }
}

const ValueIterations& IterationStore::of(ValueId value) const
{
    static const ValueIterations kNone;
    const auto found = m_stored.find(value);
    return found == m_stored.end() ? kNone : found->second.iterations;
}

Tensor IterationStore::at(ValueId value, std::span<const std::int64_t> numbers) const
{
    const auto& iterations = of(value).kept;
    numbers = numbers.first(std::min(numbers.size(), depthOf(value)));
    const auto isBefore = [](const ValueIteration& one, std::span<const std::int64_t> other) {
        return std::ranges::lexicographical_compare(one.numbers, other);
    };
    const auto found = std::lower_bound(iterations.begin(), iterations.end(), numbers, isBefore);
    const bool isFound = found != iterations.end() && std::ranges::equal(found->numbers, numbers);
    return isFound ? found->tensor : Tensor();
}

} // namespace ql::runs
