// SPDX-License-Identifier: GPL-3.0-or-later
// What simulating a number format costs, in float forwards of the same residual network, per-layer quantizers in it.
#include "core/quant/calibration.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/bench/networks/residual_network.h"
#include "tests/bench/stopwatch.h"

#include <fmt/format.h>

namespace {

using namespace ql;

double secondsOf(const graph::Graph& graph, const at::Tensor& input, int rounds)
{
    const runs::Program program(graph);
    return bench::leastSeconds(rounds, [&] {
        runs::Pass execution(program, {{"x", ops::Tensor(input)}});
        JobContext ctx;
        execution.finish(ctx);
    });
}

graph::Graph simulated(const graph::Graph& graph, const char* activation, const char* weight, const at::Tensor& input)
{
    quant::QuantSettings settings;
    settings.common.activation.setNumberFormat(graph::numberFormatNamed(activation));
    settings.common.weight.setNumberFormat(graph::numberFormatNamed(weight));
    auto plan = quant::planFor(graph, settings);
    JobContext ctx;
    quant::calibrate(graph, plan, {1, [&](std::size_t) { return runs::NamedTensors{{"x", ops::Tensor(input)}}; }}, ctx);
    return quant::qdqGraph(graph, plan);
}

} // namespace

int main(int argc, char** argv)
{
    const bool isQuick = bench::isQuick(argc, argv);
    const std::int64_t inputSize = isQuick ? 64 : 224;
    const int rounds = isQuick ? 2 : 20;
    const runs::ThreadGuard threads;
    const auto network = bench::makeResidualNetwork(inputSize);
    const auto input = at::randn({1, 3, inputSize, inputSize});
    const double exact = secondsOf(network.graph, input, rounds);
    fmt::print("float forward, residual network {0}x{0}: {1:.2f} ms\n", inputSize, exact * 1e3);
    for (const auto& [activation, weight] : {std::pair("int8", "int8"),
                                             {"fp8_e4m3", "fp8_e4m3"},
                                             {"mxfp8_e4m3", "mxfp8_e4m3"},
                                             {"mxfp4", "mxfp4"},
                                             {"mxint8", "mxint8"},
                                             {"nvfp4", "nvfp4"},
                                             {"bf16", "int4_g32"},
                                             {"fp16", "fp16"}}) {
        const double cost = secondsOf(simulated(network.graph, activation, weight, input), input, rounds);
        fmt::print("{:>10} with {:>10}: {:.2f} ms, {:.2f} forwards\n", activation, weight, cost * 1e3, cost / exact);
    }
    return 0;
}
