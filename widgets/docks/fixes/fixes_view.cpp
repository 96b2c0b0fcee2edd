// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/fixes/fixes_view.h"

#include "widgets/docks/support/answer_line.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/language.h"

#include <QComboBox>
#include <QFileInfo>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <string_view>

namespace ql::widgets {

namespace {
constexpr int kMostSeconds = 86'400;
constexpr std::string_view kJudgesPlace = "the judge {}"; ///< where what it does goes wrong
} // namespace

/// A judge's own failure says what it printed; data don't help then.
QString FixesView::problemWords(const Error& problem)
{
    const auto& places = problem.context();
    const bool isOfJudge =
        std::ranges::any_of(places, [](const Message& place) { return place.format() == kJudgesPlace; });
    if (isOfJudge)
        return coreSentence(problem.whole());
    return tr("%1 Repairs need a data set of at least two samples that fits the models: some to fit to, others to "
              "judge on.")
        .arg(coreSentence(problem.message()));
}

FixesView::FixesView(Workbench& workbench, QWidget* parent)
    : ResultView(workbench, {QT_TR_NOOP("Repairs that were tried"), "fixes.csv"}, parent)
    , m_subject(new QComboBox(this))
    , m_metric(new QComboBox(this))
    , m_heldOut(new QComboBox(this))
    , m_seconds(new QSpinBox(this))
    , m_copies(workbench)
{
    m_save.setIcon(icon("save"));
    m_apply.setIcon(icon("config"));
    m_openData.setIcon(icon("data"));
    m_seconds->setRange(0, kMostSeconds);
    for (QComboBox* box : {m_subject, m_metric, m_heldOut}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        connect(box, &QComboBox::activated, this, &FixesView::takeChoice);
    }
    build(m_model, {FixTableModel::Repair, FixTableModel::Where, FixTableModel::Change},
          {m_subject, m_metric, m_heldOut, m_seconds});
    m_answer = new AnswerLine({&m_save, &m_apply}, this);
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, m_answer); // between what is asked and the rest
    table().setColumnWidths({10, 14, 18, 26, 14, 14, 9, 8, 12, 14, 16, 40});
    table().sortByColumn(FixTableModel::GainPerCost, Qt::DescendingOrder);
    connect(m_seconds, &QSpinBox::valueChanged, this, &FixesView::takeChoice);
    connect(&workbench.session(), &ModelSession::changed, this, &FixesView::showChoice);
    connect(&workbench.config(), &ConfigDocument::opened, this, &FixesView::showChoice);
    connect(&m_save, &QAction::triggered, this, &FixesView::askWhereTo);
    connect(&m_apply, &QAction::triggered, this, &FixesView::apply);
    connect(&m_openData, &QAction::triggered, &workbench, &Workbench::openCalibrationRequested);
    retranslate();
}

QString FixesView::answerText() const
{
    return m_answer->text();
}

void FixesView::retranslate()
{
    setHint(*m_subject, tr("What is repaired"));
    setHint(*m_metric, tr("What repairs are judged by"));
    setHint(*m_heldOut, tr("Which samples repairs are judged on; nothing is fitted to them"));
    m_seconds->setToolTip(tr("After so long the best so far is the answer"));
    m_seconds->setAccessibleName(tr("Time limit"));
    m_seconds->setSuffix(tr(" s"));
    m_seconds->setSpecialValueText(tr("no limit"));
    setWords(m_openData, tr("Open calibration data…"), tr("Choose samples to fit repairs to and to judge them on"));
    m_answer->setTitle(tr("What the repairs win"));
    showChoice();
    AnalysisView::retranslate();
}

void FixesView::showChoice()
{
    const QSignalBlocker guard(m_seconds);
    const auto& choice = m_analysis.choice();
    m_subject->clear();
    m_subject->addItems({tr("The analysis model"), tr("The config")});
    m_subject->setCurrentIndex(m_analysis.repairsConfig() ? 1 : 0);
    m_subject->setVisible(m_analysis.hasTwoSubjects());
    m_metric->clear();
    for (const auto metric : {results::MetricId::Sqnr, results::MetricId::Cosine})
        m_metric->addItem(metricTitle(metric), int(metric));
    m_metric->setCurrentIndex(choice.metric == results::MetricId::Cosine ? 1 : 0);
    const QString other = m_analysis.otherData();
    m_heldOut->clear();
    m_heldOut->addItems({tr("Every third sample is held out"), tr("Judged on %1").arg(QFileInfo(other).fileName())});
    m_heldOut->setCurrentIndex(choice.judgesOnData && !other.isEmpty() ? 1 : 0);
    m_heldOut->setVisible(!other.isEmpty());
    m_seconds->setValue(choice.seconds);
}

