// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/layer_menu.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/writing/atomic_file.h"
#include "core/project/pair_file.h"
#include "widgets/text/error_text.h"
#include "widgets/workbench/workbench.h"

#include <QApplication>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>

#include <filesystem>

namespace ql::widgets {

namespace {

/// Gives this file's words their context.
struct PairWords {
    Q_DECLARE_TR_FUNCTIONS(PairMenu)
};

/// Of the analysis model, those without a partner first.
QStringList partners(const results::CompareResult& result)
{
    using State = results::LayerRow::State;
    QStringList free;
    QStringList taken;
    for (const auto& row : result.layers)
        if (!row.analysis.node.empty())
            (row.state == State::UnmatchedAnalysis ? free : taken).append(QString::fromStdString(row.analysis.node));
    free += taken;
    free.removeDuplicates();
    return free;
}

void askForPartner(Workbench& workbench, const std::string& baseline, const QStringList& names)
{
    auto* dialog = new QInputDialog(QApplication::activeWindow());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(PairWords::tr("Pair by hand"));
    dialog->setLabelText(
        PairWords::tr("The analysis model's layer that computes what %1 does:").arg(QString::fromStdString(baseline)));
    dialog->setComboBoxItems(names);
    QObject::connect(dialog, &QInputDialog::textValueSelected, &workbench, [&workbench, baseline](const QString& name) {
        pairByHand(workbench, baseline, name.toStdString());
    });
    dialog->open();
}

/// The first that isn't there, beside @p model.
QString freeMapPath(const QString& model)
{
    const QFileInfo info(model);
    const QString stem = info.absolutePath() + u'/' + info.completeBaseName();
    QString path = stem + QStringLiteral(".pairs.txt");
    for (int number = 2; QFileInfo::exists(path); ++number)
        path = stem + QStringLiteral(".pairs-%1.txt").arg(number);
    return path;
}

} // namespace

void pairByHand(Workbench& workbench, const std::string& baseline, const std::string& analysis)
{
    ModelSession& session = workbench.session();
    const QString path = session.mapFile().isEmpty() ? freeMapPath(session.baseline().path()) : session.mapFile();
    const std::filesystem::path file = path.toStdString();
    try {
        const auto text = readTextIfThere(file).value_or("");
        writeFileAtomically(file, analysis.empty() ? project::withoutPair(text, baseline)
                                                   : project::withPair(text, baseline, analysis));
    } catch (const Error& error) {
        Q_EMIT session.failed(errorLabel(error));
        return;
    }
    session.setMapFile(path);
    session.compare();
}

void addPairActions(QMenu& menu, Workbench& workbench, const QString& layer)
{
    const int row = workbench.layerOf(layer.toStdString());
    const auto result = workbench.session().result();
    if (row < 0 || !result || workbench.session().isSimulated() || workbench.session().isVariant()
        || !workbench.session().canCompare())
        return;
    const auto& found = result->layers[std::size_t(row)];
    const std::string baseline = found.baseline.node;
    if (baseline.empty())
        return;
    QStringList names = partners(*result);
    if (!names.isEmpty())
        menu.addAction(PairWords::tr("Pair by hand…"), &workbench,
                       [&workbench, baseline, names] { askForPartner(workbench, baseline, names); });
    if (found.match.rule == "map-file")
        menu.addAction(PairWords::tr("Forget the pair made by hand"), &workbench,
                       [&workbench, baseline] { pairByHand(workbench, baseline, {}); });
}

} // namespace ql::widgets
