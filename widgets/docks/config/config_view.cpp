// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/config/config_view.h"

#include "core/config/edit/line_diff.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/config_editor/config_form.h"
#include "widgets/config_editor/config_text_edit.h"
#include "widgets/config_editor/diff_view.h"
#include "widgets/docks/config/config_problems.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/find_bar.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QAction>
#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace ql::widgets {

namespace {
constexpr int kMostNameWidth = 160; ///< of the file above the tabs; its tool tip has the whole name
}

ConfigView::ConfigView(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_stack(new QStackedWidget(this))
    , m_nextStep(new NextStep(this))
    , m_tabs(new QTabWidget(this))
    , m_text(new ConfigTextEdit(workbench.config(), this))
    , m_form(new ConfigForm(workbench, this))
    , m_diff(new DiffView(this))
    , m_problems(new ConfigProblems(this))
    , m_trouble(new MessageBar(this))
    , m_find(new FindBar(
          workbench.filter(), *m_text,
          [this](const QString& words, bool isForward) { return m_text->find(words, isForward); }, m_text))
    , m_open(new QAction(this))
{
    makeTroubleActions();
    m_open->setIcon(icon("config"));
    m_text->layout()->addWidget(m_find);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_text, QString());
    m_tabs->addTab(m_form, QString());
    m_tabs->addTab(m_diff, QString());
    m_stack->addWidget(m_nextStep);
    m_stack->addWidget(makeOpened());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_trouble);
    layout->addWidget(m_stack, 1);
    ConfigDocument& document = workbench.config();
    connect(m_open, &QAction::triggered, &workbench, &Workbench::openConfigRequested);
    connect(&document, &ConfigDocument::opened, this, &ConfigView::refresh);
    connect(&document, &ConfigDocument::textChanged, this, &ConfigView::refresh);
    connect(&document, &ConfigDocument::readingChanged, this, &ConfigView::refresh);
    connect(&document, &ConfigDocument::troubleChanged, this, &ConfigView::showTrouble);
    connect(m_tabs, &QTabWidget::currentChanged, this, &ConfigView::showDiff);
    followLanguage(this, [this] { retranslate(); });
}

void ConfigView::makeTroubleActions()
{
    ConfigDocument& document = m_workbench.config();
    const auto make = [this, &document](const char* which, void (ConfigDocument::*solve)()) {
        auto* action = new QAction(icon(which), {}, this);
        connect(action, &QAction::triggered, &document, solve);
        return action;
    };
    m_reload = make("restore", &ConfigDocument::takeTheirs);
    m_keep = make("config", &ConfigDocument::keepMine);
    m_restore = make("restore", &ConfigDocument::restoreLeftover);
    m_forget = make("delete", &ConfigDocument::forgetLeftover);
    m_saveAs = new QAction(icon("save"), {}, this);
    connect(m_saveAs, &QAction::triggered, &m_workbench, &Workbench::saveConfigAsRequested);
}

/// A line that is the same for every page, and below it the pages.
QWidget* ConfigView::makeOpened()
{
    m_opened = new QWidget(m_stack);
    m_summary = new ElidedLabel(m_opened);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(8, 2, 4, 0);
    line->setSpacing(2);
    line->addWidget(m_summary, 1);
    ConfigActions& actions = m_workbench.configActions();
    for (QAction* action : {m_workbench.analysis<TrialAnalysis>().startAction(), actions.saveAction()})
        line->addWidget(flatButton(action, m_opened));
    auto* layout = new QVBoxLayout(m_opened);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(line);
    auto* splitter = new QSplitter(Qt::Vertical, m_opened);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_tabs);
    splitter->addWidget(m_problems);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({700, 120});
    layout->addWidget(splitter, 1);
    connect(m_problems, &ConfigProblems::lineChosen, this, [this](int row, int column) {
        showPage(Text);
        m_text->goTo(row, column);
    });
    connect(m_problems, &ConfigProblems::layerChosen, &m_workbench, &Workbench::selectLayer);
    return m_opened;
}

QString ConfigView::summaryText() const
{
    return m_summary->text();
}

void ConfigView::showPage(Page page)
{
    m_tabs->setCurrentIndex(page);
}

