// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPixmap>
#include <QTest>
#include <QWidget>

#include <utility>

namespace ql::tests {

/// Waits until @p widget looks the same three times in a row: layouts, scroll bars and previews have settled. Not
/// longer than two seconds, since a caret that blinks never looks so on a slow machine.
inline void awaitStillness(QWidget& widget)
{
    constexpr int kLooks = 3;
    constexpr int kLongest = 2'000;
    QImage last;
    int alike = 0;
    const auto isStill = [&] {
        const QImage now = widget.grab().toImage();
        alike = now == std::exchange(last, now) ? alike + 1 : 1;
        return alike >= kLooks;
    };
    (void)QTest::qWaitFor(isStill, kLongest);
}

} // namespace ql::tests
