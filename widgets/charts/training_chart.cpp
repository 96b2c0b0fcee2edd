// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/training_chart.h"

#include "widgets/charts/chart_pane.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {
constexpr double kCheckRadius = 4.0;
constexpr double kTrainingAir = 0.1; ///< of the axis above and below the outermost points
} // namespace

TrainingChart::TrainingChart(Shown shown, QWidget* parent)
    : Chart(parent)
    , m_shown(shown)
{
    m_pane->setKeySteps({1.0, 1e9}); // from step to step
    m_pane->paintOverlay = [this](QPainter& painter) {
        paintStart(painter);
        paintOffered(painter);
        paintPoints(painter);
    };
    m_pane->describe = [this](double step) {
        const Point* point = nearest(step);
        return point ? describe(*point) : QString();
    };
    connect(m_pane, &ChartPane::clicked, this, [this](double step) {
        if (const Point* point = nearest(step))
            Q_EMIT stepClicked(point->step);
    });
    rebuild();
}

void TrainingChart::setResult(Result result)
{
    m_result = std::move(result);
    m_chosen.reset();
    rebuild();
}

void TrainingChart::setChosen(std::optional<std::uint64_t> step)
{
    m_chosen = step;
    m_pane->viewport()->update();
}

std::optional<QPointF> TrainingChart::placeOf(std::uint64_t step) const
{
    const auto found = std::ranges::lower_bound(m_points, step, {}, &Point::step);
    if (found == m_points.end() || found->step != step)
        return std::nullopt;
    return QPointF(m_pane->pixelX(double(step)), m_pane->pixelY(found->height));
}

void TrainingChart::addPoint(std::uint64_t step, double value, const results::FinetunePoint* made)
{
    const double height = m_shown == Shown::Loss ? std::log10(value) : value;
    if (std::isfinite(height))
        m_points.push_back({step, height, made});
}

void TrainingChart::collectPoints()
{
    m_points.clear();
    if (!m_result)
        return;
    if (m_shown == Shown::HeldOut)
        addPoint(0, m_result->start.metric, nullptr);
    for (const auto& made : m_result->curve) {
        if (m_shown == Shown::Loss)
            addPoint(made.step, made.loss, &made);
        else if (made.check)
            addPoint(made.step, made.check->metric, &made);
    }
}

void TrainingChart::rebuild()
{
    collectPoints();
    m_pane->clearSeries();
    if (m_points.empty())
        m_pane->setEmptyReason(m_shown == Shown::Loss ? tr("No step was made.") : tr("No check can be drawn."));
    else
        drawLine();
}

void TrainingChart::drawLine()
{
    const bool isLoss = m_shown == Shown::Loss;
    QList<QPointF> places;
    for (const auto& point : m_points)
        places.append({double(point.step), point.height});
    auto* line = new QLineSeries;
    line->replace(places);
    line->setPen(QPen(analysisColor(palette().color(QPalette::Window)), 1.4));
    m_pane->setEmptyReason({});
    m_pane->addSeries(line);
    const auto [lowest, highest] = std::ranges::minmax_element(m_points, {}, &Point::height);
    const double span = highest->height - lowest->height;
    const double air = span > 0.0 ? span * kTrainingAir : 0.5;
    // What is still to come has its place.
    const double last = std::max({1.0, double(m_result->steps), double(m_points.back().step)});
    const double beside = last * 0.02;
    m_pane->setAxes({tr("step"), -beside, last + beside, ChartScale::Linear, true},
                    {isLoss ? tr("loss") : tr("%1 held out").arg(metricTitle(m_result->metric)), lowest->height - air,
                     highest->height + air, isLoss ? ChartScale::Log10 : ChartScale::Linear, false});
}

const TrainingChart::Point* TrainingChart::nearest(double step) const
{
    const auto found = std::ranges::min_element(
        m_points, {}, [step](const Point& point) { return std::abs(double(point.step) - step); });
    return found == m_points.end() ? nullptr : &*found;
}

QString TrainingChart::describe(const Point& point) const
{
    const auto line = [](const QString& name, double value) {
        return QStringLiteral("\n%1: %2").arg(name, formatNumber(value));
    };
    const QString step =
        point.made ? QStringLiteral("%1: %2").arg(tr("step"), QString::number(point.step)) : tr("before training");
    if (m_shown == Shown::Loss)
        return step + line(tr("loss"), point.made->loss) + line(tr("of outputs"), point.made->outputLoss)
               + line(tr("of layers"), point.made->layerLoss);
    return step + line(metricTitle(m_result->metric), point.height)
           + (point.loses() ? u'\n' + tr("an output loses") : QString());
}

/// What a check must be above.
void TrainingChart::paintStart(QPainter& painter) const
{
    const auto start = m_shown == Shown::HeldOut ? placeOf(0) : std::nullopt;
    if (!start)
        return;
    const QRectF plot = m_pane->plotRect();
    painter.setPen(QPen(palette().color(QPalette::WindowText), 1.0, Qt::DashLine));
    painter.drawLine(QPointF(plot.left(), start->y()), QPointF(plot.right(), start->y()));
    painter.drawText(QRectF(plot.left(), start->y() - plot.height(), plot.width() - 4, plot.height() - 2),
                     Qt::AlignRight | Qt::AlignBottom, tr("before training"));
}

void TrainingChart::paintOffered(QPainter& painter) const
{
    if (!m_result || m_result->bestStep == 0)
        return;
    const QRectF plot = m_pane->plotRect();
    const double x = m_pane->pixelX(double(m_result->bestStep));
    painter.setPen(QPen(palette().color(QPalette::WindowText), 1.0, Qt::DotLine));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    if (m_shown == Shown::HeldOut) // whose best values lie where the word would be
        return;
    const bool isRight = x > plot.center().x();
    const double left = isRight ? x - plot.width() - 4 : x + 4;
    painter.drawText(QRectF(left, plot.top() + 2, plot.width(), plot.height()),
                     (isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop, tr("offered"));
}

/// Of steps only the chosen one; checks at which an output loses are hollow.
void TrainingChart::paintPoints(QPainter& painter) const
{
    const QColor background = palette().color(QPalette::Window);
    const QColor hue = analysisColor(background);
    for (const auto& point : m_points) {
        const bool isChosen = point.step == m_chosen;
        if (m_shown == Shown::Loss && !isChosen)
            continue;
        const QPointF place(m_pane->pixelX(double(point.step)), m_pane->pixelY(point.height));
        painter.setPen(QPen(hue, 1.4));
        painter.setBrush(point.loses() ? background : hue);
        painter.drawEllipse(place, kCheckRadius, kCheckRadius);
        painter.setBrush(Qt::NoBrush);
        if (isChosen) {
            painter.setPen(QPen(palette().color(QPalette::WindowText), 2.0));
            painter.drawEllipse(place, kCheckRadius + 1, kCheckRadius + 1);
        }
    }
}

QString TrainingChart::dataText() const
{
    QString text = QStringLiteral("step\tloss\toutput loss\tlayer loss\theld out\n");
    for (const auto& made : m_result->curve)
        text += QStringLiteral("%1\t%2\t%3\t%4\t%5\n")
                    .arg(QString::number(made.step), formatExact(made.loss), formatExact(made.outputLoss),
                         formatExact(made.layerLoss), made.check ? formatExact(made.check->metric) : QString());
    return text;
}

} // namespace ql::widgets
