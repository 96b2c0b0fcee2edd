// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/values/cell_memory.h"

#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"
#include "core/ops/torch/torch_value.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::importers::torchscript {

using graph::ValueId;

namespace {

constexpr int kDeepestList = 100;

Cell::Kind kindOf(const c10::TypePtr& type)
{
    if (!type)
        return Cell::Kind::Unknown;
    switch (type->kind()) {
    case c10::TypeKind::TensorType: return Cell::Kind::Tensor;
    case c10::TypeKind::ListType:
    case c10::TypeKind::DictType: return Cell::Kind::Container;
    case c10::TypeKind::IntType:
    case c10::TypeKind::FloatType:
    case c10::TypeKind::BoolType:
    case c10::TypeKind::NumberType:
    case c10::TypeKind::StringType: return Cell::Kind::Number;
    default: return Cell::Kind::Unknown;
    }
}

std::shared_ptr<Cell> rootOf(std::shared_ptr<Cell> cell)
{
    while (cell->base)
        cell = cell->base;
    return cell;
}

} // namespace

CellMemory::CellPointer CellMemory::newCell(ValueId value, const c10::TypePtr& type)
{
    auto cell = std::make_shared<Cell>();
    cell->kind = kindOf(type);
    cell->current = {&m_emitter.builder(), value};
    cell->born = cell->version = ++m_lastVersion;
    if (const auto tensor = type ? type->cast<c10::TensorType>() : nullptr; tensor && tensor->scalarType())
        declare(value, *tensor);
    return cell;
}

/// What an exported program says of a tensor; a file of TorchScript says nothing.
void CellMemory::declare(ValueId value, const c10::TensorType& type)
{
    std::optional<graph::DeclaredShape> shape;
    if (const auto sizes = type.symbolic_sizes().sizes()) {
        shape.emplace();
        for (const auto& size : *sizes)
            shape->push_back({size.is_static() ? size.static_size() : -1, {}});
    }
    m_emitter.builder().declare(value, ops::dataTypeOf(*type.scalarType()), std::move(shape));
}

/// Parameters live in the outermost graph, shared with the module's memory.
CellMemory::CellPointer CellMemory::parameterCell(const at::Tensor& tensor)
{
    auto& cell = m_parameters[tensor.unsafeGetTensorImpl()];
    if (cell)
        return cell;
    m_kept.push_back(tensor);
    const auto* path = m_names.pathOf(tensor.unsafeGetTensorImpl());
    const auto name = path ? *path : fmt::format("constant_{}", m_kept.size());
    cell = std::make_shared<Cell>();
    cell->kind = Cell::Kind::Tensor;
    auto stored = ops::fromValue(tensor.detach());
    if (tensor.is_quantized()) {
        if (tensor.qscheme() != at::kPerTensorAffine)
            throw Error(ErrorCode::UnsupportedOperator, Message("{} is quantized per channel, but not packed", name));
        cell->quantization = {tensor.q_scale(), tensor.q_zero_point(), tensor.scalar_type()};
        stored.object = nullptr;
    } else if (!tensor.is_contiguous() && tensor.is_non_overlapping_and_dense()) {
        cell->strides = tensor.strides().vec();
    }
    cell->current = {&m_emitter.root(), m_emitter.root().addConstant(name, ops::toTensorData(stored))};
    cell->version = ++m_lastVersion;
    return cell;
}

bool CellMemory::isOriginal(const at::Tensor& tensor)
{
    const auto found = m_parameters.find(tensor.unsafeGetTensorImpl());
    return found == m_parameters.end()
           || (!m_aliases.isStale(found->second) && !found->second->base
               && found->second->current.owner == &m_emitter.root()
               && m_emitter.root().isConstant(found->second->current.id));
}

void CellMemory::modify(const CellPointer& cell)
{
    if (!m_bodies.empty())
        m_bodies.back().saved.emplace_back(cell, *cell);
}

void CellMemory::refresh(const CellPointer& cell)
{
    if (!cell->base)
        return;
    refresh(cell->base);
    if (cell->seen == cell->base->version)
        return;
    modify(cell);
    const auto& recipe = *cell->recipe;
    PendingNode node;
    node.stem = recipe.stem;
    node.scope = recipe.scope;
    node.origin = recipe.origin;
    node.domain = recipe.domain;
    node.opType = recipe.opType;
    for (const auto& input : recipe.inputs)
        node.inputs.push_back(input->current.id.isValid() ? m_emitter.builder().use(input->current) : ValueId{});
    node.inputs.push_back(m_emitter.builder().use(cell->current));
    const auto made = m_emitter.builder().addValue();
    node.outputs = {made};
    node.attributes.set(std::string(graph::kTorchCall),
                        fmt::format("ql::view_again({}, ${}, ${})", recipe.call, recipe.base, recipe.inputs.size()));
    m_emitter.builder().addNode(std::move(node));
    cell->current = {&m_emitter.builder(), made};
    cell->seen = cell->base->version;
    cell->version = ++m_lastVersion;
}

