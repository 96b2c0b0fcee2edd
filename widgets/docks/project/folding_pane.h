// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QLabel;
class QToolButton;

namespace ql::widgets {

/// A page at the side of the window, below a line with its name, that folds to a strip of icons.
class FoldingPane : public QWidget {
    Q_OBJECT

public:
    FoldingPane(QWidget* page, QWidget* parent);

    /// Another icon of the strip, which unfolds the page. Returns it, to be given words.
    QToolButton* addIcon(const char* icon);
    void setWords(const QString& title, const QString& foldHint, const QString& unfoldHint);
    bool isFolded() const { return m_isFolded; }
    void setFolded(bool isFolded);
    /// What stands in the strip, from top to bottom.
    QList<QToolButton*> icons() const { return m_icons; }
    QToolButton& foldButton() { return *m_fold; }
    QToolButton& unfoldButton() { return *m_unfold; }

Q_SIGNALS:
    /// The user folded it, or not.
    void foldedByHand(bool isFolded);

private:
    QWidget* makePage(QWidget* page);
    QToolButton* makeButton(const char* icon);
    void foldByHand(bool isFolded);

    QLabel* m_title = nullptr;
    QToolButton* m_fold = nullptr;
    QWidget* m_page;
    QWidget* m_strip;
    QToolButton* m_unfold;
    QList<QToolButton*> m_icons;
    bool m_isFolded = false;
    int m_width = 0; ///< before it was folded
};

} // namespace ql::widgets
