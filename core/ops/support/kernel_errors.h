// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/ops/aten.h"
#include "core/ops/tensor.h"

#include <algorithm>
#include <exception>
#include <new>
#include <span>
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

/// "float32[2x1x7], int8[3]", what a kernel was given; "sequence[2]" of two items, "-" for nothing.
Message describedInputs(std::span<const Tensor> inputs);

/// Says @p refusal for what a library below us said: its words speak of its own functions and names of types, and go to
/// the log. @throws Error
[[noreturn]] void refuse(std::string_view words, Message refusal);

/// Runs @p body. Whatever a kernel or the libraries below it throw leaves as Error, so that callers know one exception
/// type and no model can end the process (oneDNN's errors, for one, are no c10::Error). @p refusal gives what is said
/// in place of a library's words.
template <typename Body, typename Refusal>
auto translated(Body&& body, Refusal&& refusal)
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
        refuse(message, refusal());
    } catch (const std::bad_alloc&) {
        throwOutOfMemory();
    } catch (const std::exception& error) {
        refuse(firstLine(error.what()), refusal());
    }
}

/// What a kernel that failed is told to have been given.
inline Message refusedInputs(std::span<const Tensor> inputs)
{
    return Message("the operator can't compute with {}", describedInputs(inputs));
}

/// What to do about @p node, whose operator has no kernel: mostly for operators whose makers tell how they are called,
/// but not what they compute.
Message remedyForUnsupported(const std::string& domain, const std::string& opType, const std::string& node);

/// What is said where a library refuses what an operator's attributes ask for.
inline Message refusedAttributes()
{
    return Message("the operator doesn't take these attributes");
}

} // namespace ql::ops
