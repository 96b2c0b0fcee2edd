// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/log/log_relay.h"

#include "core/base/log.h"

#include <QTime>

namespace ql::widgets {

namespace {
constexpr qsizetype kMostKept = 2000;

QString toText(std::string_view words)
{
    return QString::fromUtf8(words.data(), qsizetype(words.size()));
}
} // namespace

std::shared_ptr<LogRelay> LogRelay::attachToLog()
{
    auto relay = std::make_shared<LogRelay>();
    addLogSink([relay](std::string_view level, std::string_view message) {
        const QString time = QTime::currentTime().toString(QStringLiteral("HH:mm:ss"));
        relay->add(QStringLiteral("%1  %2  %3").arg(time, toText(level), toText(message)));
    });
    return relay;
}

QStringList LogRelay::recent() const
{
    const std::lock_guard lock(m_mutex);
    return m_recent;
}

void LogRelay::add(const QString& line)
{
    {
        const std::lock_guard lock(m_mutex);
        m_recent.append(line);
        if (m_recent.size() > kMostKept)
            m_recent.removeFirst();
    }
    Q_EMIT lineWritten(line);
}

} // namespace ql::widgets
