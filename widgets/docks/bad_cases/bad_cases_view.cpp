// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/bad_cases/bad_cases_view.h"

#include "core/engine/engine.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/charts/distribution_chart.h"
#include "widgets/charts/tensor_picture.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/find_bar.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/style/icons.h"
#include "widgets/text/display_text.h"
#include "widgets/text/error_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ql::widgets {

namespace {
constexpr int kMostSamples = 1'000'000;
constexpr std::size_t kMostPreviewed = std::size_t(1) << 22;
} // namespace

BadCasesView::BadCasesView(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_proxy(m_model, {BadCaseTableModel::Sample, BadCaseTableModel::Output})
    , m_export(workbench)
{
    m_use.setIcon(icon("inputs"));
    m_openFolder.setIcon(icon("data"));
    connect(&m_use, &QAction::triggered, this, &BadCasesView::useSample);
    connect(&m_openFolder, &QAction::triggered, &workbench, &Workbench::openDataFolderRequested);
    m_nextStep = new NextStep(this);
    m_content = makeContent();
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_nextStep);
    m_stack->addWidget(m_content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(makeOptions());
    layout->addWidget(m_stack, 1);
    connect(&workbench.analysis<BadCaseAnalysis>(), &Analysis::changed, this, &BadCasesView::refresh);
    connect(&workbench.analysis<BadCaseAnalysis>(), &Analysis::resultChanged, this, &BadCasesView::showResult);
    connect(&workbench.session(), &ModelSession::changed, this, &BadCasesView::refresh);
    connect(&workbench.analysis<BadCaseAnalysis>().job(), &JobRunner::started, this, [this] { m_isJudgeFirst = true; });
    connect(&workbench.filter(), &LayerFilter::metricChanged, this, [this] {
        m_isJudgeFirst = false;
        sortByMetric();
        showChart();
    });
    connect(&m_preview, &JobRunner::finished, this, [this] {
        const auto preview = m_preview.result();
        if (preview->inputs.empty())
            m_picture->clear(tr("This sample holds no tensor."));
        else
            m_picture->setTensor(preview->inputs.front());
    });
    connect(&m_preview, &JobRunner::failed, this, [this](const Error& error) { m_picture->clear(errorText(error)); });
    followLanguage(this, [this] { retranslate(); });
}

QWidget* BadCasesView::makeOptions()
{
    auto* line = new QWidget(this);
    m_start = actionButton(m_workbench.analysis<BadCaseAnalysis>().startAction(), line);
    m_mostLabel = new PlainLabel(line);
    m_most = new QSpinBox(line);
    m_most->setRange(0, kMostSamples);
    m_mostLabel->setBuddy(m_most);
    m_output = new QComboBox(line);
    m_output->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_find = new QLineEdit(line);
    m_find->setClearButtonEnabled(true);
    m_find->addAction(icon("find"), QLineEdit::LeadingPosition);
    m_find->setMaximumWidth(240);
    m_summary = new PlainLabel(line);
    m_csv = new QToolButton(line);
    m_csv->setAutoRaise(true);
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(6, 0, 6, 0);
    for (QWidget* widget : QList<QWidget*>{m_start, m_mostLabel, m_most, m_find, m_output})
        layout->addWidget(widget);
    layout->addStretch(1);
    layout->addWidget(m_summary);
    layout->addWidget(m_csv);
    connect(m_most, &QSpinBox::valueChanged, this,
            [this](int count) { m_workbench.analysis<BadCaseAnalysis>().setMostSamples(std::size_t(count)); });
    connect(m_output, &QComboBox::activated, this, &BadCasesView::showResult);
    connect(m_find, &QLineEdit::textChanged, &m_proxy, &RankedProxy::setNeedle);
    connect(m_csv, &QToolButton::clicked, this, &BadCasesView::exportCsv);
    answerFind(m_find, m_workbench.filter());
    return line;
}

QWidget* BadCasesView::makeContent()
{
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    m_table = new DataTable(m_proxy, splitter);
    m_table->setColumnWidths({8, 20, 16});
    m_table->fillMenu = [this](QMenu& menu, const QModelIndex&) { menu.addAction(&m_use); };
    auto* side = new QWidget(splitter);
    m_chart = new DistributionChart(side);
    m_chart->setMinimumHeight(120);
    m_picture = new TensorPicture(side);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins({});
    layout->addWidget(m_chart, 2);
    layout->addWidget(m_picture, 3);
    layout->addWidget(actionButton(&m_use, side), 0, Qt::AlignRight);
    splitter->addWidget(m_table);
    splitter->addWidget(side);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({520, 320});
    connect(m_table, &DataTable::rowChosen, this, &BadCasesView::showSample);
    connect(m_table, &QAbstractItemView::activated, &m_use, &QAction::trigger);
    return splitter;
}

QString BadCasesView::summaryText() const
{
    return m_summary->text();
}

void BadCasesView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    showSample();
}

