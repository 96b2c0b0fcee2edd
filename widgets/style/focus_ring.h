// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class QWidget;

namespace ql::widgets {

/// Draws a ring around whatever the keyboard moves to and the style marks by nothing: tables, texts, charts, pictures.
/// A click or a program that hands the focus on shows none. One for the whole application.
class FocusRing : public QObject {
    Q_OBJECT

public:
    explicit FocusRing(QObject* parent);

    /// What it is drawn around; null while it isn't.
    const QWidget* target() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QPointer<QWidget> m_ring; ///< a child of its target
};

} // namespace ql::widgets
