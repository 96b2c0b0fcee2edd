// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph_view/graph_heat.h"

#include <QWidget>

#include <string>

class QComboBox;
class QLabel;
class QSplitter;
class QToolButton;

namespace ql::widgets {

class FilterLine;
class GraphCanvas;
class GraphLegend;
class GraphPane;
class Workbench;

/// A model as a picture, both merged into one, or one beside the other: then a click in one brings the layer's partner
/// into the middle of the other, and, while they are linked, both move and zoom together.
class GraphView : public QWidget {
    Q_OBJECT

public:
    enum class Shown { Baseline, Analysis, Merged, SideBySide };

    explicit GraphView(Workbench& workbench, QWidget* parent = nullptr);

    Shown shown() const;
    void setShown(Shown shown);
    /// What the fills tell; the metric where nothing is known of @p heat.
    GraphHeat heat() const;
    void setHeat(GraphHeat heat);
    QComboBox& heatBox() { return *m_heat; }
    /// The only one, or the baseline's.
    GraphPane& pane() { return *m_first; }
    /// The analysis model's, beside the baseline's.
    GraphPane& otherPane() { return *m_second; }
    GraphCanvas& canvas();
    QToolButton& linkButton() { return *m_link; }
    QToolButton& directionButton() { return *m_direction; }
    /// Lays out again with that scope opened or closed, wherever it is.
    void toggleScope(const std::string& scope);
    void openAllScopes();
    void closeAllScopes();
    /// The whole picture, of both graphs where two are shown: .svg, .pdf or .png by the path's end.
    bool exportTo(const QString& path);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showHits();
    QList<GraphPane*> shownPanes() const;
    QWidget* makeTools();
    void wireTools();
    void wireCanvases(GraphPane& from, GraphPane& to);
    void retranslate();
    void takeChoice();
    void takeDirection();
    void updateTools();
    void fillHeats();
    void updateHeats();
    void updateLegend();
    bool isLinked() const;
    void fitAll();
    void alignFits();
    void exportPicture();

    Workbench& m_workbench;
    FilterLine* m_filter = nullptr;
    QLabel* m_hits = nullptr; ///< how many layers the filter is about
    QComboBox* m_model = nullptr;
    QComboBox* m_heat = nullptr;
    QToolButton* m_link = nullptr;
    QToolButton* m_direction = nullptr;
    QToolButton* m_open = nullptr;
    QToolButton* m_close = nullptr;
    QToolButton* m_fit = nullptr;
    QToolButton* m_export = nullptr;
    GraphLegend* m_legend = nullptr;
    QSplitter* m_splitter = nullptr;
    GraphPane* m_first = nullptr;
    GraphPane* m_second = nullptr;
};

} // namespace ql::widgets
