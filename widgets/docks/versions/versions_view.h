// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/versions/version_column.h"
#include "widgets/docks/versions/version_numbers.h"

#include <QWidget>

class QLabel;
class QTextBrowser;

namespace ql::widgets {

class Workbench;

/// The selected layer in the baseline and in two other versions of the model, simulated and deployed as a rule: their
/// histograms over one axis, and their numbers in one table.
class VersionsView final : public QWidget {
    Q_OBJECT

public:
    explicit VersionsView(Workbench& workbench, QWidget* parent = nullptr);

    /// The baseline's, then the others'.
    VersionColumn& column(int index) { return *m_columns.at(index); }
    QString titleText() const;
    QString numbersText() const;

protected:
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int kAll = 1 + VersionsAnalysis::kColumns;

    void refresh();
    void refreshSources();
    void showHistograms(const QList<LayerVersion>& versions);
    void showRangeOf(int index);
    LayerVersion versionAt(int index) const;
    QString titleOf(const VersionSource& source) const;
    QString reasonAt(int index, const LayerVersion& version) const;

    Workbench& m_workbench;
    VersionsAnalysis& m_analysis;
    QList<VersionColumn*> m_columns;
    QLabel* m_title;
    QTextBrowser* m_numbers;
    QString m_html;
    QList<std::shared_ptr<const results::LayerRow>> m_shown; ///< by column
    bool m_isZooming = false;                                ///< the axes follow one of them, or another layer
    bool m_isInSight = false;
};

} // namespace ql::widgets
