// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/dock_groups.h"

#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/dock_sight.h"
#include "widgets/settings/settings.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/window/tables_area.h"

#include <QDockWidget>

#include <algorithm>

namespace ql::widgets {

namespace {

QString titleOf(const DockGroup& group)
{
    return QCoreApplication::translate("Docks", group.title);
}

bool isShown(const QDockWidget* dock)
{
    return isInSight(*dock);
}

} // namespace

DockGroups::DockGroups(TablesArea& tables)
    : QObject(&tables)
    , m_tables(tables)
{
}

DockGroups::Group& DockGroups::groupOf(const DockGroup& group)
{
    const auto found = std::ranges::find(m_groups, &group, &Group::about);
    if (found != m_groups.end())
        return *found;
    auto* dock = new QDockWidget(&m_tables);
    dock->setObjectName(QLatin1String(group.id));
    auto* inside = new TablesArea(dock);
    inside->setObjectName(QLatin1String(group.id) + QStringLiteral("Area"));
    dock->setWidget(inside);
    m_tables.add(dock);
    connect(inside, &TablesArea::tabsChanged, this, &DockGroups::tabsChanged);
    auto* action = new QAction(icon(group.icon), QString(), this);
    connect(action, &QAction::triggered, this, [this, &group] { raiseNext(groupOf(group)); });
    m_groups.append({&group, dock, inside, action, {}});
    return m_groups.back();
}

void DockGroups::add(QDockWidget* dock, const DockGroup& group)
{
    Group& into = groupOf(group);
    into.inside->add(dock);
    into.members.append(dock);
}

QAction* DockGroups::actionOf(const DockGroup& group)
{
    return groupOf(group).action;
}

/// The member that was seen last, or where it is seen, the next.
void DockGroups::raiseNext(const Group& group)
{
    const auto isAtHome = [](const QDockWidget* member) { return !member->isFloating(); };
    QList<QDockWidget*> members;
    std::ranges::copy_if(group.members, std::back_inserter(members), isAtHome);
    if (members.isEmpty())
        return;
    const auto seen = std::ranges::find_if(members, isShown);
    if (seen != members.end()) {
        Q_EMIT raised(members.at((seen - members.begin() + 1) % members.size()));
        return;
    }
    group.dock->show();
    group.dock->raise();
    const auto last = std::ranges::find_if(members, isShown);
    Q_EMIT raised(last == members.end() ? members.front() : *last);
}

QDockWidget* DockGroups::outerOf(QDockWidget* dock) const
{
    const auto holds = [dock](const Group& group) { return group.members.contains(dock) && !dock->isFloating(); };
    const auto found = std::ranges::find_if(m_groups, holds);
    return found == m_groups.end() ? dock : found->dock;
}

void DockGroups::arrange()
{
    for (const Group& group : m_groups)
        group.inside->arrange();
}

void DockGroups::retranslate()
{
    for (const Group& group : m_groups) {
        const QString title = titleOf(*group.about);
        group.dock->setWindowTitle(title);
        setWords(*group.action, title, tr("Bring %1 to the front, and once more the next of them").arg(title));
    }
}

void DockGroups::save() const
{
    for (const Group& group : m_groups)
        settings::groupLayout(group.about->id).set(group.inside->saveState(settings::kLayoutVersion));
}

void DockGroups::restore()
{
    for (const Group& group : m_groups)
        group.inside->restoreState(settings::groupLayout(group.about->id).value(), settings::kLayoutVersion);
}

} // namespace ql::widgets