void BadCasesView::retranslate()
{
    setWords(m_use, tr("Use as input"), tr("Make this sample the input of the comparison, and compare"));
    m_openFolder.setText(tr("Open a folder of samples…"));
    m_mostLabel->setText(tr("Samples"));
    m_most->setSpecialValueText(tr("all"));
    m_most->setToolTip(tr("Search at most so many samples"));
    m_find->setPlaceholderText(tr("Filter samples"));
    m_find->setAccessibleName(tr("Filter samples"));
    nameButtons(*m_find);
    m_output->setToolTip(tr("The model's output that is judged"));
    m_output->setAccessibleName(tr("Output"));
    setWords(*m_csv, tr("Export CSV…"), tr("Write what the table shows to a file"));
    m_table->setAccessibleName(tr("Samples, the worst first"));
    m_most->setAccessibleName(tr("Search at most so many samples"));
    showResult();
}

void BadCasesView::refresh()
{
    const BadCaseAnalysis& analysis = m_workbench.analysis<BadCaseAnalysis>();
    const ModelSession& session = m_workbench.session();
    m_stack->setCurrentWidget(analysis.result() ? m_content : m_nextStep);
    if (analysis.isRunning())
        m_nextStep->explain(tr("Searching…"),
                            tr("Both models are run on every sample. Esc stops; what is known so far stays."), nullptr);
    else if (!session.canCompare())
        m_nextStep->explain(tr("On which inputs does it go wrong?"),
                            tr("Open a baseline and an analysis model first, then a data set."), nullptr);
    else if (session.sampleData().isEmpty())
        m_nextStep->explain(tr("On which inputs does it go wrong?"),
                            tr("Open a data set: a folder of .npy files or images, or one .npy whose first axis counts "
                               "the samples. You can also drop it on the project."),
                            &m_openFolder);
    else
        m_nextStep->explain(tr("On which inputs does it go wrong?"),
                            tr("Both models are run on every sample of %1, and the outputs compared.")
                                .arg(QFileInfo(session.sampleData()).fileName()),
                            m_workbench.analysis<BadCaseAnalysis>().startAction());
    const QSignalBlocker blocker(m_most);
    m_most->setValue(int(analysis.mostSamples()));
    m_csv->setEnabled(analysis.result() != nullptr);
    m_use.setEnabled(selectedSample() >= 0);
    showSummary();
}

void BadCasesView::showResult()
{
    const auto result = m_workbench.analysis<BadCaseAnalysis>().result();
    const int shown = std::max(0, m_output->currentIndex());
    const int sample = selectedSample();
    m_output->clear();
    m_output->addItem(tr("Worst output"));
    if (result)
        for (const std::string& output : result->outputs)
            m_output->addItem(QString::fromStdString(output));
    m_output->setCurrentIndex(std::min(shown, m_output->count() - 1));
    m_output->setVisible(m_output->count() > 2);
    const int output = m_output->currentIndex() - 1;
    m_model.setResult(result, output < 0 ? std::nullopt : std::optional(std::size_t(output)));
    m_table->setColumnHidden(BadCaseTableModel::Output, !result || result->outputs.size() < 2);
    refresh();
    sortByMetric();
    if (m_proxy.rowCount() > 0) {
        const QModelIndex same = m_proxy.mapFromSource(m_model.index(std::max(0, sample), 0));
        m_table->selectRow(sample >= 0 && same.isValid() ? same.row() : 0);
    }
    showChart();
    showSample();
}

