// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/runs/program/program.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace ql::runs {

/// What @p program makes of @p inputs, in graph order; the hooks look at values on the way, or replace them. Each node
/// is a step of @p ctx, whose stop token is the hooks'.
/// @throws Error (BadArgument) for a missing or unknown input, (ShapeMismatch, TypeMismatch) for one that is unlike its
/// declaration; Error with the description of a node that can't be run; Cancelled
std::vector<Tensor> run(const Program& program, NamedTensors inputs, JobContext& ctx, Hooks hooks = {});

/// The same as part of something longer: counts no steps.
std::vector<Tensor> outputsOf(const Program& program, NamedTensors inputs, const JobContext& ctx, Hooks hooks = {});

/// Refuses inputs as run() does, without running anything.
void requireInputs(const Program& program, const NamedTensors& inputs);

/// What @p value is before any node has run: an input as it was given, a constant, or undefined.
const Tensor& startOf(const Program& program, const NamedTensors& inputs, graph::ValueId value);

/// A tap that calls @p look once for each node of @p graph that stands in no body, with what the node read.
Tap tapOfNodes(const graph::Graph& graph,
               std::function<void(const graph::Node& node, std::span<const Tensor> inputs)> look);

/// By node: the seconds of its fastest of @p passes; infinite for nodes of bodies, which count for the node that runs
/// them. Each node of each pass is a step. @throws as run()
std::vector<double> nodeSeconds(const Program& program, const NamedTensors& inputs, std::size_t passes,
                                JobContext& ctx);

/// By node: its multiply-accumulate operations on @p inputs; 0 for nodes of bodies. Counts no steps. @throws as run()
std::vector<std::uint64_t> nodeMacs(const Program& program, const NamedTensors& inputs, const JobContext& ctx);

} // namespace ql::runs
