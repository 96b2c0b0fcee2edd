// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace ql::ops {

/// Whether LibTorch's operator @p name ("aten::add", without overload) may be called by a model. What is on the list
/// computes on its arguments alone and checks them itself or in checkArguments(); files, raw memory, unchecked views,
/// the insides of other operators, other devices, sparse layouts and training are not. An operator that ends in "_" is
/// on it with the one that it is called after.
bool isAllowedOperator(std::string_view name);

} // namespace ql::ops
