// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/worker/run_sandboxed.h"

#include "core/import/worker/import_result.h"
#include "core/import/worker/read_in_child.h"
#include "core/ops/support/kernel_errors.h"

#include <utility>

namespace ql::importers {

namespace {

/// The child's part. Where memory doesn't suffice no words are found either: that is left to end it.
ResultWriter performed(const std::function<ImportedModel()>& read)
{
    try {
        return resultOf(read());
    } catch (const std::exception& error) {
        if (isLackOfMemory(error))
            throw std::bad_alloc();
        if (const auto* known = dynamic_cast<const Error*>(&error))
            return resultOf(*known);
        if (const auto* foreign = dynamic_cast<const c10::Error*>(&error)) // what LibTorch's reader says of the file
            return resultOf(Error(ErrorCode::Engine, Message::text(ops::firstLine(foreign->what_without_backtrace()))));
        if (!dynamic_cast<const Cancelled*>(&error))
            return resultOf(Error(ErrorCode::Engine, Message::text(ops::firstLine(error.what()))));
        throw;
    }
}

ImportResult answered(SharedMemory& memory)
{
    try {
        return readResult(memory.seal());
    } catch (const std::bad_alloc&) {
        ops::throwOutOfMemory();
    } catch (const Error& error) {
        throw Error(
            ErrorCode::UnsupportedFormat,
            Message("it is not read, because the process that reads it gives a damaged answer: {}", error.whole()),
            harmHint());
    }
}

} // namespace

ImportedModel runSandboxed(const std::function<ImportedModel()>& read, std::uint64_t fileBytes,
                           const std::stop_token& stop)
{
    SharedMemory memory;
    const auto write = [&] { performed(read).writeTo([&](auto bytes) { memory.append(bytes); }); };
    readInChild(write, memory, fileBytes, stop);
    auto result = answered(memory);
    if (auto* error = std::get_if<Error>(&result))
        throw std::move(*error);
    return std::get<ImportedModel>(std::move(result));
}

} // namespace ql::importers
