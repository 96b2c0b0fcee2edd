// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/registry.h"

#include <optional>

namespace ql::ops {

/// What @p epilogue makes of @p x in one pass. Nothing where @p x or what is added to it isn't float32 that lies alike.
std::optional<Tensor> finishedInOnePass(const Tensor& x, const Epilogue& epilogue);

/// What the epilogue of @p call makes of what @p own, the work of the node itself, makes of @p x: all of it in one
/// pass. Nothing where there is no epilogue, and as above: then the node does its own work alone. Only one of the two
/// may have an addend, and only one a clip.
std::optional<Tensor> finishedInOnePass(const KernelCall& call, const Tensor& x, const Epilogue& own = {});

} // namespace ql::ops
