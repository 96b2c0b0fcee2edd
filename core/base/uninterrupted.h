// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>

namespace ql {

/// What @p call, a system call that says -1 when it fails, comes to when no signal gets in its way. Not for close():
/// that closes in any case.
template <typename Call>
auto uninterrupted(Call call)
{
    for (;;)
        if (const auto result = call(); result != -1 || errno != EINTR)
            return result;
}

} // namespace ql
