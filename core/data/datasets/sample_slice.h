// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

namespace ql::data {

/// Sample @p i of an array whose first axis counts the samples; shares its bytes. @pre i is one of them
graph::TensorData slicedSample(const graph::TensorData& stack, std::size_t i);

} // namespace ql::data
