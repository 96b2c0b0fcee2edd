// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/handover/answer.h"

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

void writeMessage(AnswerWriter& answer, const Message& message)
{
    answer.text(message.format());
    answer.list(message.parts(), [&answer](const Part& part) {
        answer.number(int(part.kind));
        answer.text(part.text);
        answer.list(part.messages, [&answer](const Message& each) { writeMessage(answer, each); });
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

Message readMessage(AnswerReader& answer, int depth = 0)
{
    if (depth > kDeepestMessage)
        throwDamagedAnswer(Message("messages are nested more than {} deep", kDeepestMessage));
    const auto format = answer.text();
    auto parts = answer.list([&] {
        Part part;
        part.kind = answer.oneOf(Part::Kind::List);
        part.text = answer.text();
        part.messages = answer.list([&] { return readMessage(answer, depth + 1); });
        return part;
    });
    const auto lasting = kept(format);
    auto message = Message::filled(lasting.value_or(format), std::move(parts));
    return lasting ? message : Message::text(message.english());
}

} // namespace

void writeError(AnswerWriter& answer, const Error& error)
{
    answer.number(int(error.code()));
    writeMessage(answer, error.message());
    writeMessage(answer, error.hint());
    answer.list(error.context(), [&answer](const Message& where) { writeMessage(answer, where); });
    answer.number(error.line());
    answer.number(error.column());
}

Error readError(AnswerReader& answer)
{
    if (answer.left() > kLongestError)
        throwDamagedAnswer(Message("an error in it has more than {} bytes", kLongestError));
    const auto code = answer.oneOf(ErrorCode::Internal);
    auto message = readMessage(answer);
    Error error(code, std::move(message), readMessage(answer));
    for (auto& where : answer.list([&answer] { return readMessage(answer); }, kMostContexts))
        error.addContext(std::move(where));
    const auto line = int(answer.number(0, kMostLines));
    return error.setPosition(line, int(answer.number(0, kMostLines)));
}

} // namespace ql::importers
