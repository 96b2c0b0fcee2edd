// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

namespace ql::import {

/// Does @p read in a child process first: a library that falls over a stranger's file of @p fileBytes bytes, that
/// doesn't come to an end or takes all memory ends only the child. What throws there throws again when it is done here.
/// @throws Error (UnsupportedFormat) saying how the child ended; Cancelled when @p stop is requested
void rehearse(const std::function<void()>& read, std::uint64_t fileBytes, const std::stop_token& stop);

} // namespace ql::import
