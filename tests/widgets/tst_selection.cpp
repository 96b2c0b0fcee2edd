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

    void whatHasOnlyANameIsOnTheWayToo()
    {
        LayerSelection selection([](int layer) { return std::to_string(layer); });
        selection.select(1);
        selection.selectName("reshape");
        QCOMPARE(selection.current(), LayerSelection::kNone);
        QCOMPARE(selection.name(), std::string("reshape"));
        selection.select(1); // the layer before it can be chosen again
        QCOMPARE(selection.current(), 1);
        selection.backAction()->trigger();
        QCOMPARE(selection.name(), std::string("reshape"));
        selection.backAction()->trigger();
        QCOMPARE(selection.name(), std::string("1"));
        QVERIFY(!selection.backAction()->isEnabled());
    }

    /// Layers 1, 2 and 3 stand at 11, nowhere and 13 in the next result.
    void theWayBackOutlivesTheResult()
    {
        int shift = 0;
        LayerSelection selection([&shift](int layer) { return std::to_string(layer - shift); });
        for (const int layer : {1, 2, 1, 3})
            selection.select(layer);
        shift = 10;
        selection.restart(
            13, [](const std::string& name) { return name == "2" ? LayerSelection::kNone : std::stoi(name) + 10; });
        QCOMPARE(selection.current(), 13);
        QVERIFY(!selection.forwardAction()->isEnabled());
        selection.backAction()->trigger();
        QCOMPARE(selection.current(), 11);
        QVERIFY(!selection.backAction()->isEnabled()); // once, although it was selected twice
        selection.restart(5, [](const std::string&) { return LayerSelection::kNone; });
        QCOMPARE(selection.current(), 5);
        QVERIFY(!selection.backAction()->isEnabled() && !selection.forwardAction()->isEnabled());
    }
};

QTEST_MAIN(TestSelection)
#include "tst_selection.moc"
