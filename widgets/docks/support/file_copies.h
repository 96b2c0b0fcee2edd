// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/jobs/job_runner.h"

#include <QObject>
#include <QStringList>

#include <string>
#include <vector>

namespace ql::widgets {

class Workbench;

/// Copies files into a folder in the background and says so, or why not.
class FileCopies : public QObject {
    Q_OBJECT

public:
    explicit FileCopies(Workbench& workbench, QObject* parent = nullptr);

    /// The folder that the user chose, after asking about names that are taken there; empty = none.
    static QString askWhereTo(QWidget& parent, const QString& title, const std::vector<std::string>& files);
    /// Whether what is in the way of @p files in @p folder may be replaced: asks only where something is.
    static bool mayReplace(QWidget& parent, const QString& folder, const std::vector<std::string>& files);
    /// Each keeps its name; one that lies there already stays. @p source owns the files for as long as it takes.
    void copy(const std::vector<std::string>& files, const QString& folder, std::shared_ptr<const void> source);
    /// Those of @p files whose names are taken in @p folder by other files.
    static QStringList takenIn(const QString& folder, const std::vector<std::string>& files);

private:
    Workbench& m_workbench;
    ResultRunner<const QStringList> m_job;
};

} // namespace ql::widgets
