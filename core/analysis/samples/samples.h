// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/request_parts.h"
#include "core/runtime/executor.h"

#include <cstdint>
#include <functional>

namespace ql::analysis {

/// The samples an analysis runs over, read one at a time.
struct SampleSource {
    std::size_t count = 0;
    std::function<runtime::NamedTensors(std::size_t index)> read;
    std::uint64_t fingerprint = 0; ///< of what they hold; how many of them are wanted does not count
};

/// The tensors that the `--input` words mean. @throws Error as readInputs()
runtime::NamedTensors readSample(const graph::Graph& graph, const results::InputSelection& selection,
                                 const results::RunOptions& options);

/// Puts what a bad-case search found the analysis model's own states to be into @p inputs, which go by its names.
/// @throws Error as readPt()
void takeOwnStates(const results::InputSelection& selection, runtime::NamedTensors& inputs);

/// One sample from the `--input` words, or those of the dataset. @throws Error (BadArgument) for both or an empty
/// dataset; Error as readInputs() and openDataset()
SampleSource openSamples(const graph::Graph& baseline, const results::InputSelection& selection,
                         const results::RunOptions& options);

} // namespace ql::analysis
