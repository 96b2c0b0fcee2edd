// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/support/csv_export.h"
#include "widgets/docks/support/file_copies.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <QWidget>

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
    /// For the model that a search repaired, config or not.
    void askForRepaired(QWidget& parent);
    /// Of everything that the window knows, in its language.
    void writeReport(const QString& path);
    /// The config as it stands is calibrated first; without a config the repaired model is written. @p asking, if there
    /// still is one then, asks before files are replaced.
    void writeModel(const QString& folder, QWidget* asking = nullptr);

private:
    static QString askForFolder(QWidget& parent);
    void copyModel();
    void copy(const std::vector<std::string>& files, const QString& folder, std::shared_ptr<const void> source);

    Workbench& m_workbench;
    CsvExport m_page;
    FileCopies m_copies;
    QPointer<QWidget> m_asking;
    QString m_folder; ///< where the model goes when it is calibrated
};

} // namespace ql::widgets
