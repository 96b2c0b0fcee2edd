// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torchscript/values/cell_memory.h"
#include "core/import/torchscript/values/packed_parameters.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::importers::torchscript {

/// How calls name their arguments: as constants where they are known, else as values of the graph, made if need be.
class ValueSpelling {
public:
    using CellPointer = std::shared_ptr<Cell>;

    /// What is referred to must outlive it.
    ValueSpelling(NodeEmitter& emitter, CellMemory& memory, PackedConstants& packed)
        : m_emitter(emitter)
        , m_memory(memory)
        , m_packed(packed)
    {
    }

    /// The constant that @p binding is as a whole, or nothing. Tensors that the program wrote into are none any more.
    std::optional<c10::IValue> knownValue(const Binding& binding);
    CellPointer cellOf(const Binding& binding);
    /// A list, tuple or dictionary as one value.
    CellPointer wholeCell(const Binding& binding);
    /// The graph's value for anything, made if need be.
    graph::ValueId materialise(const Binding& binding);
    std::string spell(const Binding& binding, CallInputs& inputs);
    /// The parts of a tuple or list of @p count elements that is made when the model runs.
    std::vector<Binding> unpacked(const Binding& packed, std::size_t count);

private:
    std::string spellCell(const CellPointer& cell, CallInputs& inputs);
    std::string spellItems(const Items& items, CallInputs& inputs, bool isTyped);

    NodeEmitter& m_emitter;
    CellMemory& m_memory;
    PackedConstants& m_packed;
};

} // namespace ql::importers::torchscript
