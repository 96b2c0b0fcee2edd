// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torchscript/lowering/branches_and_loops.h"
#include "core/import/torchscript/lowering/operators.h"

namespace ql::importers::torchscript {

/// Lowers a program one instruction after the other. What the interpreter does without an operator (constants,
/// attributes, lists and tuples) is done here.
class InstructionLowering {
public:
    /// @p state must outlive it.
    explicit InstructionLowering(LoweringState& state)
        : m_state(state)
        , m_operators(state)
        , m_controlFlow(state, [this](const torch::jit::Block& block) { lowerBlock(block); })
    {
    }
    InstructionLowering(const InstructionLowering&) = delete;
    InstructionLowering& operator=(const InstructionLowering&) = delete;

    /// @throws Error (UnsupportedOperator, UnsupportedFormat) naming the module and the instruction
    void lowerBlock(const torch::jit::Block& block);

private:
    void lowerNode(const torch::jit::Node& node);
    bool lowerInstruction(const torch::jit::Node& node);
    bool lowerContainer(const torch::jit::Node& node);
    void lowerGetAttribute(const torch::jit::Node& node);
    void lowerSetAttribute(const torch::jit::Node& node);
    void raise(const torch::jit::Node& node);
    void lowerConstruct(const torch::jit::Node& node, Items::Kind kind);
    void lowerUnpack(const torch::jit::Node& node);
    bool unpackItems(const torch::jit::Node& node);
    void lowerTupleIndex(const torch::jit::Node& node);

    LoweringState& m_state;
    OperatorLowering m_operators;
    ControlFlowLowering m_controlFlow;
};

} // namespace ql::importers::torchscript
