// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torchscript/mappings/onnx_mappings.h"
#include "core/import/torchscript/values/lowering_state.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::importers::torchscript {

/// Lowers operators: computed now where everything they need is known, else nodes.
class OperatorLowering {
public:
    /// @p state must outlive it.
    explicit OperatorLowering(LoweringState& state)
        : m_state(state)
    {
    }

    /// @throws Error (UnsupportedOperator) for what is no operator, or none that models may call
    void lower(const torch::jit::Node& node);

private:
    using CellPointer = std::shared_ptr<Cell>;

    bool keepsSettled(const std::string& name, const std::vector<Binding>& arguments) const;
    bool onlyObserves(const std::string& name, const std::vector<Binding>& arguments) const;
    bool passThrough(const torch::jit::Node& node, const std::string& name, const std::vector<Binding>& arguments);
    bool fold(const torch::jit::Node& node, const std::vector<Binding>& arguments);
    void emit(const torch::jit::Node& node, const c10::FunctionSchema& schema, const std::vector<Binding>& arguments);
    std::string spellArguments(const c10::FunctionSchema& schema, const std::vector<Binding>& arguments,
                               CallInputs& inputs);
    void readyForWriting(const torch::jit::Node& node, const c10::FunctionSchema& schema,
                         const std::vector<Binding>& arguments);
    PendingNode pendingOf(const torch::jit::Node& node, const c10::FunctionSchema& schema, OnnxMapping& mapping) const;
    PendingNode bindReturns(const torch::jit::Node& node, const c10::FunctionSchema& schema,
                            const std::vector<Binding>& arguments, PendingNode pending, const torch::jit::Node* unpack,
                            const std::optional<QuantizationParameters>& quantization);
    void relateReturn(const torch::jit::Node& node, const Binding& made, bool isAlias,
                      const std::vector<Binding>& arguments);
    void makeView(const CellPointer& cell, const CellPointer& base, const PendingNode& node, const std::string& call);

    LoweringState& m_state;
};

} // namespace ql::importers::torchscript
