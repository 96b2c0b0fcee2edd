// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace ql::ops {

/// Memory for tensors below a mebibyte. Every thread keeps blocks that it gave back, a few megabytes in all, and hands
/// them out again for the very same size: a forward pass asks for the same sizes again and again. That spares malloc's
/// search, and, with more than one core, a block comes to whoever had the same part of it before: what another core
/// wrote takes ten times as long to reach.
/// Any thread may give back what another took.
void* takeSmallBlock(std::size_t bytes); ///< aligned to 64 bytes. @throws std::bad_alloc
void giveBackSmallBlock(void* block) noexcept;
std::size_t keptSmallBytes(); ///< by the calling thread

} // namespace ql::ops
