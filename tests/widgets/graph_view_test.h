// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/widgets/workbench_test.h"
#include "widgets/docks/graph/graph_pane.h"
#include "widgets/docks/graph/graph_view.h"
#include "widgets/graph_view/graph_canvas.h"

#include <QApplication>
#include <QMouseEvent>

namespace ql::tests {

using namespace ql::widgets;

/// The graph view of a network.
class GraphViewTest : public ViewTest<GraphView> {
    Q_OBJECT

protected:
    void prepare() override { m_engine->graphOutline = sampleOutline(); }
    void openView() override
    {
        ViewTest::openView();
        m_view->resize(700, 500);
    }
    GraphCanvas& other() { return m_view->otherPane().canvas(); }
    static void drag(GraphCanvas& canvas, const QPoint& from, const QPoint& way)
    {
        QTest::mousePress(&canvas, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, QPointF(from + way), canvas.mapToGlobal(QPointF(from + way)), Qt::NoButton,
                         Qt::LeftButton, {});
        QApplication::sendEvent(&canvas, &move);
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, from + way);
    }
    GraphCanvas& canvas() { return m_view->canvas(); }
    void show()
    {
        m_view->show();
        QTRY_VERIFY(canvas().scene());
    }
    QPoint centreOf(int node)
    {
        const auto& scene = *canvas().scene();
        return canvas().toWidget(scene.items[std::size_t(scene.itemOfNode[std::size_t(node)])].rect.center()).toPoint();
    }
};

} // namespace ql::tests
