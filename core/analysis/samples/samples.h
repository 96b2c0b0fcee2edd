// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/images/preprocessing.h"
#include "core/graph/ir/graph.h"
#include "core/results/input_preview.h"
#include "core/results/request_parts.h"
#include "core/runs/program/program.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace ql::analysis {

/// What a request says about images; nothing when it says nothing. @throws Error as data::readPreprocessing
std::optional<data::Preprocessing> preprocessingOf(const results::ImageOptions& images);

/// The samples an analysis runs over, read one at a time.
struct SampleSource {
    std::size_t count = 0;
    std::function<runs::NamedTensors(std::size_t index)> read;
    std::uint64_t fingerprint = 0; ///< of what they hold; how many of them are wanted does not count
    /// The analysis model's own, by the baseline's input names: what it starts from in place of the sample's.
    runs::NamedTensors ownStates = {};
    std::function<std::string(std::size_t index)> nameOf = {}; ///< empty for the sample that `--input` words mean

    /// What the analysis model gets where the baseline gets @p inputs, by the baseline's names, too.
    runs::NamedTensors forAnalysis(runs::NamedTensors inputs) const;
};

/// The tensors that the `--input` words mean. @throws Error as readInputs()
runs::NamedTensors readSample(const graph::Graph& graph, const results::InputSelection& selection,
                              const results::RunOptions& options);

/// Whether an input is drawn by chance for want of samples: no dataset and a word "random", "x=random:7".
bool areInputsRandom(const results::InputSelection& selection);

/// Puts what a bad-case search found the analysis model's own states to be into @p inputs, which go by its names.
/// @throws Error as readPt()
void takeOwnStates(const results::InputSelection& selection, runs::NamedTensors& inputs);

/// The same states by the names of @p baseline; empty where there are none. @throws Error as readPt()
runs::NamedTensors ownStatesOf(const results::InputSelection& selection, const graph::Graph& baseline,
                               const graph::Graph& analysis);

/// One sample from the `--input` words, or those of the dataset. @throws Error (BadArgument) for both or an empty
/// dataset; Error as readInputs() and openDataset()
SampleSource openSamples(const graph::Graph& baseline, const results::InputSelection& selection,
                         const results::RunOptions& options);
/// The same with the states of @p analysis where the words have some.
SampleSource openSamples(const graph::Graph& baseline, const graph::Graph& analysis,
                         const results::InputSelection& selection, const results::RunOptions& options);

/// What @p inputs hold, in the order of @p graph's inputs; of each at most @p mostElements values.
results::InputPreview previewOf(const graph::Graph& graph, const runs::NamedTensors& inputs, std::size_t mostElements);

} // namespace ql::analysis
