// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/jobs/job_runner.h"

#include <QObject>
#include <QString>

class QMenu;

namespace ql::report {
struct ExportFormat;
}

namespace ql::widgets {

class Workbench;

/// Hands what was found out to other tools: core's forms (core/report/exports) as files in a folder.
class ToolExports : public QObject {
    Q_OBJECT

public:
    explicit ToolExports(Workbench& workbench, QObject* parent = nullptr);

    /// An entry for each form, which asks for a folder; enabled while there is a result.
    void fill(QMenu& menu);
    /// Writes everything that the window knows, in the background, and says so, or why not.
    void write(const report::ExportFormat& format, const QString& folder);

private:
    Workbench& m_workbench;
    ResultRunner<const QString> m_job;
};

} // namespace ql::widgets
