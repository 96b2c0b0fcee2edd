// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/requests.h"
#include "core/runtime/executor.h"

#include <cstdint>
#include <functional>

namespace ql::analysis {

/// The samples a question runs over, read one at a time.
struct SampleSource {
    std::size_t count = 0;
    std::function<runtime::NamedTensors(std::size_t index)> read;
    std::uint64_t fingerprint = 0; ///< of what they hold; how many of them are wanted does not count
};

/// Where a question's samples come from, as its request says.
struct SampleWords {
    const std::vector<std::string>& inputs; ///< `--input` words: one sample
    const std::string& data;                ///< a dataset; empty = the inputs
    std::size_t numSteps = 0;               ///< at most so many of the dataset's samples; 0 = all
    const results::ImageOptions& images;
    std::uint64_t seed = 0;
};

/// @throws Error (BadArgument) for both or an empty dataset; Error as readInputs() and openDataset()
SampleSource openSamples(const graph::Graph& baseline, const SampleWords& words);

} // namespace ql::analysis
