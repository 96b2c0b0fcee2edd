// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/layer_selection.h"

#include <QSignalSpy>
#include <QTest>

using namespace ql::widgets;

class TestSelection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsEachChangeOnce()
    {
        LayerSelection selection;
        QSignalSpy changed(&selection, &LayerSelection::changed);
        selection.select(3);
        selection.select(3);
        selection.select(LayerSelection::kNone);
        QCOMPARE(changed.count(), 2);
        QCOMPARE(selection.current(), LayerSelection::kNone);
    }

    void goesBackAndForward()
    {
        LayerSelection selection;
        for (const int layer : {1, 5, 9})
            selection.select(layer);
        QVERIFY(!selection.forwardAction()->isEnabled());
        selection.backAction()->trigger();
        selection.backAction()->trigger();
        QCOMPARE(selection.current(), 1);
        QVERIFY(!selection.backAction()->isEnabled());
        selection.forwardAction()->trigger();
        QCOMPARE(selection.current(), 5);
    }

    void choosingAnotherForgetsTheWayForward()
    {
        LayerSelection selection;
        for (const int layer : {1, 5, 9})
            selection.select(layer);
        selection.backAction()->trigger();
        selection.select(7);
        QVERIFY(!selection.forwardAction()->isEnabled());
        selection.backAction()->trigger();
        QCOMPARE(selection.current(), 5);
    }

    void restartForgetsTheWayBack()
    {
        LayerSelection selection;
        selection.select(1);
        selection.select(2);
        selection.restart(0);
        QCOMPARE(selection.current(), 0);
        QVERIFY(!selection.backAction()->isEnabled());
        selection.select(4);
        selection.backAction()->trigger();
        QCOMPARE(selection.current(), 0);
    }
};

QTEST_MAIN(TestSelection)
#include "tst_selection.moc"
