// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QImage>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ql::tests {

/// With so many colours at most, those that most pixels have, so that the file is small.
inline QImage withFewColours(const QImage& picture, std::size_t most)
{
    constexpr QRgb kCoarse = 0xfff8f8f8;
    const QImage source = picture.convertToFormat(QImage::Format_RGB32);
    QHash<QRgb, qint64> counts;
    for (int y = 0; y < source.height(); ++y)
        for (int x = 0; x < source.width(); ++x)
            ++counts[source.pixel(x, y) & kCoarse];
    std::vector<std::pair<qint64, QRgb>> ranked;
    for (const auto& [colour, count] : counts.asKeyValueRange())
        ranked.emplace_back(-count, colour);
    std::ranges::sort(ranked);
    ranked.resize(std::min(ranked.size(), most));
    const auto distance = [](QRgb a, QRgb b) {
        const int red = qRed(a) - qRed(b);
        const int green = qGreen(a) - qGreen(b);
        const int blue = qBlue(a) - qBlue(b);
        return 2 * red * red + 4 * green * green + 3 * blue * blue;
    };
    QHash<QRgb, uint> places;
    QImage reduced(source.size(), QImage::Format_Indexed8);
    QList<QRgb> colours;
    for (const auto& [count, colour] : ranked)
        colours.append(qRgb(std::min(255, qRed(colour) | qRed(colour) >> 5), qGreen(colour) | qGreen(colour) >> 5,
                            qBlue(colour) | qBlue(colour) >> 5));
    reduced.setColorTable(colours);
    for (int y = 0; y < source.height(); ++y)
        for (int x = 0; x < source.width(); ++x) {
            const QRgb pixel = source.pixel(x, y);
            auto place = places.find(pixel);
            if (place == places.end()) {
                const auto nearest =
                    std::ranges::min_element(colours, {}, [&](QRgb colour) { return distance(colour, pixel); });
                place = places.insert(pixel, uint(nearest - colours.begin()));
            }
            reduced.setPixel(x, y, *place);
        }
    return reduced;
}

/// Mean of what two pictures differ by, in grey levels of 255: both so small that words of another length hardly change
/// them.
inline double lookDifference(const QImage& left, const QImage& right)
{
    const auto sketch = [](const QImage& picture) {
        return picture.convertToFormat(QImage::Format_Grayscale8)
            .scaled(96, 64, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    };
    const QImage a = sketch(left);
    const QImage b = sketch(right);
    double sum = 0.0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            sum += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y)));
    return sum / (double(a.width()) * a.height());
}

} // namespace ql::tests
