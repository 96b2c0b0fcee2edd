// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/checks/check_table_model.h"

#include "widgets/models/table_roles.h"
#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/error_text.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace ql::widgets {

CheckTableModel::CheckTableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void CheckTableModel::setAnswer(Answer answer)
{
    beginResetModel();
    m_answer = std::move(answer);
    m_rows.clear();
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
    const auto take = [&](const results::CheckResult* result, bool Row::*isIn) {
        if (!result)
            return;
        for (const results::Diagnostic& finding : result->findings) {
            const auto [found, isNew] =
                known.emplace(std::tuple(finding.rule, finding.subject, finding.message), m_rows.size());
            if (isNew)
                m_rows.push_back({&finding});
            m_rows[found->second].*isIn = true;
        }
    };
    if (m_answer) {
        take(m_answer->analysis.get(), &Row::isInAnalysis);
        take(m_answer->baseline.get(), &Row::isInBaseline);
    }
    std::ranges::stable_sort(m_rows, std::ranges::greater(), [](const Row& row) { return row.finding->severity; });
    endResetModel();
}

int CheckTableModel::countOf(results::Severity severity) const
{
    return int(std::ranges::count(m_rows, severity, [](const Row& row) { return row.finding->severity; }));
}

int CheckTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int CheckTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QString CheckTableModel::text(const Row& row, int column) const
{
    switch (column) {
    case Severity: return severityText(row.finding->severity);
    case Model:
        return row.isInBaseline && row.isInAnalysis ? tr("both") : row.isInBaseline ? tr("baseline") : tr("analysis");
    case Rule: return checkRuleText(row.finding->rule);
    case Layer: return row.finding->subject.empty() ? tr("whole model") : QString::fromStdString(row.finding->subject);
    case Message: return coreText(row.finding->message);
    case Advice: return coreText(row.finding->remedy);
    default: return {};
    }
}

QVariant CheckTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row& row = m_rows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case ExactTextRole: return text(row, index.column());
    case Qt::ToolTipRole: return QStringLiteral("%1\n%2").arg(text(row, Message), text(row, Advice));
    case Qt::DecorationRole:
        return index.column() == Severity ? QVariant(severityIcon(row.finding->severity)) : QVariant();
    case SortRole:
        return index.column() == Severity ? QVariant(double(row.finding->severity))
                                          : QVariant(text(row, index.column()));
    case ElidesMiddleRole: return index.column() == Layer;
    case LayerNameRole: return QString::fromStdString(row.finding->subject);
    default: return {};
    }
}

QVariant CheckTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Severity: return tr("Severity");
    case Model: return tr("Model");
    case Rule: return tr("Rule");
    case Layer: return tr("Layer");
    case Message: return tr("What is wrong");
    case Advice: return tr("What to do");
    default: return {};
    }
}

} // namespace ql::widgets