void FixesView::takeChoice()
{
    auto choice = m_analysis.choice();
    choice.metric = results::MetricId(m_metric->currentData().toInt());
    choice.seconds = m_seconds->value();
    if (m_analysis.hasTwoSubjects())
        choice.repairsConfig = m_subject->currentIndex() == 1;
    if (!m_analysis.otherData().isEmpty())
        choice.judgesOnData = m_heldOut->currentIndex() == 1;
    m_analysis.setChoice(choice);
}

void FixesView::takeAnswer()
{
    const auto result = m_analysis.result();
    m_model.setResult(result);
    table().setColumnHidden(FixTableModel::Judged, !result || !result->judgedBaseline);
}

void FixesView::showAnswer()
{
    const auto result = m_analysis.result();
    m_answer->setText(result ? answerSentences(m_analysis) : QString());
    m_save.setEnabled(!m_analysis.files().empty());
    setWords(m_save, tr("Save the repaired model…"),
             m_save.isEnabled() ? tr("Write it as QDQ ONNX into a folder, with its scales and, where weights were "
                                     "changed, the float model that they belong to")
                                : tr("There is no repaired model here to be saved"));
    m_apply.setEnabled(m_analysis.canApply());
    setWords(m_apply, tr("Apply to the config"), applyHint());
}

QString FixesView::applyHint() const
{
    const auto result = m_analysis.result();
    if (!result || !m_analysis.byConfig())
        return tr("No repair that was chosen is something that an open config can say");
    if (m_analysis.canApply())
        return tr("Put what the config can say of the repairs into it; Ctrl+Z takes it back");
    if (!m_analysis.fitsConfig())
        return tr("The config was changed since it was repaired, or another one is open");
    return tr("Without the changed weights the config loses on the samples that are held out");
}

/// Called whenever something changes.
void FixesView::explain()
{
    showAnswer();
    const QString title = tr("What repairs it?");
    const auto& session = workbench().session();
    const bool hasSubject = m_analysis.repairsConfig() || session.analysis().state() != ModelSlot::State::Empty;
    if (m_analysis.isRunning())
        nextStep().explain(tr("Finding repairs…"),
                           tr("Candidates are fitted to some samples and judged on others. They appear as they are "
                              "judged; Esc stops the search and keeps what is known."),
                           nullptr);
    else if (session.baseline().state() == ModelSlot::State::Empty || !hasSubject)
        nextStep().explain(title, tr("Open a baseline model, and an analysis model or a quantization config, first."),
                           nullptr);
    else if (m_analysis.fittedData().isEmpty() || m_analysis.hasOneSample())
        nextStep().explain(title,
                           tr("Open calibration data of at least two samples: repairs are fitted to some of them and "
                              "judged on the others."),
                           &m_openData);
    else if (const auto& problem = m_analysis.problem())
        nextStep().explain(tr("No repairs could be sought"), problemWords(*problem), m_analysis.startAction());
    else
        nextStep().explain(title,
                           tr("Equalization, other ranges, scales per channel, wider or float layers and corrected "
                              "weights are tried. Only what wins on samples that nothing was fitted to is offered."),
                           m_analysis.startAction());
}

QString FixesView::summary() const
{
    return tr("%n candidate(s)", nullptr, m_model.rowCount());
}

void FixesView::askWhereTo()
{
    const QString folder = FileCopies::askWhereTo(*this, tr("Folder for the repaired model"), m_analysis.files());
    if (!folder.isEmpty())
        saveTo(folder);
}

void FixesView::apply()
{
    if (!m_analysis.canApply())
        return;
    const bool hasWeights = m_analysis.result()->byConfigAlone.has_value();
    m_analysis.apply();
    Q_EMIT workbench().noticed([hasWeights] {
        return hasWeights ? tr("The config now says its part of the repairs. The changed weights are in the repaired "
                               "model. Ctrl+Z takes it back.")
                          : tr("The config now says the repairs. Ctrl+Z takes them back.");
    });
}

DockDescription fixesDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Fixes"),
            .make = &makeDock<FixesView>,
            .chapter = "fix",
            .icon = "fix",
            .group = &kRepair};
}

} // namespace ql::widgets
