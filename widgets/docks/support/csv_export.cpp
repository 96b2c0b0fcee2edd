// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/csv_export.h"

#include "core/base/writing/atomic_file.h"
#include "widgets/text/error_text.h"
#include "widgets/workbench/workbench.h"

#include <filesystem>
#include <utility>

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

void CsvExport::writeTo(const QString& path, std::function<std::string()> text)
{
    if (path.isEmpty())
        return;
    m_job.start([path] { return tr("Writing %1").arg(path); },
                [path, text = std::move(text)](JobContext&) {
                    writeFileAtomically(std::filesystem::path(path.toStdString()), text());
                    return std::make_shared<const QString>(path);
                });
}

} // namespace ql::widgets
