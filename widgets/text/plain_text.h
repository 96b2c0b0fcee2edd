// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QMessageBox>

namespace ql::widgets {

// Qt takes text that looks like HTML for HTML, and HTML may name a file to be read. A layer that a stranger called
// `<img src="/dev/zero">` must be no more than these letters.

/// A label that shows its text letter by letter.
class PlainLabel : public QLabel {
    Q_OBJECT

public:
    explicit PlainLabel(QWidget* parent = nullptr);
};

/// One line of text that gives up its middle when there is not enough room, e.g. a file name; or its end.
class ElidedLabel : public PlainLabel {
    Q_OBJECT

public:
    using PlainLabel::PlainLabel;

    void setElideMode(Qt::TextElideMode mode) { m_mode = mode; }
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode m_mode = Qt::ElideMiddle;
};

/// QMessageBox::question whose text is shown letter by letter.
QMessageBox::StandardButton askPlainly(QWidget* parent, const QString& title, const QString& text,
                                       QMessageBox::StandardButtons buttons, QMessageBox::StandardButton proposed);

/// @p text in lines of at most @p columns letters (Chinese ones count twice) where it can be broken: Qt breaks the
/// lines of a tool tip in HTML only.
QString wrapped(const QString& text, int columns = 96);

/// Makes every tool tip of the application show its text letter by letter, also those of tables.
void keepToolTipsPlain();

} // namespace ql::widgets
