// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph_view/graph_heat.h"
#include "widgets/graph_view/graph_source.h"
#include "widgets/jobs/job_runner.h"

#include <QWidget>

#include <memory>
#include <string>
#include <utility>

class QMenu;

namespace ql::widgets {

class ElidedLabel;
class GraphCanvas;
class Workbench;

/// One picture of the graph view: a model, or both merged, coloured by the toolbar's metric, with the one selection in
/// it. Reads and lays out in the background, and only while it is in sight.
class GraphPane : public QWidget {
    Q_OBJECT

public:
    explicit GraphPane(Workbench& workbench, QWidget* parent = nullptr);

    GraphCanvas& canvas() { return *m_canvas; }
    GraphContent content() const { return m_content; }
    /// @p isBesideOther: it stands beside the other model's picture and says which it is.
    void setContent(GraphContent content, bool isBesideOther);
    /// What the fills tell.
    void setHeat(GraphHeat heat);
    HeatSources heatSources() const;
    /// Edges from left to right instead of from top to bottom.
    void setSideways(bool isSideways);
    bool hasSource() const;
    bool hasScopes() const;
    /// "Baseline model: float.onnx"
    QString titleText() const;

    /// Lays out again with that scope opened or closed.
    void toggleScope(const std::string& scope);
    void setClosed(const std::string& scope, bool isClosed);
    bool isClosed(const std::string& scope) const { return m_closed.contains(scope); }
    /// Opens whatever the selected layer is closed up in, and brings it into the middle.
    void revealSelected();
    /// Of the layers that the filter mentions: which one is selected, counted from 1 (0 for none), and how many.
    std::pair<int, int> hits() const;
    /// Selects the next or the previous of them, around the end if need be, and shows it.
    void goToHit(bool isForward);
    void openAllScopes();
    void closeAllScopes();
    /// Reads the model again if it is another one, once the pane is in sight.
    void refresh();
    void retranslate();
    /// What a box offers: a layer is found in other views and edited, and so are all layers of a scope.
    void fillMenu(QMenu& menu, int item);

Q_SIGNALS:
    /// There is something to draw, or nothing any more.
    void sourceChanged();
    /// What the comparison says of the layers shows, or another metric of it.
    void resultShown();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void nameCanvas();
    /// A scene and the outline that its numbers are about.
    struct Picture {
        std::shared_ptr<const results::GraphOutline> outline;
        GraphScene scene;
    };

    QString missingText() const;
    void startReading(const GraphSource& source);
    void takeOutline();
    void layOutScene();
    void takePicture();
    void showResult();
    void showChecks();
    bool isPutOff();
    void showTitle();
    void followSelection();
    void selectNode(int node);
    void showMenu(int item, const QPoint& position);

    Workbench& m_workbench;
    GraphContent m_content = GraphContent::Baseline;
    bool m_isBesideOther = false;
    bool m_isSideways = false;
    bool m_isStale = false; ///< what it would show came while it was hidden
    GraphHeat m_heat = GraphHeat::Metric;
    QString m_shownKey;  ///< of what is read or being read
    std::string m_about; ///< the models of the picture: with these the closed scopes stay closed
    ClosedScopes m_closed;
    bool m_isRevealing = false; ///< the next picture has the selected layer in its middle
    ResultRunner<const results::GraphOutline> m_outline;
    ResultRunner<const Picture> m_picture;
    ElidedLabel* m_title;
    GraphCanvas* m_canvas;
};

} // namespace ql::widgets
