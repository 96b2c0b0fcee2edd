// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"
#include "widgets/text/label.h"

#include <QFrame>
#include <QList>

class QAction;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace ql::widgets {

/// One message across the top of the window that waits until it is closed or replaced; nothing is blocked meanwhile.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    using Severity = results::Severity;

    explicit MessageBar(QWidget* parent = nullptr);

    /// @p actions become buttons; a click also closes the message.
    void showMessage(Severity severity, const Label& text, const QList<QAction*>& actions = {});
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void tint();

    Severity m_severity = Severity::Info;
    QLabel* m_icon;
    Label m_said;
    QLabel* m_text;
    QToolButton* m_close;
    QHBoxLayout* m_buttons;
};

} // namespace ql::widgets
