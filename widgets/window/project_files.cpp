// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/project_files.h"

#include "widgets/settings/settings.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/window/recent_sessions.h"
#include "widgets/workbench/workbench.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace ql::widgets {

namespace {
constexpr qsizetype kMostProjects = 10;
constexpr QLatin1String kSuffix(".quantloupe");
} // namespace

ProjectFiles::ProjectFiles(Workbench& workbench, QWidget& window)
    : m_workbench(workbench)
    , m_window(window)
{
    setLook(m_open, "project", Qt::CTRL | Qt::Key_P);
    setLook(m_save, "save", Qt::CTRL | Qt::ALT | Qt::Key_S);
    m_saveAs.setIcon(icon("save"));
    connect(&m_open, &QAction::triggered, this, &ProjectFiles::browse);
    connect(&m_save, &QAction::triggered, this, &ProjectFiles::save);
    connect(&m_saveAs, &QAction::triggered, this, &ProjectFiles::browseTarget);
    Project& project = workbench.project();
    connect(&project, &Project::changed, this, &ProjectFiles::refresh);
    connect(&project, &Project::opened, this, [this](bool isWhole) {
        remember();
        if (m_workbench.project().asksToCompare())
            m_workbench.session().compare();
        if (!isWhole)
            Q_EMIT m_workbench.noticed([] { return tr("The project's operator libraries and judge are not taken."); });
    });
    connect(&project.libraries(), &ProjectLibraries::trustWanted, this, &ProjectFiles::askForTrust);
    connect(&project, &Project::saved, this, [this] {
        remember();
        Q_EMIT m_workbench.noticed([path = m_workbench.project().path()] { return tr("Written: %1").arg(path); });
        if (const auto next = std::exchange(m_afterSaving, {}))
            next();
    });
    connect(&project.writeJob(), &JobRunner::failed, this, [this] { m_afterSaving = {}; });
    retranslate();
}

void ProjectFiles::retranslate()
{
    setWords(m_open, tr("Open &project…"), tr("Open a project: models, data, inputs and options in one file (Ctrl+P)"));
    setWords(m_save, tr("Save proj&ect"),
             tr("Write what is loaded to the project file; comments in it stay (Ctrl+Alt+S)"));
    setWords(m_saveAs, tr("Save pro&ject as…"), tr("Write what is loaded to another project file"));
    refresh();
}

void ProjectFiles::refresh()
{
    const ModelSession& session = m_workbench.session();
    const bool hasSomething = !session.baseline().path().isEmpty() || !session.analysis().path().isEmpty();
    m_save.setEnabled(m_workbench.project().path().isEmpty() ? hasSomething : m_workbench.project().isDirty());
    m_saveAs.setEnabled(hasSomething);
}

void ProjectFiles::open(const QString& path)
{
    settleChanges([this, path] { m_workbench.project().open(path); });
}

void ProjectFiles::browse()
{
    const QString path =
        chooseFile(m_window, tr("Open project"), tr("Projects (*.quantloupe *.yaml *.yml);;All files (*)"));
    if (!path.isEmpty())
        open(path);
}

void ProjectFiles::save()
{
    if (m_workbench.project().path().isEmpty())
        browseTarget();
    else
        m_workbench.project().save();
}

void ProjectFiles::browseTarget()
{
    const QString old = m_workbench.project().path();
    QString path =
        QFileDialog::getSaveFileName(&m_window, tr("Save project"), old.isEmpty() ? settings::lastFolder.value() : old,
                                     tr("Projects (*.quantloupe *.yaml *.yml)"));
    if (path.isEmpty()) {
        m_afterSaving = {};
        return;
    }
    if (QFileInfo(path).suffix().isEmpty())
        path += kSuffix;
    settings::lastFolder.set(QFileInfo(path).absolutePath());
    m_workbench.project().saveAs(path);
}

bool ProjectFiles::mayClose()
{
    bool isSettled = false;
    if (!m_workbench.project().isDirty())
        return true;
    const auto close = [this, &isSettled] { isSettled = true; };
    settleChanges(close);
    if (!isSettled && m_afterSaving)
        m_afterSaving = [this] { m_window.close(); };
    return isSettled;
}

void ProjectFiles::settleChanges(const std::function<void()>& next)
{
    if (!m_workbench.project().isDirty()) {
        next();
        return;
    }
    QMessageBox box(QMessageBox::Question, tr("Unsaved changes"),
                    tr("The session differs from the project %1.").arg(m_workbench.project().fileName()),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(tr("Save the changes?"));
    box.setObjectName(QStringLiteral("unsavedProject"));
    const int answer = box.exec();
    if (answer == QMessageBox::Discard) {
        next();
    } else if (answer == QMessageBox::Save) {
        m_afterSaving = next;
        m_workbench.project().save();
    }
}

void ProjectFiles::remember()
{
    const QString path = QFileInfo(m_workbench.project().path()).absoluteFilePath();
    QStringList recent = settings::recentProjects.value();
    recent.removeAll(path);
    recent.prepend(path);
    settings::recentProjects.set(recent.mid(0, kMostProjects));
}

void ProjectFiles::askForTrust(const QString& wishes)
{
    auto* box =
        new QMessageBox(QMessageBox::Warning, tr("A project from elsewhere?"), {}, QMessageBox::NoButton, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(QStringLiteral("projectTrust"));
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("The project %1.").arg(wishes));
    box->setInformativeText(
        tr("Such a library or program can do whatever you can do on this computer. Trust it only if you know who "
           "made it; without it the project opens, too. Your answer is remembered until it changes."));
    auto* load = box->addButton(tr("&Trust it"), QMessageBox::AcceptRole);
    box->setDefaultButton(box->addButton(tr("&Open without"), QMessageBox::RejectRole));
    box->setEscapeButton(box->buttons().back());
    connect(box, &QMessageBox::finished, this,
            [this, box, load] { m_workbench.project().libraries().answer(box->clickedButton() == load); });
    box->open();
}

void ProjectFiles::fillRecentMenu(QMenu& menu)
{
    QAction* before = menu.actions().value(0);
    for (const QString& path : settings::recentProjects.value()) {
        auto* action = new QAction(
            icon("project"),
            tr("%1 in %2").arg(QFileInfo(path).fileName().replace(u'&', QLatin1String("&&")), shortFolder(path)),
            &menu);
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] { open(path); });
        menu.insertAction(before, action);
    }
    if (!settings::recentProjects.value().isEmpty())
        menu.insertSeparator(before);
}

} // namespace ql::widgets
