// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/shadow/shadow_view.h"

#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/models/layer_table_columns.h"

namespace ql::widgets {

ShadowView::ShadowView(Workbench& workbench, QWidget* parent)
    : ResultView(workbench, {QT_TR_NOOP("Local errors"), "shadow.csv"}, parent)
{
    build(m_model, {ShadowTableModel::Layer, ShadowTableModel::Op});
    table().setColumnWidths({5, 30, 15, 9, 17, 19, 17, 20});
    table().setStretchedColumn(ShadowTableModel::Layer);
    connect(&workbench.filter(), &LayerFilter::metricChanged, this, &ShadowView::markStale);
    retranslate();
}

void ShadowView::takeAnswer()
{
    const results::MetricId metric = workbench().filter().metric();
    m_model.setResult(m_analysis.result(), metric);
    table().sortByColumn(ShadowTableModel::Local,
                         results::isLowWorst(metric) ? Qt::AscendingOrder : Qt::DescendingOrder);
}

void ShadowView::explain()
{
    const QString title = tr("Which layer makes the error itself?");
    if (m_analysis.isRunning())
        nextStep().explain(tr("Measuring local errors…"),
                           tr("Every quantized layer runs beside its float twin. Esc stops."), nullptr);
    else if (m_analysis.startAction()->isEnabled())
        nextStep().explain(title,
                           tr("Every quantized layer is run on the same input as its float twin, so that only its own "
                              "error shows, beside what it inherits."),
                           m_analysis.startAction());
    else
        nextStep().explain(title, tr("Open a baseline and an analysis model first."), nullptr);
}

QString ShadowView::summary() const
{
    QStringList parts{metricTitle(m_model.metric()), tr("%n layer(s)", nullptr, m_model.rowCount())};
    if (const auto count = m_analysis.result()->unquantizedLayers; count > 0)
        parts.append(tr("%n not quantized", nullptr, int(count)));
    return parts.join(QStringLiteral(" · "));
}

DockDescription shadowDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Local errors"),
            .make = &makeDock<ShadowView>,
            .chapter = "shadow",
            .icon = "shadow",
            .group = &kSensitivity};
}

} // namespace ql::widgets
