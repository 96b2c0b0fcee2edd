// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/finetune/finetune_view.h"

#include "widgets/charts/training_chart.h"
#include "widgets/docks/finetune/finetune_options.h"
#include "widgets/docks/support/answer_line.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/language.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QVBoxLayout>

namespace ql::widgets {

namespace {
constexpr int kCurvesHeight = 130; ///< at least: below that points lie on each other
constexpr int kFlatTraining = 380; ///< height of a view that has no room for charts and rows one below the other
} // namespace

FinetuneView::FinetuneView(Workbench& workbench, QWidget* parent)
    : ResultView(workbench, {QT_TR_NOOP("Checks on samples that are held out"), "finetune.csv"}, parent)
    , m_options(new FinetuneOptions(workbench, this))
    , m_loss(new TrainingChart(TrainingChart::Shown::Loss, this))
    , m_checks(new TrainingChart(TrainingChart::Shown::HeldOut, this))
    , m_copies(workbench)
{
    m_save.setIcon(icon("save"));
    m_openData.setIcon(icon("data"));
    QWidget* charts = makeCharts();
    build(m_model, {}, {m_options}, charts);
    splitter()->insertWidget(0, charts);
    m_answer = new AnswerLine({&m_save}, this);
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, m_answer); // between what is asked and the rest
    table().setColumnWidths({8, 10, 10, 10, 20, 12, 12});
    table().sortByColumn(FinetuneTableModel::Step, Qt::AscendingOrder);
    connect(&table(), &DataTable::rowChosen, this, [this](const QModelIndex& index) {
        const auto step = index.isValid() ? std::optional(m_model.stepOf(sourceIndex(index).row())) : std::nullopt;
        m_loss->setChosen(step);
        m_checks->setChosen(step);
    });
    connect(&m_save, &QAction::triggered, this, &FinetuneView::askWhereTo);
    connect(&m_openData, &QAction::triggered, &workbench, &Workbench::openCalibrationRequested);
    retranslate();
}

QWidget* FinetuneView::makeCharts()
{
    auto* charts = new QWidget(this);
    charts->setMinimumHeight(kCurvesHeight);
    auto* line = new QHBoxLayout(charts);
    line->setContentsMargins({});
    for (TrainingChart* chart : {m_loss, m_checks}) {
        line->addWidget(chart, 1);
        connect(chart, &TrainingChart::stepClicked, this, &FinetuneView::choose);
    }
    return charts;
}

void FinetuneView::resizeEvent(QResizeEvent* event)
{
    AnalysisView::resizeEvent(event);
    const auto orientation = height() < kFlatTraining ? Qt::Horizontal : Qt::Vertical;
    if (splitter()->orientation() == orientation)
        return;
    splitter()->setOrientation(orientation);
    splitter()->setSizes({1, 1}); // shares of what there is
}

QString FinetuneView::answerText() const
{
    return m_answer->text();
}

void FinetuneView::retranslate()
{
    m_options->retranslate();
    m_loss->setAccessibleName(tr("The loss of every step"));
    m_checks->setAccessibleName(tr("What the network is worth on samples that are held out"));
    setWords(m_openData, tr("Open calibration data…"), tr("Choose samples to train on and to judge on"));
    m_answer->setTitle(tr("What training wins"));
    AnalysisView::retranslate();
}

void FinetuneView::takeAnswer()
{
    m_model.setResult(m_analysis.result());
    m_loss->setResult(m_analysis.result());
    m_checks->setResult(m_analysis.result());
}

/// The check at that step, or the first one after it.
void FinetuneView::choose(std::uint64_t step)
{
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (m_model.stepOf(row) < step)
            continue;
        for (int shown = 0; shown < table().model()->rowCount(); ++shown)
            if (sourceIndex(table().model()->index(shown, 0)).row() == row)
                table().selectRow(shown);
        return;
    }
}

void FinetuneView::showAnswer()
{
    const auto result = m_analysis.result();
    m_answer->setText(result ? answerSentences(m_analysis) : QString());
    m_save.setEnabled(!m_analysis.files().empty());
    setWords(m_save, tr("Save the trained model…"),
             m_save.isEnabled() ? tr("Write it as QDQ ONNX into a folder, with its scales and the float model that has "
                                     "its weights")
                                : tr("There is no trained model here to be saved"));
}

/// Called whenever something changes.
void FinetuneView::explain()
{
    showAnswer();
    const QString title = tr("Can training win it back?");
    if (m_analysis.isRunning())
        nextStep().explain(tr("Training…"),
                           tr("The float model says what layers and outputs should be. Curve and checks appear as soon "
                              "as the network is judged for the first time. Esc stops; the best so far stays."),
                           nullptr);
    else if (!m_analysis.subject().isComplete(m_analysis.choice().trainsConfig))
        explainMissing(title);
    else if (const auto& problem = m_analysis.problem())
        nextStep().explain(tr("The network could not be trained"),
                           tr("%1 Training needs a data set of at least two samples that fits the models: some to "
                              "train on, others to judge on.")
                               .arg(coreSentence(problem->message())),
                           m_analysis.startAction());
    else
        nextStep().explain(title,
                           tr("Weights and ranges are moved, step by step, so that the quantized network comes nearer "
                              "to the float one; no labels are needed. Only what wins on samples that it was not "
                              "trained on is offered."),
                           m_analysis.startAction());
}

void FinetuneView::explainMissing(const QString& title)
{
    const auto& session = workbench().session();
    const bool hasSubject = m_analysis.trainsConfig() || session.analysis().state() != ModelSlot::State::Empty;
    if (session.baseline().state() == ModelSlot::State::Empty || !hasSubject)
        nextStep().explain(title, tr("Open a baseline model, and an analysis model or a quantization config, first."),
                           nullptr);
    else
        nextStep().explain(title,
                           tr("Open calibration data of at least two samples: the network is trained on some of them "
                              "and judged on the others."),
                           &m_openData);
}

QString FinetuneView::summary() const
{
    const QString checks = tr("%n check(s)", nullptr, m_model.rowCount());
    if (m_analysis.result()->isComplete)
        return checks;
    const QString state = m_analysis.isRunning() ? tr("growing") : tr("stopped before the end");
    return state + QStringLiteral(" · ") + checks;
}

void FinetuneView::askWhereTo()
{
    const QString folder = FileCopies::askWhereTo(*this, tr("Folder for the trained model"), m_analysis.files());
    if (!folder.isEmpty())
        saveTo(folder);
}

DockDescription finetuneDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Finetune"),
            .make = &makeDock<FinetuneView>,
            .chapter = "finetune",
            .icon = "finetune",
            .group = &kRepair};
}

} // namespace ql::widgets
