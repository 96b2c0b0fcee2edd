// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/ops/registry.h"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ql::tests {

/// Binds one node of a registered operator and runs it on tensors, as the executor would.
class OperatorRunner {
public:
    explicit OperatorRunner(std::string opType, int opset = 21, std::string domain = {})
    {
        m_node.opType = std::move(opType);
        m_node.opset = opset;
        m_node.domain = std::move(domain);
        m_node.name = "tested";
    }

    OperatorRunner& with(std::string name, graph::AttributeValue value)
    {
        m_node.attributes.set(std::move(name), std::move(value));
        return *this;
    }
    OperatorRunner& outputs(std::size_t count)
    {
        m_outputs = count;
        return *this;
    }
    OperatorRunner& body(ops::BodyRunner body)
    {
        m_body = std::move(body);
        return *this;
    }

    std::vector<ops::Tensor> run(const std::vector<ops::Tensor>& inputs)
    {
        m_node.inputs.assign(inputs.size(), graph::ValueId{0});
        m_node.outputs.assign(m_outputs, graph::ValueId{0});
        const auto* definition = ops::Registry::builtIn().find(m_node.domain, m_node.opType, m_node.opset);
        if (!definition)
            throw std::runtime_error("no operator " + m_node.opType);
        return definition->bind(m_node)(ops::KernelCall{inputs, m_body});
    }
    /// The message of the Error that running throws, or nothing.
    std::string errorOf(const std::vector<ops::Tensor>& inputs)
    {
        try {
            run(inputs);
        } catch (const Error& error) {
            return error.message().english();
        }
        return {};
    }

private:
    graph::Node m_node;
    std::size_t m_outputs = 1;
    ops::BodyRunner m_body;
};

/// A tensor of @p type whose elements are @p values.
inline ops::Tensor tensorOf(graph::DataType type, const graph::Shape& shape, const std::vector<double>& values)
{
    return {at::tensor(values, at::kDouble).view(shape).to(ops::storageType(type)), type};
}
inline ops::Tensor floats(const graph::Shape& shape, const std::vector<double>& values)
{
    return tensorOf(graph::DataType::Float, shape, values);
}
inline ops::Tensor scalar(graph::DataType type, double value)
{
    return tensorOf(type, {}, {value});
}
inline ops::Tensor scalar(double value)
{
    return floats({}, {value});
}
/// Every element as double, in C order.
inline std::vector<double> valuesOf(const ops::Tensor& tensor)
{
    const at::Tensor wide = tensor.data.to(at::kDouble).contiguous();
    return {wide.data_ptr<double>(), wide.data_ptr<double>() + wide.numel()};
}

} // namespace ql::tests
