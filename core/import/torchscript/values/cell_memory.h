// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torchscript/values/aliases.h"
#include "core/import/torchscript/values/module_names.h"
#include "core/import/torchscript/values/node_emitter.h"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ql::importers::torchscript {

/// The program's memory: its cells, what is written into them and read, and which of them may be the same memory.
/// Bodies of branches and loops change it for themselves; when one ends, it is as it was before.
class CellMemory {
public:
    using CellPointer = std::shared_ptr<Cell>;

    /// What is referred to must outlive it.
    CellMemory(NodeEmitter& emitter, const ModuleNames& names)
        : m_emitter(emitter)
        , m_names(names)
    {
    }

    CellPointer newCell(graph::ValueId value, const c10::TypePtr& type = nullptr);
    /// Of a tensor of the module, a constant of the outermost graph. @throws Error (UnsupportedOperator) for one that
    /// is quantized per channel
    CellPointer parameterCell(const at::Tensor& tensor);
    /// Whether nothing wrote into a tensor of the module.
    bool isOriginal(const at::Tensor& tensor);
    /// Counts what was made and written.
    std::uint64_t version() const { return m_lastVersion; }

    /// The current value, in the body that nodes go into.
    graph::ValueId read(const CellPointer& cell);
    /// Makes a view anew when its base was written into.
    void refresh(const CellPointer& cell);
    /// Makes @p value the new contents of @p cell, and of whatever it is a view of.
    void write(const CellPointer& cell, graph::ValueId value, const torch::jit::Node& node);
    /// The same where it is known that nobody reads what else may lie there.
    void store(const CellPointer& cell, graph::ValueId value, const torch::jit::Node& node);
    /// @p value, an input of a loop's body, is the contents of @p cell in it.
    void carry(const CellPointer& cell, graph::ValueId value);

    /// They may lie in the same memory.
    void relate(const Binding& one, const Binding& other);
    /// Two lists may hold the same tensors, but are two.
    void relateContents(const Binding& one, const Binding& other);
    /// The next turn of @p node, a loop, gets @p given as @p taken.
    void carryOver(const torch::jit::Node& node, const Binding& given, const Binding& taken);
    /// Refuses @p node, which changes @p items, when they are from outside of a body.
    void requireOwn(const Items& items, const torch::jit::Node& node);

    /// Of older cells the body gives back @p written alone, which must outlive it.
    void enterBody(const std::vector<CellPointer>& written) { m_bodies.push_back({{}, &written, ++m_lastVersion}); }
    void leaveBody();
    void beginLoop() { m_aliases.beginLoop(m_lastVersion); }
    /// Whatever the loop carries along was made before.
    void beginTurn() { m_aliases.beginBody(m_lastVersion); }
    void endLoop() { m_aliases.endLoop(); }

private:
    struct Body {
        std::vector<std::pair<CellPointer, Cell>> saved; ///< to put back when it ends
        const std::vector<CellPointer>* written = nullptr;
        std::uint64_t start = 0; ///< older cells are from outside
    };

    void declare(graph::ValueId value, const c10::TensorType& type);
    void modify(const CellPointer& cell);
    void collectRoots(const Binding& binding, std::vector<CellPointer>& roots, int depth);
    std::vector<CellPointer> rootsOf(const Binding& binding);
    void requireCarried(const CellPointer& root, const torch::jit::Node& node);
    void noteWrite(const CellPointer& cell, const torch::jit::Node& node);
    void noteRead(const CellPointer& cell);

    NodeEmitter& m_emitter;
    const ModuleNames& m_names;
    std::unordered_map<const void*, CellPointer> m_parameters; ///< by tensor
    std::vector<at::Tensor> m_kept;                            ///< whose addresses are keys above
    std::vector<Body> m_bodies;
    Aliases m_aliases;
    std::uint64_t m_lastVersion = 0;
};

} // namespace ql::importers::torchscript
