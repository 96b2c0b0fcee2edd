// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"
#include "widgets/docks/inspector/inspector_view.h"

using namespace ql;
using namespace ql::widgets;

/// What the files say about the selected layer, in the inspector.
class TestNodeDetails : public tests::ViewTest<InspectorView> {
    Q_OBJECT

private Q_SLOTS:
    /// From the files, for those who look; of the analysis model what is different there.
    void tellsAttributesAndParameters()
    {
        auto outline = tests::sampleOutline();
        outline.nodes[3].attributes = {{"strides", "[2, 2]"}, {"<group>", "1"}};
        outline.nodes[3].parameters = {{"conv_2.weight", "float32", "8x4x3x3", ""}, {"axes", "int64", "2", "1, 32"}};
        m_engine->outlines["/models/float.onnx"] = outline;
        outline.nodes[3].parameters[0].dtype = "int8";
        m_engine->outlines["/models/int8.onnx"] = outline;
        compare();
        m_workbench->selection().select(2);
        QCOMPARE(m_engine->outlineCalls.load(), 0);
        m_view->show();
        // Of both files, whichever is read first.
        QTRY_VERIFY2(m_view->detailsText().contains(QStringLiteral("Parameters in the analysis model"))
                         && m_view->detailsText().contains(QStringLiteral("float32 · 8×4×3×3")),
                     qPrintable(m_view->detailsText()));
        const QString details = m_view->detailsText();
        for (const char* words : {"strides", "[2, 2]", "<group>", "conv_2.weight", "float32 · 8×4×3×3",
                                  "int8 · 8×4×3×3", "int64 · 2 · 1, 32"})
            QVERIFY2(details.contains(QString::fromUtf8(words)), qPrintable(details));
        QVERIFY(!details.contains(QStringLiteral("Attributes in the analysis model")));
        m_workbench->selection().select(0);
        QVERIFY(!m_view->detailsText().contains(QStringLiteral("strides")));
        QCOMPARE(m_engine->outlineCalls.load(), 2);
    }

    /// A layer of the graph before anything was compared.
    void tellsThemWithoutAResult()
    {
        auto outline = tests::sampleOutline();
        outline.nodes[3].attributes = {{"strides", "[2, 2]"}};
        m_engine->graphOutline = outline;
        m_workbench->session().baseline().setPath(QStringLiteral("/models/float.onnx"));
        m_view->show();
        m_workbench->selectLayer("conv_2");
        QTRY_VERIFY(m_view->detailsText().contains(QStringLiteral("strides")));
        QCOMPARE(m_view->titleText(), QStringLiteral("conv_2"));
    }
};

QTEST_MAIN(TestNodeDetails)
#include "tst_node_details.moc"
