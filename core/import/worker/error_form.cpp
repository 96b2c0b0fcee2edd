// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/worker/import_result.h"

#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace ql::importers {

namespace {

using Part = Message::Part;

constexpr int kDeepestMessage = 32;
constexpr std::size_t kMostFormats = 1000;
constexpr std::size_t kLongestFormat = 1000;
constexpr int kMostLines = 1 << 30;
constexpr int kMostContexts = 100; // each says the whole once more
constexpr std::size_t kLongestError = 16 << 20;

void writeMessage(ResultWriter& result, const Message& message)
{
    result.text(message.format());
    result.list(message.parts(), [&result](const Part& part) {
        result.number(int(part.kind));
        result.text(part.text);
        result.list(part.messages, [&result](const Message& each) { writeMessage(result, each); });
    });
}

/// The format as it will stay; nothing when there are too many.
std::optional<std::string_view> kept(const std::string& format)
{
    static std::mutex mutex;
    static std::set<std::string, std::less<>> formats;
    const std::scoped_lock lock(mutex);
    if (const auto found = formats.find(format); found != formats.end())
        return *found;
    if (formats.size() >= kMostFormats || format.size() > kLongestFormat)
        return std::nullopt;
    return *formats.insert(format).first;
}

Message readMessage(ResultReader& result, int depth = 0)
{
    if (depth > kDeepestMessage)
        throwDamagedResult(Message("messages are nested more than {} deep", kDeepestMessage));
    const auto format = result.text();
    auto parts = result.list([&] {
        Part part;
        part.kind = result.oneOf(Part::Kind::List);
        part.text = result.text();
        part.messages = result.list([&] { return readMessage(result, depth + 1); });
        return part;
    });
    const auto lasting = kept(format);
    auto message = Message::filled(lasting.value_or(format), std::move(parts));
    return lasting ? message : Message::text(message.english());
}

} // namespace

void writeError(ResultWriter& result, const Error& error)
{
    result.number(int(error.code()));
    writeMessage(result, error.message());
    writeMessage(result, error.hint());
    result.list(error.context(), [&result](const Message& where) { writeMessage(result, where); });
    result.number(error.line());
    result.number(error.column());
}

Error readError(ResultReader& result)
{
    if (result.left() > kLongestError)
        throwDamagedResult(Message("an error in it has more than {} bytes", kLongestError));
    const auto code = result.oneOf(ErrorCode::Internal);
    auto message = readMessage(result);
    Error error(code, std::move(message), readMessage(result));
    for (auto& where : result.list([&result] { return readMessage(result); }, kMostContexts))
        error.addContext(std::move(where));
    const auto line = int(result.number(0, kMostLines));
    return error.setPosition(line, int(result.number(0, kMostLines)));
}

} // namespace ql::importers
