// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/program/node_work.h"

#include "core/graph/operators/op_kind.h"
#include "core/jobs/thread_pool.h"

#include <algorithm>
#include <numeric>
#include <omp.h>

namespace ql::runs {

namespace {

constexpr double kLeastMultiplyAccumulates = 16e6; ///< 0.15 ms of one thread, 1.5 depthwise
constexpr double kLeastElements = 1.5e6;           ///< read and written once: 0.4 ms
constexpr double kLeastProductElements = 1 << 17;  ///< each multiplied at least 32 times

graph::Shape knownShape(const graph::Graph& graph, graph::ValueId id)
{
    if (!id.isValid())
        return {};
    const auto& value = graph.value(id);
    if (value.initializer)
        return value.initializer->shape();
    graph::Shape shape;
    if (value.shape)
        for (const auto& dimension : *value.shape)
            shape.push_back(std::max<std::int64_t>(1, dimension.size));
    return shape;
}

std::vector<graph::Shape> knownShapes(const graph::Graph& graph, const std::vector<graph::ValueId>& values)
{
    std::vector<graph::Shape> shapes;
    for (const auto value : values)
        shapes.push_back(knownShape(graph, value));
    return shapes;
}

double elementCount(const graph::Shape& shape)
{
    return std::accumulate(shape.begin(), shape.end(), 1.0, std::multiplies<>());
}

} // namespace

NodeWork workOf(const graph::Graph& graph, const graph::Node& node)
{
    NodeWork work;
    work.multiplies = graph::multiplies(node);
    if (!work.multiplies)
        return work;
    const auto inputs = knownShapes(graph, node.inputs);
    work.multiplyAccumulates =
        static_cast<double>(graph::multiplyAccumulates(node, inputs, knownShapes(graph, node.outputs)));
    const auto isData = [&](graph::ValueId id) { return id.isValid() && !graph.value(id).initializer; };
    const auto data = std::ranges::find_if(node.inputs, isData);
    if (data == node.inputs.end())
        return work;
    work.input = static_cast<std::size_t>(data - node.inputs.begin());
    work.elements = elementCount(inputs[work.input]);
    return work;
}

bool isWorthThreads(const NodeWork& work, std::span<const ops::Tensor> inputs)
{
    double elements = 0.0;
    for (const auto& input : inputs)
        if (input.isDefined())
            elements += static_cast<double>(input.data.numel());
    if (!work.multiplies || elements >= kLeastElements)
        return elements >= kLeastElements;
    if (work.multiplyAccumulates <= 0.0 || work.elements <= 0.0 || !inputs[work.input].isDefined())
        return elements >= kLeastProductElements;
    const auto growth = static_cast<double>(inputs[work.input].data.numel()) / work.elements;
    return work.multiplyAccumulates * growth >= kLeastMultiplyAccumulates;
}

NodeThreads::NodeThreads(bool isWorthMore)
{
    if (isWorthMore)
        return;
    m_before = omp_get_max_threads();
    m_poolBefore = jobs::poolThreads();
    jobs::setPoolThreads(std::max(m_before, m_poolBefore));
    omp_set_num_threads(1);
}

NodeThreads::~NodeThreads()
{
    if (m_before == 0)
        return;
    jobs::setPoolThreads(m_poolBefore);
    omp_set_num_threads(m_before);
}

} // namespace ql::runs
