// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_answers.h"
#include "tests/widgets/workbench_test.h"
#include "widgets/analyses/shadow/shadow_analysis.h"
#include "widgets/docks/columns/fitted_columns.h"
#include "widgets/docks/shadow/shadow_view.h"
#include "widgets/docks/support/data_table.h"

#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QToolButton>

#include <numeric>

using namespace ql;
using namespace ql::widgets;

/// No table is scrolled sideways unless the user asks for it.
class TestFittedColumns : public tests::ViewTest<ShadowView> {
    Q_OBJECT

private Q_SLOTS:
    void giveTextsWhatIsLeft()
    {
        const std::vector<AskedColumn> columns{{40, 40}, {200, 80}, {60, 60}, {100, 60}};
        QCOMPARE(fittedWidths(columns, 400), (std::vector<int>{40, 200, 60, 100})); // as they asked for
        QCOMPARE(fittedWidths(columns, 900), (std::vector<int>{40, 200, 60, 100}));
        QCOMPARE(fittedWidths(columns, 320), (std::vector<int>{40, 140, 60, 80})); // both lack half
        QCOMPARE(fittedWidths(columns, 240), (std::vector<int>{40, 80, 60, 60}));
    }

    void foldTheLastOnes()
    {
        const std::vector<AskedColumn> columns{{40, 40, false}, {200, 80}, {60, 60, false}, {100, 60}};
        QCOMPARE(fittedWidths(columns, 239), (std::vector<int>{40, 139, 60, 0}));
        QCOMPARE(fittedWidths(columns, 120), (std::vector<int>{40, 0, 60, 0}));
        QCOMPARE(fittedWidths(columns, 20), (std::vector<int>{40, 0, 60, 0})); // these never
        QVERIFY(fittedWidths({}, 100).empty());
    }

    void nothingIsScrolledSideways()
    {
        open();
        for (const int width : {1600, 700, 500, 360, 700, 1600}) { // back again, too
            m_view->resize(width, 300);
            QTRY_COMPARE(table().horizontalScrollBar()->maximum(), 0);
            QCOMPARE(table().columns().folded().isEmpty(), width == 1600);
            QTRY_COMPARE(table().columns().button().isVisible(), width < 1600);
        }
    }

    /// The number by which rows are sorted is in sight, and what is folded is exported all the same.
    void whatMattersStays()
    {
        open();
        table().sortByColumn(ShadowTableModel::Accumulated, Qt::AscendingOrder);
        const QString csv = table().csvText();
        m_view->resize(420, 300);
        QTRY_VERIFY(!table().columns().folded().isEmpty());
        for (const int column : {int(ShadowTableModel::Layer), int(ShadowTableModel::Accumulated)})
            QVERIFY(!table().columns().folded().contains(column));
        QCOMPARE(table().csvText(), csv);
        for (const int column : table().columns().folded())
            QVERIFY(!table().isColumnHidden(column));
    }

    void aFoldedColumnComesBackOnDemand()
    {
        open();
        m_view->resize(420, 300);
        QTRY_VERIFY(table().columns().folded().size() > 1);
        const int wanted = table().columns().folded().last();
        table().columns().keep(wanted);
        QTRY_VERIFY(!table().columns().folded().contains(wanted));
        QMenu& menu = *table().columns().button().menu();
        Q_EMIT menu.aboutToShow();
        QCOMPARE(menu.actions().size(), table().columns().folded().size() + 2);
        menu.actions().last()->trigger(); // all of them
        QTRY_VERIFY(table().columns().folded().isEmpty());
        QTRY_VERIFY(table().horizontalScrollBar()->maximum() > 0);
        QVERIFY(table().columns().button().isVisible()); // the way back
        Q_EMIT menu.aboutToShow();
        menu.actions().last()->trigger();
        QTRY_COMPARE(table().horizontalScrollBar()->maximum(), 0);
    }

    void whatIsLeftOutStaysSo()
    {
        open();
        table().setColumnHidden(ShadowTableModel::Op, true);
        for (const int width : {360, 1600}) {
            m_view->resize(width, 300);
            QTRY_COMPARE(table().horizontalScrollBar()->maximum(), 0);
            QVERIFY(table().isColumnHidden(ShadowTableModel::Op));
            QVERIFY(table().horizontalHeader()->isSectionHidden(ShadowTableModel::Op));
        }
        table().setColumnHidden(ShadowTableModel::Op, false);
        QTRY_VERIFY(!table().horizontalHeader()->isSectionHidden(ShadowTableModel::Op));
    }

private:
    void prepare() override { m_engine->shadowResult = tests::sampleShadow(); }
    DataTable& table() { return m_view->table(); }
    void open()
    {
        m_view->resize(1600, 300);
        m_view->show();
        load();
        session().loadEngine();
        m_workbench->analysis<ShadowAnalysis>().start();
        QTRY_VERIFY(m_view->model().rowCount() > 0);
    }
};

QTEST_MAIN(TestFittedColumns)
#include "tst_fitted_columns.moc"
