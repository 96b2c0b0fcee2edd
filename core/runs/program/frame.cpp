// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/program/frame.h"

#include "core/base/error.h"
#include "core/ops/support/differentiated.h"
#include "core/ops/support/kernel_errors.h"

#include <algorithm>
#include <c10/core/GradMode.h>
#include <fmt/format.h>

namespace ql::runs {

namespace {

void requireInputs(std::string_view body, const std::vector<graph::ValueId>& taken, const std::vector<Tensor>& given)
{
    if (given.size() != taken.size())
        throw Error(ErrorCode::InvalidNode,
                    Message("body {} takes {} inputs, {} are given", body, taken.size(), given.size()));
}

/// Null where the program runs on the processor alone; derivatives are always recorded there.
std::unique_ptr<DeviceValues> deviceValues(DeviceConstants* device, std::size_t valueCount)
{
    return device && !c10::GradMode::is_enabled() ? std::make_unique<DeviceValues>(*device, valueCount) : nullptr;
}

} // namespace

Frame::Frame(const Program& program, const Hooks& hooks, std::string path, std::vector<std::int64_t> iterations,
             std::vector<Tensor> storage)
    : m_program(program)
    , m_hooks(hooks)
    , m_path(std::move(path))
    , m_iterations(std::move(iterations))
    , m_device(deviceValues(program.m_d->device.get(), program.graph().valueCount()))
    , m_tensors(std::move(storage))
    , m_keepCounts(program.graph().valueCount(), 0)
    , m_isPastLastUse(program.graph().valueCount(), 0)
    , m_isMain(m_path.empty())
{
    m_tensors.resize(std::max(m_tensors.size(), program.graph().valueCount()));
}

std::vector<Tensor> Frame::takeStorage(std::span<const graph::ValueId> values)
{
    for (const auto value : values)
        if (value.isValid())
            m_tensors[value.position()] = {};
    return std::move(m_tensors);
}

void Frame::startFrom(const std::vector<Tensor>& known)
{
    m_known = &known;
    m_isSet.assign(known.size(), 0);
}

void Frame::step()
{
    const auto& bound = nextNode();
    isSettled(bound) ? takeSettled(bound) : execute(bound);
    ++m_position;
}

/// The results stay where they are, and aren't to be seen sooner than any others.
void Frame::takeSettled(const BoundNode& bound)
{
    m_isSettled.resize(m_tensors.size(), 0);
    for (const auto output : m_program.graph().node(bound.id).outputs)
        if (output.isValid())
            m_isSettled[output.position()] = 1;
    freeDying(bound);
}

/// Whether each of the node's inputs is as the program itself has it: none was set, or made otherwise, here.
bool Frame::readsItsOwn(const graph::Node& node) const
{
    return std::ranges::none_of(node.inputs, [this](graph::ValueId input) {
        return input.isValid() && m_tensors[input.position()].isPresent();
    });
}

/// Whether the node's results are known already.
bool Frame::isSettled(const BoundNode& bound) const
{
    return bound.cached && bound.cached->settled() && !m_device && !m_known && m_hooks.taps.empty()
           && !mayBeReplaced(bound.id) && readsItsOwn(m_program.graph().node(bound.id));
}

/// Whether an interceptor may replace a result of @p node.
bool Frame::mayBeReplaced(graph::NodeId node) const
{
    const auto mayReplace = [node](const auto& interceptor) { return interceptor.mayReplace(node); };
    return m_isMain ? std::ranges::any_of(m_hooks.interceptors, mayReplace) : !m_hooks.interceptors.empty();
}

void Frame::execute(graph::NodeId node)
{
    execute(m_program.m_d->nodes[m_program.m_d->flatPositions[node.position()]]);
}

void Frame::execute(const BoundNode& bound)
{
    const auto& node = m_program.graph().node(bound.id);
    inContextOf(node, [&] {
        NodeInputs inputs(mayBorrow(bound));
        readInputsHere(bound, inputs);
        auto results =
            ops::translated([&] { return evaluate(bound, inputs); }, [&] { return ops::refusedInputs(inputs); });
        if (m_device)
            publishFromDevice(bound, inputs, std::move(results));
        else
            publish(bound, inputs, std::move(results));
    });
    freeDying(bound);
}

void Frame::stepAs(std::vector<Tensor> results)
{
    const auto& bound = nextNode();
    const auto& node = m_program.graph().node(bound.id);
    inContextOf(node, [&] {
        NodeInputs inputs(mayBorrow(bound));
        readInputs(bound, inputs);
        publish(bound, inputs, std::move(results));
    });
    freeDying(bound);
    ++m_position;
}

void Frame::release(graph::ValueId value)
{
    auto& count = m_keepCounts[value.position()];
    if (count > 0 && --count == 0 && m_isPastLastUse[value.position()])
        evict(value);
}

const Tensor& Frame::tensor(graph::ValueId value) const
{
    const auto& found = live(value);
    return m_device && value.isValid() ? m_device->onHost(value, found) : found;
}

/// Wherever it lies.
const Tensor& Frame::live(graph::ValueId value) const
{
    static const Tensor kUndefined;
    if (!value.isValid())
        return kUndefined;
    const auto position = value.position();
    if (const auto& own = m_tensors[position]; own.isPresent())
        return own;
    if (m_known && !m_isSet[position])
        return (*m_known)[position];
    if (const auto& constant = m_program.constant(value); constant.isPresent() || m_known)
        return constant;
    if (m_isSettled.empty() || m_isSettled[position] == 0)
        return kUndefined;
    const auto producer = m_program.graph().value(value).producer;
    const auto& outputs = m_program.graph().node(producer).outputs;
    const auto& d = *m_program.m_d;
    const auto& settled = *d.nodes[d.flatPositions[producer.position()]].cached->settled();
    return settled[std::size_t(std::ranges::find(outputs, value) - outputs.begin())];
}

std::vector<Tensor> Frame::outputs() const
{
    std::vector<Tensor> results;
    for (const auto output : m_program.graph().outputs())
        results.push_back(tensor(output));
    return results;
}

/// Bodies change what is live while their node runs, and what is on a device may be there for this node only.
bool Frame::mayBorrow(const BoundNode& bound) const
{
    return bound.bodies.empty() && bound.openBodies.empty() && !m_device;
}

void Frame::readInputs(const BoundNode& bound, NodeInputs& inputs) const
{
    for (const auto input : m_program.graph().node(bound.id).inputs)
        inputs.add(tensor(input));
}

/// Where the node computes. What depends on constants alone the processor makes once, whoever reads it.
void Frame::readInputsHere(const BoundNode& bound, NodeInputs& inputs) const
{
    if (!m_device || !bound.device || bound.cached)
        return readInputs(bound, inputs);
    const auto& values = m_program.graph().node(bound.id).inputs;
    std::vector<Tensor> found;
    found.reserve(values.size());
    for (const auto input : values)
        found.push_back(live(input));
    if (!m_device->takes(*bound.device, found))
        return readInputs(bound, inputs);
    for (std::size_t i = 0; i < found.size(); ++i)
        if (!values[i].isValid())
            inputs.add(found[i]);
        else if (bound.device->isOnHost(i))
            inputs.add(tensor(values[i]));
        else
            inputs.add(m_device->onDevice(values[i], found[i]));
}

std::vector<Tensor> Frame::evaluate(const BoundNode& bound, std::span<const Tensor> inputs)
{
    if (!bound.cached || ops::isOneDifferentiated(inputs))
        return run(bound, inputs);
    auto results = bound.cached->find(inputs);
    if (results.empty()) {
        results = run(bound, inputs);
        const bool areOwn = !m_known && readsItsOwn(m_program.graph().node(bound.id));
        bound.cached->store(inputs, results, areOwn, m_program.m_d->constantBytes);
    }
    return results;
}

std::vector<Tensor> Frame::run(const BoundNode& bound, std::span<const Tensor> inputs, ops::Epilogue* epilogue)
{
    static const ops::BodyRunner kNoBodies;
    if (ops::isOneUnrecordable(inputs)) // what is cached goes by the tensors themselves, so no sooner than here
        return run(bound, ops::recordable(inputs), epilogue);
    const bool hasBodies = !bound.bodies.empty() || !bound.openBodies.empty();
    const NodeThreads threads(hasBodies || isWorthThreads(bound.work, inputs));
    // What kernels remember of constants LibTorch doesn't know.
    const auto constants = ops::isOneDifferentiated(inputs) ? 0 : bound.constants;
    const auto* const dequantized = bound.dequantized ? &*bound.dequantized : nullptr;
    if (!hasBodies && m_device)
        return m_device->run(bound.kernel, {inputs, kNoBodies, constants, nullptr, dequantized});
    if (!hasBodies)
        return bound.kernel({inputs, kNoBodies, constants, epilogue, dequantized});
    const ops::BodyRunner bodies = [&](std::string_view attribute, std::vector<Tensor> arguments,
                                       std::int64_t iteration) {
        return runBody(bound, attribute, std::move(arguments), iteration);
    };
    return bound.kernel({inputs, bodies, constants});
}

std::string Frame::pathOf(const BoundNode& bound, std::int64_t iteration) const
{
    const auto turn = iteration < 0 ? std::string() : fmt::format("{}/", iteration);
    return fmt::format("{}{}/{}", m_path, m_program.graph().node(bound.id).name, turn);
}

std::vector<Tensor> Frame::runBody(const BoundNode& bound, std::string_view attribute, std::vector<Tensor> inputs,
                                   std::int64_t iteration)
{
    const auto found = std::ranges::find(bound.openBodies, attribute, [this](graph::BodyId id) {
        return std::string_view(m_program.graph().openBody(id).attribute);
    });
    if (found == bound.openBodies.end())
        return runClosedBody(bound, attribute, std::move(inputs), iteration);
    auto around = std::exchange(m_path, pathOf(bound, iteration));
    if (iteration >= 0)
        m_iterations.push_back(iteration);
    auto outputs = runOpenBody(*found, std::move(inputs));
    if (iteration >= 0)
        m_iterations.pop_back();
    m_path = std::move(around);
    return outputs;
}

std::vector<Tensor> Frame::runClosedBody(const BoundNode& bound, std::string_view attribute, std::vector<Tensor> inputs,
                                         std::int64_t iteration)
{
    const Program* program = nullptr;
    for (const auto& [name, body] : bound.bodies)
        if (name == attribute)
            program = &body;
    if (!program)
        throw Error(ErrorCode::InvalidNode, Message("attribute {} is missing", attribute));
    const auto& graph = program->graph();
    requireInputs(attribute, graph.inputs(), inputs);
    auto iterations = m_iterations;
    if (iteration >= 0)
        iterations.push_back(iteration);
    Frame frame(*program, m_hooks, pathOf(bound, iteration), std::move(iterations));
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

/// One turn. Its values are new ones: what the turn before left is gone, but for what is kept.
std::vector<Tensor> Frame::runOpenBody(graph::BodyId id, std::vector<Tensor> inputs)
{
    const auto& graph = m_program.graph();
    const auto& body = graph.openBody(id);
    requireInputs(body.attribute, body.inputs, inputs);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        set(body.inputs[i], std::move(inputs[i]));
    for (const auto position : m_program.m_d->bodies[id.position()]) {
        if (m_hooks.stop.stop_requested())
            throw Cancelled();
        execute(m_program.m_d->nodes[position]);
    }
    std::vector<Tensor> outputs;
    for (const auto output : body.outputs)
        outputs.push_back(tensor(output));
    for (const auto* values : {&body.inputs, &body.outputs})
        for (const auto value : *values)
            if (graph.value(value).body == id)
                free(value);
    return outputs;
}

void Frame::publish(const BoundNode& bound, std::span<const Tensor> inputs, std::vector<Tensor> results)
{
    const auto& node = m_program.graph().node(bound.id);
    const auto last = std::ranges::find_if(node.outputs.rbegin(), node.outputs.rend(),
                                           [](graph::ValueId output) { return output.isValid(); });
    if (results.size() < std::size_t(node.outputs.rend() - last))
        throw Error(ErrorCode::InvalidNode,
                    Message("the node lists {} outputs, the operator makes {}", node.outputs.size(), results.size()),
                    "inputs of other shapes give other numbers of outputs; else the model was made wrong");
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        const auto value = node.outputs[i];
        if (!value.isValid())
            continue;
        Tensor& tensor = results[i];
        if (!tensor.isDefined()) { // a sequence, a number, or an optional without an element: nothing to look at
            set(value, std::move(tensor));
            continue;
        }
        const auto event = [&] {
            return ValueEvent{m_program.graph(), node, i, value, tensor, m_path, inputs, m_iterations};
        };
        for (const auto& interceptor : m_hooks.interceptors)
            if (auto replaced = interceptor(event()))
                tensor = std::move(*replaced);
        for (const auto& tap : m_hooks.taps)
            tap(event());
        set(value, std::move(tensor));
    }
}

/// Results stay on the device, unless somebody looks at them.
void Frame::publishFromDevice(const BoundNode& bound, std::span<const Tensor> inputs, std::vector<Tensor> results)
{
    if (m_hooks.taps.empty() && m_hooks.interceptors.empty())
        return publish(bound, inputs, std::move(results));
    NodeInputs onHost(false);
    readInputs(bound, onHost);
    publish(bound, onHost, m_device->allOnHost(m_program.graph().node(bound.id).outputs, std::move(results)));
}

void Frame::free(graph::ValueId value)
{
    m_isPastLastUse[value.position()] = 1;
    if (m_keepCounts[value.position()] == 0)
        evict(value);
}

void Frame::evict(graph::ValueId value)
{
    m_tensors[value.position()] = {};
    if (m_device)
        m_device->evict(value);
}

void Frame::freeDying(const BoundNode& bound)
{
    for (const auto value : bound.dying)
        free(value);
}

} // namespace ql::runs
