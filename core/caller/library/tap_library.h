// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/plugin.h"
#include "core/caller/functions.h"

#include <functional>

namespace ql::caller {

/// What makes the taps of a library (quantloupe/taps.h) known to withLibraryTaps(), for as long as the process lives.
/// Nothing if it has none.
/// @throws Error (UnsupportedFormat, BadArgument): it is written against another version, or declares one that is not
/// complete
std::function<void()> readTaps(const Plugin& plugin);

/// A tap that shows everything to @p own, which may be empty, and then to the taps of all libraries; @p own itself
/// where there are none. Thread-safe. It throws Error (BadArgument) for what a library's tap calls wrong.
Tap withLibraryTaps(Tap own);

} // namespace ql::caller