ValueId CellMemory::read(const CellPointer& cell)
{
    noteRead(cell);
    refresh(cell);
    return m_emitter.builder().use(cell->current);
}

void CellMemory::write(const CellPointer& cell, ValueId value, const torch::jit::Node& node)
{
    noteWrite(cell, node);
    store(cell, value, node);
}

void CellMemory::store(const CellPointer& cell, ValueId value, const torch::jit::Node& node)
{
    modify(cell);
    cell->strides.clear();
    if (cell->base) {
        refresh(cell->base);
        const auto& recipe = *cell->recipe;
        CallInputs inputs;
        for (const auto& input : recipe.inputs)
            inputs.spell(m_emitter.builder().use(input->current));
        if (inputs.inputs().size() != recipe.inputs.size())
            m_emitter.refuse(node, "it writes into a view that is made from one tensor twice");
        const auto call = fmt::format("ql::write_through({}, ${}, {})", recipe.call, recipe.base, inputs.spell(value));
        const auto written = m_emitter.emitCall("Write", call, inputs);
        store(cell->base, written, node);
        cell->seen = cell->base->version;
    }
    cell->current = {&m_emitter.builder(), value};
    cell->version = ++m_lastVersion;
}

void CellMemory::carry(const CellPointer& cell, ValueId value)
{
    modify(cell);
    cell->current = {&m_emitter.builder(), value};
    cell->version = ++m_lastVersion;
    cell->strides.clear();
}

void CellMemory::leaveBody()
{
    auto& saved = m_bodies.back().saved;
    for (auto entry = saved.rbegin(); entry != saved.rend(); ++entry)
        *entry->first = std::move(entry->second);
    m_bodies.pop_back();
}

/// The cells behind @p binding and behind the parts of a list.
void CellMemory::collectRoots(const Binding& binding, std::vector<CellPointer>& roots, int depth)
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

std::vector<CellMemory::CellPointer> CellMemory::rootsOf(const Binding& binding)
{
    std::vector<CellPointer> roots;
    collectRoots(binding, roots, 0);
    return roots;
}

void CellMemory::relate(const Binding& one, const Binding& other)
{
    for (const auto& root : rootsOf(one))
        for (const auto& another : rootsOf(other))
            m_aliases.relate(root, another);
}

void CellMemory::relateContents(const Binding& one, const Binding& other)
{
    for (const auto& root : rootsOf(one))
        for (const auto& another : rootsOf(other))
            m_aliases.relateContents(root, another);
}

void CellMemory::carryOver(const torch::jit::Node& node, const Binding& given, const Binding& taken)
{
    for (const auto& from : rootsOf(given))
        for (const auto& to : rootsOf(taken))
            if (!m_aliases.carryOver(from, to))
                m_emitter.refuse(node,
                                 "it writes into a tensor that the loop carries along and something else may refer to");
}

/// A body may only change what it gives back.
void CellMemory::requireCarried(const CellPointer& root, const torch::jit::Node& node)
{
    for (const auto& body : m_bodies)
        if (root->born < body.start && std::ranges::find(*body.written, root) == body.written->end())
            m_emitter.refuse(
                node, "it writes into something from outside of its branch or loop by a way that can't be followed");
}

void CellMemory::requireOwn(const Items& items, const torch::jit::Node& node)
{
    if (std::ranges::any_of(m_bodies, [&items](const Body& body) { return items.born < body.start; }))
        m_emitter.refuse(
            node, "it changes a list or object from outside of its branch or loop by a way that can't be followed");
}

void CellMemory::noteWrite(const CellPointer& cell, const torch::jit::Node& node)
{
    const auto root = rootOf(cell);
    requireCarried(root, node);
    if (!m_aliases.noteWrite(root, cell->kind == Cell::Kind::Container))
        m_emitter.refuse(node, "it may write into a tensor that its loop has read under another name");
}

void CellMemory::noteRead(const CellPointer& cell)
{
    const auto root = rootOf(cell);
    if (m_aliases.isStale(root))
        m_emitter.refuse(m_emitter.node(),
                         "it reads a tensor that may have been written into under another name, which nobody knows "
                         "before the model runs");
    m_aliases.noteRead(root, m_lastVersion);
}

} // namespace ql::importers::torchscript
