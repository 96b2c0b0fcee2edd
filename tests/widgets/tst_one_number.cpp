// SPDX-License-Identifier: GPL-3.0-or-later
// With the real engine on the demo: whatever the Overview offers is measured over the same samples, from where it
// starts to what it reaches, whoever found it.
#include "core/engine/engine.h"
#include "widgets/analyses/fixes/fix_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/analyses/tune/tune_analysis.h"
#include "widgets/docks/overview/overview_view.h"
#include "widgets/text/language.h"
#include "widgets/window/main_window.h"

#include <QDir>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

using namespace ql;
using namespace ql::widgets;

class TestOneNumber : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings().clear();
        QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).removeRecursively();
        applyLanguage(QStringLiteral("en"));
        m_window = std::make_unique<MainWindow>(&engine::loadEngine);
        m_window->show();
        m_window->openDemo();
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), kPatience);
    }
    void cleanupTestCase()
    {
        bench().config().discardEdits();
        m_window.reset();
    }

    void firstRepairsAreOfAllSamples() { QVERIFY(promises() >= 2); }

    void whatTuneFoundIsOfAllSamples()
    {
        bench().analysis<TuneAnalysis>().start();
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), kPatience);
        QVERIFY(bench().analysis<TuneAnalysis>().result());
        QVERIFY(promises() >= 3);
        QVERIFY(titles().contains(QStringLiteral("The overrides that tune found")));
        QVERIFY(!titles().contains(QStringLiteral("Take the tuned config and try it"))); // by fewer samples
    }

    void whatASearchFoundIsOfAllSamples()
    {
        bench().analysis<FixAnalysis>().start();
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), kPatience);
        QVERIFY(!bench().analysis<FixAnalysis>().modelFile().empty());
        QVERIFY(promises() >= 4);
        QVERIFY(titles().contains(QStringLiteral("Export the repaired model…")));
        QVERIFY(!titles().contains(QStringLiteral("Repair the config and try it")));
    }

    /// Taken into the config, it is what it was as a button, and a trial in every language.
    void whatIsTakenKeepsItsNumber()
    {
        auto& steps = m_window->findChild<OverviewView*>()->steps();
        const auto first = steps.offers().front();
        steps.perform(first);
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), kPatience);
        QCOMPARE(steps.offers().front().reason, first.reason);
        QVERIFY(promises() >= 1);
        const auto& trial = bench().analysis<TrialAnalysis>().trials().all().back();
        QVERIFY(trial.edits.text().startsWith(QStringLiteral("A scale per channel for the weight of ")));
        applyLanguage(QStringLiteral("zh_CN"));
        QVERIFY(trial.edits.text().contains(QStringLiteral("的权重逐通道量化系数")));
        applyLanguage(QStringLiteral("en"));
    }

private:
    static constexpr int kPatience = 240'000;

    Workbench& bench() { return m_window->workbench(); }
    std::vector<OfferedStep> offers() { return m_window->findChild<OverviewView*>()->steps().offers(); }
    bool isIdle()
    {
        return bench().session().result() && !bench().isBusy()
               && !m_window->findChild<OverviewView*>()->steps().isRunning();
    }
    QStringList titles()
    {
        QStringList titles;
        for (const auto& offer : offers())
            titles.append(offer.title);
        return titles;
    }
    /// How many offers say what there is before and after; fails where one is of other samples, or begins elsewhere.
    int promises()
    {
        static const QRegularExpression kPromise(QStringLiteral("(\\S+ dB) → .* on the worst of 64 samples"));
        QStringList begins;
        for (const auto& offer : offers()) {
            const auto match = kPromise.match(offer.reason);
            if (match.hasMatch())
                begins.append(match.captured(1));
            else if (offer.reason.contains(QStringLiteral(" dB")))
                QTest::qFail(qPrintable(QStringLiteral("%1: %2").arg(offer.title, offer.reason)), __FILE__, __LINE__);
        }
        if (begins.removeDuplicates() > 0 && begins.size() != 1)
            QTest::qFail(qPrintable(begins.join(u' ')), __FILE__, __LINE__);
        return promised();
    }
    int promised()
    {
        int count = 0;
        for (const auto& offer : offers())
            count += offer.reason.contains(QStringLiteral("on the worst of 64 samples")) ? 1 : 0;
        return count;
    }

    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestOneNumber)
#include "tst_one_number.moc"
