// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/include/quantloupe/operators.h"
#include "core/ops/registry.h"

#include <string>

namespace ql::ops {

/// An operator library's operator as one of ours. @p library is its file, for errors.
/// @throws Error (BadArgument) when it lacks a name or an evaluate function, or its range of versions is empty
OperatorDefinition definitionOf(const quantloupe::Operator& found, const std::string& library);

} // namespace ql::ops
