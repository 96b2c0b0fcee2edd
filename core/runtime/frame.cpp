// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/frame.h"

#include "core/base/error.h"
#include "core/ops/support/kernel_errors.h"

#include <fmt/format.h>

namespace ql::runtime {

Frame::Frame(const Program& program, const ExecutionHooks& hooks, std::string path)
    : m_program(program)
    , m_hooks(hooks)
    , m_path(std::move(path))
    , m_tensors(program.graph().valueCount())
    , m_keepCounts(program.graph().valueCount(), 0)
    , m_isPastLastUse(program.graph().valueCount(), 0)
{
}

void Frame::step()
{
    const auto& bound = nodes()[m_position];
    const auto& node = m_program.graph().node(bound.id);
    inContextOf(node, [&] {
        const auto inputs = inputsOf(node);
        publish(node, inputs, ops::translated([&] { return evaluate(bound, inputs); }));
    });
    freeDying(bound);
    ++m_position;
}

void Frame::stepAs(std::vector<Tensor> results)
{
    const auto& bound = nodes()[m_position];
    const auto& node = m_program.graph().node(bound.id);
    inContextOf(node, [&] { publish(node, inputsOf(node), std::move(results)); });
    freeDying(bound);
    ++m_position;
}

void Frame::release(graph::ValueId value)
{
    auto& count = m_keepCounts[value.position()];
    if (count > 0 && --count == 0 && m_isPastLastUse[value.position()])
        m_tensors[value.position()] = {};
}

const Tensor& Frame::tensor(graph::ValueId value) const
{
    static const Tensor kUndefined;
    if (!value.isValid())
        return kUndefined;
    const auto& live = m_tensors[value.position()];
    return live.isPresent() ? live : m_program.constant(value);
}

std::vector<Tensor> Frame::outputs() const
{
    std::vector<Tensor> results;
    for (const auto output : m_program.graph().outputs())
        results.push_back(tensor(output));
    return results;
}

std::vector<Tensor> Frame::inputsOf(const graph::Node& node) const
{
    std::vector<Tensor> inputs;
    inputs.reserve(node.inputs.size());
    for (const auto input : node.inputs)
        inputs.push_back(tensor(input));
    return inputs;
}

std::vector<Tensor> Frame::evaluate(const BoundNode& bound, const std::vector<Tensor>& inputs)
{
    if (!bound.kept)
        return run(bound, inputs);
    auto results = bound.kept->find(inputs);
    if (results.empty()) {
        results = run(bound, inputs);
        bound.kept->store(inputs, results, m_program.m_d->keptBytes);
    }
    return results;
}

std::vector<Tensor> Frame::run(const BoundNode& bound, const std::vector<Tensor>& inputs)
{
    static const ops::BodyRunner kNoBodies;
    const NodeThreads threads(!bound.bodies.empty() || isWorthThreads(bound.work, inputs));
    if (bound.bodies.empty())
        return bound.kernel({inputs, kNoBodies, bound.constants});
    const ops::BodyRunner bodies = [&](std::string_view attribute, std::vector<Tensor> arguments,
                                       std::int64_t iteration) {
        return runBody(bound, attribute, std::move(arguments), iteration);
    };
    return bound.kernel({inputs, bodies, bound.constants});
}

std::vector<Tensor> Frame::runBody(const BoundNode& bound, std::string_view attribute, std::vector<Tensor> inputs,
                                   std::int64_t iteration)
{
    const Program* program = nullptr;
    for (const auto& [name, body] : bound.bodies)
        if (name == attribute)
            program = &body;
    if (!program)
        throw Error(ErrorCode::InvalidNode, Message("attribute {} is missing", attribute));
    const auto& graph = program->graph();
    if (inputs.size() != graph.inputs().size())
        throw Error(ErrorCode::InvalidNode,
                    Message("body {} takes {} inputs, {} are given", attribute, graph.inputs().size(), inputs.size()));
    const auto turn = iteration < 0 ? std::string() : fmt::format("{}/", iteration);
    Frame frame(*program, m_hooks, fmt::format("{}{}/{}", m_path, m_program.graph().node(bound.id).name, turn));
    for (std::size_t i = 0; i < inputs.size(); ++i)
        frame.set(graph.inputs()[i], std::move(inputs[i]));
    for (const auto& capture : graph.captures())
        frame.set(capture.inner, tensor(capture.outer));
    while (!frame.isDone()) {
        if (m_hooks.stop.stop_requested())
            throw Cancelled();
        frame.step();
    }
    return frame.outputs();
}

void Frame::publish(const graph::Node& node, const std::vector<Tensor>& inputs, std::vector<Tensor> results)
{
    const auto last = std::ranges::find_if(node.outputs.rbegin(), node.outputs.rend(),
                                           [](graph::ValueId output) { return output.isValid(); });
    if (results.size() < std::size_t(node.outputs.rend() - last))
        throw Error(ErrorCode::Internal,
                    Message("the operator gave {} outputs, the node has {}", results.size(), node.outputs.size()));
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        const auto value = node.outputs[i];
        if (!value.isValid())
            continue;
        Tensor& tensor = results[i];
        if (!tensor.isDefined()) { // a sequence, a number, or an optional without an element: nothing to look at
            set(value, std::move(tensor));
            continue;
        }
        const auto event = [&] { return ValueEvent{m_program.graph(), node, i, value, tensor, m_path, inputs}; };
        for (const auto& interceptor : m_hooks.interceptors)
            if (auto replaced = interceptor(event()))
                tensor = std::move(*replaced);
        for (const auto& tap : m_hooks.taps)
            tap(event());
        set(value, std::move(tensor));
    }
}

void Frame::freeDying(const BoundNode& bound)
{
    for (const auto value : bound.dying) {
        m_isPastLastUse[value.position()] = 1;
        if (m_keepCounts[value.position()] == 0)
            m_tensors[value.position()] = {};
    }
}

} // namespace ql::runtime
