// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/sensitivity/sensitivity_table_model.h"

#include "widgets/models/layer_table_columns.h"

#include <algorithm>

namespace ql::widgets {

using results::SensitivityRow;

QString sensitiveTypeText(const std::string& type)
{
    if (type == "activation")
        return QCoreApplication::translate("Sensitivity", "activation");
    if (type == "weight")
        return QCoreApplication::translate("Sensitivity", "weight");
    if (type == "both")
        return QCoreApplication::translate("Sensitivity", "whole layer");
    return QString::fromStdString(type);
}

SensitivityTableModel::SensitivityTableModel(QObject* parent)
    : TableModel(parent)
{
    using Model = SensitivityTableModel;
    auto layer = words(QT_TR_NOOP("Layer"), nullptr,
                       [](const SensitivityRow& row) { return QString::fromStdString(row.opName); });
    layer.elidesMiddle = true;
    layer.sharesScope = true;
    setColumns({
        {.title = QT_TR_NOOP("Rank"),
         .value = [](int index) { return index + 1; },
         .isRight = true,
         .hint = QT_TR_NOOP("Place in the ranking; 1 matters most")},
        layer,
        words(QT_TR_NOOP("Switched"),
              QT_TR_NOOP("What was switched: the quantizer of the output, of the weight, or the whole layer"),
              [](const SensitivityRow& row) { return sensitiveTypeText(row.sensitiveType); }),
        words(QT_TR_NOOP("Op"), nullptr, [](const SensitivityRow& row) { return QString::fromStdString(row.opType); }),
        number("%1", QT_TR_NOOP("The model's output against the baseline's after the switch"), &Model::valueOf,
               &Model::valueBar),
        number(QT_TR_NOOP("Gain"),
               QT_TR_NOOP("What leaving this in high precision (m) wins over quantizing everything (m₀)"),
               &Model::gainOf, &Model::gainBar),
        number(QT_TR_NOOP("Up to here float"),
               QT_TR_NOOP("The model's output when this row and all above it are left in high precision"),
               &Model::togetherOf),
        words(QT_TR_NOOP("Dtype"), nullptr,
              [](const SensitivityRow& row) { return QString::fromStdString(row.quantDtype); }),
        {.title = QT_TR_NOOP("MACs"),
         .value = [this](int index) { return QVariant::fromValue<qulonglong>(row(index).macs); },
         .isRight = true,
         .text = [this](int index) { return formatCount(row(index).macs); }},
        number(QT_TR_NOOP("MACs (%)"), QT_TR_NOOP("Share of the model's multiply-accumulate operations"),
               &Model::macsShareOf),
    });
    setLayerOf([this](int index) { return row(index).opName; });
}

TableColumn<int> SensitivityTableModel::words(const char* title, const char* hint,
                                              QString (*said)(const SensitivityRow& row)) const
{
    return {.title = title,
            .value = [this, said](int index) { return said(row(index)); },
            .hint = hint,
            .text =
                [this, said](int index) {
                    const QString text = said(row(index));
                    return text.isEmpty() ? QStringLiteral("—") : text;
                }};
}

TableColumn<int> SensitivityTableModel::number(const char* title, const char* hint,
                                               QVariant (SensitivityTableModel::*value)(int) const,
                                               QVariant (SensitivityTableModel::*bar)(int) const) const
{
    TableColumn<int> column{.title = title,
                            .value = [this, value](int index) { return (this->*value)(index); },
                            .isRight = true,
                            .hint = hint};
    if (bar)
        column.bar = [this, bar](int index) { return (this->*bar)(index); };
    return column;
}

void SensitivityTableModel::setResult(Result result, std::size_t output)
{
    beginResetModel();
    m_result = std::move(result);
    m_output = output;
    m_scale = {};
    m_bestGain = 0.0;
    rows().clear();
    if (const auto* shown = this->output())
        for (int index = 0; index < int(shown->rows.size()); ++index) {
            rows().push_back(index);
            m_scale.see(shown->metric, row(index).metricValue);
            if (const double gained = gain(index); std::isfinite(gained))
                m_bestGain = std::max(m_bestGain, gained);
        }
    endResetModel();
}

const results::SensitivityOutput* SensitivityTableModel::output() const
{
    return m_result && m_output < m_result->outputs.size() ? &m_result->outputs[m_output] : nullptr;
}

/// How much better the output gets against everything quantized; positive is better for every metric.
double SensitivityTableModel::gain(int index) const
{
    const double change = row(index).metricValue - output()->everythingOn;
    return results::isLowWorst(output()->metric) ? change : -change;
}

QVariant SensitivityTableModel::togetherOf(int index) const
{
    const auto& steps = output()->cumulative;
    return std::size_t(index) < steps.size() ? QVariant(steps[std::size_t(index)].metricValue) : QVariant();
}

QVariant SensitivityTableModel::valueBar(int index) const
{
    return m_result->mode == results::SensitivityMode::OneOff
               ? QVariant()
               : QVariant(m_scale.badness(output()->metric, row(index).metricValue));
}

QVariant SensitivityTableModel::gainBar(int index) const
{
    if (m_result->mode != results::SensitivityMode::OneOff)
        return {};
    return m_bestGain > 0.0 ? std::clamp(gain(index) / m_bestGain, 0.0, 1.0) : 0.0;
}

QString SensitivityTableModel::formulaOf(int column) const
{
    const auto metric = output() ? output()->metric : results::MetricId::Sqnr;
    switch (column) {
    case Value:
    case Together: return metricFormula(metric);
    case Gain: return results::isLowWorst(metric) ? QStringLiteral("m − m₀") : QStringLiteral("m₀ − m");
    case MacsShare: return QStringLiteral("100 · MACs / ΣMACs");
    default: return {};
    }
}

QString SensitivityTableModel::headerText(int column, const char* source) const
{
    const QString text = TableModel::headerText(column, source);
    return column == Value ? QString(text).replace(QStringLiteral("%1"),
                                                   metricTitle(output() ? output()->metric : results::MetricId::Sqnr))
                           : text;
}

} // namespace ql::widgets
