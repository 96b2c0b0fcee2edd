// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/jobs/job_runner.h"

#include <QObject>

#include <functional>
#include <string>

namespace ql::widgets {

class Workbench;

/// Writes a view's text to a file in the background and says so, or why not.
class CsvExport : public QObject {
    Q_OBJECT

public:
    explicit CsvExport(Workbench& workbench, QObject* parent = nullptr);

    /// @p text is made there. Nothing happens without a path.
    void writeTo(const QString& path, std::function<std::string()> text);

private:
    Workbench& m_workbench;
    ResultRunner<const QString> m_job;
};

} // namespace ql::widgets
