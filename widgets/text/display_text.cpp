// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/display_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace ql::widgets {

namespace {

constexpr double kPlainBelow = 1e7; ///< up to here without exponent
constexpr QChar kMinus(0x2212);
constexpr QChar kInfinity(0x221E);
constexpr QChar kNarrowSpace(0x202F);

QString inLocale(QString text)
{
    return text.replace(u'.', QLocale().decimalPoint());
}

QString withRealMinus(QString text)
{
    return inLocale(text.replace(u'-', kMinus));
}

QString withUnit(double value, const QString& unit)
{
    return inLocale(QString::number(value, 'f', value < 9.95 ? 1 : 0)) + kNarrowSpace + unit;
}

} // namespace

QString formatNumber(double value, int digits)
{
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QString(kInfinity) : QString(kMinus) + kInfinity;
    const double size = std::abs(value);
    const int wholeDigits = size >= 1e4 && size < kPlainBelow ? int(std::floor(std::log10(size))) + 1 : 0;
    if (wholeDigits > 0)
        return withRealMinus(QString::number(value, 'f', std::max(0, digits - wholeDigits)));
    return withRealMinus(QString::number(value, 'g', digits));
}

QString alignedNumber(const QString& number)
{
    constexpr qsizetype kDecimals = 4;
    constexpr QChar kDigitSpace(0x2007);
    constexpr QChar kPointSpace(0x2008);
    const auto isPart = [](QChar letter) { return letter.isDigit() || letter == kMinus || letter.isPunct(); };
    if (number.isEmpty() || !number.back().isDigit() || !std::ranges::all_of(number, isPart))
        return number;
    const QString point = QLocale().decimalPoint();
    const auto at = number.indexOf(point);
    const auto decimals = at < 0 ? 0 : number.size() - at - point.size();
    return number + (at < 0 ? QString(kPointSpace) : QString())
           + QString(std::max<qsizetype>(0, kDecimals - decimals), kDigitSpace);
}

QString formatExact(double value)
{
    if (std::isnan(value))
        return QStringLiteral("nan");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

QString formatExact(double value, int role)
{
    return role == Qt::ToolTipRole ? inLocale(formatExact(value)) : formatExact(value);
}

QString formatCount(std::uint64_t count)
{
    constexpr std::array kUnits{"k", "M", "G", "T"};
    if (count < 1000)
        return QString::number(count);
    double value = double(count) / 1000.0;
    std::size_t unit = 0;
    while (value >= 999.5 && unit + 1 < kUnits.size()) {
        value /= 1000.0;
        ++unit;
    }
    return withUnit(value, QLatin1String(kUnits[unit]));
}

QString formatShare(std::uint64_t part, std::uint64_t whole)
{
    if (part == 0 || whole == 0)
        return QStringLiteral("0 %");
    const double percent = 100.0 * double(part) / double(whole);
    if (percent < 0.01)
        return inLocale(QStringLiteral("<0.01 %"));
    return inLocale(QString::number(percent, 'g', percent < 1.0 ? 2 : 3)) + QStringLiteral(" %");
}

QString formatDuration(std::chrono::milliseconds duration)
{
    if (duration.count() < 95)
        return QCoreApplication::translate("Duration", "%1 ms").arg(duration.count());
    const double seconds = double(duration.count()) / 1000.0;
    if (seconds < 59.5)
        return QCoreApplication::translate("Duration", "%1 s")
            .arg(inLocale(QString::number(seconds, 'f', seconds < 9.95 ? 1 : 0)));
    const auto minutes = qint64(std::lround(seconds / 60.0));
    if (minutes < 60)
        return QCoreApplication::translate("Duration", "%1 min").arg(minutes);
    return QCoreApplication::translate("Duration", "%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

QString formatShape(const std::vector<std::int64_t>& shape)
{
    if (shape.empty())
        return QCoreApplication::translate("Shape", "scalar");
    QStringList sizes;
    for (const std::int64_t size : shape)
        sizes.append(QString::number(size));
    return sizes.join(QChar(0x00D7));
}

QString indexText(std::uint64_t element, const std::vector<std::int64_t>& shape)
{
    QStringList indexes;
    for (auto extent = shape.rbegin(); extent != shape.rend() && *extent > 0; ++extent) {
        indexes.prepend(QString::number(element % std::uint64_t(*extent)));
        element /= std::uint64_t(*extent);
    }
    return u'[' + indexes.join(QStringLiteral(", ")) + u']';
}

QString commonScope(const QString& one, const QString& other)
{
    qsizetype end = 0;
    for (qsizetype i = 0; i < std::min(one.size(), other.size()) && one.at(i) == other.at(i); ++i)
        if (one.at(i) == u'/')
            end = i + 1;
    return one.left(end);
}

} // namespace ql::widgets
