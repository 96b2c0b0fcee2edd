// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/checks/checks_view.h"

#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/next_step.h"

#include <algorithm>

namespace ql::widgets {

ChecksView::ChecksView(Workbench& workbench, QWidget* parent)
    : ResultView(workbench, {QT_TR_NOOP("Findings"), "checks.csv"}, parent)
{
    build(m_model, {CheckTableModel::Rule, CheckTableModel::Layer, CheckTableModel::Message});
    table().setColumnWidths({12, 9, 26, 24, 56, 40});
    table().wrapRows();
    table().sortByColumn(CheckTableModel::Severity, Qt::DescendingOrder);
    connect(&workbench.session(), &ModelSession::changed, this, &ChecksView::ask);
    connect(&workbench.config(), &ConfigDocument::opened, this, &ChecksView::ask);
    connect(&workbench.config(), &ConfigDocument::saved, this, &ChecksView::ask);
    // Other models: what was found is about none of them.
    connect(&workbench.session(), &ModelSession::changed, this, [this] {
        if (!hasAnswer() && m_model.rowCount() > 0)
            markStale();
    });
    const auto& checks = workbench.analysis<CheckAnalysis>();
    connect(&checks, &Analysis::changed, this, [this, &checks] {
        const auto answer = checks.result();
        setDockNote(*this, answer && answer->count > 0 ? QStringLiteral("(%1)").arg(answer->count) : QString());
    });
    retranslate();
}

void ChecksView::showEvent(QShowEvent* event)
{
    AnalysisView::showEvent(event);
    ask();
}

void ChecksView::ask()
{
    if (isVisible())
        m_analysis.ask();
}

bool ChecksView::hasAnswer() const
{
    const auto answer = m_analysis.result();
    return answer && answer->count > 0;
}

void ChecksView::takeAnswer()
{
    m_model.setAnswer(m_analysis.result());
}

void ChecksView::explain()
{
    if (m_analysis.isRunning())
        nextStep().explain(tr("Checking…"), tr("The models are read, not run."), nullptr);
    else if (m_analysis.result())
        nextStep().explain(tr("Nothing found"), tr("No rule has anything to say about these models."), nullptr);
    else if (m_analysis.startAction()->isEnabled())
        nextStep().explain(tr("Is anything wrong with the models themselves?"),
                           tr("Rules look for uncalibrated scales, weights with one scale for very different channels, "
                              "quantizers in the wrong place and much else, without running anything."),
                           m_analysis.startAction());
    else
        nextStep().explain(tr("Is anything wrong with the models themselves?"),
                           tr("Open a model first; then rules look for mistakes in it without running it."), nullptr);
}

std::vector<std::string> ChecksView::chosenLayers()
{
    std::vector<std::string> names;
    for (const QModelIndex& index : table().selectionModel()->selectedRows())
        for (auto& name : m_model.layersOf(sourceIndex(index).row()))
            if (std::ranges::find(names, name) == names.end())
                names.push_back(std::move(name));
    return names;
}

QString ChecksView::summary() const
{
    using Severity = results::Severity;
    const QStringList parts{tr("%n error(s)", nullptr, int(m_model.countOf(Severity::Error))),
                            tr("%n warning(s)", nullptr, int(m_model.countOf(Severity::Warning))),
                            tr("%n note(s)", nullptr, int(m_model.countOf(Severity::Info)))};
    return parts.join(QStringLiteral(" · "));
}

DockDescription checksDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Checks"),
            .make = &makeDock<ChecksView>,
            .chapter = "check",
            .icon = "checks"};
}

} // namespace ql::widgets
