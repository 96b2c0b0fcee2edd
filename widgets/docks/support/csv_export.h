// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/jobs/job_runner.h"

#include <QObject>
#include <QStringList>

namespace ql::widgets {

class Workbench;

/// Writes a view's text to a file in the background and says so.
class CsvExport : public QObject {
    Q_OBJECT

public:
    explicit CsvExport(Workbench& workbench, QObject* parent = nullptr);

    void writeTo(const QString& path, const QString& text);

private:
    Workbench& m_workbench;
    ResultRunner<const QString> m_job;
};

/// A line of a table: separated by commas and quoted where need be, or as it is by another separator.
QString tableLine(const QStringList& cells, QChar separator);

} // namespace ql::widgets
