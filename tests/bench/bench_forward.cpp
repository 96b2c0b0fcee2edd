// SPDX-License-Identifier: GPL-3.0-or-later
// Node by node against torch::jit's forward on the same residual network. Aim: at most 1.1.
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/bench/networks/residual_network.h"
#include "tests/bench/stopwatch.h"

#include <fmt/format.h>
#include <torch/script.h>

namespace {

torch::jit::Module makeModule(const ql::bench::ResidualNetwork& network)
{
    torch::jit::Module module("residual");
    for (const auto& [name, data] : network.parameters)
        module.register_parameter(name, ql::ops::toTensor(data).data, false);
    module.define(network.torchScript);
    module.eval();
    return module;
}

at::Tensor runGraph(const ql::runs::Program& program, const at::Tensor& input)
{
    ql::runs::Pass execution(program, {{"x", ql::ops::Tensor(input)}});
    ql::JobContext ctx;
    execution.finish(ctx);
    return execution.outputs().at(0).data;
}

} // namespace

int main(int argc, char** argv)
{
    const bool isQuick = ql::bench::isQuick(argc, argv);
    const std::int64_t inputSize = isQuick ? 64 : 224;
    const int rounds = isQuick ? 2 : 40;
    const ql::runs::ThreadGuard threads;
    const auto network = ql::bench::makeResidualNetwork(inputSize);
    const ql::runs::Program program(network.graph);
    auto module = makeModule(network);
    const auto input = at::randn({1, 3, inputSize, inputSize});

    const auto theirs = module.forward({input}).toTensor();
    const auto difference = (runGraph(program, input) - theirs).abs().max().item<float>();
    const auto jit = ql::bench::leastSeconds(rounds, [&] { module.forward({input}); });
    const auto ours = ql::bench::leastSeconds(rounds, [&] { runGraph(program, input); });
    fmt::print("forward, residual network {0}x{0}: ours {1:.2f} ms, torch::jit {2:.2f} ms, ratio {3:.3f} (aim 1.1), "
               "largest difference {4:.2g}\n",
               inputSize, ours * 1e3, jit * 1e3, ours / jit, difference);
    return difference < 1e-3f * theirs.abs().max().item<float>() ? 0 : 1;
}
