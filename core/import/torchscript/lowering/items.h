// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torchscript/values/lowering_state.h"

#include <string>
#include <vector>

namespace ql::importers::torchscript {

/// Lists whose parts are known one by one: append and friends are done now, and so is reading. Whether @p node is such
/// an operator. @throws Error where a dictionary lacks the key, or a list the element
bool changeItems(LoweringState& state, const torch::jit::Node& node, const std::string& name,
                 std::vector<Binding>& arguments);
/// Counts from the end where @p index is negative. @throws Error (InvalidGraph) where there is none
Binding itemAt(const Items& items, std::int64_t index);
/// A computed list or dictionary may be changed, so its parts are known one by one. @p born as Items::born
Binding itemwise(const c10::IValue& value, const c10::TypePtr& type, std::uint64_t born);

} // namespace ql::importers::torchscript
