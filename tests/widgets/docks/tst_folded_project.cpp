// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/still_picture.h"
#include "tests/widgets/window_test.h"
#include "widgets/docks/project/folding_pane.h"

#include <QDockWidget>
#include <QStyle>
#include <QToolButton>

using namespace ql;
using namespace ql::widgets;

/// Project folds to a strip and leaves its room to what stands beside it.
class TestFoldedProject : public tests::WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void leavesNoEmptyBand_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1100") << QSize(1100, 700);
        QTest::newRow("1366") << QSize(1366, 768);
        QTest::newRow("1440") << QSize(1440, 900);
    }
    void leavesNoEmptyBand()
    {
        QFETCH(QSize, size);
        m_window->arrangeDocks(size);
        m_window->resize(size);
        compare();
        QTRY_VERIFY(pane().isFolded());
        tests::awaitStillness(*m_window);
        picture();
        checkBeside();
        pane().unfoldButton().click();
        tests::awaitStillness(*m_window);
        QVERIFY(dock().width() > 150);
        checkBeside();
        pane().foldButton().click();
        tests::awaitStillness(*m_window);
        checkBeside();
        m_window->resize(size.width() + 200, size.height());
        tests::awaitStillness(*m_window);
        checkBeside();
        m_window->resize(size);
        tests::awaitStillness(*m_window);
        checkBeside();
    }

    /// A layout that was kept while it was folded, or while it wasn't.
    void leavesNoneAfterARestart()
    {
        for (const bool wasFolded : {true, false}) {
            m_window->show();
            m_window->resize(1366, 768);
            if (wasFolded)
                compare();
            tests::awaitStillness(*m_window);
            m_window->close();
            open();
            m_window->resize(1366, 768);
            m_window->show();
            tests::awaitStillness(*m_window);
            checkBeside();
            compare();
            QTRY_VERIFY(pane().isFolded());
            tests::awaitStillness(*m_window);
            picture();
            checkBeside();
        }
    }

private:
    FoldingPane& pane() const { return *m_window->findChild<FoldingPane*>(); }
    QDockWidget& dock() const
    {
        QWidget* around = &pane();
        while (!qobject_cast<QDockWidget*>(around))
            around = around->parentWidget();
        return *qobject_cast<QDockWidget*>(around);
    }
    /// The strip fills its dock, and the centre begins behind the edge between them.
    void checkBeside() const
    {
        const int edge = m_window->style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, m_window.get());
        if (pane().isFolded())
            QVERIFY2(dock().width() <= 44, qPrintable(QString::number(dock().width())));
        QVERIFY2(dock().width() - pane().width() <= 4,
                 qPrintable(QStringLiteral("%1 of %2").arg(pane().width()).arg(dock().width())));
        const int centre = m_window->centralWidget()->geometry().left();
        const int left = dock().mapTo(m_window.get(), QPoint(dock().width(), 0)).x();
        QVERIFY2(centre - left <= edge + 2, qPrintable(QStringLiteral("%1 to %2").arg(left).arg(centre)));
    }
    /// For those who want to look: QUANTLOUPE_WALK_PICTURES names a folder.
    void picture() const
    {
        if (const QString folder = qEnvironmentVariable("QUANTLOUPE_WALK_PICTURES"); !folder.isEmpty())
            m_window->grab().save(QStringLiteral("%1/folded-%2.png").arg(folder).arg(m_window->width()));
    }
};

QTEST_MAIN(TestFoldedProject)
#include "tst_folded_project.moc"
