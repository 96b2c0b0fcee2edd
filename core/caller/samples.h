// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ql::caller {

/// One array of a sample, with what the program says about the input that it is for.
struct SampleArray {
    std::string name;                    ///< empty where it names none
    std::optional<std::size_t> position; ///< among the model's inputs
    graph::TensorData data;
    bool isSlice = false; ///< of a stack: the axis that counted the samples is gone
};

/// Samples that the calling program holds in memory, or makes when they are asked for, in place of files.
/// Asked from any thread, one at a time, while the request runs that it is part of, and never later.
class Samples {
public:
    virtual ~Samples() = default;

    virtual std::size_t size() const = 0;
    /// @throws Error, Cancelled
    virtual std::vector<SampleArray> arrays(std::size_t i) const = 0;
};

} // namespace ql::caller
