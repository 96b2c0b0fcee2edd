// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"
#include "widgets/text/label.h"

#include <QFrame>
#include <QList>
#include <QPointer>

class QAction;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace ql::widgets {

class ElidedLabel;

/// One line that waits until it is closed; nothing is blocked meanwhile. A newer message stands before it, and closing
/// that shows it again, unless it only told something. What does not fit is elided, and a button shows it in full.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    using Severity = results::Severity;

    explicit MessageBar(QWidget* parent = nullptr);

    /// @p actions become buttons; a click also closes the message.
    void showMessage(Severity severity, const Label& text, const QList<QAction*>& actions = {});
    /// Takes back what is no longer so.
    void withdraw(const QString& text);
    /// In full, a line for each sentence that has one.
    QString text() const { return m_said.text.text(); }

Q_SIGNALS:
    void shownOrHidden();

protected:
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Said {
        Severity severity = Severity::Info;
        Label text;
        QList<QPointer<QAction>> actions;
    };

    void put(const Said& message);
    void showNext();
    void retranslate();
    void fitText();
    void showAll();
    void tint();

    QList<Said> m_waiting; ///< behind the one that is shown, the newest last
    Said m_said;
    QLabel* m_icon;
    ElidedLabel* m_text;
    QToolButton* m_more;
    QToolButton* m_close;
    QHBoxLayout* m_buttons;
};

} // namespace ql::widgets
