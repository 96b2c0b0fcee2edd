// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/support/csv_export.h"
#include "widgets/docks/support/file_copies.h"

#include <QObject>
#include <QString>

namespace ql::widgets {

class Workbench;

/// Writes what was found out as one page, and the quantized model with config and record into a folder.
class OverviewExports : public QObject {
    Q_OBJECT

public:
    explicit OverviewExports(Workbench& workbench, QObject* parent = nullptr);

    bool canWriteReport() const;
    bool canWriteModel() const;
    void askForReport(QWidget& parent);
    void askForModel(QWidget& parent);
    /// Of everything that the window knows, in its language.
    void writeReport(const QString& path);
    /// The config as it stands is calibrated first; without a config the repaired model is written.
    void writeModel(const QString& folder);

private:
    void copyModel();

    Workbench& m_workbench;
    CsvExport m_page;
    FileCopies m_copies;
    QString m_folder; ///< where the model goes when it is calibrated
};

} // namespace ql::widgets
