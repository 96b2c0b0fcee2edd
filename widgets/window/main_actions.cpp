// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/main_actions.h"

#include "widgets/style/icons.h"

namespace ql::widgets {

MainActions::MainActions(QObject* parent)
    : QObject(parent)
{
    openBaseline.setIcon(icon("open_baseline"));
    openBaseline.setShortcut(QKeySequence::Open);
    openAnalysis.setIcon(icon("open_analysis"));
    openAnalysis.setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    openConfig.setIcon(icon("config"));
    openConfig.setShortcut(QKeySequence(Qt::CTRL | Qt::Key_G));
    createConfig.setIcon(icon("config"));
    saveConfigAs.setIcon(icon("save"));
    saveConfigAs.setShortcut(QKeySequence::SaveAs);
    addInputs.setIcon(icon("inputs"));
    addInputs.setShortcut(QKeySequence(Qt::CTRL | Qt::Key_I));
    openData.setIcon(icon("data"));
    openDataFolder.setIcon(icon("data"));
    openDataFolder.setShortcut(QKeySequence(Qt::CTRL | Qt::Key_D));
    exportCsv.setIcon(icon("export"));
    exportCsv.setShortcut(QKeySequence(Qt::CTRL | Qt::Key_E));
    quit.setIcon(icon("quit"));
    quit.setShortcut(QKeySequence::Quit);
    quit.setMenuRole(QAction::QuitRole);
    compare.setIcon(icon("compare"));
    compare.setShortcut(QKeySequence(Qt::Key_F5));
    cancel.setIcon(icon("cancel"));
    cancel.setShortcut(QKeySequence(Qt::Key_Escape));
    demo.setIcon(icon("demo"));
    restoreLayout.setIcon(icon("layout"));
    guide.setIcon(icon("guide"));
    shortcuts.setIcon(icon("keyboard"));
    shortcuts.setShortcut(QKeySequence(Qt::Key_F1));
    about.setIcon(icon("about"));
    about.setMenuRole(QAction::AboutRole);
    retranslate();
}

void MainActions::retranslate()
{
    openBaseline.setText(tr("Open &baseline…"));
    openBaseline.setIconText(tr("Open baseline"));
    openBaseline.setToolTip(tr("Open the high-precision model"));
    openAnalysis.setText(tr("Open &analysis…"));
    openAnalysis.setIconText(tr("Open analysis"));
    openAnalysis.setToolTip(tr("Open the quantized model"));
    openConfig.setText(tr("Open &config…"));
    openConfig.setIconText(tr("Open config"));
    openConfig.setToolTip(
        tr("Open a quantization config: it simulates the analysis model, and is edited here (Ctrl+G)"));
    createConfig.setText(tr("&Make a config"));
    createConfig.setToolTip(
        tr("Write a config beside the baseline model: as the analysis model is quantized, or every layer"));
    saveConfigAs.setText(tr("Sa&ve config as…"));
    saveConfigAs.setToolTip(tr("Write the edited config into another file, and go on with that (Ctrl+Shift+S)"));
    addInputs.setText(tr("Add &inputs…"));
    addInputs.setIconText(tr("Inputs"));
    addInputs.setToolTip(tr("Choose the tensors that both models are run on"));
    openData.setText(tr("Open &data file…"));
    openData.setToolTip(tr("Open a file that holds many samples"));
    openDataFolder.setText(tr("Open data &folder…"));
    openDataFolder.setIconText(tr("Data"));
    openDataFolder.setToolTip(tr("Open a folder of samples to look for bad cases in"));
    exportCsv.setText(tr("E&xport layers as CSV…"));
    exportCsv.setToolTip(tr("Write the table of layers to a file"));
    quit.setText(tr("&Quit"));
    quit.setToolTip(tr("Close the window and end the program"));
    compare.setText(tr("&Compare"));
    compare.setIconText(tr("Compare"));
    compare.setToolTip(tr("Run both models and compare every layer (F5)"));
    cancel.setText(tr("Ca&ncel"));
    cancel.setIconText(tr("Cancel"));
    cancel.setToolTip(tr("Stop the running job (Esc)"));
    demo.setText(tr("&Demo"));
    demo.setToolTip(tr("Open the small example network that comes with Quantloupe"));
    restoreLayout.setText(tr("&Restore default layout"));
    restoreLayout.setToolTip(tr("Put every dock and column back to where it was on the first start"));
    guide.setText(tr("&Guide"));
    guide.setToolTip(tr("From lost accuracy to the layers to change, step by step"));
    shortcuts.setText(tr("&Keyboard shortcuts"));
    shortcuts.setToolTip(tr("List everything that can be done, and its keys (F1)"));
    about.setText(tr("&About Quantloupe"));
    about.setToolTip(tr("Version and licence"));
}

} // namespace ql::widgets
