// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/checks/check_table_model.h"

#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/error_text.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

namespace ql::widgets {

namespace {

/// "a", or "3 layers: a, b, c".
QString layersText(const CheckRow& row)
{
    QStringList names;
    for (const auto* finding : row.findings)
        names.append(finding->subject.empty() ? CheckTableModel::tr("whole model")
                                              : QString::fromStdString(finding->subject));
    if (names.size() == 1)
        return names.front();
    return CheckTableModel::tr("%n layer(s): %1", nullptr, int(names.size())).arg(names.join(QStringLiteral(", ")));
}

bool isSameSentence(const CheckRow& row)
{
    return std::ranges::all_of(row.findings,
                               [&row](const auto* each) { return each->message == row.finding->message; });
}

/// The first of alike sentences, and that the others say other numbers.
QString wrongText(const CheckRow& row)
{
    const QString first = coreText(row.finding->message);
    return isSameSentence(row) ? first : CheckTableModel::tr("%1 (and alike)").arg(first);
}

/// Every layer with its own sentence, where they differ.
QString tipText(const CheckRow& row)
{
    QStringList lines;
    if (row.findings.size() > 1)
        for (const auto* finding : row.findings)
            lines.append(isSameSentence(row) ? QString::fromStdString(finding->subject)
                                             : QStringLiteral("%1: %2").arg(QString::fromStdString(finding->subject),
                                                                            coreText(finding->message)));
    constexpr qsizetype kMostLines = 30;
    if (lines.size() > kMostLines)
        lines = lines.mid(0, kMostLines) + QStringList{QStringLiteral("…")};
    if (isSameSentence(row))
        lines.prepend(coreText(row.finding->message));
    lines.append(coreText(row.finding->remedy));
    return lines.join(u'\n');
}

} // namespace

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
        {.title = QT_TR_NOOP("Layer"), .value = layersText},
        {.title = QT_TR_NOOP("What is wrong"), .value = wrongText},
        {QT_TR_NOOP("What to do"), [](const CheckRow& row) { return coreText(row.finding->remedy); }},
    });
    setLayerOf([](const CheckRow& row) { return row.finding->subject; });
}

void CheckTableModel::setAnswer(Answer answer)
{
    beginResetModel();
    m_answer = std::move(answer);
    std::vector<CheckRow> single;
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
    const auto take = [&](const auto& result, bool CheckRow::*isIn) {
        if (!result)
            return;
        for (const results::Diagnostic& finding : result->findings) {
            const auto [found, isNew] =
                known.emplace(std::tuple(finding.rule, finding.subject, finding.message.english()), single.size());
            if (isNew)
                single.push_back({&finding, {&finding}});
            single[found->second].*isIn = true;
        }
    };
    if (m_answer) {
        take(m_answer->analysis, &CheckRow::isInAnalysis);
        take(m_answer->applied, &CheckRow::isInAnalysis);
        take(m_answer->baseline, &CheckRow::isInBaseline);
    }
    group(single);
    endResetModel();
}

/// One row for what is said of many layers: the same rule, sentence and remedy but for names and numbers.
void CheckTableModel::group(const std::vector<CheckRow>& single)
{
    rows().clear();
    std::map<std::tuple<std::string, std::string_view, std::string, int, bool, bool>, std::size_t> known;
    for (const CheckRow& row : single) {
        const auto& finding = *row.finding;
        const auto [found, isNew] =
            known.emplace(std::tuple(finding.rule, finding.message.format(), finding.remedy.english(),
                                     int(finding.severity), row.isInBaseline, row.isInAnalysis),
                          rows().size());
        if (isNew)
            rows().push_back(row);
        else
            rows()[found->second].findings.push_back(row.finding);
    }
    std::ranges::stable_sort(rows(), std::ranges::greater(), [](const CheckRow& row) { return row.finding->severity; });
}

int CheckTableModel::countOf(results::Severity severity) const
{
    int count = 0;
    for (const CheckRow& row : rows())
        count += row.finding->severity == severity ? int(row.findings.size()) : 0;
    return count;
}

std::vector<std::string> CheckTableModel::layersOf(int row) const
{
    std::vector<std::string> names;
    std::unordered_set<std::string_view> known;
    for (const auto* finding : rows()[std::size_t(row)].findings)
        if (!finding->subject.empty() && known.insert(finding->subject).second)
            names.push_back(finding->subject);
    return names;
}

QVariant CheckTableModel::other(const CheckRow& row, int column, int role) const
{
    switch (role) {
    case Qt::ToolTipRole: return tipText(row);
    case Qt::DecorationRole: return column == Severity ? QVariant(severityIcon(row.finding->severity)) : QVariant();
    case ExactTextRole: return column == Severity ? QVariant(severityText(row.finding->severity)) : QVariant();
    default: return {};
    }
}

} // namespace ql::widgets
