// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/tool_bar/main_actions.h"

#include "widgets/session/model_session.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"

namespace ql::widgets {

using results::CauseRuns;

MainActions::MainActions(QObject* parent)
    : QObject(parent)
{
    setLook(openBaseline, "open_baseline", QKeySequence::Open);
    setLook(openAnalysis, "open_analysis", Qt::CTRL | Qt::SHIFT | Qt::Key_O);
    setLook(openConfig, "config", Qt::CTRL | Qt::Key_G);
    createConfig.setIcon(icon("config"));
    setLook(saveConfigAs, "save", QKeySequence::SaveAs);
    openResult.setIcon(icon("project"));
    setLook(addInputs, "inputs", Qt::CTRL | Qt::Key_I);
    openData.setIcon(icon("data"));
    setLook(openDataFolder, "data", Qt::CTRL | Qt::Key_D);
    setLook(exportCsv, "export", Qt::CTRL | Qt::Key_E);
    exportReport.setIcon(icon("export"));
    exportModel.setIcon(icon("save"));
    setLook(quit, "quit", QKeySequence::Quit);
    quit.setMenuRole(QAction::QuitRole);
    setLook(examine, "compare", Qt::CTRL | Qt::Key_F5);
    setLook(compare, "compare", Qt::Key_F5);
    setLook(cancel, "cancel", Qt::Key_Escape);
    demo.setIcon(icon("demo"));
    restoreLayout.setIcon(icon("layout"));
    guide.setIcon(icon("guide"));
    setLook(handbook, "handbook", Qt::SHIFT | Qt::Key_F1);
    setLook(shortcuts, "keyboard", Qt::Key_F1);
    about.setIcon(icon("about"));
    about.setMenuRole(QAction::AboutRole);
    retranslate();
}

void MainActions::retranslate()
{
    setWords(openBaseline, tr("Open &baseline…"), tr("Open the high-precision model"), tr("Open baseline"));
    setWords(openAnalysis, tr("Open &analysis…"), tr("Open the quantized model"), tr("Open analysis"));
    setWords(openConfig, tr("Open &config…"),
             tr("Open a quantization config: it simulates the analysis model, and is edited here (Ctrl+G)"),
             tr("Open config"));
    setWords(createConfig, tr("&Make a config"),
             tr("Write a config beside the baseline model: as the analysis model is quantized, or every layer"));
    setWords(saveConfigAs, tr("Sa&ve config as…"),
             tr("Write the edited config into another file, and go on with that (Ctrl+Shift+S)"));
    setWords(openResult, tr("Open res&ult…"),
             tr("Open what an analysis wrote as JSON, and the models that it is about"));
    setWords(addInputs, tr("Add &inputs…"), tr("Choose the tensors that both models are run on"), tr("Inputs"));
    setWords(openData, tr("Open &data file…"), tr("Open a file that holds many samples"));
    setWords(openDataFolder, tr("Open data &folder…"), tr("Open a folder of samples to look for bad cases in"),
             tr("Data"));
    setWords(exportCsv, tr("E&xport layers as CSV…"), tr("Write the table of layers to a file"));
    setWords(exportReport, tr("Export rep&ort as HTML…"),
             tr("Write everything that was found out as one page that opens in any browser"));
    setWords(exportModel, tr("Export quanti&zed model…"),
             tr("Calibrate the config, and write the model with its config and record into a folder"));
    setWords(quit, tr("&Quit"), tr("Close the window and end the program"));
    setWords(examine, tr("E&xamine"),
             tr("Find the worst sample, compare every layer on it, and measure whose error it is and what repairs it "
                "(Ctrl+F5)"),
             tr("Examine"));
    setWords(compare, tr("&Compare"), tr("Run both models and compare every layer (F5)"), tr("Compare"));
    setWords(cancel, tr("Ca&ncel"), tr("Stop the running job (Esc)"), tr("Cancel"));
    setWords(demo, tr("&Demo"), tr("Open the small example network that comes with Quantloupe"));
    setWords(restoreLayout, tr("&Restore default layout"),
             tr("Put every dock and column back to where it was on the first start"));
    setWords(guide, tr("&Guide"), tr("From lost accuracy to the layers to change, step by step"));
    setWords(handbook, tr("&Handbook"), tr("Read about what the dock in use shows, or about anything else (Shift+F1)"));
    setWords(shortcuts, tr("&Keyboard shortcuts"), tr("List everything that can be done, and its keys (F1)"));
    setWords(about, tr("&About Quantloupe"), tr("Version and licence"));
}

CauseActions::CauseActions(ModelSession& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_group(this)
{
    for (const CauseRuns causes : {CauseRuns::None, CauseRuns::Quick, CauseRuns::Full}) {
        QAction& action = actionFor(causes);
        action.setCheckable(true);
        connect(&action, &QAction::triggered, this, [this, causes] { m_session.setCauses(causes); });
    }
    connect(&session, &ModelSession::changed, this, &CauseActions::refresh);
    retranslate();
    refresh();
}

QAction& CauseActions::actionFor(CauseRuns causes)
{
    switch (causes) {
    case CauseRuns::None: return m_none;
    case CauseRuns::Quick: return m_quick;
    case CauseRuns::Full: break;
    }
    return m_full;
}

void CauseActions::refresh()
{
    actionFor(m_session.causes()).setChecked(true);
}

void CauseActions::retranslate()
{
    setWords(m_none, tr("Causes: &none"), tr("Only compare: advice about causes stays a guess"));
    setWords(m_quick, tr("Causes: &quick"),
             tr("Run the layers whose error matters again under control, for at most half of the "
                "comparison's work: advice about them is measured"));
    setWords(m_full, tr("Causes: &full"),
             tr("Run every quantized layer again under control, and measure each quantizer's share of the "
                "outputs' error: takes many times as long"));
}

} // namespace ql::widgets
