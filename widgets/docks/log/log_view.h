// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <QStringList>

#include <memory>
#include <mutex>

namespace ql::widgets {

class FindBar;
class Workbench;

/// Carries log lines from whatever thread wrote them to the log dock, and keeps the last ones for a dock that opens
/// later. Lives as long as the log, which shares its ownership.
class LogRelay : public QObject {
    Q_OBJECT

public:
    static std::shared_ptr<LogRelay> attachToLog();

    QStringList recent() const;

Q_SIGNALS:
    /// Emitted on the logging thread.
    void lineWritten(const QString& line, bool isTrouble);

private:
    void add(const QString& line, bool isTrouble);

    mutable std::mutex m_mutex;
    QStringList m_recent;
};

/// What happened, with the time: the log's lines, and how every job ended.
class LogView : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit LogView(Workbench& workbench, QWidget* parent = nullptr);

    FindBar& findBar() { return *m_find; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void note(const QString& words);
    void placeFindBar();
    void countTrouble();

    std::shared_ptr<LogRelay> m_relay;
    FindBar* m_find;
    int m_troubles = 0; ///< warnings and errors since the log was in sight
};

} // namespace ql::widgets
