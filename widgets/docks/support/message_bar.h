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

class ElidedLabel;

/// One line that waits until it is closed or replaced; nothing is blocked meanwhile. What does not fit is elided, and a
/// button shows it in full.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    using Severity = results::Severity;

    explicit MessageBar(QWidget* parent = nullptr);

    /// @p actions become buttons; a click also closes the message.
    void showMessage(Severity severity, const Label& text, const QList<QAction*>& actions = {});
    /// In full, a line for each sentence that has one.
    QString text() const { return m_said.text(); }

Q_SIGNALS:
    void shownOrHidden();

protected:
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void retranslate();
    void fitText();
    void showAll();
    void tint();

    Severity m_severity = Severity::Info;
    QLabel* m_icon;
    Label m_said;
    ElidedLabel* m_text;
    QToolButton* m_more;
    QToolButton* m_close;
    QHBoxLayout* m_buttons;
};

} // namespace ql::widgets
