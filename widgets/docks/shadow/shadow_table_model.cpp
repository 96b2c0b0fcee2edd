// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/shadow/shadow_table_model.h"

#include "widgets/models/layer_table_columns.h"
#include "widgets/text/core_text.h"

namespace ql::widgets {

namespace {

using results::ShadowRow;

QString stateText(const ShadowRow& row)
{
    switch (row.state) {
    case ShadowRow::State::Compared: return {};
    case ShadowRow::State::ShapeMismatch: return ShadowTableModel::tr("shape differs");
    case ShadowRow::State::Failed: return coreText(row.problem);
    case ShadowRow::State::UnmatchedBaseline:
    case ShadowRow::State::UnmatchedAnalysis: return ShadowTableModel::tr("no partner");
    }
    return {};
}

QVariant operatorOf(const ShadowRow* row)
{
    return QString::fromStdString(row->baseline.opType.empty() ? row->analysis.opType : row->baseline.opType);
}

} // namespace

ShadowTableModel::ShadowTableModel(QObject* parent)
    : TableModel(parent)
{
    setColumns({
        {QT_TR_NOOP("#"), [](const ShadowRow* row) { return row->index; }, true},
        {.title = QT_TR_NOOP("Layer"),
         .value = [](const ShadowRow* row) { return QString::fromStdString(row->name); },
         .elidesMiddle = true,
         .sharesScope = true},
        {QT_TR_NOOP("Op"), operatorOf},
        {QT_TR_NOOP("Dtype"),
         [](const ShadowRow* row) {
             return row->quantizer ? QVariant(QString::fromStdString(row->quantizer->dtype)) : QVariant();
         }},
        metricColumn(QT_TR_NOOP("Local"),
                     QT_TR_NOOP("%1 of the quantized layer on the baseline's inputs: its own error and that of the "
                                "quantizers before its inputs"),
                     &ShadowRow::onBaselineInputs),
        metricColumn(QT_TR_NOOP("Local, real inputs"),
                     QT_TR_NOOP("%1 of the quantized layer against its float twin on the analysis model's inputs"),
                     &ShadowRow::onAnalysisInputs),
        metricColumn(QT_TR_NOOP("Accumulated"),
                     QT_TR_NOOP("%1 between both models' own values: local and inherited error together"),
                     &ShadowRow::accumulated),
        {QT_TR_NOOP("State"), [](const ShadowRow* row) { return stateText(*row); }},
    });
    setLayerOf([](const ShadowRow* row) { return row->name; });
}

TableColumn<const ShadowRow*> ShadowTableModel::metricColumn(const char* title, const char* hint, Measure measure) const
{
    const auto valueIn = [this, measure](const ShadowRow* row) { return metricCell(row->*measure, m_metric); };
    return {
        .title = title, .value = valueIn, .isRight = true, .hint = hint, .bar = [this, valueIn](const ShadowRow* row) {
            const QVariant value = valueIn(row);
            return value.isValid() ? QVariant(m_scale.badness(m_metric, value.toDouble())) : QVariant();
        }};
}

void ShadowTableModel::setResult(Result result, results::MetricId metric)
{
    beginResetModel();
    m_result = std::move(result);
    m_metric = metric;
    m_scale = {};
    rows().clear();
    if (m_result)
        for (const ShadowRow& row : m_result->rows) {
            rows().push_back(&row);
            for (const auto& metrics : {row.onBaselineInputs, row.onAnalysisInputs, row.accumulated})
                if (const auto value = metrics ? results::valueOf(*metrics, m_metric) : std::nullopt)
                    m_scale.see(m_metric, *value);
        }
    endResetModel();
}

QString ShadowTableModel::formulaOf(int column) const
{
    return column >= Local && column <= Accumulated ? metricFormula(m_metric) : QString();
}

QString ShadowTableModel::headerText(int column, const char* source) const
{
    return TableModel::headerText(column, source).replace(QStringLiteral("%1"), metricTitle(m_metric));
}

} // namespace ql::widgets
