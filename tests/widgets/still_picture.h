// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QImage>
#include <QPixmap>
#include <QTest>
#include <QWidget>

#include <utility>

namespace ql::tests {

/// The name of the widget of @p window that holds every pixel in which two pictures of it differ.
inline QString whatMoved(const QWidget& window, const QImage& before, const QImage& after)
{
    QRect moved;
    for (int y = 0; y < after.height(); ++y)
        for (int x = 0; x < after.width(); ++x)
            if (!before.valid(x, y) || before.pixel(x, y) != after.pixel(x, y))
                moved |= QRect(x, y, 1, 1);
    const QWidget* widget = window.childAt(moved.center());
    while (widget && widget != &window && !QRect(widget->mapTo(&window, QPoint()), widget->size()).contains(moved))
        widget = widget->parentWidget();
    return QString::fromUtf8((widget ? widget : &window)->metaObject()->className());
}

/// Carets that stand: one that blinks looks the same three times in a row on a fast machine only. Before a window is
/// made.
inline void stopCarets()
{
    QApplication::setCursorFlashTime(0);
}

/// Waits until @p widget looks the same three times in a row: layouts, scroll bars and previews have settled.
inline void awaitStillness(QWidget& widget)
{
    constexpr int kLooks = 3;
    QImage last;
    QImage lastButOne; // another picture than the last
    int alike = 0;
    const auto isStill = [&] {
        const QImage now = widget.grab().toImage();
        alike = now == last ? alike + 1 : 1;
        if (now != last)
            lastButOne = std::exchange(last, now);
        return alike >= kLooks;
    };
    QTRY_VERIFY2_WITH_TIMEOUT(
        isStill(), qPrintable(whatMoved(widget, lastButOne, last) + QStringLiteral(" keeps moving")), 30'000);
}

} // namespace ql::tests
