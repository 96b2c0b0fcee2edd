// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/program/pass.h"
#include "core/base/error.h"
#include "core/runs/program/frame.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ql::runs {

namespace {

std::string describe(const graph::Value& value)
{
    return fmt::format("{}: {} [{}]", value.name, graph::name(value.type),
                       value.shape ? graph::toString(*value.shape) : std::string("any shape"));
}

bool fits(const graph::DeclaredShape& declared, const graph::Shape& shape)
{
    if (declared.size() != shape.size())
        return false;
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (declared[i].size >= 0 && declared[i].size != shape[i])
            return false;
    return true;
}

void checkInput(const graph::Value& value, const Tensor& tensor)
{
    if (value.type != graph::DataType::Undefined && tensor.type != value.type)
        throw Error(ErrorCode::TypeMismatch, Message("input {} has type {}, expected {}", value.name,
                                                     graph::name(tensor.type), graph::name(value.type)));
    if (value.shape && !fits(*value.shape, tensor.shape()))
        throw Error(ErrorCode::ShapeMismatch, Message("input {} has shape {}, expected {}", value.name,
                                                      graph::toString(tensor.shape()), graph::toString(*value.shape)));
}

/// An optional input, whose type isn't a tensor's, may be given as nothing.
void requireAllInputs(const graph::Graph& graph, const Frame& frame, const NamedTensors& given)
{
    std::vector<std::string> missing;
    for (const auto input : graph.inputs()) {
        const auto& value = graph.value(input);
        const bool isOptional = value.type == graph::DataType::Undefined && given.contains(value.name);
        if (!frame.tensor(input).isPresent() && !isOptional)
            missing.push_back(describe(value));
    }
    if (!missing.empty())
        throw Error(ErrorCode::BadArgument, Message("missing input {}", fmt::join(missing, "; ")),
                    "give it with --input name=file.npy");
}

graph::ValueId inputNamed(const graph::Graph& graph, const std::string& name)
{
    const auto value = graph.findValue(name);
    if (!value || graph.value(*value).producer.isValid() || graph.constantOf(*value)) {
        std::vector<std::string> known;
        for (const auto input : graph.inputs())
            known.push_back(describe(graph.value(input)));
        throw Error(ErrorCode::BadArgument, Message("the model has no input {}", name),
                    Message("it has {}", fmt::join(known, "; ")));
    }
    return *value;
}

} // namespace

Pass::Pass(const Program& program, NamedTensors inputs, Hooks hooks)
    : m_frame(std::make_unique<Frame>(program, hooks, std::string()))
{
    const auto& graph = program.graph();
    for (const auto& [name, tensor] : inputs) {
        const auto value = inputNamed(graph, name);
        checkInput(graph.value(value), tensor);
        m_frame->set(value, tensor);
    }
    requireAllInputs(graph, *m_frame, inputs);
}

Pass::~Pass() = default;

bool Pass::isDone() const
{
    return m_frame->isDone();
}

graph::NodeId Pass::next() const
{
    return m_frame->next();
}

void Pass::step()
{
    m_frame->step();
}

graph::ValueId Pass::fusedStep()
{
    return m_frame->fusedStep();
}

void Pass::finish(JobContext& ctx)
{
    while (!isDone()) {
        fusedStep();
        ctx.step();
    }
}

void Pass::keep(graph::ValueId value)
{
    m_frame->keep(value);
}

void Pass::release(graph::ValueId value)
{
    m_frame->release(value);
}

const Tensor& Pass::tensor(graph::ValueId value) const
{
    return m_frame->tensor(value);
}

std::vector<Tensor> Pass::outputs() const
{
    return m_frame->outputs();
}

} // namespace ql::runs
