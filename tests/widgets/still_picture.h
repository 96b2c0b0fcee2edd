// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPixmap>
#include <QTest>
#include <QWidget>

#include <utility>

namespace ql::tests {

/// Waits until @p widget looks the same three times in a row: layouts, scroll bars and previews have settled.
inline void awaitStillness(QWidget& widget)
{
    constexpr int kLooks = 3;
    QImage last;
    int alike = 0;
    const auto isStill = [&] {
        const QImage now = widget.grab().toImage();
        alike = now == std::exchange(last, now) ? alike + 1 : 1;
        return alike >= kLooks;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isStill(), 10'000);
}

} // namespace ql::tests
