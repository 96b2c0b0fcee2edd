// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/plugin.h"
#include "core/ops/include/quantloupe/operators.h"
#include "core/ops/registry.h"

#include <functional>
#include <string>

namespace ql::ops {

/// What puts the operators of a library (quantloupe/operators.h) into Registry::current(), for as long as the process
/// lives; programs made before don't change. Nothing if it has no operators. What is put in @throws Error (BadArgument)
/// for an operator that exists and that it doesn't declare to replace.
/// @throws Error (UnsupportedFormat, BadArgument): it is written against another version or registers none
std::function<void()> readOperators(const Plugin& plugin);

/// An operator library's operator as one of ours. @p library is its file, for errors.
/// @throws Error (BadArgument) when it lacks a name or an evaluate function, or its range of versions is empty
OperatorDefinition definitionOf(const quantloupe::Operator& found, const std::string& library);

} // namespace ql::ops
