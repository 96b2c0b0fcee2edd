// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torchscript/lowering/written_values.h"

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ql::importers::torchscript {

/// Lowers branches and loops: chosen now where that can be, else nodes with bodies, which carry what they change along.
class ControlFlowLowering {
public:
    using BlockLowering = std::function<void(const torch::jit::Block& block)>;

    /// @p state must outlive it. @p lowerBlock lowers the instructions of a block.
    ControlFlowLowering(LoweringState& state, BlockLowering lowerBlock)
        : m_state(state)
        , m_lowerBlock(std::move(lowerBlock))
    {
    }

    void lowerIf(const torch::jit::Node& node);
    void lowerLoop(const torch::jit::Node& node);

private:
    using Attributes = std::map<Environment::AttributeKey, Binding>;
    using Outputs = std::vector<std::size_t>;

    void lowerChosenBlock(const torch::jit::Block& block, const torch::jit::Node& node);
    void expect(const torch::jit::Node& node, bool expected, const torch::jit::Block& other);
    std::unique_ptr<GraphBuilder> lowerBranch(const torch::jit::Block& block, const Written& written,
                                              const Outputs& outputs, std::vector<Binding>& results);
    std::unique_ptr<GraphBuilder> lowerBody(const torch::jit::Node& node, const Written& written,
                                            const Outputs& outputs, std::vector<Binding>& results);
    std::vector<Binding> takeCarried(const torch::jit::Node& node, const Written& written, const Outputs& outputs);
    void giveBack(const torch::jit::Block& block, std::size_t first, const Written& written, const Outputs& outputs,
                  std::vector<Binding>& results);
    Attributes enter(GraphBuilder& body, const Written& written);
    void leave(Attributes attributes);
    std::vector<graph::ValueId> bindResults(const torch::jit::Node& node, const Outputs& outputs, PendingNode& pending);
    /// Adds the node, whose bodies gave @p results, and binds what it makes.
    void finish(const torch::jit::Node& node, const Written& written, const Outputs& outputs, PendingNode pending,
                const std::vector<Binding>& results);
    void finishWritten(const torch::jit::Node& node, const Written& written, const std::vector<graph::ValueId>& made);
    void relateResult(const torch::jit::Node& node, const Written& written, const Outputs& outputs, std::size_t i,
                      const Binding& given);
    void addFlat(const Binding& binding, const c10::TypePtr& type, const std::function<void(graph::ValueId)>& add);
    Binding gather(const c10::TypePtr& type, const std::function<graph::ValueId()>& next);

    LoweringState& m_state;
    BlockLowering m_lowerBlock;
};

} // namespace ql::importers::torchscript
