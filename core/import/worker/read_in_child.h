// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/import/worker/shared_memory.h"

#include <cstdint>
#include <exception>
#include <functional>
#include <stop_token>

namespace ql::importers {

/// Does @p read in a child process: a library that falls over a stranger's file of @p fileBytes bytes, that doesn't
/// come to an end or takes all memory ends only the child. The one thing that the child leaves behind is what it
/// appends to
/// @p result, which nobody may trust; what throws there besides leaves nothing.
/// @throws Error (UnsupportedFormat) saying how the child ended; Cancelled when @p stop is requested
void readInChild(const std::function<void()>& read, SharedMemory& result, std::uint64_t fileBytes,
                 const std::stop_token& stop);

/// Whether there isn't enough memory, by @p error: std::bad_alloc, or LibTorch's words for it.
bool isLackOfMemory(const std::exception& error);

/// The hint of an error about a file that did a child process harm.
Message harmHint();

} // namespace ql::importers
