// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/shortcut_list.h"

#include "widgets/text/plain_text.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr QSize kSize(820, 560);

/// Gives this file's words their context.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(ShortcutList)
};

void add(const QAction& action, QList<ShortcutEntry>& entries, const QString& dock = {})
{
    const QString title = plainText(action);
    entries.append({&action, dock.isEmpty() ? title : Words::tr("%1: %2").arg(dock, title),
                    action.shortcut().toString(QKeySequence::NativeText),
                    action.toolTip() == title ? QString() : action.toolTip()});
}

void collect(const QList<QAction*>& actions, QList<ShortcutEntry>& entries)
{
    for (const QAction* action : actions) {
        if (action->menu())
            collect(action->menu()->actions(), entries);
        else if (!action->isSeparator() && !action->data().isValid()) // languages carry their code
            add(*action, entries);
    }
}

/// What has a button or a key in a dock and no place in a menu.
void collect(const QDockWidget& dock, QList<ShortcutEntry>& entries)
{
    QList<const QAction*> found;
    for (const QWidget* widget : dock.widget()->findChildren<QWidget*>()) {
        const auto* button = qobject_cast<const QToolButton*>(widget);
        const bool isPart = qobject_cast<const QLineEdit*>(widget->parent()); // its looking glass
        if (button && button->defaultAction() && !isPart)
            found.append(button->defaultAction());
        for (const QAction* action : widget->actions())
            if (widget->metaObject()->className() == QLatin1String("ql::widgets::DataTable"))
                found.append(action);
    }
    for (const QAction* action : found)
        if (std::ranges::find(entries, action, &ShortcutEntry::action) == entries.end())
            add(*action, entries, dock.windowTitle());
}

} // namespace

QString plainText(const QAction& action)
{
    static const QRegularExpression kMnemonic(QStringLiteral("\\(&.\\)|&(?=.)|…$"));
    return QString(action.text()).remove(kMnemonic);
}

QList<ShortcutEntry> shortcutList(const QMainWindow& window)
{
    QList<ShortcutEntry> entries;
    if (const auto* menus = window.findChild<QMenuBar*>())
        collect(menus->actions(), entries);
    for (const auto* dock : window.findChildren<QDockWidget*>())
        collect(*dock, entries);
    entries.append({nullptr, Words::tr("Graph: zoom"), QStringLiteral("+  −  0"), Words::tr("In, out, everything")});
    entries.append({nullptr, Words::tr("Graph: walk along edges"), QStringLiteral("↑  ↓  ←  →"), {}});
    entries.append({nullptr, Words::tr("Graph and tables: open the inspector"), QStringLiteral("↵"), {}});
    entries.append({nullptr, Words::tr("Graph and charts: move"), Words::tr("drag"), {}});
    entries.append({nullptr, Words::tr("Error along the network, Tune: from point to point"), QStringLiteral("←  →"),
                    Words::tr("Enter takes the chosen point of Tune into the config")});
    entries.append({nullptr, Words::tr("Graph: move, wherever the mouse is"), Words::tr("Space + drag"), {}});
    entries.append({nullptr, Words::tr("Charts: show everything"), Words::tr("double click"), {}});
    entries.append({nullptr, Words::tr("Tables: copy rows"),
                    QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText),
                    Words::tr("In full precision")});
    return entries;
}

void showShortcuts(QMainWindow& window)
{
    auto* dialog = new QDialog(&window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(Words::tr("Keyboard shortcuts"));
    const QList<ShortcutEntry> entries = shortcutList(window);
    auto* table = new QTableWidget(int(entries.size()), 3, dialog);
    table->setAccessibleName(Words::tr("Keyboard shortcuts"));
    table->setHorizontalHeaderLabels({Words::tr("Action"), Words::tr("Keys"), Words::tr("What it does")});
    table->verticalHeader()->hide();
    table->setShowGrid(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setAlternatingRowColors(true);
    for (int row = 0; row < int(entries.size()); ++row) {
        const ShortcutEntry& entry = entries.at(row);
        auto* title = new QTableWidgetItem(entry.title);
        if (entry.action)
            title->setIcon(entry.action->icon());
        table->setItem(row, 0, title);
        table->setItem(row, 1, new QTableWidgetItem(entry.keys));
        auto* meaning = new QTableWidgetItem(entry.meaning);
        meaning->setToolTip(wrapped(entry.meaning));
        table->setItem(row, 2, meaning);
    }
    table->resizeColumnsToContents();
    table->setWordWrap(false);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setSectionResizeMode(2, QHeaderView::Stretch);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(table);
    layout->addWidget(buttons);
    dialog->resize(kSize);
    dialog->show();
}

} // namespace ql::widgets
