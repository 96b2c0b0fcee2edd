// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/project_view.h"

#include "widgets/analyses/check/check_analysis.h"
#include "widgets/docks/project/folding_pane.h"
#include "widgets/docks/project/preprocessing_line.h"
#include "widgets/docks/project/project_options.h"
#include "widgets/docks/project/project_panels.h"
#include "widgets/docks/project/status_choice.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/settings/settings.h"
#include "widgets/style/color_scale.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QListWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ql::widgets {

namespace {
constexpr int kMostInputsHeight = 140;

/// Shows of a word that names a file only the name; editing shows it whole, and so does the tool tip.
class InputDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QString displayText(const QVariant& value, const QLocale&) const override
    {
        const QString word = value.toString();
        const auto path = word.indexOf(u'=') + 1;
        return word.left(path) + word.mid(std::max(path, word.lastIndexOf(u'/') + 1));
    }
};

/// TorchScript files tell neither type nor shape.
QString described(const results::PortInfo& port)
{
    const QString name = QString::fromStdString(port.name);
    if (port.dtype == "undefined")
        return ProjectView::tr("%1 (its type and shape aren't in the file)").arg(name);
    return QStringLiteral("%1 %2 %3")
        .arg(name, QString::fromStdString(port.dtype), QString::fromStdString(port.shape).replace(u'x', QChar(0x00D7)));
}

/// As wide as what it holds wants to be, and as low as one likes: the window has to fit small screens.
class LowColumn final : public QScrollArea {
public:
    explicit LowColumn(QWidget* column, QWidget* parent)
        : QScrollArea(parent)
    {
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus); // it scrolls to whatever in it has the keyboard
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setWidgetResizable(true);
        setWidget(column);
    }

    QSize sizeHint() const override { return widget()->sizeHint(); }
    QSize minimumSizeHint() const override
    {
        return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(), kLeastHeight};
    }

private:
    static constexpr int kLeastHeight = 200;
};
} // namespace

ProjectView::ProjectView(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_baseline(new ModelPanel(ModelPanel::Role::Baseline, workbench.session().baseline(), this))
    , m_analysis(new ModelPanel(ModelPanel::Role::Analysis, workbench.session().analysis(), this))
{
    auto* column = new QWidget(this);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 2, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_baseline);
    layout->addWidget(m_analysis);
    layout->addWidget(new VariantChoice(workbench, this));
    layout->addWidget(new ArithmeticChoice(workbench, this));
    layout->addWidget(new ConfigPanel(workbench, this));
    layout->addWidget(new DataPanel(workbench, this));
    layout->addWidget(makeInputs(), 1);
    layout->addWidget(new ProjectOptions(workbench, this));
    m_checks = new QToolButton(this);
    m_checks->setAutoRaise(true);
    m_checks->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    layout->addWidget(m_checks, 0, Qt::AlignLeft);
    makePane(new LowColumn(column, this));
    connect(m_checks, &QToolButton::clicked, &workbench,
            [&workbench] { Q_EMIT workbench.dockRequested(QStringLiteral("checksDock")); });
    connect(&workbench.analysis<CheckAnalysis>(), &Analysis::changed, this, &ProjectView::refreshChecks);
    connect(m_baseline, &ModelPanel::browseRequested, &workbench, &Workbench::openBaselineRequested);
    connect(m_analysis, &ModelPanel::browseRequested, &workbench, &Workbench::openAnalysisRequested);
    connect(&workbench.session(), &ModelSession::changed, this, &ProjectView::refresh);
    connect(&workbench.session(), &ModelSession::resultChanged, this, [this] { fold(); });
    followLanguageAndColors(this, [this] { retranslate(); });
}

void ProjectView::makePane(QWidget* column)
{
    m_pane = new FoldingPane(column, this);
    for (const char* each : {"open_baseline", "open_analysis", "config", "data", "inputs"})
        m_icons.append(m_pane->addIcon(each));
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins({});
    whole->addWidget(m_pane);
    connect(m_pane, &FoldingPane::foldedByHand, this, [](bool isFolded) { settings::keepsProjectOpen.set(!isFolded); });
}

/// Once everything is loaded there is little to do here, and the tables need the room.
void ProjectView::fold()
{
    if (m_workbench.session().result() && !settings::keepsProjectOpen.value())
        m_pane->setFolded(true);
}

