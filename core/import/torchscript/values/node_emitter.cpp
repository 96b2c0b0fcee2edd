// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/values/node_emitter.h"

#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"
#include "core/import/torchscript/origins/source_place.h"
#include "core/ops/torch_version.h"

namespace ql::importers::torchscript {

namespace {

/// "SELF(Net).layer1(Sequential).0(Block)" → "layer1.0"
std::string modulePath(const std::string& hierarchy)
{
    std::string path;
    std::size_t position = 0;
    while (position < hierarchy.size()) {
        const auto open = hierarchy.find('(', position);
        if (open == std::string::npos)
            break;
        const auto close = hierarchy.find(')', open);
        const auto name = hierarchy.substr(position, open - position);
        if (name != "SELF" && name != "UNKNOWN_INSTANCE" && !name.empty())
            path += (path.empty() ? "" : ".") + name;
        if (close == std::string::npos)
            break;
        position = close + 1;
        while (position < hierarchy.size() && hierarchy[position] == '.')
            ++position;
    }
    return path;
}

std::string scopeOf(const torch::jit::Node& node)
{
    auto path = modulePath(ops::moduleHierarchy(node));
    return path.empty() ? node.scopeName() : path; // of a program that was exported
}

} // namespace

void NodeEmitter::begin(const torch::jit::Node& node)
{
    m_calls.markTaken(m_calls.callOf(node));
    m_place = {&node, scopeOf(node)};
}

Origin NodeEmitter::origin() const
{
    return {sourcePlace(node()), m_calls.callOf(node())};
}

PendingNode NodeEmitter::pendingNode(const std::string& stem) const
{
    PendingNode pending;
    pending.stem = stem;
    pending.scope = scope();
    pending.origin = origin();
    pending.domain = "prim";
    pending.opType = stem;
    return pending;
}

graph::ValueId NodeEmitter::emitCall(const std::string& stem, const std::string& call, const CallInputs& inputs)
{
    auto node = pendingNode(stem);
    node.inputs = inputs.inputs();
    const auto made = m_builder->addValue();
    node.outputs = {made};
    node.attributes.set(std::string(graph::kTorchCall), call);
    m_builder->addNode(std::move(node));
    return made;
}

Message NodeEmitter::describe(const torch::jit::Node& node)
{
    const auto scope = scopeOf(node);
    return scope.empty() ? Message::text(node.kind().toQualString())
                         : Message("{} in module {}", node.kind().toQualString(), scope);
}

void NodeEmitter::refuse(const torch::jit::Node& node, const Message& why)
{
    Error error(ErrorCode::UnsupportedOperator, why, "simplify this part of the model, or export it to ONNX");
    throw error.addContext(describe(node));
}

} // namespace ql::importers::torchscript