void ConfigView::retranslate()
{
    m_tabs->setTabText(Text, tr("Text"));
    m_tabs->setTabText(Form, tr("Form"));
    m_tabs->setTabText(Diff, tr("Diff"));
    m_tabs->tabBar()->setAccessibleName(tr("Pages of the config"));
    m_diff->setAccessibleName(tr("What a save would change in the file"));
    setWords(*m_open, tr("Open config…"),
             tr("Open a quantization config: it simulates the analysis model, and is edited here"));
    setWords(*m_reload, tr("Reload"), tr("Take over what is in the file now; Ctrl+Z brings your text back"));
    setWords(*m_keep, tr("Keep mine"), tr("Go on with your text; the next save replaces the file"));
    setWords(*m_saveAs, tr("Save as…"), tr("Write your text into another file, and go on with that"));
    setWords(*m_restore, tr("Restore"), tr("Bring the edits back into the editor; Ctrl+Z takes them out again"));
    setWords(*m_forget, tr("Discard"), tr("Forget the edits and go on with the file"));
    m_nextStep->explain(
        tr("Which layers leave 8 bits?"),
        tr("Open a quantization config (AMCT, Horizon, ONNX Runtime, RKNN, Sophgo), or make one: File, Make "
           "a config. int16, skip and restore on any layer then edit it, and Try shows what the edit does."),
        m_open);
    refresh();
    showTrouble();
}

QString ConfigView::summary() const
{
    const ConfigDocument& document = m_workbench.config();
    const QString name = fontMetrics().elidedText(document.fileName(), Qt::ElideMiddle, kMostNameWidth);
    QStringList parts{document.isDirty() ? name + u'*' : name};
    if (const auto reading = document.reading()) {
        using Severity = results::Severity;
        if (const auto errors = reading->count(Severity::Error); errors > 0)
            parts.append(tr("%n error(s)", nullptr, int(errors)));
        if (const auto warnings = reading->count(Severity::Warning); warnings > 0)
            parts.append(tr("%n warning(s)", nullptr, int(warnings)));
    }
    return parts.join(QStringLiteral(" · "));
}

void ConfigView::refresh()
{
    const bool isOpen = m_workbench.config().isOpen();
    m_stack->setCurrentWidget(isOpen ? m_opened : m_nextStep);
    m_summary->setText(isOpen ? summary() : QString());
    setDockNote(*this, m_workbench.config().isDirty() ? QStringLiteral("●") : QString());
    const auto reading = m_workbench.config().reading();
    m_summary->setToolTip(isOpen && reading ? QStringLiteral("%1 · %2").arg(m_workbench.config().fileName(),
                                                                            coreText(reading->dialectTitle()))
                                            : QString());
    m_problems->setFindings(isOpen && reading ? reading->findings : std::vector<results::Diagnostic>());
    m_problems->setVisible(m_problems->topLevelItemCount() > 0);
    showDiff();
}

/// Only while it is looked at: a diff of thousands of lines costs something.
void ConfigView::showDiff()
{
    if (m_tabs->currentIndex() != Diff)
        return;
    const ConfigDocument& document = m_workbench.config();
    const std::string diff =
        config::edit::lineDiff(document.savedText(), document.text(), document.fileName().toStdString());
    m_diff->setPlaceholderText(tr("Nothing to save: the text is as in the file."));
    m_diff->setDiff(QString::fromStdString(diff));
}

void ConfigView::showTrouble()
{
    const ConfigDocument& document = m_workbench.config();
    if (document.hasConflict())
        m_trouble->showMessage(
            MessageBar::Severity::Warning,
            tr("%1 was changed by another program. Nothing is overwritten until you decide.").arg(document.fileName()),
            {m_reload, m_keep, m_saveAs});
    else if (document.hasLeftover())
        m_trouble->showMessage(
            MessageBar::Severity::Info,
            tr("There are edits of %1 that were not saved when the program ended.").arg(document.fileName()),
            {m_restore, m_forget});
    else
        m_trouble->hide();
}

DockDescription configDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Config"),
            .make = &makeDock<ConfigView>,
            .chapter = "configs",
            .icon = "config",
            .place = DockPlace::Right,
            .size = {420, 0},
            .raisedBy = &Workbench::configRequested};
}

} // namespace ql::widgets
