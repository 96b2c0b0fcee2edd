// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/main_actions.h"

#include "widgets/icons/icons.h"

namespace ql::widgets {

MainActions::MainActions(QObject* parent)
    : QObject(parent)
{
    openBaseline.setIcon(icon(Icon::OpenBaseline));
    openBaseline.setShortcut(QKeySequence::Open);
    openAnalysis.setIcon(icon(Icon::OpenAnalysis));
    openAnalysis.setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    addInputs.setIcon(icon(Icon::Inputs));
    addInputs.setShortcut(QKeySequence(Qt::CTRL | Qt::Key_I));
    openData.setIcon(icon(Icon::Data));
    openDataFolder.setIcon(icon(Icon::Data));
    openDataFolder.setShortcut(QKeySequence(Qt::CTRL | Qt::Key_D));
    exportCsv.setShortcut(QKeySequence(Qt::CTRL | Qt::Key_E));
    quit.setShortcut(QKeySequence::Quit);
    quit.setMenuRole(QAction::QuitRole);
    compare.setIcon(icon(Icon::Compare));
    compare.setShortcut(QKeySequence(Qt::Key_F5));
    cancel.setIcon(icon(Icon::Cancel));
    cancel.setShortcut(QKeySequence(Qt::Key_Escape));
    demo.setIcon(icon(Icon::Demo));
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
    addInputs.setText(tr("Add &inputs…"));
    addInputs.setIconText(tr("Inputs"));
    addInputs.setToolTip(tr("Choose the tensors that both models are run on"));
    openData.setText(tr("Open &data file…"));
    openData.setToolTip(tr("Open a file that holds many samples"));
    openDataFolder.setText(tr("Open data &folder…"));
    openDataFolder.setIconText(tr("Data"));
    openDataFolder.setToolTip(tr("Open a folder of samples to look for bad cases in"));
    exportCsv.setText(tr("&Export layers as CSV…"));
    quit.setText(tr("&Quit"));
    compare.setText(tr("&Compare"));
    compare.setIconText(tr("Compare"));
    compare.setToolTip(tr("Run both models and compare every layer (F5)"));
    cancel.setText(tr("Ca&ncel"));
    cancel.setIconText(tr("Cancel"));
    cancel.setToolTip(tr("Stop the running job (Esc)"));
    demo.setText(tr("&Demo"));
    demo.setToolTip(tr("Open the small example network that comes with Quantloupe"));
    restoreLayout.setText(tr("&Restore default layout"));
    about.setText(tr("&About Quantloupe"));
}

} // namespace ql::widgets
