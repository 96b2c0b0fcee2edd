// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/window_menus.h"

#include "widgets/docks/overview/tool_exports.h"
#include "widgets/settings/settings.h"
#include "widgets/style/theme.h"
#include "widgets/text/language.h"
#include "widgets/window/pane_walk.h"
#include "widgets/window/pane_zoom.h"
#include "widgets/window/project_files.h"
#include "widgets/window/recent_sessions.h"
#include "widgets/window/tool_bar/main_actions.h"
#include "widgets/window/tool_bar/sample_choice.h"
#include "widgets/window/window_docks.h"
#include "widgets/workbench/workbench.h"

#include <QActionGroup>
#include <QApplication>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>

namespace ql::widgets {

namespace {

/// Fills the menu bar once, one menu a function.
class MenuBarFilling {
    Q_DECLARE_TR_FUNCTIONS(WindowMenus)

public:
    MenuBarFilling(QMenuBar& bar, const MenuParts& parts)
        : m_bar(bar)
        , m_parts(parts)
    {
    }

    void fill()
    {
        m_bar.clear();
        for (QMenu* old : m_bar.findChildren<QMenu*>(Qt::FindDirectChildrenOnly)) {
            old->setParent(nullptr); // a click in it may have led here
            old->deleteLater();
        }
        for (QMenu* menu : {addFileMenu(), addEditMenu(), addRunMenu(), addViewMenu(), addHelpMenu()})
            for (QMenu* each : menu->findChildren<QMenu*>() + QList<QMenu*>{menu})
                each->setToolTipsVisible(true);
    }

private:
    QMenu* addFileMenu() const
    {
        QMenu* file = m_bar.addMenu(tr("&File"));
        file->addActions(m_parts.projects.actions());
        file->addAction(&m_parts.actions.openResult);
        file->addSeparator();
        file->addActions({&m_parts.actions.openBaseline, &m_parts.actions.openAnalysis, &m_parts.actions.openConfig,
                          &m_parts.actions.addInputs, &m_parts.actions.openData, &m_parts.actions.openDataFolder});
        QMenu* recent = file->addMenu(tr("Open &recent"));
        QObject::connect(recent, &QMenu::aboutToShow, recent,
                         [recent, parts = m_parts] { Q_EMIT parts.workbench.recentRequested(recent); });
        file->addSeparator();
        file->addActions({m_parts.workbench.configActions().saveAction(), &m_parts.actions.saveConfigAs,
                          &m_parts.actions.createConfig});
        file->addSeparator();
        file->addActions({&m_parts.actions.exportReport, &m_parts.actions.exportModel, &m_parts.actions.exportCsv});
        m_parts.exports.fill(*file->addMenu(tr("Export for other &tools")));
        file->addSeparator();
        file->addAction(&m_parts.actions.quit);
        return file;
    }

    QMenu* addEditMenu() const
    {
        QMenu* edit = m_bar.addMenu(tr("&Edit"));
        edit->addActions(
            {m_parts.workbench.configActions().undoAction(), m_parts.workbench.configActions().redoAction()});
        edit->addSeparator();
        edit->addActions(m_parts.workbench.configActions().editActions());
        return edit;
    }

    QMenu* addRunMenu() const
    {
        QMenu* run = m_bar.addMenu(tr("&Run"));
        run->addActions({&m_parts.actions.examine, &m_parts.actions.compare});
        run->addMenu(tr("C&auses"))->addActions(m_parts.causes.actions());
        for (Analysis* analysis : m_parts.workbench.offeredAnalyses())
            run->addAction(analysis->startAction());
        run->addAction(&m_parts.actions.cancel);
        run->addSeparator();
        run->addActions({&m_parts.sample.previous(), &m_parts.sample.next()});
        run->addSeparator();
        run->addAction(&m_parts.actions.demo);
        return run;
    }

    QMenu* addViewMenu() const
    {
        QMenu* view = m_bar.addMenu(tr("&View"));
        view->addActions({m_parts.workbench.filter().findAction(), m_parts.workbench.filter().worstOnlyAction(),
                          m_parts.workbench.filter().clearAction()});
        view->addSeparator();
        view->addActions({m_parts.workbench.selection().backAction(), m_parts.workbench.selection().forwardAction()});
        view->addSeparator();
        view->addActions(m_parts.docks.menu());
        QObject::connect(view, &QMenu::aboutToShow, &m_parts.docks, &WindowDocks::markShown);
        view->addSeparator();
        view->addActions(m_parts.docks.walk().actions());
        view->addAction(m_parts.docks.zoom().action());
        view->addAction(&m_parts.actions.restoreLayout);
        view->addSeparator();
        fillThemeMenu(*view->addMenu(tr("&Theme")));
        fillLanguageMenu(*view->addMenu(tr("&Language")));
        return view;
    }

    QMenu* addHelpMenu() const
    {
        QMenu* help = m_bar.addMenu(tr("&Help"));
        help->addActions({&m_parts.actions.guide, &m_parts.actions.handbook, &m_parts.actions.shortcuts,
                          &m_parts.actions.demo, &m_parts.actions.about});
        return help;
    }

    static void fillLanguageMenu(QMenu& menu)
    {
        auto* group = new QActionGroup(&menu);
        const auto add = [&menu, group](const QString& title, const QString& code) {
            QAction* action = group->addAction(title);
            action->setCheckable(true);
            action->setChecked(settings::language.value() == code);
            action->setData(code);
            menu.addAction(action);
        };
        add(tr("System language"), QString());
        for (const QString& code : availableLanguages())
            add(QLocale(code).nativeLanguageName(), code);
        QObject::connect(group, &QActionGroup::triggered, group, [](const QAction* action) {
            const QString code = action->data().toString();
            settings::language.set(code);
            // The menu that the click came from is rebuilt by the change: let it close first.
            QMetaObject::invokeMethod(
                qApp, [code] { applyLanguage(code); }, Qt::QueuedConnection);
        });
    }

    static void fillThemeMenu(QMenu& menu)
    {
        auto* group = new QActionGroup(&menu);
        for (const auto& [title, name] :
             {std::pair(tr("System theme"), ""), {tr("Light"), "light"}, {tr("Dark"), "dark"}}) {
            QAction* action = group->addAction(title);
            action->setCheckable(true);
            action->setChecked(settings::theme.value() == QLatin1String(name));
            action->setData(QString::fromLatin1(name));
            menu.addAction(action);
        }
        QObject::connect(group, &QActionGroup::triggered, group, [](const QAction* action) {
            settings::theme.set(action->data().toString());
            applyTheme(action->data().toString());
        });
    }

    QMenuBar& m_bar;
    const MenuParts& m_parts;
};

} // namespace

void fillMenuBar(QMenuBar& bar, const MenuParts& parts)
{
    MenuBarFilling(bar, parts).fill();
}

} // namespace ql::widgets
