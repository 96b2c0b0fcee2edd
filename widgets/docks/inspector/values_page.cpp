// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/values_page.h"

#include "widgets/docks/support/layer_text.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/workbench/workbench.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ql::widgets {

ValuesPage::ValuesPage(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_analysis(workbench.analysis<LayerValuesAnalysis>())
    , m_tensors(new QComboBox(this))
    , m_controls(new QHBoxLayout)
    , m_body(new QVBoxLayout(this))
{
    m_body->setContentsMargins(4, 4, 4, 0);
    m_body->setSpacing(2);
    m_body->addLayout(m_controls);
    m_controls->setSpacing(4);
    m_controls->addWidget(m_tensors);
    m_tensors->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    fillTensors();
    connect(m_tensors, &QComboBox::activated, this,
            [this](int index) { chooseTensor(results::LayerTensor(m_tensors->itemData(index).toInt())); });
    connect(&workbench.selection(), &LayerSelection::changed, this, &ValuesPage::refresh);
    connect(&workbench.session(), &ModelSession::resultChanged, this, &ValuesPage::refresh);
    connect(&m_analysis, &Analysis::changed, this, &ValuesPage::refresh);
    connect(&m_analysis, &Analysis::resultChanged, this, &ValuesPage::refresh);
}

void ValuesPage::chooseTensor(results::LayerTensor tensor)
{
    m_tensor = tensor;
    m_tensors->setCurrentIndex(m_tensors->findData(int(tensor)));
    refresh();
}

void ValuesPage::fillTensors()
{
    m_tensors->clear();
    m_tensors->addItem(tr("Output"), int(results::LayerTensor::Output));
    m_tensors->addItem(icon("weights"), tr("Weight"), int(results::LayerTensor::Weight));
    m_tensors->setCurrentIndex(m_tensors->findData(int(m_tensor)));
    setHint(*m_tensors, tr("Which tensor of the layer"));
}

QString ValuesPage::reasonNotToAsk() const
{
    const results::LayerRow* layer = m_workbench.selectedLayer();
    const bool isOfWeights = m_tensor == results::LayerTensor::Weight;
    if (isOfWeights && layer
        && (layer->state == results::LayerRow::State::ShapeMismatch
            || layer->state == results::LayerRow::State::Compared))
        return {}; // whatever the layer's values are
    return reasonNotToDraw(layer, m_workbench.session().result() != nullptr);
}

void ValuesPage::refresh()
{
    if (!isVisible())
        return;
    if (const QString reason = reasonNotToAsk(); !reason.isEmpty()) {
        m_analysis.drop(m_request);
        m_request = {};
        forgetChoices();
        showReason(reason);
        return;
    }
    auto request = m_analysis.about(m_workbench.selectedLayer()->name);
    request.tensor = m_tensor;
    const bool isAnother = request.layer != m_request.layer || request.tensor != m_request.tensor;
    if (isAnother)
        forgetChoices();
    complete(request);
    m_request = request;
    m_analysis.ask(request);
    const Answer answer = m_analysis.answerTo(request);
    if (answer && !answer->isThere)
        showReason(tr("This layer has no weight in both models."));
    else if (answer)
        showValues(answer);
    else if (!m_analysis.problem().isEmpty())
        showReason(m_analysis.problem());
    else if (isAnother)
        showReason(tr("Reading the values…")); // otherwise the old picture stays until the new one is there
}

void ValuesPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void ValuesPage::hideEvent(QHideEvent* event)
{
    m_analysis.drop(m_request);
    m_request = {};
    QWidget::hideEvent(event);
}

void ValuesPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        fillTensors();
        retranslate();
        refresh();
    }
    QWidget::changeEvent(event);
}

} // namespace ql::widgets
