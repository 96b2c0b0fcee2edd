// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QWidget>

#include <functional>

class QLabel;
class QToolButton;

namespace ql::widgets {

class LayerFilter;

/// The text that filters the layers of one view. What is typed is about that view alone; "show only" and "show all" are
/// about every view. "Find" moves the keyboard focus into the line that is in sight.
class FilterLine : public QLineEdit {
    Q_OBJECT

public:
    explicit FilterLine(LayerFilter& filter, QWidget* parent = nullptr);
};

/// What screen readers call the buttons in a line: to clear it, and the looking glass.
void nameButtons(QLineEdit& line);

/// Moves the keyboard focus into @p line on "Find" while it is in sight: of several lines into the one whose dock has
/// the keyboard, else into the first.
void answerFind(QLineEdit* line, LayerFilter& filter);

/// A line below a text that finds words in it. "Find" opens it while the keyboard focus is in @p text, instead of the
/// filter of the layers; Enter and Shift+Enter go on and back, Esc closes it.
class FindBar : public QWidget {
    Q_OBJECT

public:
    /// Goes to the next or the previous occurrence, around the end if need be; false if there is none.
    using Find = std::function<bool(const QString& words, bool isForward)>;

    FindBar(LayerFilter& filter, QWidget& text, Find find, QWidget* parent);

    QLineEdit& line() { return *m_line; }

Q_SIGNALS:
    void shownOrHidden();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void open(LayerFilter& filter);
    void close();
    void go(bool isForward);
    void retranslate();

    QWidget& m_text;
    Find m_find;
    QLineEdit* m_line;
    QLabel* m_none;
    QToolButton* m_previous;
    QToolButton* m_next;
    QToolButton* m_close;
};

} // namespace ql::widgets
