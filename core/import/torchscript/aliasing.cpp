// SPDX-License-Identifier: GPL-3.0-or-later
// Alias analysis for in-place operations: which tensors a write changes for certain, and which ones it may change.
#include "core/import/torchscript/lowering.h"

#include <algorithm>

namespace ql::importers::torchscript {

namespace {

constexpr int kDeepestList = 100;

} // namespace

Lowering::CellPointer Lowering::rootOf(CellPointer cell)
{
    while (cell->base)
        cell = cell->base;
    return cell;
}

/// The cells behind @p binding and behind the parts of a list.
void Lowering::collectRoots(const Binding& binding, std::vector<CellPointer>& roots, int depth)
{
    const auto add = [&roots](const CellPointer& cell) {
        if (const auto root = rootOf(cell); root->kind != Cell::Kind::Number)
            roots.push_back(root);
    };
    if (binding.kind == Binding::Kind::Cell)
        return add(binding.cell);
    if (binding.isKnown()) {
        if (binding.known.isTensor() && binding.known.toTensor().defined() && !binding.known.toTensor().is_quantized())
            add(parameterCell(binding.known.toTensor()));
        return;
    }
    if (binding.items->cell)
        return add(binding.items->cell);
    for (const auto& part : binding.items->parts)
        if (depth < kDeepestList)
            collectRoots(part, roots, depth + 1);
}

std::vector<Lowering::CellPointer> Lowering::rootsOf(const Binding& binding)
{
    std::vector<CellPointer> roots;
    collectRoots(binding, roots, 0);
    return roots;
}

void Lowering::relate(const Binding& one, const Binding& other)
{
    for (const auto& root : rootsOf(one))
        for (const auto& another : rootsOf(other))
            m_aliases.relate(root, another);
}

void Lowering::relateContents(const Binding& one, const Binding& other)
{
    for (const auto& root : rootsOf(one))
        for (const auto& another : rootsOf(other))
            m_aliases.relateContents(root, another);
}

void Lowering::carryOver(const Node& node, const Binding& given, const Binding& taken)
{
    for (const auto& from : rootsOf(given))
        for (const auto& to : rootsOf(taken))
            if (!m_aliases.carryOver(from, to))
                refuse(node, "it writes into a tensor that the loop carries along and something else may refer to");
}

/// A body may only change what it gives back.
void Lowering::requireCarried(const CellPointer& root, const Node& node)
{
    for (const auto& body : m_saved)
        if (root->born < body.start && std::ranges::find(body.written->cells, root) == body.written->cells.end())
            refuse(node, "it writes into something from outside of its branch or loop by a way that can't be followed");
}

void Lowering::requireOwn(const Items& items, const Node& node)
{
    if (std::ranges::any_of(m_saved, [&items](const Saved& body) { return items.born < body.start; }))
        refuse(node, "it changes a list or object from outside of its branch or loop by a way that can't be followed");
}

void Lowering::noteWrite(const CellPointer& cell, const Node& node)
{
    const auto root = rootOf(cell);
    requireCarried(root, node);
    if (!m_aliases.noteWrite(root, cell->kind == Cell::Kind::Container))
        refuse(node, "it may write into a tensor that its loop has read under another name");
}

void Lowering::noteRead(const CellPointer& cell)
{
    const auto root = rootOf(cell);
    if (m_aliases.isStale(root))
        refuse(*m_node, "it reads a tensor that may have been written into under another name, which nobody knows "
                        "before the model runs");
    m_aliases.noteRead(root, m_lastVersion);
}

/// A list, tuple or dictionary as one value.
Lowering::CellPointer Lowering::wholeCell(const Binding& binding)
{
    auto cell = newCell(materialise(binding));
    cell->kind = Cell::Kind::Container;
    relate(bound(cell), binding);
    return cell;
}

} // namespace ql::importers::torchscript
