// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <functional>
#include <string>
#include <string_view>

namespace ql {

/// Sets up the one process-wide spdlog logger: level by name ("trace" … "critical", "off"), output on stderr.
/// @throws Error (BadArgument) for an unknown level name.
void setUpLogging(std::string_view level);

/// Also appends every line of @p level or above, with its time, to @p path until setUpLogging() is called again,
/// whatever the level on stderr. @throws Error (BadArgument) for an unknown level name, (FileWrite) also as AtomicFile
/// does, and where the file is no text
void addLogFile(const std::string& path, std::string_view level);

/// Logs @p message in English; who listens by addMessageSink() may say it in another language.
void logInfo(const Message& message);
void logWarning(const Message& message);
void logError(const Message& message);

/// Also hands every log line to @p sink (level name, message), called on the logging thread, until setUpLogging() is
/// called again. After setUpLogging() any thread may add one while others log.
void addLogSink(std::function<void(std::string_view level, std::string_view message)> sink);

/// The same with lines as messages, for who translates them: the log dock. Lines that are no messages are words of
/// someone else.
void addMessageSink(std::function<void(std::string_view level, const Message& message)> sink);

} // namespace ql
