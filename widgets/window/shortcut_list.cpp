// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/shortcut_list.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTableWidget>
#include <QVBoxLayout>

namespace ql::widgets {

namespace {

constexpr QSize kSize(820, 560);

/// Gives this file's words their context.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(ShortcutList)
};

void collect(const QList<QAction*>& actions, QList<ShortcutEntry>& entries)
{
    for (const QAction* action : actions) {
        if (action->menu())
            collect(action->menu()->actions(), entries);
        else if (!action->isSeparator() && !action->data().isValid()) // languages carry their code
            entries.append({action, plainText(*action), action->shortcut().toString(QKeySequence::NativeText),
                            action->toolTip() == plainText(*action) ? QString() : action->toolTip()});
    }
}

} // namespace

QString plainText(const QAction& action)
{
    static const QRegularExpression kMnemonic(QStringLiteral("\\(&.\\)|&(?=.)|…$"));
    return QString(action.text()).remove(kMnemonic);
}

QList<ShortcutEntry> shortcutList(const QMenuBar& menus)
{
    QList<ShortcutEntry> entries;
    collect(menus.actions(), entries);
    entries.append({nullptr, Words::tr("Graph: zoom"), QStringLiteral("+  −  0"), Words::tr("In, out, everything")});
    entries.append({nullptr, Words::tr("Graph: walk along edges"), QStringLiteral("↑  ↓  ←  →"), {}});
    entries.append({nullptr, Words::tr("Graph and tables: open the inspector"), QStringLiteral("↵"), {}});
    entries.append({nullptr, Words::tr("Graph and charts: move"), Words::tr("drag"), {}});
    entries.append({nullptr, Words::tr("Charts: show everything"), Words::tr("double click"), {}});
    entries.append({nullptr, Words::tr("Tables: copy rows"),
                    QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText),
                    Words::tr("In full precision")});
    return entries;
}

void showShortcuts(const QMenuBar& menus, QWidget* parent)
{
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(Words::tr("Keyboard shortcuts"));
    const QList<ShortcutEntry> entries = shortcutList(menus);
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
        table->setItem(row, 2, new QTableWidgetItem(entry.meaning));
    }
    table->resizeColumnsToContents();
    table->horizontalHeader()->setStretchLastSection(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(table);
    layout->addWidget(buttons);
    dialog->resize(kSize);
    dialog->show();
}

} // namespace ql::widgets
