// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/finetune/finetune_options.h"

#include "widgets/analyses/finetune/finetune_analysis.h"
#include "widgets/docks/support/flow_layout.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/text/language.h"
#include "widgets/workbench/workbench.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QSignalBlocker>
#include <QSpinBox>

namespace ql::widgets {

namespace {
constexpr int kMostSteps = 1'000'000;
constexpr double kLeastRate = 0.001;
constexpr double kRateStep = 0.005;
} // namespace

FinetuneOptions::FinetuneOptions(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_analysis(workbench.analysis<FinetuneAnalysis>())
    , m_subject(new QComboBox(this))
    , m_trained(new QComboBox(this))
    , m_steps(new QSpinBox(this))
    , m_rate(new QDoubleSpinBox(this))
    , m_metric(new QComboBox(this))
    , m_heldOut(new QComboBox(this))
{
    m_steps->setRange(1, kMostSteps);
    m_rate->setDecimals(3);
    m_rate->setRange(kLeastRate, 1.0);
    m_rate->setSingleStep(kRateStep);
    auto* line = new FlowLayout(this);
    line->setContentsMargins({});
    line->setSpacing(4);
    for (QWidget* option : QList<QWidget*>{m_subject, m_trained, m_steps, m_rate, m_metric, m_heldOut})
        line->addWidget(option);
    for (QComboBox* box : {m_subject, m_trained, m_metric, m_heldOut}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        connect(box, &QComboBox::activated, this, &FinetuneOptions::takeChoice);
    }
    connect(m_steps, &QSpinBox::valueChanged, this, &FinetuneOptions::takeChoice);
    connect(m_rate, &QDoubleSpinBox::valueChanged, this, &FinetuneOptions::takeChoice);
    connect(&workbench.session(), &ModelSession::changed, this, &FinetuneOptions::showChoice);
    connect(&workbench.config(), &ConfigDocument::opened, this, &FinetuneOptions::showChoice);
}

void FinetuneOptions::retranslate()
{
    setHint(*m_subject, tr("What is trained"));
    setHint(*m_trained, tr("Which of its numbers are trained"));
    setHint(*m_metric, tr("What the network is judged by"));
    setHint(*m_heldOut, tr("Which samples the network is judged on; it is not trained on them"));
    m_steps->setToolTip(tr("How many steps are made, of eight samples each"));
    m_steps->setAccessibleName(tr("Steps"));
    m_steps->setPrefix(tr("Steps: "));
    m_rate->setToolTip(tr("How far a weight moves in a step, in steps of its quantizer; falls to 0 towards the end"));
    m_rate->setAccessibleName(tr("Learning rate"));
    m_rate->setPrefix(tr("Rate: "));
    showChoice();
}

void FinetuneOptions::showChoice()
{
    const QSignalBlocker stepsGuard(m_steps);
    const QSignalBlocker rateGuard(m_rate);
    const auto& choice = m_analysis.choice();
    m_subject->clear();
    m_subject->addItems({tr("The analysis model"), tr("The config")});
    m_subject->setCurrentIndex(m_analysis.trainsConfig() ? 1 : 0);
    m_subject->setVisible(m_analysis.subject().areTwo());
    m_trained->clear();
    m_trained->addItem(tr("Weights and ranges"), int(results::TrainedPart::Both));
    m_trained->addItem(tr("Weights alone"), int(results::TrainedPart::Weights));
    m_trained->addItem(tr("Ranges alone"), int(results::TrainedPart::Ranges));
    m_trained->setCurrentIndex(m_trained->findData(int(choice.trained)));
    m_metric->clear();
    for (const auto metric : {results::MetricId::Sqnr, results::MetricId::Cosine})
        m_metric->addItem(metricTitle(metric), int(metric));
    m_metric->setCurrentIndex(m_metric->findData(int(choice.metric)));
    m_steps->setValue(choice.steps);
    m_rate->setValue(choice.learningRate);
    showHeldOut();
}

void FinetuneOptions::showHeldOut()
{
    const QString other = m_analysis.subject().otherData();
    m_heldOut->clear();
    m_heldOut->addItems({tr("Every third sample is held out"), tr("Judged on %1").arg(QFileInfo(other).fileName())});
    m_heldOut->setCurrentIndex(m_analysis.choice().judgesOnData && !other.isEmpty() ? 1 : 0);
    m_heldOut->setVisible(!other.isEmpty());
}

void FinetuneOptions::takeChoice()
{
    auto choice = m_analysis.choice();
    choice.trained = results::TrainedPart(m_trained->currentData().toInt());
    choice.steps = m_steps->value();
    choice.learningRate = m_rate->value();
    choice.metric = results::MetricId(m_metric->currentData().toInt());
    if (m_analysis.subject().areTwo())
        choice.trainsConfig = m_subject->currentIndex() == 1;
    if (!m_analysis.subject().otherData().isEmpty())
        choice.judgesOnData = m_heldOut->currentIndex() == 1;
    m_analysis.setChoice(choice);
}

} // namespace ql::widgets
