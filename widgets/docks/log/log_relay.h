// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

#include <memory>
#include <mutex>

namespace ql::widgets {

/// Carries log lines from whatever thread wrote them to the log dock, and keeps the last ones for a dock that opens
/// later. Lives as long as the log, which shares its ownership.
class LogRelay : public QObject {
    Q_OBJECT

public:
    static std::shared_ptr<LogRelay> attachToLog();

    QStringList recent() const;

Q_SIGNALS:
    /// Emitted on the logging thread.
    void lineWritten(const QString& line);

private:
    void add(const QString& line);

    mutable std::mutex m_mutex;
    QStringList m_recent;
};

} // namespace ql::widgets
