// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/origins/module_calls.h"

#include "core/import/torchscript/training_state.h"

#include <torch/csrc/jit/api/function_impl.h>

namespace ql::importers::torchscript {

namespace prim = c10::prim;

namespace {

constexpr std::size_t kMostCalls = std::size_t(1) << 20;
constexpr std::size_t kDeepestCall = 1000;

/// "__torch__.torch.nn.modules.conv.___torch_mangle_3.Conv2d" → "torch.nn.modules.conv.Conv2d"
std::string classNameOf(const torch::jit::Module& module)
{
    const auto name = module.type()->name();
    std::string text;
    if (name)
        for (const auto& atom : name->atoms())
            if (atom != "__torch__" && !atom.starts_with("___torch_mangle_"))
                text += (text.empty() ? "" : ".") + atom;
    return text;
}

/// Parameters, or what was packed of them.
bool hasOwnParameters(const torch::jit::Module& module)
{
    const auto type = module.type();
    for (std::size_t i = 0; i < type->numAttributes(); ++i) {
        const auto value = module._ivalue()->getSlot(i);
        const bool isPacked = value.isObject() && !type->getAttribute(i)->is_module();
        if (isPacked || (type->is_parameter(i) && value.isTensor() && value.toTensor().defined()))
            return true;
    }
    return false;
}

std::pair<const void*, std::size_t> placeOf(const torch::jit::SourceRange& range)
{
    return {range.source().get(), range.start()};
}

} // namespace

ModuleCalls::ModuleCalls(const torch::jit::Module& module)
{
    addModule(module, {}, -1);
    const auto forward = module.get_method("forward").graph();
    Objects objects{{forward->inputs().at(0), 0}};
    readBlock(*forward->block(), {}, objects);
}

std::int32_t ModuleCalls::addModule(const torch::jit::Module& module, const std::string& path, std::int32_t parent)
{
    const auto index = std::int32_t(m_tree.modules.size());
    const auto [known, isNew] = m_known.emplace(module._ivalue().get(), index);
    if (!isNew)
        return known->second;
    const bool isWithin = parent >= 0 && m_tree.modules[std::size_t(parent)].isObserving;
    const auto children = module.named_children();
    m_tree.modules.push_back({path, classNameOf(module), hasOwnParameters(module), children.size() == 0, false,
                              isWithin || watches(module)});
    for (const auto& child : children) {
        const auto childPath = path.empty() ? child.name : path + "." + child.name;
        const auto added = addModule(child.value, childPath, index);
        m_children[{index, child.name}] = added;
    }
    return index;
}

void ModuleCalls::readBlock(const torch::jit::Block& block, const Caller& caller, Objects& objects)
{
    for (const auto* node : block.nodes()) {
        if (node->kind() == prim::GetAttr)
            readAttribute(*node, caller, objects);
        else if (node->kind() == prim::CallMethod)
            readCall(*node, caller, objects);
        if (node->kind() != prim::CallMethod && caller.call >= 0)
            m_hasInstructions[std::size_t(caller.call)] = true;
        auto inner = caller;
        inner.isCertain = false;
        for (const auto* body : node->blocks())
            readBlock(*body, inner, objects);
    }
}

void ModuleCalls::readAttribute(const torch::jit::Node& node, const Caller& caller, Objects& objects)
{
    const auto owner = objects.find(node.input(0));
    if (owner == objects.end())
        return;
    if (const auto child = m_children.find({owner->second, node.s(c10::attr::name)}); child != m_children.end())
        objects[node.output()] = child->second;
    else if (owner->second != caller.module)
        m_tree.modules[std::size_t(owner->second)].isRead = true;
}

void ModuleCalls::readCall(const torch::jit::Node& node, const Caller& caller, const Objects& objects)
{
    const auto type = node.input(0)->type()->cast<c10::ClassType>();
    const auto object = objects.find(node.input(0));
    auto* method = type ? type->findMethod(node.s(c10::attr::name)) : nullptr;
    auto* function = method ? torch::jit::tryToGraphFunction(*method) : nullptr;
    const bool isTooMuch = m_tree.calls.size() >= kMostCalls || m_place.size() >= kDeepestCall;
    if (object == objects.end() || !function || isTooMuch) {
        m_tree.isComplete = m_tree.isComplete && type && !type->is_module() && !isTooMuch;
        return;
    }
    auto callee = caller;
    if (object->second != caller.module) {
        callee = {object->second, std::int32_t(m_tree.calls.size()), true};
        m_tree.calls.push_back({object->second, caller.call});
        m_isCertain.push_back(caller.isCertain);
        m_hasInstructions.push_back(false);
        m_isTaken.push_back(false);
    }
    m_place.push_back(placeOf(node.sourceRange()));
    m_calls[m_place] = callee.call;
    const auto graph = function->graph();
    Objects inner{{graph->inputs().at(0), object->second}};
    readBlock(*graph->block(), callee, inner);
    m_place.pop_back();
}

std::int32_t ModuleCalls::callOf(const torch::jit::Node& instruction) const
{
    const auto stack = instruction.callstack();
    if (!stack)
        return -1;
    const auto [known, isNew] = m_callOfStack.emplace(stack->get(), -1);
    if (!isNew)
        return known->second;
    Place place;
    for (const auto& entry : (*stack)->vec()) {
        place.push_back(placeOf(std::get<1>(entry)));
        if (const auto found = m_calls.find(place); found != m_calls.end())
            known->second = found->second;
    }
    return known->second;
}

void ModuleCalls::markTaken(std::int32_t call)
{
    for (; call >= 0 && !m_isTaken[std::size_t(call)]; call = m_tree.calls[std::size_t(call)].caller)
        m_isTaken[std::size_t(call)] = true;
}

std::shared_ptr<const graph::ModuleTree> ModuleCalls::tree() const
{
    using Frequency = graph::ModuleCall::Frequency;
    auto tree = std::make_shared<graph::ModuleTree>(m_tree);
    for (std::size_t i = 0; i < tree->calls.size(); ++i)
        if (!m_isCertain[i])
            tree->calls[i].frequency = m_hasInstructions[i] && !m_isTaken[i] ? Frequency::Never : Frequency::Unknown;
    return tree;
}

} // namespace ql::importers::torchscript
