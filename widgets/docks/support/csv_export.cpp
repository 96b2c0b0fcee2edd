// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/csv_export.h"

#include "core/base/atomic_file.h"
#include "core/report/table/csv_writer.h"
#include "widgets/text/error_text.h"
#include "widgets/workbench/workbench.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::widgets {

CsvExport::CsvExport(Workbench& workbench, QObject* parent)
    : QObject(parent)
    , m_workbench(workbench)
{
    connect(&m_job, &JobRunner::finished, this,
            [this] { Q_EMIT m_workbench.noticed([path = *m_job.result()] { return tr("Written: %1").arg(path); }); });
    connect(&m_job, &JobRunner::failed, this,
            [this](const Error& error) { Q_EMIT m_workbench.session().failed(errorLabel(error)); });
}

void CsvExport::writeTo(const QString& path, const QString& text)
{
    if (path.isEmpty())
        return;
    m_job.start([path] { return tr("Writing %1").arg(path); },
                [path, bytes = text.toStdString()](JobContext&) {
                    writeFileAtomically(std::filesystem::path(path.toStdString()), bytes);
                    return std::make_shared<const QString>(path);
                });
}

QString tableLine(const QStringList& cells, QChar separator)
{
    std::vector<std::string> texts;
    for (const QString& cell : cells)
        texts.push_back(cell.toStdString());
    if (separator == u',')
        return QString::fromStdString(report::csvLine(texts));
    QStringList guarded;
    for (auto& text : texts)
        guarded.append(QString::fromStdString(report::guardedCell(std::move(text))));
    return guarded.join(separator) + u'\n';
}

} // namespace ql::widgets
