// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_answers.h"
#include "tests/widgets/window_test.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/text/language.h"
#include "widgets/window/tool_bar/layer_search.h"
#include "widgets/window/tool_bar/main_tool_bar.h"
#include "widgets/window/tool_bar/sample_choice.h"

#include <QAbstractItemView>
#include <QCompleter>

using namespace ql;
using namespace ql::widgets;

/// What is opened, examined and chosen at the top of the window.
class TestToolBar : public tests::WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void theToolBarOpensExaminesAndChooses()
    {
        compare();
        auto* bar = m_window->findChild<MainToolBar*>();
        const auto& actions = m_window->actions();
        for (const auto* action :
             {&actions.openBaseline, &actions.openAnalysis, &actions.openConfig, &actions.openResult, &actions.demo})
            QVERIFY(bar->openMenu().actions().contains(action));
        for (const auto* action : {&actions.addInputs, &actions.openData, &actions.openDataFolder})
            QVERIFY(bar->dataMenu().actions().contains(action));
        for (const QSize size : {QSize(1440, 900), QSize(1100, 700)})
            for (const char* language : {"en", "zh_CN"}) {
                applyLanguage(QLatin1String(language));
                m_window->resize(size);
                QCoreApplication::sendPostedEvents();
                QVERIFY2(bar->sizeHint().width() <= size.width(), language);
                QVERIFY(bar->search().visibleRegion().boundingRect().width() == bar->search().width());
            }
        applyLanguage(QStringLiteral("en"));
    }

    /// Another one of those that were searched is compared at once, and shown everywhere.
    void theSampleIsChosenInTheToolBar()
    {
        compare();
        auto& sample = m_window->findChild<MainToolBar*>()->sample();
        QVERIFY(!sample.isEnabled());
        m_engine->badCases = tests::sampleBadCases();
        session().setData(QStringLiteral("/data/inputs.npy"));
        workbench().analysis<BadCaseAnalysis>().start();
        QTRY_COMPARE(sample.count(), 3);
        QVERIFY(sample.isEnabled());
        QVERIFY(!sample.previous().isEnabled() && !sample.next().isEnabled());
        sample.setCurrentIndex(1);
        Q_EMIT sample.activated(1);
        QTRY_VERIFY(!session().isComparing());
        QCOMPARE(m_engine->lastRequest.samples.inputs, std::vector<std::string>{"/data/inputs.npy[1]"});
        QTRY_VERIFY(sample.currentText().startsWith(QStringLiteral("Sample 2 of 3")));
        sample.next().trigger();
        QTRY_COMPARE(sample.currentIndex(), 2);
        QTRY_VERIFY(!session().isComparing());
        QCOMPARE(m_engine->lastRequest.samples.inputs, std::vector<std::string>{"/data/inputs.npy[2]"});
        QVERIFY(!sample.next().isEnabled() && sample.previous().isEnabled());
        sample.previous().trigger();
        QTRY_COMPARE(sample.currentIndex(), 1);
        QTRY_VERIFY(!session().isComparing());
        int worst = 0;
        for (int i = 0; i < sample.count(); ++i)
            worst += sample.itemText(i).contains(QStringLiteral("worst")) ? 1 : 0;
        QCOMPARE(worst, 1);
    }

    void aLayerIsFoundInTheToolBar()
    {
        compare();
        auto& search = m_window->findChild<MainToolBar*>()->search();
        QVERIFY(search.isEnabled());
        search.setText(QStringLiteral("CONV"));
        workbench().selectLayer("relu_1");
        QTest::keyClick(&search, Qt::Key_Return);
        QCOMPARE(workbench().selectedName(), std::string("conv_2"));
        QTest::keyClick(&search, Qt::Key_Return);
        QCOMPARE(workbench().selectedName(), std::string("conv_1"));
        QTest::keyClick(&search, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(workbench().selectedName(), std::string("conv_2"));
        QVERIFY(!workbench().filter().isActive());
        search.clear();
        search.setFocus();
        QTest::keyClicks(&search, QStringLiteral("ax"));
        QTRY_VERIFY(search.completer()->popup()->isVisible());
        QTest::keyClick(search.completer()->popup(), Qt::Key_Down);
        QTest::keyClick(search.completer()->popup(), Qt::Key_Return);
        QTRY_COMPARE(workbench().selectedName(), std::string("softmax"));
        search.setText(QStringLiteral("nowhere"));
        QTest::keyClick(&search, Qt::Key_Return);
        QCOMPARE(workbench().selectedName(), std::string("softmax"));
        QVERIFY(m_window->messageBar().text().contains(QStringLiteral("nowhere")));
    }
};

QTEST_MAIN(TestToolBar)
#include "tst_tool_bar.moc"
