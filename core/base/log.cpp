// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/base/writing/overwrite_guard.h"
#include "core/base/writing/write_scope.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/dist_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

namespace ql {

namespace {

using LogListener = std::function<void(std::string_view, const Message&)>;

/// What is being logged on this thread; null = a line of words. Sinks are called on the logging thread.
thread_local const Message* t_logged = nullptr;

void logMessage(spdlog::level::level_enum level, const Message& message)
{
    if (!spdlog::should_log(level))
        return;
    const auto* outer = std::exchange(t_logged, &message);
    spdlog::log(level, "{}", message.english());
    t_logged = outer;
}

class ListenerSink final : public spdlog::sinks::base_sink<std::mutex> {
public:
    explicit ListenerSink(LogListener listener)
        : m_listener(std::move(listener))
    {
    }

protected:
    void sink_it_(const spdlog::details::log_msg& message) override
    {
        const auto level = spdlog::level::to_string_view(message.level);
        m_listener({level.data(), level.size()},
                   t_logged ? *t_logged : Message::text({message.payload.data(), message.payload.size()}));
    }
    void flush_() override {}

private:
    LogListener m_listener;
};

/// Hands every line to those that listen. It takes new ones while others log; a logger's own list of sinks doesn't.
using Listeners = spdlog::sinks::dist_sink_mt;

std::shared_ptr<Listeners> listenersOf(const spdlog::logger& logger)
{
    for (const auto& sink : logger.sinks())
        if (auto listeners = std::dynamic_pointer_cast<Listeners>(sink))
            return listeners;
    return nullptr;
}

/// The message, with what names hold that is no text made readable.
class PrintablePayload final : public spdlog::custom_flag_formatter {
public:
    void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& out) override
    {
        const auto text = printable({message.payload.data(), message.payload.size()});
        out.append(text.data(), text.data() + text.size());
    }
    std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<PrintablePayload>(); }
};

spdlog::level::level_enum levelNamed(std::string_view level)
{
    const auto parsed = spdlog::level::from_str(std::string(level));
    if (parsed == spdlog::level::off && level != "off")
        throw Error(ErrorCode::BadArgument, Message("unknown log level '{}'", level),
                    "use trace, debug, info, warning, error, critical or off");
    return parsed;
}

std::unique_ptr<spdlog::formatter> formatterOf(const char* pattern)
{
    auto formatter = std::make_unique<spdlog::pattern_formatter>();
    formatter->add_flag<PrintablePayload>('*').set_pattern(pattern);
    return formatter;
}

} // namespace

void setUpLogging(std::string_view level)
{
    const auto parsed = levelNamed(level);
    const std::initializer_list<spdlog::sink_ptr> sinks{std::make_shared<spdlog::sinks::stderr_color_sink_mt>(),
                                                        std::make_shared<Listeners>()};
    auto logger = std::make_shared<spdlog::logger>("quantloupe", sinks);
    logger->set_level(parsed);
    logger->set_formatter(formatterOf("%^%l%$: %*"));
    spdlog::set_default_logger(std::move(logger));
}

void addLogFile(const std::string& path, std::string_view level)
{
    const auto parsed = levelNamed(level);
    auto& logger = *spdlog::default_logger();
    WriteScope::requireWritable(path);
    OverwriteGuard::requireNotRead(path);
    if (const auto kind = fileKindAt(path); kind != FileKind::Empty && kind != FileKind::Text)
        throw Error(ErrorCode::FileWrite, Message("{}: is {}, expected a log to append to", path, nameOf(kind)),
                    "name another file");
    try {
        auto file = std::make_shared<spdlog::sinks::basic_file_sink_mt>(path);
        file->set_level(parsed);
        file->set_formatter(formatterOf("%Y-%m-%d %H:%M:%S.%e %l: %*"));
        for (const auto& sink : logger.sinks())
            sink->set_level(std::max(sink->level(), logger.level()));
        logger.sinks().push_back(std::move(file));
    } catch (const spdlog::spdlog_ex&) {
        throw Error(ErrorCode::FileWrite, Message("{}: the log can't be written", path),
                    "name a file in a folder that exists and may be written");
    }
    logger.set_level(std::min(logger.level(), parsed));
    logger.flush_on(parsed);
}

void logInfo(const Message& message)
{
    logMessage(spdlog::level::info, message);
}

void logWarning(const Message& message)
{
    logMessage(spdlog::level::warn, message);
}

void logError(const Message& message)
{
    logMessage(spdlog::level::err, message);
}

void addLogSink(std::function<void(std::string_view, std::string_view)> sink)
{
    addMessageSink(
        [sink = std::move(sink)](std::string_view level, const Message& message) { sink(level, message.english()); });
}

void addMessageSink(std::function<void(std::string_view, const Message&)> sink)
{
    auto& logger = *spdlog::default_logger();
    auto listeners = listenersOf(logger);
    if (!listeners) {
        listeners = std::make_shared<Listeners>();
        logger.sinks().push_back(listeners);
    }
    listeners->add_sink(std::make_shared<ListenerSink>(std::move(sink)));
}

} // namespace ql
