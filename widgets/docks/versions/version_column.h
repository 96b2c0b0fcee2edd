// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/versions/versions_analysis.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace ql::widgets {

class ElidedLabel;
class HistogramChart;

/// One version of the model: what it is, or the choice of it, above the histogram of the selected layer. A file or
/// folder may be dropped on one with a choice.
class VersionColumn final : public QWidget {
    Q_OBJECT

public:
    /// What is listed behind the sources: another file.
    enum class Further { File, Folder };

    VersionColumn(bool isBaseline, QWidget* parent);

    /// Of the baseline.
    void setTitle(const QString& title, const QString& hint);
    void setSources(const QList<VersionSource>& sources, const VersionSource& chosen, const QStringList& titles,
                    const QStringList& further);
    QComboBox& box() { return *m_box; }
    HistogramChart& histogram() { return *m_histogram; }

Q_SIGNALS:
    void sourceChosen(const ql::widgets::VersionSource& source);
    void furtherChosen(ql::widgets::VersionColumn::Further further);
    void fileDropped(const QString& path);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void take(int row);

    ElidedLabel* m_title;
    QComboBox* m_box;
    HistogramChart* m_histogram;
    QList<VersionSource> m_sources;
    int m_chosen = -1;
};

} // namespace ql::widgets
