// SPDX-License-Identifier: GPL-3.0-or-later
// The whole way by keys alone: from typed paths to a saved config that holds, at most ten actions beside Tab, and no
// mouse.
#include "tests/widgets/gated_pair.h"
#include "tests/widgets/key_walker.h"

#include <QFile>

#include <memory>

using namespace ql;
using namespace ql::widgets;
using report::OverviewAction;
using results::Quality;

class TestKeyWalk : public QObject, tests::KeyWalker {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_pair = std::make_unique<tests::GatedPair>(m_folder.path());
        openWindow();
    }
    void cleanupTestCase() { m_window.reset(); }

    void opensAPairByItsPaths()
    {
        QTRY_VERIFY2(isOnTheFirstStep(), qPrintable(place()));
        QCOMPARE(first(), OverviewAction::OpenBaseline);
        pressAndOpen(m_pair->baseline(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(first(), OverviewAction::OpenAnalysis, kPatience);
        QTRY_VERIFY2(isOnTheFirstStep(), qPrintable(place()));
        pressAndOpen(m_pair->analysis(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(first(), OverviewAction::OpenData, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), kPatience);
        pressAndOpen(m_pair->samples(), Qt::Key_D, Qt::ControlModifier);
    }

    /// Whoever opened it stands on the best repair when it is known.
    void standsOnTheFirstRepair()
    {
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && m_view->picture().isVisible(), kPatience);
        QTRY_VERIFY2(isOnTheFirstStep(), qPrintable(place()));
        QVERIFY(!m_view->steps().repairs()->rows.empty());
    }

    /// Away into the other panes and back to it: Shift+Tab undoes Tab.
    void comesBackFromOtherPanes()
    {
        const int actions = m_actions;
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(&keyboard(), Qt::Key_Tab);
        QVERIFY(!isOnTheFirstStep());
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(&keyboard(), Qt::Key_Backtab, Qt::ShiftModifier);
        QVERIFY(isOnTheFirstStep());
        QCOMPARE(m_actions, actions);
    }

    void repairsAndSaves()
    {
        while (!isProven(Quality::Fair) && m_actions < kMostActions) {
            QTRY_VERIFY_WITH_TIMEOUT(isIdle() && isOnTheFirstStep(), kPatience);
            press(Qt::Key_Return);
            QCoreApplication::processEvents(); // the page follows what changed a moment later
            QTRY_VERIFY_WITH_TIMEOUT(isIdle(), kPatience);
        }
        qInfo("%d actions, %.1f s", m_actions, double(m_clock.elapsed()) / 1000.0);
        QVERIFY(isProven(Quality::Fair));
        QVERIFY(m_view->trialsText().contains(QStringLiteral("It helps:")));
        QVERIFY(m_clock.elapsed() < kMostSeconds * 1000);
        QVERIFY(!document().isDirty());
        QFile config(document().path());
        QVERIFY(config.open(QIODevice::ReadOnly));
        QVERIFY(config.readAll().contains("/enc/norm/"));
        QCOMPARE(m_mouse.presses, 0);
    }

private:
    std::unique_ptr<tests::GatedPair> m_pair;
};

QTEST_MAIN(TestKeyWalk)
#include "tst_key_walk.moc"
