// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QObject>

class QDockWidget;

namespace ql::widgets {

struct DockGroup;
class TablesArea;

/// The docks of the centre that share a tab. Each group is a dock of its own, in which its members stand behind tabs
/// again; they can be torn off and put side by side there.
class DockGroups : public QObject {
    Q_OBJECT

public:
    /// The groups' docks are added to @p tables, which owns them.
    explicit DockGroups(TablesArea& tables);

    /// The first member of a group makes the group.
    void add(QDockWidget* dock, const DockGroup& group);
    /// What raises @p group, and its next member where the group is in front already.
    QAction* actionOf(const DockGroup& group);
    /// The dock that stands in the row of tabs of the centre: the group's, or @p dock itself.
    QDockWidget* outerOf(QDockWidget* dock) const;
    /// Members behind their tabs in the order in which they were added.
    void arrange();
    void retranslate();
    void save() const;
    void restore();

Q_SIGNALS:
    /// The user asked for @p dock.
    void raised(QDockWidget* dock);
    /// There may be other rows of tabs.
    void tabsChanged();

private:
    struct Group {
        const DockGroup* about;
        QDockWidget* dock;
        TablesArea* inside;
        QAction* action;
        QList<QDockWidget*> members;
    };

    Group& groupOf(const DockGroup& group);
    void raiseNext(const Group& group);

    TablesArea& m_tables;
    QList<Group> m_groups;
};

} // namespace ql::widgets
