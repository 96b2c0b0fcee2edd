// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QRectF>

#include <functional>

namespace ql::widgets {

/// Many cells in a picture of pixels: where a pixel covers several, the one that matters most shows, so that a single
/// bad one doesn't vanish when it is smaller than a pixel.
struct CellImage {
    std::size_t columns = 0;
    std::size_t rows = 0;
    int leastPixels = 1;                       ///< across and down, for cells that stand alone
    std::function<double(std::size_t edge)> x; ///< where column @p edge begins and the one before it ends, in pixels
    std::function<double(std::size_t edge)> y; ///< likewise of rows
    std::function<double(std::size_t cell)> weight; ///< what matters more weighs more; nothing is drawn below 0
    std::function<QRgb(std::size_t cell, int x, int y)> color; ///< for one pixel

    /// The part inside @p area, @p ratio device pixels to a pixel.
    QImage paint(const QRectF& area, qreal ratio) const;
};

} // namespace ql::widgets
