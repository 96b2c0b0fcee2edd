// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

#include <memory>

namespace ql::widgets {

class LogRelay;
class Workbench;

/// What happened, with the time: the log's lines, and how every job ended.
class LogView : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit LogView(Workbench& workbench, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void note(const QString& words);

    std::shared_ptr<LogRelay> m_relay;
};

} // namespace ql::widgets
