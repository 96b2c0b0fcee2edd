// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <system_error>

namespace ql {

/// What to throw of a file or folder that can't be opened because of @p problem: only where it is missing it asks
/// whether it exists, else it has the system's words. Without the path.
Error unreadable(const std::error_code& problem);

} // namespace ql
