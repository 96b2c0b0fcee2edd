// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/networks/grown_models.h"

#include "core/export/onnx_writer.h"
#include "core/graph/ir/graph.h"

#include <cmath>
#include <fmt/format.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ql::bench {

namespace {

using graph::DataType;

graph::ValueId add(graph::Graph& graph, const char* opType, std::vector<graph::ValueId> inputs, graph::Shape shape)
{
    const auto output =
        graph.addValue(fmt::format("v{}", graph.nodeCount()), DataType::Float, graph::declared(std::move(shape)));
    graph.addNode({.name = fmt::format("{}_{}", opType, graph.nodeCount()),
                   .opType = opType,
                   .opset = 13,
                   .inputs = std::move(inputs),
                   .outputs = {output}});
    return output;
}

graph::Graph chain(std::size_t nodes)
{
    graph::Graph graph;
    graph.setOpset("", 13);
    auto last = graph.addInput("x", DataType::Float, graph::declared({1, 64}));
    for (std::size_t i = 0; i < nodes; ++i)
        last = add(graph, i % 2 == 0 ? "Tanh" : "Neg", {last}, {1, 64});
    graph.addOutput(last);
    return graph;
}

graph::Graph product(std::size_t mebibytes)
{
    const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(mebibytes << 18)));
    std::vector<float> weights(static_cast<std::size_t>(side * side));
    for (std::size_t i = 0; i < weights.size(); ++i)
        weights[i] = static_cast<float>(i % 251) / 251.0f - 0.5f;
    graph::Graph graph;
    graph.setOpset("", 13);
    const auto input = graph.addInput("x", DataType::Float, graph::declared({1, side}));
    const auto weight = graph.addInitializer("w", graph::TensorData::of<float>(DataType::Float, {side, side}, weights));
    graph.addOutput(add(graph, "MatMul", {input, weight}, {1, side}));
    return graph;
}

} // namespace

void runInChild(const std::function<void()>& work)
{
    const pid_t child = fork();
    if (child == 0) {
        try {
            work();
        } catch (...) {
            _exit(1);
        }
        _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
        throw std::runtime_error("a child process failed");
}

void writeInChild(const std::filesystem::path& path, const std::function<graph::Graph()>& make)
{
    runInChild([&] { exporting::writeOnnx(make(), path); });
}

void writeChain(const std::filesystem::path& path, std::size_t nodes)
{
    writeInChild(path, [nodes] { return chain(nodes); });
}

void writeProduct(const std::filesystem::path& path, std::size_t mebibytes)
{
    writeInChild(path, [mebibytes] { return product(mebibytes); });
}

} // namespace ql::bench
