// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/trial_overlay.h"

#include "widgets/text/display_text.h"

#include <QCoreApplication>

namespace ql::widgets {

namespace {

QString changeText(const QString& before, const QString& after)
{
    return before == after ? after : QStringLiteral("%1 → %2").arg(before, after);
}

QString triedType(const std::string& dtype)
{
    return dtype.empty() ? QCoreApplication::translate("Cells", "float") : QString::fromStdString(dtype);
}

} // namespace

bool TriedValue::isChanged() const
{
    return formatNumber(before) != formatNumber(after);
}

QString TriedValue::text() const
{
    return changeText(formatNumber(before), formatNumber(after));
}

TrialOverlay::TrialOverlay(std::shared_ptr<const results::TrialChange> trial)
    : m_trial(std::move(trial))
{
    if (m_trial)
        for (const auto& row : m_trial->rows)
            if (!row.isOutput)
                m_rows.emplace(row.name, &row);
}

const results::ChangeRow* TrialOverlay::find(const std::string& layer) const
{
    const auto found = m_rows.find(layer);
    return found == m_rows.end() ? nullptr : found->second;
}

std::optional<TriedValue> TrialOverlay::value(const std::string& layer, results::MetricId metric) const
{
    const auto* row = find(layer);
    if (!row || !row->before || !row->after)
        return std::nullopt;
    const auto before = results::valueOf(*row->before, metric);
    const auto after = results::valueOf(*row->after, metric);
    return before && after ? std::optional(TriedValue{*before, *after}) : std::nullopt;
}

QString TrialOverlay::dtypeText(const std::string& layer) const
{
    const auto* row = find(layer);
    return row && row->dtypeBefore != row->dtypeAfter
               ? changeText(triedType(row->dtypeBefore), triedType(row->dtypeAfter))
               : QString();
}

} // namespace ql::widgets
