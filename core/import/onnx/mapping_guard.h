// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace ql::import {

/// Reading a mapped file that somebody cuts off meanwhile ends the process with SIGBUS (mmap(2)). While a mapping is
/// guarded, what is no longer there reads as zeros instead; that the file changed is seen by its stamp afterwards.
/// Thread-safe. False when as many mappings as there is room for are guarded already: copy the file then.
bool guardMapping(std::span<const std::byte> mapping);
void forgetMapping(std::span<const std::byte> mapping);

} // namespace ql::import
