// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/graph_outline.h"
#include "widgets/graph_view/graph_scene.h"
#include "widgets/jobs/job_runner.h"

#include <QWidget>

#include <string>

class QComboBox;
class QToolButton;

namespace ql::widgets {

class GraphCanvas;
class Workbench;

/// A model, or both merged into one, as a picture, coloured by the toolbar's metric. Reads and lays out in the
/// background, and only while it is in sight.
class GraphView : public QWidget {
    Q_OBJECT

public:
    explicit GraphView(Workbench& workbench, QWidget* parent = nullptr);

    GraphCanvas& canvas() { return *m_canvas; }
    QComboBox& modelBox() { return *m_model; }
    /// Lays out again with that scope opened or closed.
    void toggleScope(const std::string& scope);
    void openAllScopes();
    void closeAllScopes();
    /// The whole picture: .svg, .pdf or .png by the path's end.
    bool exportTo(const QString& path);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeTools();
    void retranslate();
    /// Reads the model again if it is another one, once the view is in sight.
    void refresh();
    void takeOutline();
    void layOutScene();
    void showResult();
    void followSelection();
    void exportPicture();
    enum class Shown { Baseline, Analysis, Merged };
    Shown shown() const;
    bool isAnalysis() const { return shown() == Shown::Analysis; }
    /// What the picture would be made of; empty while that is not there.
    QString sourceKey() const;
    QString missingText() const;
    void startReading();
    void showNodeMenu(int node, const QPoint& position);

    Workbench& m_workbench;
    QString m_shownKey; ///< sourceKey() of what is read or being read
    ClosedScopes m_closed;
    ResultRunner<const results::GraphOutline> m_outline;
    ResultRunner<const GraphScene> m_scene;
    QComboBox* m_model = nullptr;
    QToolButton* m_open = nullptr;
    QToolButton* m_close = nullptr;
    QToolButton* m_fit = nullptr;
    QToolButton* m_export = nullptr;
    GraphCanvas* m_canvas = nullptr;
};

} // namespace ql::widgets
