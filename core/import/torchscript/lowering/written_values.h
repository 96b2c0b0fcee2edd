// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torchscript/values/lowering_state.h"

#include <memory>
#include <vector>

namespace ql::importers::torchscript {

/// What bodies change outside of themselves.
struct Written {
    std::vector<std::shared_ptr<Cell>> cells; ///< none of them a view
    std::vector<Environment::AttributeKey> attributes;
};

/// What @p blocks, which are not lowered yet, will write into. Lists among it become values at run time.
/// @throws Error (UnsupportedOperator) where that is not known before the model runs
Written writtenIn(const std::vector<const torch::jit::Block*>& blocks, LoweringState& state);

} // namespace ql::importers::torchscript
