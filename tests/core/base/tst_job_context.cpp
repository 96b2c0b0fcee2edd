// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/job_context.h"

#include <QTest>

using namespace ql;

class TestJobContext : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsTheBeginningAndTheEndOfAStage()
    {
        std::vector<Progress> told;
        JobContext ctx({}, [&told](const Progress& progress) { told.push_back(progress); });
        ctx.beginStage("comparing layers", 4, 0.5, 1.0);
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0].stage.english(), std::string("comparing layers"));
        QCOMPARE(told[0].fraction, 0.5);
        ctx.step(4, "conv_3");
        QCOMPARE(told.back().fraction, 1.0);
        QCOMPARE(told.back().detail, std::string("conv_3"));
        QCOMPARE(told.back().remaining.count(), 0);
    }

    void tellsAtMostTenTimesASecond()
    {
        int count = 0;
        JobContext ctx({}, [&count](const Progress&) { ++count; });
        const auto began = std::chrono::steady_clock::now();
        ctx.beginStage("counting", 1'000'000);
        for (int i = 0; i < 100'000; ++i)
            ctx.step();
        const auto tenths = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() * 10.0;
        QVERIFY(count <= 2 + int(tenths));
    }

    void neverGoesBeyondItsStage()
    {
        double fraction = 0.0;
        JobContext ctx({}, [&fraction](const Progress& progress) { fraction = progress.fraction; });
        ctx.beginStage("a", 2, 0.0, 0.25);
        ctx.step(5);
        QCOMPARE(fraction, 0.25);
        ctx.beginStage("nothing to do", 0, 0.25, 0.75);
        QCOMPARE(fraction, 0.75);
    }

    /// Who counts better than by steps says so; the bar never goes back.
    void takesAnEstimate()
    {
        Progress told;
        JobContext ctx({}, [&told](const Progress& progress) { told = progress; });
        ctx.beginStage("a", 2);
        ctx.step(1);
        ctx.setRemaining(std::chrono::seconds(100));
        const double before = told.fraction;
        ctx.step(1);
        QCOMPARE(told.remaining, std::chrono::milliseconds(100'000));
        QVERIFY(told.fraction >= before && told.fraction < 1.0);
        ctx.setRemaining(std::chrono::seconds(-1));
        ctx.beginStage("b", 2, 0.0, 1.0);
        QCOMPARE(told.remaining.count(), -1);
    }

    void knowsNoRemainingTimeAtFirst()
    {
        Progress told;
        JobContext ctx({}, [&told](const Progress& progress) { told = progress; });
        ctx.beginStage("a", 10);
        QCOMPARE(told.remaining.count(), -1);
    }

    void stopsAtEveryCancelPoint()
    {
        std::stop_source stop;
        int count = 0;
        JobContext ctx(stop.get_token(), [&count](const Progress&) { ++count; });
        ctx.beginStage("a", 10);
        ctx.step();
        QVERIFY(!ctx.isCancelled());
        stop.request_stop();
        QVERIFY(ctx.isCancelled());
        count = 0;
        QVERIFY_EXCEPTION_THROWN(ctx.step(), Cancelled);
        QVERIFY_EXCEPTION_THROWN(ctx.throwIfCancelled(), Cancelled);
        QVERIFY_EXCEPTION_THROWN(ctx.beginStage("b", 1), Cancelled);
        QCOMPARE(count, 0);
    }

    void needsNoListener()
    {
        JobContext ctx;
        ctx.beginStage("a", 1);
        ctx.step();
        QVERIFY(!ctx.isCancelled());
    }
};

QTEST_APPLESS_MAIN(TestJobContext)
#include "tst_job_context.moc"
