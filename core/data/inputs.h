// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/images/preprocessing.h"
#include "core/data/tensors/npy.h"
#include "core/data/tensors/tensor_files.h"
#include "core/graph/ir/graph.h"
#include "core/runs/program/program.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ql::data {

/// In `badcase.pt`: what an input of this name holds for the analysis model, whose fed-back states are its own.
inline constexpr std::string_view kAnalysisState = "analysis model/";

/// Turns `--input` words (`name=file.npy`, `file.npy` for a single input, `.npz`, a folder with
/// input_N.pb, `x=file.bin:float32:1x3x224x224`, `random[:seed]`, `name=random[:seed]`) into the tensors that @p graph
/// asks for. A .npz holds arrays by input name (or by the file name that the input's name makes), a folder also
/// `<name>.npy`. Floating-point types are converted to the one that is asked for when no finite value becomes infinite,
/// int32 to int64 and back when every value fits, each with a note in the log; nothing else is: integers never become
/// floats. Shapes must fit the declaration in rank and in every known size: nothing is squeezed or unsqueezed. random
/// draws standard normal floats / small ints; symbolic dimensions are 1. With no words every input is random only if
/// "random" was said. `badcase.pt` holds tensors by input name, as a bad-case search or torch.save writes them. An
/// image becomes a tensor as @p preprocessing says. `DATASET[13]` is sample 13 of what openDataset() takes.
/// @throws Error (BadArgument) listing the inputs that are missing, with name, type and shape; (ShapeMismatch,
///         TypeMismatch) naming the input, expected and found; (FileNotFound, FileCorrupt, UnsupportedFormat) from
///         files.
runs::NamedTensors readInputs(const graph::Graph& graph, std::span<const std::string> words, std::uint64_t seed,
                              const std::optional<Preprocessing>& preprocessing = {});

} // namespace ql::data
