// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QToolButton;

namespace ql::widgets {

/// What stands in a view that has nothing to show yet: why, and the button that changes it.
class NextStep : public QWidget {
    Q_OBJECT

public:
    explicit NextStep(QWidget* parent = nullptr);

    /// @p action may be null: then there are only words.
    void explain(const QString& title, const QString& text, QAction* action);
    QString titleText() const;

private:
    void nameButton();

    QLabel* m_title;
    QLabel* m_text;
    QToolButton* m_button;
};

} // namespace ql::widgets
