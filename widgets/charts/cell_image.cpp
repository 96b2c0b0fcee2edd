// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/cell_image.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ql::widgets {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// First and past-last device pixel of the cell between two edges.
std::pair<int, int> span(double a, double b, double origin, qreal ratio, int least, int size)
{
    const int from = int(std::lround((std::min(a, b) - origin) * ratio));
    const int to = std::max(from + least, int(std::lround((std::max(a, b) - origin) * ratio)));
    return {std::clamp(from, 0, size), std::clamp(to, 0, size)};
}

} // namespace

QImage CellImage::paint(const QRectF& area, qreal ratio) const
{
    QImage image(std::max(1, int(area.width() * ratio)), std::max(1, int(area.height() * ratio)),
                 QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    std::vector<std::pair<int, int>> across;
    for (std::size_t column = 0; column < columns; ++column)
        across.push_back(span(x(column), x(column + 1), area.left(), ratio, leastPixels, image.width()));
    std::vector<std::size_t> owners(std::size_t(image.width()) * std::size_t(image.height()), kNone);
    std::vector<double> weights(owners.size(), -1.0);
    for (std::size_t row = 0; row < rows; ++row) {
        const auto [top, bottom] = span(y(row), y(row + 1), area.top(), ratio, leastPixels, image.height());
        for (std::size_t column = 0; top < bottom && column < columns; ++column) {
            const auto [left, right] = across[column];
            const double own = left < right ? weight(row * columns + column) : -1.0;
            for (int py = top; own >= 0.0 && py < bottom; ++py)
                for (int px = left; px < right; ++px)
                    if (const auto pixel = std::size_t(py) * std::size_t(image.width()) + std::size_t(px);
                        own > weights[pixel]) {
                        weights[pixel] = own;
                        owners[pixel] = row * columns + column;
                    }
        }
    }
    for (int py = 0; py < image.height(); ++py) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(py));
        for (int px = 0; px < image.width(); ++px)
            if (const auto owner = owners[std::size_t(py) * std::size_t(image.width()) + std::size_t(px)];
                owner != kNone)
                line[px] = color(owner, px, py);
    }
    image.setDevicePixelRatio(ratio);
    return image;
}

} // namespace ql::widgets
