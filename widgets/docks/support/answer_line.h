// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QLabel;

namespace ql::widgets {

/// The answer of a view in sentences, and buttons for what can be done with it. Out of sight where there is none.
class AnswerLine final : public QWidget {
    Q_OBJECT

public:
    /// @p actions outlive it.
    AnswerLine(const QList<QAction*>& actions, QWidget* parent);

    QString text() const;
    void setText(const QString& text);
    /// What screen readers call the sentences.
    void setTitle(const QString& title);

private:
    QLabel* m_text;
};

} // namespace ql::widgets
