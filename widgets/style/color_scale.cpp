// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/color_scale.h"

#include <QRgb>

#include <algorithm>
#include <array>
#include <cmath>

namespace ql::widgets {

namespace {

/// Nine equally spaced samples of cividis (Nuñez, Anderton, Renslow 2018).
constexpr std::array<QRgb, 9> kCividis{0xff00224e, 0xff123570, 0xff3b496c, 0xff575d6d, 0xff707173,
                                       0xff8a8678, 0xffa59c74, 0xffd2c060, 0xfffee838};

QColor mix(const QColor& a, const QColor& b, double share)
{
    return QColor::fromRgbF(float(a.redF() + (b.redF() - a.redF()) * share),
                            float(a.greenF() + (b.greenF() - a.greenF()) * share),
                            float(a.blueF() + (b.blueF() - a.blueF()) * share));
}

bool isDark(const QColor& color)
{
    return color.lightnessF() < 0.5F;
}

} // namespace

QColor cividis(double position)
{
    const double place = std::clamp(position, 0.0, 1.0) * double(kCividis.size() - 1);
    const auto index = std::min(std::size_t(place), kCividis.size() - 2);
    return mix(QColor(kCividis[index]), QColor(kCividis[index + 1]), place - double(index));
}

QColor inkOn(const QColor& fill)
{
    // Relative luminance as WCAG 2 has it: there, black and white stand out from a fill alike.
    constexpr double kEven = 0.179;
    const auto linear = [](double part) {
        return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const double light = 0.2126 * linear(fill.redF()) + 0.7152 * linear(fill.greenF()) + 0.0722 * linear(fill.blueF());
    return light > kEven ? Qt::black : Qt::white;
}

QColor densityColor(double position, const QColor& background)
{
    const double share = std::clamp(position, 0.0, 1.0);
    return isDark(background) ? cividis(0.55 + 0.45 * share) : cividis(0.55 * (1.0 - share));
}

QColor divergingColor(double change, const QColor& background)
{
    const QColor worst = isDark(background) ? QColor(0x8a, 0x55, 0xa8) : QColor(0xb8, 0x8c, 0xc9);
    const QColor best = isDark(background) ? QColor(0x2c, 0x8a, 0x55) : QColor(0x8c, 0xcf, 0x9c);
    return mix(background, change < 0.0 ? worst : best, std::sqrt(std::clamp(std::abs(change), 0.0, 1.0)));
}

QColor signedErrorColor(double error, const QColor& background)
{
    const QColor low = isDark(background) ? QColor(0xd3, 0xa4, 0xf0) : QColor(0x6a, 0x2c, 0x91);
    const QColor high = isDark(background) ? QColor(0x86, 0xdd, 0xa5) : QColor(0x1b, 0x78, 0x37);
    return mix(background, error < 0.0 ? low : high, std::sqrt(std::clamp(std::abs(error), 0.0, 1.0)));
}

QColor baselineColor(const QColor& background)
{
    return isDark(background) ? QColor(0x6a, 0xae, 0xf0) : QColor(0x1f, 0x6f, 0xb8);
}

QColor analysisColor(const QColor& background)
{
    return isDark(background) ? QColor(0xf5, 0xa0, 0x4c) : QColor(0xd8, 0x70, 0x10);
}

QColor alarmColor(const QColor& background)
{
    return isDark(background) ? QColor(0xff, 0x7b, 0x72) : QColor(0xc0, 0x1c, 0x28);
}

QColor mutedColor(const QColor& text, const QColor& background, double share)
{
    return mix(text, background, share);
}

QPalette mutedPalette(QPalette colors)
{
    const QColor text = colors.color(QPalette::WindowText);
    colors.setColor(QPalette::WindowText, mutedColor(text, colors.color(QPalette::Window)));
    return colors;
}

} // namespace ql::widgets
