// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// Also hands every log line to @p sink (level name, message), called on the logging thread, until setUpLogging() is
/// called again. Used by the log dock. After setUpLogging() any thread may add one while others log.
void addLogSink(std::function<void(std::string_view level, std::string_view message)> sink);

} // namespace ql
