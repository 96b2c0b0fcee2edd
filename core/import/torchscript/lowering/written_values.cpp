// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/lowering/written_values.h"

#include "core/import/torchscript/lowering/value_origin.h"

#include <algorithm>
#include <optional>

namespace ql::importers::torchscript {

namespace prim = c10::prim;

namespace {

/// Goes through blocks and notes what they write into.
class WrittenSearch {
public:
    explicit WrittenSearch(LoweringState& state)
        : m_state(state)
    {
    }

    void collect(const torch::jit::Block& block);
    const Written& written() const { return m_written; }

private:
    std::optional<Binding> resolve(const torch::jit::Value* value);
    void addAttribute(const torch::jit::Node& node);
    void addCell(const torch::jit::Value* value);

    LoweringState& m_state;
    Written m_written;
};

void WrittenSearch::collect(const torch::jit::Block& block)
{
    for (const auto* node : block.nodes()) {
        for (const auto* inner : node->blocks())
            collect(*inner);
        if (node->kind() == prim::SetAttr) {
            addAttribute(*node);
            continue;
        }
        const auto* schema = node->maybeSchema();
        for (std::size_t i = 0; schema && i < schema->arguments().size() && i < node->inputs().size(); ++i)
            if (schema->arguments()[i].alias_info() && schema->arguments()[i].alias_info()->isWrite())
                addCell(node->input(i));
    }
}

/// What @p value is, or whose memory it will share; nothing when it is made in a body that was not lowered yet.
std::optional<Binding> WrittenSearch::resolve(const torch::jit::Value* value)
{
    std::vector<const torch::jit::Node*> attributes; // from the value back to an object that is known
    while (value && !m_state.environment.contains(value)) {
        const bool isAttribute = value->node()->kind() == prim::GetAttr;
        if (isAttribute)
            attributes.push_back(value->node());
        value = isAttribute ? value->node()->input(0) : sharedInput(value);
    }
    if (!value)
        return std::nullopt;
    auto binding = m_state.environment.lookUp(value);
    for (auto node = attributes.rbegin(); node != attributes.rend(); ++node) {
        if (!binding.isKnown() || !binding.known.isObject())
            m_state.emitter.refuse(**node, "it changes an object that is not known before the model runs");
        binding = m_state.environment.attribute({binding.known.toObject().get(), (*node)->s(c10::attr::name)});
    }
    return binding;
}

void WrittenSearch::addAttribute(const torch::jit::Node& node)
{
    const auto object = resolve(node.input(0));
    if (!object)
        return;
    if (!object->isKnown() || !object->known.isObject())
        m_state.emitter.refuse(node, "it changes an object that is not known before the model runs");
    const Environment::AttributeKey key{object->known.toObject().get(), node.s(c10::attr::name)};
    if (std::ranges::find(m_written.attributes, key) == m_written.attributes.end())
        m_written.attributes.push_back(key);
}

void WrittenSearch::addCell(const torch::jit::Value* value)
{
    const auto binding = resolve(value);
    if (!binding)
        return;
    if (binding->kind == Binding::Kind::Items && !binding->items->cell) {
        m_state.memory.requireOwn(*binding->items, m_state.emitter.node());
        binding->items->cell = m_state.spelling.wholeCell(*binding);
    }
    auto cell = m_state.spelling.cellOf(*binding);
    while (cell->base) {
        m_state.memory.refresh(cell);
        cell = cell->base;
    }
    if (std::ranges::find(m_written.cells, cell) == m_written.cells.end())
        m_written.cells.push_back(std::move(cell));
}

} // namespace

Written writtenIn(const std::vector<const torch::jit::Block*>& blocks, LoweringState& state)
{
    WrittenSearch search(state);
    for (const auto* block : blocks)
        search.collect(*block);
    return search.written();
}

} // namespace ql::importers::torchscript