QWidget* ProjectView::makeInputs()
{
    auto* box = new QWidget(this);
    auto* title = new QHBoxLayout;
    m_inputsIcon = new PlainLabel(box);
    m_inputsTitle = new PlainLabel(box);
    QFont bold = font();
    bold.setBold(true);
    m_inputsTitle->setFont(bold);
    m_add = new QToolButton(box);
    m_random = new QToolButton(box);
    m_remove = new QToolButton(box);
    title->addWidget(m_inputsIcon);
    title->addWidget(m_inputsTitle, 1);
    for (QToolButton* button : {m_add, m_random, m_remove}) {
        button->setAutoRaise(true);
        title->addWidget(button);
    }
    m_inputs = new QListWidget(box);
    m_inputs->setTextElideMode(Qt::ElideMiddle);
    m_inputs->setItemDelegate(new InputDelegate(m_inputs));
    m_inputs->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_inputs->setMinimumHeight(60);
    m_inputs->setMaximumHeight(kMostInputsHeight);
    m_inputsHint = new PlainLabel(box);
    m_inputsHint->setWordWrap(true);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(8, 6, 6, 6);
    layout->setSpacing(4);
    layout->addLayout(title);
    layout->addWidget(m_inputsHint);
    layout->addWidget(m_inputs);
    layout->addWidget(new PreprocessingLine(m_workbench, box));
    layout->addStretch(1);
    connect(m_add, &QToolButton::clicked, &m_workbench, &Workbench::addInputsRequested);
    connect(m_random, &QToolButton::clicked, this,
            [this] { m_workbench.session().setInputs({QStringLiteral("random:0")}); });
    connect(m_remove, &QToolButton::clicked, this, [this] {
        qDeleteAll(m_inputs->selectedItems());
        takeEditedInputs();
    });
    connect(m_inputs, &QListWidget::itemChanged, this, &ProjectView::takeEditedInputs);
    connect(m_inputs, &QListWidget::itemSelectionChanged, this,
            [this] { m_remove->setEnabled(!m_inputs->selectedItems().isEmpty()); });
    return box;
}

void ProjectView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refreshChecks();
}

/// How many findings there are. Looks by itself, but only while somebody could see it.
void ProjectView::refreshChecks()
{
    if (isVisible())
        m_workbench.analysis<CheckAnalysis>().ask();
    const auto answer = m_workbench.analysis<CheckAnalysis>().result();
    setWords(*m_checks, answer ? tr("Checks (%1)").arg(answer->count) : tr("Checks"),
             tr("What is wrong with the models themselves"));
    auto worst = results::Severity::Info;
    if (answer)
        for (const auto& result : {answer->baseline, answer->analysis})
            if (result && !result->findings.empty())
                worst = std::max(worst, result->findings.front().severity);
    const bool isGood = !answer || answer->count == 0;
    m_checks->setIcon(isGood ? icon("checks") : severityIcon(worst));
}

void ProjectView::retranslate()
{
    m_pane->setWords(tr("Project"), tr("Fold the project to a strip"), tr("Show the project"));
    m_inputsIcon->setPixmap(icon("inputs").pixmap(kPanelIconSize, kPanelIconSize));
    m_inputsTitle->setText(tr("Inputs"));
    setWords(*m_add, tr("Add…"), tr("Choose the tensors that both models are run on"));
    setWords(*m_random, tr("Random"), tr("Run both models on random numbers, the same every time"));
    setWords(*m_remove, tr("Remove"), tr("Take the selected inputs off the list"));
    m_inputs->setAccessibleName(tr("Inputs"));
    m_inputs->setToolTip(tr("Double click to edit, e.g. name=file.npy or name=random:7"));
    refresh();
}

void ProjectView::refresh()
{
    const QStringList& words = m_workbench.session().inputs();
    QStringList shown;
    for (int row = 0; row < m_inputs->count(); ++row)
        shown.append(m_inputs->item(row)->text());
    if (shown != words) {
        const QSignalBlocker blocker(m_inputs);
        m_inputs->clear();
        for (const QString& word : words) {
            auto* item = new QListWidgetItem(word, m_inputs);
            item->setFlags(item->flags() | Qt::ItemIsEditable);
            item->setToolTip(word);
        }
    }
    m_remove->setEnabled(!m_inputs->selectedItems().isEmpty());
    m_inputsHint->setPalette(mutedPalette(palette()));
    m_inputsHint->setText(inputHint());
    refreshIcons();
    refreshChecks();
}

/// What a folded project consists of.
void ProjectView::refreshIcons()
{
    const ModelSession& session = m_workbench.session();
    const auto nameOf = [](const QString& path) { return path.isEmpty() ? tr("none") : QFileInfo(path).fileName(); };
    const QStringList hints{
        tr("Baseline model: %1").arg(nameOf(session.baseline().path())),
        tr("Analysis model: %1").arg(nameOf(session.analysis().path())),
        tr("Quantization config: %1").arg(nameOf(session.config())), tr("Data: %1").arg(nameOf(session.data())),
        tr("Inputs: %1").arg(session.inputs().isEmpty() ? tr("random numbers") : session.inputs().join(u' '))};
    for (qsizetype i = 0; i < m_icons.size(); ++i)
        setHint(*m_icons.at(i), hints.at(i));
}

void ProjectView::takeEditedInputs()
{
    QStringList words;
    for (int row = 0; row < m_inputs->count(); ++row)
        if (const QString word = m_inputs->item(row)->text().trimmed(); !word.isEmpty())
            words.append(word);
    m_workbench.session().setInputs(words);
}

QString ProjectView::inputHint() const
{
    const auto info = m_workbench.session().baseline().info();
    QStringList ports;
    if (info)
        for (const auto& port : info->inputs)
            ports.append(described(port));
    QStringList lines;
    if (!ports.isEmpty())
        lines.append(tr("Expected: %1").arg(ports.join(QStringLiteral(", "))));
    if (m_workbench.session().inputs().isEmpty())
        lines.append(tr("None given: random numbers are used."));
    return lines.join(u'\n');
}

DockDescription projectDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Project"),
            .make = &makeDock<ProjectView>,
            .chapter = "window",
            .icon = "project",
            .place = DockPlace::Left,
            .size = {235, 0},
            .hasOwnTitle = true};
}

} // namespace ql::widgets
