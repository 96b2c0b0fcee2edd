// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/caller/functions.h"
#include "core/ops/tensor.h"

#include <string>
#include <vector>

namespace ql::analysis {

/// Outputs as functions of the calling program see them. @pre as many names
/// @throws Error (TypeMismatch) for one that holds no numbers
caller::NamedArrays arraysOf(const std::vector<std::string>& names, const std::vector<ops::Tensor>& outputs);

/// Of what a post-processing returned. @throws Error (BadArgument) for nothing
std::vector<std::string> namesOf(const caller::NamedArrays& arrays);

/// What a post-processing returned. @throws Error (BadArgument) where it returned others than @p names before
std::vector<ops::Tensor> tensorsOf(const caller::NamedArrays& arrays, const std::vector<std::string>& names);

} // namespace ql::analysis
