// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/fake_engine.h"
#include "tests/support/sample_answers.h"
#include "tests/support/sample_result.h"
#include "widgets/docks/graph/graph_pane.h"
#include "widgets/docks/graph/graph_view.h"
#include "widgets/graph_view/graph_canvas.h"
#include "widgets/workbench/workbench.h"

#include <QApplication>
#include <QMouseEvent>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

#include <memory>

namespace ql::tests {

using namespace ql::widgets;

/// The graph view on a fake engine, a new one for every test function.
class GraphViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init()
    {
        QSettings().clear();
        m_engine = std::make_shared<FakeEngine>();
        m_engine->result = sampleResult();
        m_engine->graphOutline = sampleOutline();
        m_workbench = std::make_unique<Workbench>([engine = m_engine] { return engine; });
        m_view = std::make_unique<GraphView>(*m_workbench);
        m_view->resize(700, 500);
    }
    void cleanup()
    {
        m_view.reset();
        m_workbench.reset();
    }

protected:
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
    void load()
    {
        m_workbench->session().baseline().setPath(QStringLiteral("/models/float.onnx"));
        m_workbench->session().analysis().setPath(QStringLiteral("/models/int8.onnx"));
    }
    void compare()
    {
        load();
        m_workbench->session().compare();
        QTRY_VERIFY(m_workbench->session().result());
    }
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

    std::shared_ptr<FakeEngine> m_engine;
    std::unique_ptr<Workbench> m_workbench;
    std::unique_ptr<GraphView> m_view;
};

} // namespace ql::tests
