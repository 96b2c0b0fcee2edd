// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/handover/run_sandboxed.h"

#include "core/import/handover/answer.h"
#include "core/import/handover/read_in_child.h"
#include "core/ops/support/kernel_errors.h"

#include <utility>

namespace ql::importers {

namespace {

/// The child's part. Where memory doesn't suffice no words are found either: that is left to end it.
AnswerWriter performed(const std::function<ImportedModel()>& read)
{
    try {
        return answerOf(read());
    } catch (const std::exception& error) {
        if (isLackOfMemory(error))
            throw std::bad_alloc();
        if (const auto* known = dynamic_cast<const Error*>(&error))
            return answerOf(*known);
        if (const auto* foreign = dynamic_cast<const c10::Error*>(&error)) // what LibTorch's reader says of the file
            return answerOf(Error(ErrorCode::Engine, Message::text(ops::firstLine(foreign->what_without_backtrace()))));
        if (!dynamic_cast<const Cancelled*>(&error))
            return answerOf(Error(ErrorCode::Engine, Message::text(ops::firstLine(error.what()))));
        throw;
    }
}

Answer answered(SharedMemory& memory)
{
    try {
        return readAnswer(memory.seal());
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
    auto answer = answered(memory);
    if (auto* error = std::get_if<Error>(&answer))
        throw std::move(*error);
    return std::get<ImportedModel>(std::move(answer));
}

} // namespace ql::importers
