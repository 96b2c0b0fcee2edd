// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart.h"

#include "widgets/charts/chart_pane.h"

#include <QEvent>
#include <QVBoxLayout>

namespace ql::widgets {

Chart::Chart(QWidget* parent, int leastHeight)
    : QWidget(parent)
    , m_pane(new ChartPane(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_pane);
    setMinimumHeight(leastHeight);
    m_pane->dataText = [this] { return dataText(); };
}

void Chart::setSubject(const QString& subject)
{
    m_pane->setSubject(subject);
}

QString Chart::emptyReason() const
{
    return m_pane->emptyReason();
}

void Chart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        rebuild();
    QWidget::changeEvent(event);
}

void LayerValuesChart::setValues(Values values)
{
    m_values = std::move(values);
    rebuild();
}

void LayerValuesChart::clear(const QString& reason)
{
    m_values.reset();
    m_pane->setEmptyReason(reason);
}

} // namespace ql::widgets
