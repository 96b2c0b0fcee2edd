// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/ops/aten.h"

#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <string_view>

namespace ql::ops {

/// The first line of an ATen message, some of which begin with an empty one: the rest is a C++ backtrace.
inline std::string firstLine(std::string_view message)
{
    message.remove_prefix(std::min(message.find_first_not_of("\n "), message.size()));
    return std::string(message.substr(0, message.find('\n')));
}

[[noreturn]] inline void throwOutOfMemory()
{
    throw Error(ErrorCode::Engine, "out of memory", "use a smaller input or batch");
}

/// Runs @p body. Whatever a kernel or the libraries below it throw leaves as Error, so that callers know one exception
/// type and no model can end the process (oneDNN's errors, for one, are no c10::Error).
template <typename Body>
auto translated(Body&& body)
{
    try {
        return body();
    } catch (const Error&) {
        throw;
    } catch (const Cancelled&) {
        throw;
    } catch (const c10::Error& error) {
        const auto message = firstLine(error.what_without_backtrace());
        if (message.find("can't allocate memory") != std::string::npos)
            throwOutOfMemory();
        throw Error(ErrorCode::Engine, Message::text(message));
    } catch (const std::bad_alloc&) {
        throwOutOfMemory();
    } catch (const std::exception& error) {
        throw Error(ErrorCode::Engine, Message::text(firstLine(error.what())));
    }
}

} // namespace ql::ops
