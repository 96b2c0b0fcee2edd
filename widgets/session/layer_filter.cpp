// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/layer_filter.h"

#include "widgets/style/icons.h"
#include "widgets/text/language.h"

namespace ql::widgets {

LayerFilter::LayerFilter(QObject* parent)
    : QObject(parent)
{
    m_worstOnly.setCheckable(true);
    m_worstOnly.setIcon(icon("worst"));
    setLook(m_find, "find", QKeySequence::Find);
    m_clear.setIcon(icon("show_all"));
    m_clear.setEnabled(false);
    connect(&m_worstOnly, &QAction::toggled, this, &LayerFilter::notify);
    connect(&m_find, &QAction::triggered, this, [this] {
        m_isFindAnswered = false;
        Q_EMIT findInFocusRequested();
        if (!m_isFindAnswered)
            Q_EMIT findRequested();
        if (!m_isFindAnswered)
            Q_EMIT findUnanswered();
    });
    connect(&m_clear, &QAction::triggered, this, &LayerFilter::clear);
    retranslate();
}

void LayerFilter::retranslate()
{
    setWords(m_worstOnly, tr("Worst only"), tr("Show only the worst layers by the metric in the toolbar"));
    setWords(m_find, tr("Find layer…"), tr("Filter the layers of the view in front by name or operator (Ctrl+F)"));
    setWords(m_clear, tr("Show all layers"), tr("Take every filter away"));
}

void LayerFilter::setText(const QString& text)
{
    keep(m_text, text);
    Q_EMIT textOffered(text);
}

void LayerFilter::setMetric(results::MetricId metric)
{
    if (metric == m_metric)
        return;
    m_metric = metric;
    m_worstRule.threshold.reset();
    Q_EMIT metricChanged(metric);
    notify();
}

void LayerFilter::clear()
{
    const bool isOver = !isActive();
    m_text.clear();
    Q_EMIT textOffered({});
    if (isOver)
        return;
    m_operatorType.clear();
    if (isWorstOnly())
        m_worstOnly.setChecked(false); // tells
    else
        notify();
}

void LayerFilter::notify()
{
    m_clear.setEnabled(isActive());
    Q_EMIT changed();
}

} // namespace ql::widgets
