// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/error_strip.h"

#include "widgets/charts/error_strip_chart.h"
#include "widgets/workbench/workbench.h"

#include <QVBoxLayout>

namespace ql::widgets {

ErrorStrip::ErrorStrip(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_chart(new ErrorStripChart(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_chart);
    setMinimumHeight(120);
    connect(m_chart, &ErrorStripChart::layerClicked, &workbench.selection(), &LayerSelection::select);
    connect(&workbench.selection(), &LayerSelection::changed, m_chart, &ErrorStripChart::setCurrent);
    connect(&workbench.session(), &ModelSession::resultChanged, this, &ErrorStrip::refresh);
    connect(&workbench.filter(), &LayerFilter::metricChanged, this, &ErrorStrip::refresh);
    refresh();
}

void ErrorStrip::refresh()
{
    m_chart->setContent(m_workbench.session().result(), m_workbench.filter().metric());
    m_chart->setCurrent(m_workbench.selection().current());
}

} // namespace ql::widgets
