// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/error_map_chart.h"

#include "widgets/charts/cell_image.h"
#include "widgets/charts/chart_pane.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::widgets {

namespace {

/// The first of @p extent elements that cell @p cell of @p cells stands for.
std::int64_t firstOf(std::size_t cell, std::size_t cells, std::int64_t extent)
{
    return std::int64_t(cell) * extent / std::int64_t(cells);
}

/// The cell that stands for an element, if there is such an element.
std::optional<std::size_t> cellOf(double plotted, std::size_t cells, std::int64_t extent)
{
    const auto element = std::int64_t(std::floor(plotted + 0.5));
    if (element < 0 || element >= extent)
        return std::nullopt;
    return std::size_t(((element + 1) * std::int64_t(cells) - 1) / extent);
}

QString rangeText(std::int64_t first, std::int64_t end)
{
    return end - first <= 1 ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(end - 1);
}

QString axisTitle(const std::optional<std::int64_t>& axis)
{
    return axis ? ErrorMapChart::tr("index on axis %1").arg(*axis) : QString();
}

} // namespace

ErrorMapChart::ErrorMapChart(QWidget* parent)
    : LayerValuesChart(parent, 170)
{
    m_pane->paintOverlay = [this](QPainter& painter) {
        if (m_values)
            painter.drawImage(m_pane->plotRect().topLeft(), m_cells);
    };
    m_pane->describePlace = [this](const QPointF& plotted) { return describe(plotted); };
    connect(m_pane, &ChartPane::viewChanged, this, &ErrorMapChart::paintCells);
}

void ErrorMapChart::rebuild()
{
    if (!m_values)
        return;
    if (map().rows == 0) {
        m_pane->setEmptyReason(tr("This tensor has no elements."));
        return;
    }
    m_pane->setEmptyReason({});
    const QColor background = palette().color(QPalette::Window);
    const double most = std::max(std::abs(map().low), std::abs(map().high));
    const bool isSigned = map().error == results::ErrorKind::Signed;
    m_pane->setColorScale(ChartPane::ColorScale{
        formatNumber(isSigned ? -most : 0.0), formatNumber(most), [this, most, isSigned, background](double share) {
            return colorOf(isSigned ? (2 * share - 1) * most : share * most, background);
        }});
    m_pane->setKeySteps(
        {double(map().columnExtent) / double(map().columns), double(map().rowExtent) / double(map().rows)});
    m_pane->setAxes({axisTitle(map().columnAxis), -0.5, double(map().columnExtent) - 0.5, ChartScale::Linear, true},
                    {axisTitle(map().rowAxis), -0.5, double(map().rowExtent) - 0.5, ChartScale::Linear, true, true});
}

QColor ErrorMapChart::colorOf(double error, const QColor& background) const
{
    const double most = std::max(std::abs(map().low), std::abs(map().high));
    const double share = most > 0.0 ? error / most : 0.0;
    return map().error == results::ErrorKind::Signed ? signedErrorColor(share, background) : cividis(share);
}

void ErrorMapChart::paintCells()
{
    if (!m_values || map().rows == 0)
        return;
    const QColor background = palette().color(QPalette::Window);
    const QRgb ink = palette().color(QPalette::WindowText).rgb();
    CellImage cells{.columns = map().columns, .rows = map().rows, .x = {}, .y = {}, .weight = {}, .color = {}};
    cells.x = [this](std::size_t edge) {
        return m_pane->pixelX(double(firstOf(edge, map().columns, map().columnExtent)) - 0.5);
    };
    cells.y = [this](std::size_t edge) {
        return m_pane->pixelY(double(firstOf(edge, map().rows, map().rowExtent)) - 0.5);
    };
    cells.weight = [this](std::size_t cell) {
        const double worst = double(map().worst[cell]);
        return std::isfinite(worst) ? std::abs(worst) : std::numeric_limits<double>::infinity();
    };
    cells.color = [&](std::size_t cell, int x, int y) {
        const double worst = double(map().worst[cell]);
        if (!std::isfinite(worst))
            return (x + y) % 4 == 0 ? ink : background.rgb();
        return colorOf(worst, background).rgb();
    };
    m_cells = cells.paint(m_pane->plotRect(), devicePixelRatioF());
}

/// "[0, 3, 12–15, 4]"
QString ErrorMapChart::placeText(std::size_t row, std::size_t column) const
{
    QStringList indexes;
    for (std::size_t axis = 0; axis < map().at.size(); ++axis)
        if (map().rowAxis == std::int64_t(axis))
            indexes.append(
                rangeText(firstOf(row, map().rows, map().rowExtent), firstOf(row + 1, map().rows, map().rowExtent)));
        else if (map().columnAxis == std::int64_t(axis))
            indexes.append(rangeText(firstOf(column, map().columns, map().columnExtent),
                                     firstOf(column + 1, map().columns, map().columnExtent)));
        else
            indexes.append(QString::number(map().at[axis]));
    return u'[' + indexes.join(QStringLiteral(", ")) + u']';
}

QString ErrorMapChart::describe(const QPointF& plotted) const
{
    if (!m_values || map().rows == 0)
        return {};
    const auto row = cellOf(plotted.y(), map().rows, map().rowExtent);
    const auto column = cellOf(plotted.x(), map().columns, map().columnExtent);
    if (!row || !column)
        return {};
    const std::size_t cell = *row * map().columns + *column;
    const bool isOne = map().rows == std::size_t(map().rowExtent) && map().columns == std::size_t(map().columnExtent);
    const QString place = placeText(*row, *column);
    const QString error =
        isOne ? tr("error %1").arg(formatNumber(double(map().worst[cell])))
              : tr("worst error %1, mean %2")
                    .arg(formatNumber(double(map().worst[cell])), formatNumber(double(map().mean[cell])));
    return tr("%1\n%2\nbaseline %3\nanalysis %4")
        .arg(place, error, formatNumber(double(map().baseline[cell])), formatNumber(double(map().analysis[cell])));
}

QString ErrorMapChart::dataText() const
{
    QString text;
    for (std::size_t row = 0; m_values && row < map().rows; ++row) {
        QStringList line;
        for (std::size_t column = 0; column < map().columns; ++column)
            line.append(formatExact(double(map().worst[row * map().columns + column])));
        text += line.join(u'\t') + u'\n';
    }
    return text;
}

} // namespace ql::widgets
