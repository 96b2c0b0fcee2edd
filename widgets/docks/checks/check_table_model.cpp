// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/checks/check_table_model.h"

#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/error_text.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace ql::widgets {

CheckTableModel::CheckTableModel(QObject* parent)
    : TableModel(parent)
{
    setColumns({
        {.title = QT_TR_NOOP("Severity"),
         .value = [](const CheckRow& row) { return double(row.finding->severity); },
         .text = [](const CheckRow& row) { return severityText(row.finding->severity); }},
        {QT_TR_NOOP("Model"),
         [](const CheckRow& row) {
             return row.isInBaseline && row.isInAnalysis ? tr("both")
                    : row.isInBaseline                   ? tr("baseline")
                                                         : tr("analysis");
         }},
        {QT_TR_NOOP("Rule"), [](const CheckRow& row) { return checkRuleText(row.finding->rule); }},
        {.title = QT_TR_NOOP("Layer"),
         .value =
             [](const CheckRow& row) {
                 return row.finding->subject.empty() ? tr("whole model") : QString::fromStdString(row.finding->subject);
             },
         .elidesMiddle = true},
        {QT_TR_NOOP("What is wrong"), [](const CheckRow& row) { return coreText(row.finding->message); }},
        {QT_TR_NOOP("What to do"), [](const CheckRow& row) { return coreText(row.finding->remedy); }},
    });
    setLayerOf([](const CheckRow& row) { return row.finding->subject; });
}

void CheckTableModel::setAnswer(Answer answer)
{
    beginResetModel();
    m_answer = std::move(answer);
    rows().clear();
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
    const auto take = [&](const results::CheckResult* result, bool CheckRow::*isIn) {
        if (!result)
            return;
        for (const results::Diagnostic& finding : result->findings) {
            const auto [found, isNew] =
                known.emplace(std::tuple(finding.rule, finding.subject, finding.message.english()), rows().size());
            if (isNew)
                rows().push_back({&finding});
            rows()[found->second].*isIn = true;
        }
    };
    if (m_answer) {
        take(m_answer->analysis.get(), &CheckRow::isInAnalysis);
        take(m_answer->baseline.get(), &CheckRow::isInBaseline);
    }
    std::ranges::stable_sort(rows(), std::ranges::greater(), [](const CheckRow& row) { return row.finding->severity; });
    endResetModel();
}

int CheckTableModel::countOf(results::Severity severity) const
{
    return int(std::ranges::count(rows(), severity, [](const CheckRow& row) { return row.finding->severity; }));
}

QVariant CheckTableModel::other(const CheckRow& row, int column, int role) const
{
    switch (role) {
    case Qt::ToolTipRole:
        return QStringLiteral("%1\n%2").arg(coreText(row.finding->message), coreText(row.finding->remedy));
    case Qt::DecorationRole: return column == Severity ? QVariant(severityIcon(row.finding->severity)) : QVariant();
    case ExactTextRole: return column == Severity ? QVariant(severityText(row.finding->severity)) : QVariant();
    default: return {};
    }
}

} // namespace ql::widgets