int BadCasesView::rankingColumn() const
{
    const bool isByJudge = m_isJudgeFirst && m_model.isRankedByJudge();
    return m_model.columnOf(std::string(isByJudge ? results::kJudgeDrop : results::key(m_workbench.filter().metric())));
}

void BadCasesView::sortByMetric()
{
    if (!m_model.result())
        return;
    const int column = rankingColumn();
    QHeaderView* header = m_table->horizontalHeader();
    header->moveSection(header->visualIndex(column), BadCaseTableModel::FirstMetric); // in sight without scrolling
    m_table->sortByColumn(column, m_model.metric(column).isLowWorst ? Qt::AscendingOrder : Qt::DescendingOrder);
}

void BadCasesView::showSummary()
{
    const auto result = m_model.result();
    if (!result) {
        m_summary->clear();
        return;
    }
    QString words = result->samples.size() == result->datasetSize
                        ? tr("%n sample(s)", nullptr, int(result->datasetSize))
                        : tr("%1 of %n sample(s)", nullptr, int(result->datasetSize)).arg(result->samples.size());
    if (result->labels)
        words += QStringLiteral(" · ")
                 + tr("right: %1 of them, baseline %2")
                       .arg(result->labels->analysisCorrect())
                       .arg(result->labels->baselineCorrect());
    if (result->labels && result->labels->baselineUndecided() + result->labels->analysisUndecided() > 0)
        words += QStringLiteral(" · ")
                 + tr("no decision, as there is NaN: %1 of them, baseline %2")
                       .arg(result->labels->analysisUndecided())
                       .arg(result->labels->baselineUndecided());
    m_summary->setText(words);
}

void BadCasesView::showChart()
{
    const auto result = m_model.result();
    if (!result || result->samples.empty()) {
        m_chart->clear(tr("The spread over the samples is drawn here."));
        return;
    }
    const int column = rankingColumn();
    m_chart->setContent(results::distributionOf(*result, std::size_t(column - BadCaseTableModel::FirstMetric)),
                        m_model.headerData(column, Qt::Horizontal).toString());
    if (const int sample = selectedSample(); sample >= 0)
        m_chart->setMark(m_model.value(sample, column));
}

int BadCasesView::selectedSample() const
{
    const QModelIndex current = m_table->currentIndex();
    return current.isValid() ? m_proxy.mapToSource(current).row() : -1;
}

QString BadCasesView::sampleWord(int sample) const
{
    return QStringLiteral("%1[%2]").arg(QString::fromStdString(m_model.result()->data)).arg(sample);
}

void BadCasesView::showSample()
{
    const int sample = selectedSample();
    m_use.setEnabled(sample >= 0);
    if (sample < 0 || !m_model.result()) {
        m_previewed.clear();
        m_picture->clear(tr("Select a sample to look at it."));
        m_chart->setMark(std::nullopt);
        return;
    }
    const int column = rankingColumn();
    m_chart->setMark(m_model.value(sample, column));
    const QString word = sampleWord(sample);
    if (word == m_previewed || !isVisible())
        return;
    m_previewed = word;
    results::PreviewRequest request;
    request.model = m_model.result()->baseline;
    request.samples.inputs = {word.toStdString()};
    request.samples.images = m_workbench.session().images();
    request.mostElements = kMostPreviewed;
    m_workbench.session().withEngine(this, [this, request](const std::shared_ptr<engine::Engine>& engine) {
        m_preview.start([] { return tr("Reading a sample"); },
                        [engine, request](JobContext& context) { return engine->preview(request, context); });
    });
}

void BadCasesView::useSample()
{
    const int sample = selectedSample();
    if (sample < 0)
        return;
    m_workbench.session().setInputs({sampleWord(sample)});
    m_workbench.session().compare();
}

void BadCasesView::exportCsv()
{
    m_export.writeTo(
        QFileDialog::getSaveFileName(this, tr("Export bad cases"), QStringLiteral("badcase.csv"), tr("Tables (*.csv)")),
        [text = m_table->csvText().toStdString()] { return text; });
}

DockDescription badCasesDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Bad cases"),
            .make = &makeDock<BadCasesView>,
            .chapter = "badcase",
            .icon = "bad_case"};
}

} // namespace ql::widgets
