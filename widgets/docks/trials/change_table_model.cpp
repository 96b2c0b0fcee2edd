// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/trials/change_table_model.h"

#include "widgets/models/layer_table_columns.h"

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr QChar kNothing(0x2013); // –

QString nothing(const ChangeRow*)
{
    return kNothing;
}

QString dtypeText(const ChangeRow* row)
{
    const auto word = [](const std::string& dtype) {
        return dtype.empty() ? ChangeTableModel::tr("float") : QString::fromStdString(dtype);
    };
    if (row->dtypeBefore != row->dtypeAfter)
        return word(row->dtypeBefore) + QStringLiteral(" → ") + word(row->dtypeAfter);
    return row->dtypeAfter.empty() ? QString(kNothing) : word(row->dtypeAfter);
}

} // namespace

ChangeTableModel::ChangeTableModel(QObject* parent)
    : TableModel(parent, kNothing)
{
    setColumns({
        {.title = QT_TR_NOOP("Layer"),
         .value = [](const ChangeRow* row) { return QString::fromStdString(row->name); },
         .elidesMiddle = true,
         .sharesScope = true},
        {QT_TR_NOOP("Op"),
         [](const ChangeRow* row) { return row->isOutput ? tr("model output") : QString::fromStdString(row->opType); }},
        {.title = QT_TR_NOOP("Type"),
         .value = [](const ChangeRow* row) { return QString::fromStdString(row->dtypeAfter); },
         .text = dtypeText,
         .exact = dtypeText},
        measure(QT_TR_NOOP("%1 before"), &ChangeRow::before),
        measure(QT_TR_NOOP("after"), &ChangeRow::after),
        {.title = QT_TR_NOOP("Gain"),
         .value =
             [this](const ChangeRow* row) {
                 const auto gain = gainOf(*row, m_metric);
                 return gain ? QVariant(*gain) : QVariant();
             },
         .isRight = true,
         .hint = QT_TR_NOOP("▲ better, ▼ worse than before"),
         .text = [this](const ChangeRow* row) { return gainText(row); },
         .exact = nothing},
    });
}

TableColumn<const ChangeRow*> ChangeTableModel::measure(const char* title,
                                                        std::optional<results::Metrics> ChangeRow::*side) const
{
    return {.title = title,
            .value = [this, side](const ChangeRow* row) { return metricCell(row->*side, m_metric); },
            .isRight = true,
            .exact = nothing};
}

QString ChangeTableModel::gainText(const ChangeRow* row) const
{
    const auto gain = gainOf(*row, m_metric);
    if (!gain || *gain == 0.0)
        return gain ? formatNumber(*gain) : kNothing;
    return (*gain > 0.0 ? QStringLiteral("▲ ") : QStringLiteral("▼ ")) + formatNumber(std::abs(*gain));
}

void ChangeTableModel::setChange(std::shared_ptr<const TrialChange> change, const std::set<std::string>* only)
{
    beginResetModel();
    m_change = std::move(change);
    rows().clear();
    if (m_change)
        for (const auto& row : m_change->rows)
            if (row.isOutput || !only || only->contains(row.name))
                rows().push_back(&row);
    findScale();
    endResetModel();
}

void ChangeTableModel::setMetric(results::MetricId metric)
{
    m_metric = metric;
    findScale();
    retranslate();
}

void ChangeTableModel::findScale()
{
    m_largest = 0.0;
    for (const auto* row : rows())
        if (const auto gain = gainOf(*row, m_metric); gain && std::isfinite(*gain))
            m_largest = std::max(m_largest, std::abs(*gain));
}

QString ChangeTableModel::formulaOf(int column) const
{
    return column == Before || column == After ? metricFormula(m_metric) : QString();
}

QString ChangeTableModel::headerText(int column, const char* source) const
{
    return TableModel::headerText(column, source).replace(QStringLiteral("%1"), metricTitle(m_metric));
}

QVariant ChangeTableModel::other(const ChangeRow* const& row, int column, int role) const
{
    if (role == Qt::BackgroundRole && column == Gain) {
        const auto gain = gainOf(*row, m_metric);
        if (!gain || *gain == 0.0)
            return {};
        return divergingColor(m_largest > 0.0 ? *gain / m_largest : *gain,
                              QGuiApplication::palette().color(QPalette::Base));
    }
    if (role == Qt::FontRole && row->isOutput) {
        QFont bold = QGuiApplication::font();
        bold.setBold(true);
        return bold;
    }
    return {};
}

} // namespace ql::widgets
