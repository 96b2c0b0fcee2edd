// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

#include <memory>

namespace ql::widgets {

class FindBar;
class LogRelay;
class Workbench;

/// What happened, with the time: the log's lines, and how every job ended.
class LogView : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit LogView(Workbench& workbench, QWidget* parent = nullptr);

    FindBar& findBar() { return *m_find; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void note(const QString& words);
    void placeFindBar();
    bool findWords(const QString& words, bool isForward);

    std::shared_ptr<LogRelay> m_relay;
    FindBar* m_find;
};

} // namespace ql::widgets
