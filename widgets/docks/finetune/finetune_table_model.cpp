// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/finetune/finetune_table_model.h"

namespace ql::widgets {

FinetuneTableModel::FinetuneTableModel(QObject* parent)
    : RowTableModel(report::finetuneColumns, parent)
{
    setResult(nullptr);
}

void FinetuneTableModel::setResult(Answer result)
{
    m_checks = result ? report::finetuneChecks(*result) : std::vector<results::FinetunePoint>();
    showRows(std::move(result), m_checks);
}

QString FinetuneTableModel::formulaOf(int column) const
{
    switch (column) {
    case OutputLoss:
    case LayerLoss: return QStringLiteral("‖y − ŷ‖² / ‖y‖²");
    case Gain:
        return result() && result()->metric == results::MetricId::Cosine ? QStringLiteral("−10 · log₁₀(2 − 2 · cos)")
                                                                         : QString();
    default: return RowTableModel::formulaOf(column);
    }
}

QVariant FinetuneTableModel::other(const results::FinetunePoint* const& row, int, int role) const
{
    return role == Qt::FontRole && row->step == result()->bestStep ? boldFont() : QVariant();
}

} // namespace ql::widgets
