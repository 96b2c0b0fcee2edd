// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <dlfcn.h>

namespace ql::tests {

/// What a preloaded library's function called @p name stands in front of.
template <typename Signature>
Signature* nextFunction(const char* name)
{
    return reinterpret_cast<Signature*>(dlsym(RTLD_NEXT, name));
}

} // namespace ql::tests
