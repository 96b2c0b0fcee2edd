// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/docks/columns/pinned_columns.h"
#include "widgets/docks/layers/layers_table.h"
#include "widgets/docks/layers/layers_view.h"

#include <QHeaderView>
#include <QScrollBar>

using namespace ql;
using namespace ql::widgets;

/// Name and metric stay in sight, and nothing in them is cut.
class TestPinnedColumns : public tests::ViewTest<LayersView> {
    Q_OBJECT

private Q_SLOTS:
    void stayInSight()
    {
        showAllColumns();
        PinnedColumns& pinned = table().pinned();
        QVERIFY(pinned.isHidden()); // they stand in their places
        QVERIFY(table().horizontalScrollBar()->maximum() > 0);
        table().horizontalScrollBar()->setValue(table().horizontalScrollBar()->maximum());
        QVERIFY(pinned.isVisible());
        QCOMPARE(pinned.columns(), (QList<int>{int(LayerColumn::Name), int(LayerColumn::Sqnr)}));
        for (int column = 0; column < kLayerColumnCount; ++column)
            QCOMPARE(pinned.isColumnHidden(column), !pinned.columns().contains(column));
        QVERIFY(pinned.width() < table().viewport()->width());
        QCOMPARE(pinned.mapTo(m_view.get(), QPoint(0, 0)).x(),
                 table().viewport()->mapTo(m_view.get(), QPoint(0, 0)).x());
        // The same rows stand beside each other.
        const QModelIndex row = cell(3, int(LayerColumn::Sqnr));
        QCOMPARE(pinned.viewport()->mapTo(m_view.get(), pinned.visualRect(row).topLeft()).y(),
                 table().viewport()->mapTo(m_view.get(), table().visualRect(row).topLeft()).y());
        table().horizontalScrollBar()->setValue(0);
        QVERIFY(pinned.isHidden());
    }

    void followTheMetric()
    {
        showAllColumns();
        m_workbench->filter().setMetric(results::MetricId::Cosine);
        QCOMPARE(table().pinned().columns(), (QList<int>{int(LayerColumn::Name), int(LayerColumn::Cosine)}));
    }

    /// Few columns at first; the metric that is chosen is one of them.
    void theChosenMetricIsShown()
    {
        showAllColumns();
        table().showPreset(ColumnPreset::Essential);
        QVERIFY(!table().isColumnHidden(int(LayerColumn::Sqnr)));
        QVERIFY(table().isColumnHidden(int(LayerColumn::RelL2)));
        m_workbench->filter().setMetric(results::MetricId::RelL2);
        QVERIFY(!table().isColumnHidden(int(LayerColumn::RelL2)));
    }

    void sortAndSelectAsTheTable()
    {
        showAllColumns();
        table().horizontalScrollBar()->setValue(table().horizontalScrollBar()->maximum());
        PinnedColumns& pinned = table().pinned();
        QHeaderView& header = *pinned.horizontalHeader();
        const QPoint name(header.sectionViewportPosition(int(LayerColumn::Name)) + 20, header.height() / 2);
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, name);
        QCOMPARE(table().horizontalHeader()->sortIndicatorSection(), int(LayerColumn::Name));
        QCOMPARE(shown(0, int(LayerColumn::Name)), QStringLiteral("bias_add"));
        const QRect place = pinned.visualRect(cell(1, int(LayerColumn::Name)));
        QTest::mouseClick(pinned.viewport(), Qt::LeftButton, {}, place.center());
        QCOMPARE(QString::fromStdString(m_workbench->selectedName()), shown(1, int(LayerColumn::Name)));
    }

    /// In every row, in sight or not, and in columns that are shown later.
    void triedNumbersAreNotCut()
    {
        showAllColumns();
        auto change = std::make_shared<results::TrialChange>();
        results::ChangeRow row;
        row.name = "relu_1"; // not the worst
        row.before = tests::sampleResult()->layers[0].metrics;
        row.after = row.before;
        row.before->sqnrDb = -0.00012345678;
        row.after->sqnrDb = -12345.678;
        row.before->cosine = -1.2345e-7;
        row.after->cosine = 1.2345e-7;
        row.dtypeBefore = "int8";
        row.dtypeAfter = "float16_as_it_is";
        change->rows.push_back(row);
        table().showPreset(ColumnPreset::Essential);
        table().setColumnHidden(int(LayerColumn::Cosine), true);
        m_workbench->analysis<TrialAnalysis>().trials().show(change);
        table().showPreset(ColumnPreset::All);
        const int at = rowOf("relu_1");
        for (const auto column : {LayerColumn::Sqnr, LayerColumn::Cosine, LayerColumn::QuantDtype}) {
            QVERIFY(shown(at, int(column)).contains(u'→'));
            QVERIFY(table().columnWidth(int(column)) > table().fontMetrics().horizontalAdvance(shown(at, int(column))));
        }
    }

    void aNameIsWholeInItsTip()
    {
        auto result = tests::sampleResult();
        const std::string name = "a/very/long/" + std::string(200, 'n') + "/conv";
        result->layers[0].name = name;
        m_engine->result = result;
        showAllColumns();
        const int at = rowOf(name);
        QVERIFY(cell(at, int(LayerColumn::Name)).data(Qt::ToolTipRole).toString().contains(u"/conv"));
        QVERIFY(cell(at, int(LayerColumn::Name)).data(ElidesMiddleRole).toBool());
    }

    /// Breadcrumb, trial and filter come and go in places of their own.
    void theTableStaysWhereItIs()
    {
        showAllColumns();
        const auto top = [this] { return table().mapTo(m_view.get(), QPoint(0, 0)).y(); };
        m_workbench->selection().select(LayerSelection::kNone);
        const int before = top();
        m_workbench->selectLayer("conv_1"); // in a scope
        QCoreApplication::processEvents();
        QCOMPARE(top(), before);
        auto change = std::make_shared<results::TrialChange>();
        m_workbench->analysis<TrialAnalysis>().trials().show(change);
        QCoreApplication::processEvents();
        QCOMPARE(top(), before);
        m_workbench->filter().setText(QStringLiteral("conv"));
        QCoreApplication::processEvents();
        QCOMPARE(top(), before);
    }

private:
    LayersTable& table() { return m_view->table(); }
    void showAllColumns()
    {
        compare();
        m_view->resize(600, 300);
        m_view->show();
        table().showPreset(ColumnPreset::All);
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    int rowOf(const std::string& layer)
    {
        for (int row = 0; row < table().model()->rowCount(); ++row)
            if (cell(row, 0).data(LayerNameRole).toString().toStdString() == layer)
                return row;
        return -1;
    }
};

QTEST_MAIN(TestPinnedColumns)
#include "tst_pinned_columns.moc"
