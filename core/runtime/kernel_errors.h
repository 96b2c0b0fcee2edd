// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/ops/aten.h"

#include <new>
#include <string>
#include <string_view>

namespace ql::runtime {

/// Runs @p body; whatever a kernel throws leaves as ours, so that callers know one exception type.
template <typename Body>
auto translated(Body&& body)
{
    try {
        return body();
    } catch (const c10::Error& error) {
        const std::string_view message = error.what_without_backtrace();
        throw Error(ErrorCode::Engine, std::string(message.substr(0, message.find('\n'))));
    } catch (const std::bad_alloc&) {
        throw Error(ErrorCode::Engine, "out of memory", "use a smaller input or batch");
    }
}

} // namespace ql::runtime
