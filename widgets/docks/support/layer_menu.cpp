// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/layer_menu.h"

#include "widgets/docks/support/dock_description.h"
#include "widgets/style/icons.h"
#include "widgets/workbench/workbench.h"

#include <QCoreApplication>
#include <QMenu>

namespace ql::widgets {

namespace {

/// Gives this file's words their context.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(LayerMenu)
};

} // namespace

void addLayerActions(QMenu& menu, Workbench& workbench, const QString& layer)
{
    if (layer.isEmpty())
        return;
    for (const DockDescription& dock : dockTable()) {
        if (!dock.layerAction)
            continue;
        menu.addAction(icon(dock.icon), QCoreApplication::translate("LayerMenu", dock.layerAction), &workbench,
                       [&workbench, layer, id = dock.id] {
                           workbench.selectLayer(layer.toStdString());
                           Q_EMIT workbench.dockRequested(QLatin1String(id));
                       });
    }
    const QString scope = QString::fromStdString(workbench.scopeOf(layer.toStdString()));
    if (!scope.isEmpty())
        menu.addAction(icon("find"), Words::tr("Show only %1").arg(QString(scope).replace(u'&', QLatin1String("&&"))),
                       &workbench, [&workbench, scope] { workbench.filter().setText(scope); });
    addPairActions(menu, workbench, layer);
}

} // namespace ql::widgets
