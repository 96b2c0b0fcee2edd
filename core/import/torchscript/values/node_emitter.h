// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/import/torchscript/origins/module_calls.h"
#include "core/import/torchscript/values/call_inputs.h"
#include "core/import/torchscript/values/graph_builder.h"

#include <torch/csrc/jit/api/module.h>

#include <memory>
#include <string>

namespace ql::importers::torchscript {

/// Adds nodes to the graph in the making, on behalf of the instruction that is being lowered: it knows the body that
/// nodes go into, and the module and the call that they come from.
class NodeEmitter {
public:
    /// An instruction, and the scope of what is made for it.
    struct Place {
        const torch::jit::Node* node = nullptr;
        std::string scope;
    };

    /// @p module must have a method forward, and outlive this.
    explicit NodeEmitter(const torch::jit::Module& module)
        : m_calls(module)
    {
    }

    GraphBuilder& root() { return m_root; }
    /// Of the body that nodes go into.
    GraphBuilder& builder() { return *m_builder; }
    void enter(GraphBuilder& body) { m_builder = &body; }
    void leave() { m_builder = m_builder->outer(); }

    /// From now on nodes are made for @p node.
    void begin(const torch::jit::Node& node);
    void setPlace(Place place) { m_place = std::move(place); }
    /// The same in the scope of before.
    void setNode(const torch::jit::Node& node) { m_place.node = &node; }
    const Place& place() const { return m_place; }
    const torch::jit::Node& node() const { return *m_place.node; }
    const std::string& scope() const { return m_place.scope; }
    Origin origin() const;

    /// Of the domain "prim" and of type @p stem; its call, inputs and outputs are still missing.
    PendingNode pendingNode(const std::string& stem) const;
    /// Adds a node that @p call computes, and gives its only output.
    graph::ValueId emitCall(const std::string& stem, const std::string& call, const CallInputs& inputs);

    /// "aten::add in module layer1.0"
    static Message describe(const torch::jit::Node& node);
    [[noreturn]] static void refuse(const torch::jit::Node& node, const Message& why);

    std::shared_ptr<const graph::ModuleTree> modules() const { return m_calls.tree(); }

private:
    GraphBuilder m_root;
    GraphBuilder* m_builder = &m_root;
    ModuleCalls m_calls;
    Place m_place;
};

} // namespace ql::importers::torchscript
