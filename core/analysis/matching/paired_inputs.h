// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/results/layer.h"
#include "core/runs/program/program.h"

#include <optional>
#include <utility>
#include <vector>

namespace ql::analysis {

/// The tensors of @p inputs, which go by @p baseline's input names, under the names of @p analysis, as pairInputs()
/// pairs them. Floating-point tensors are converted where the analysis model wants another width, quantized
/// where it wants integers of a scale that it tells, and get their channels last where only that fits its shape.
/// @throws Error (BadArgument) when the models' inputs don't correspond, naming them
runs::NamedTensors inputsForAnalysis(const graph::Graph& baseline, const graph::Graph& analysis,
                                     const runs::NamedTensors& inputs);

/// @p tensor in @p type if both are floating-point types, else as it is.
runs::Tensor asFloatType(const runs::Tensor& tensor, graph::DataType type);

/// Positions of inputs that correspond: by name, then by position if as many are left on both sides, else by shapes
/// that one of each has (the other model keeps a state). One entry per input of @p baseline; nothing without a partner.
std::vector<std::optional<std::size_t>> pairInputs(const graph::Graph& baseline, const graph::Graph& analysis);
/// The same of outputs.
std::vector<std::optional<std::size_t>> pairOutputs(const graph::Graph& baseline, const graph::Graph& analysis);

/// What the integers of output @p output of @p analysis stand for, where its partner in @p baseline holds floats; they
/// can't be held against each other before. Nothing where that isn't so, or isn't known.
std::optional<results::QuantizerInfo> outputDequantizer(const graph::Graph& baseline, graph::ValueId partner,
                                                        const graph::Graph& analysis, graph::ValueId output);

} // namespace ql::analysis
