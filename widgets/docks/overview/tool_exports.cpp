// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/overview/tool_exports.h"

#include "core/report/exports/export_format.h"
#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/error_text.h"
#include "widgets/workbench/workbench.h"

#include <QFileDialog>
#include <QMenu>

namespace ql::widgets {

ToolExports::ToolExports(Workbench& workbench, QObject* parent)
    : QObject(parent)
    , m_workbench(workbench)
{
    connect(&m_job, &JobRunner::finished, this,
            [this] { Q_EMIT m_workbench.noticed([path = *m_job.result()] { return tr("Written: %1").arg(path); }); });
    connect(&m_job, &JobRunner::failed, this,
            [this](const Error& error) { Q_EMIT m_workbench.session().failed(errorLabel(error)); });
}

void ToolExports::fill(QMenu& menu)
{
    for (const auto& format : report::exportFormats()) {
        QString title = coreText(format.title);
        title.front() = title.front().toUpper();
        QAction* action = menu.addAction(icon("export"), title + u'…');
        action->setToolTip(
            tr("Writes everything that the window knows into a folder, in the form that the command line calls %1")
                .arg(QString::fromUtf8(format.name.data(), qsizetype(format.name.size()))));
        connect(action, &QAction::triggered, this, [this, &format, &menu] {
            const QString folder = QFileDialog::getExistingDirectory(menu.parentWidget(), tr("Folder for the files"));
            if (!folder.isEmpty())
                write(format, folder);
        });
    }
    connect(&menu, &QMenu::aboutToShow, this, [this, &menu] {
        for (QAction* action : menu.actions())
            action->setEnabled(m_workbench.session().result() != nullptr);
    });
}

void ToolExports::write(const report::ExportFormat& format, const QString& folder)
{
    m_job.start([folder] { return tr("Writing %1").arg(folder); },
                [&format, folder, parts = m_workbench.answers(), labels = coreLabels()](JobContext&) {
                    report::writeReportFiles(folder.toStdString(), report::exportedFiles(format, parts, labels));
                    return std::make_shared<const QString>(folder);
                });
}

} // namespace ql::widgets
