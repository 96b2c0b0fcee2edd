// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/finetune/finetune_table_model.h"

#include "core/report/finetune/finetune_report.h"
#include "widgets/models/layer_table_columns.h"

#include <QFont>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

using results::FinetunePoint;

constexpr double kLeastDb = -40.0; ///< as training judges: what is beyond counts no more
constexpr double kMostDb = 120.0;

/// A cosine counts as the SQNR that goes with it.
double decibels(double value, results::MetricId metric)
{
    const double db =
        metric == results::MetricId::Cosine ? -10.0 * std::log10(2.0 - 2.0 * std::min(value, 1.0)) : value;
    return std::clamp(std::isnan(db) ? kLeastDb : db, kLeastDb, kMostDb);
}

} // namespace

FinetuneTableModel::FinetuneTableModel(QObject* parent)
    : TableModel(parent)
{
    using Row = const FinetunePoint*;
    setColumns({
        {QT_TR_NOOP("Step"), [](const Row& row) { return qlonglong(row->step); }, true},
        {.title = QT_TR_NOOP("Loss"),
         .value = [](const Row& row) { return row->loss; },
         .isRight = true,
         .hint = QT_TR_NOOP("What training makes small: mean over the steps since the check before")},
        {.title = QT_TR_NOOP("Outputs"),
         .value = [](const Row& row) { return row->outputLoss; },
         .isRight = true,
         .hint = QT_TR_NOOP("The part of the loss that is made by outputs")},
        {.title = QT_TR_NOOP("Layers"),
         .value = [](const Row& row) { return row->layerLoss; },
         .isRight = true,
         .hint = QT_TR_NOOP("The part of the loss that is made by layers")},
        {.title = QT_TR_NOOP("%1 held out"),
         .value = [](const Row& row) { return row->check->metric; },
         .isRight = true,
         .hint = QT_TR_NOOP("Of the worst output, on samples that are not trained on")},
        {.title = QT_TR_NOOP("Gain (dB)"),
         .value = [this](const Row& row) { return gainOf(*row); },
         .isRight = true,
         .hint = QT_TR_NOOP("Over the network before training: mean over the outputs")},
        {.title = QT_TR_NOOP("State"),
         .value = [this](const Row& row) { return stateText(*row); },
         .tip = [this](const Row& row) { return stateHint(*row); }},
    });
}

void FinetuneTableModel::setResult(Result result)
{
    beginResetModel();
    m_result = std::move(result);
    m_checks = m_result ? report::finetuneChecks(*m_result) : std::vector<FinetunePoint>();
    rows().clear();
    for (const auto& check : m_checks)
        rows().push_back(&check);
    endResetModel();
}

bool FinetuneTableModel::isOffered(const FinetunePoint& point) const
{
    return point.step == m_result->bestStep;
}

QString FinetuneTableModel::stateText(const FinetunePoint& point) const
{
    return point.loses ? tr("loses") : isOffered(point) ? tr("offered") : QString();
}

QString FinetuneTableModel::stateHint(const FinetunePoint& point) const
{
    return point.loses        ? tr("An output is worse than before training on samples that are held out.")
           : isOffered(point) ? tr("The best network on samples that are held out.")
                              : QString();
}

double FinetuneTableModel::gainOf(const FinetunePoint& point) const
{
    const auto& before = m_result->start.outputs;
    const auto& after = point.check->outputs;
    const auto count = std::min(before.size(), after.size());
    double gain = 0.0;
    for (std::size_t i = 0; i < count; ++i)
        gain += decibels(after[i].second, m_result->metric) - decibels(before[i].second, m_result->metric);
    return count == 0 ? 0.0 : gain / double(count);
}

results::MetricId FinetuneTableModel::shownMetric() const
{
    return m_result ? m_result->metric : results::MetricId::Sqnr;
}

QString FinetuneTableModel::headerText(int column, const char* source) const
{
    return TableModel::headerText(column, source).replace(QStringLiteral("%1"), metricTitle(shownMetric()));
}

QString FinetuneTableModel::formulaOf(int column) const
{
    switch (column) {
    case OutputLoss:
    case LayerLoss: return QStringLiteral("‖y − ŷ‖² / ‖y‖²");
    case HeldOut: return metricFormula(shownMetric());
    case Gain:
        return shownMetric() == results::MetricId::Cosine ? QStringLiteral("−10 · log₁₀(2 − 2 · cos)") : QString();
    default: return {};
    }
}

QVariant FinetuneTableModel::other(const FinetunePoint* const& row, int, int role) const
{
    if (role != Qt::FontRole || !isOffered(*row))
        return {};
    QFont font;
    font.setBold(true);
    return font;
}

} // namespace ql::widgets
