// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/engine/engine.h"
#include "core/results/compare_result.h"
#include "tests/support/busy_work.h"
#include "widgets/session/model_session.h"

#include <QElapsedTimer>
#include <QTest>

#include <chrono>
#include <fstream>
#include <stop_token>
#include <thread>
#include <unistd.h>

using namespace ql;

namespace {

constexpr int kCycles = 1000;
constexpr int kStorms = 300;
constexpr int kWarmUp = 150; ///< until caches, pools and the allocator's arenas have their size
constexpr double kMostGrowthMebibytes = 16.0;

std::string demoFile(const char* name)
{
    return std::string(QUANTLOUPE_SOURCE_DIR "/resources/demo/") + name;
}

double residentMebibytes()
{
    std::uint64_t whole = 0;
    std::uint64_t resident = 0;
    std::ifstream("/proc/self/statm") >> whole >> resident;
    return double(resident) * double(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

/// Resident memory after a warm-up, and what was added since.
class Growth {
public:
    void note(int cycle)
    {
        if (cycle == kWarmUp)
            m_before = residentMebibytes();
    }
    /// Tells the figures.
    double tell(const char* what, int cycles)
    {
        const double after = residentMebibytes();
        qInfo("%d %s: %.1f MiB after the warm-up of %d, %.1f MiB at the end, %.0f s", cycles, what, m_before, kWarmUp,
              after, double(m_timer.elapsed()) / 1000.0);
        return after - m_before;
    }

private:
    double m_before = 0.0;
    QElapsedTimer m_timer = [] {
        QElapsedTimer timer;
        timer.start();
        return timer;
    }();
};

results::CompareRequest demoComparison()
{
    results::CompareRequest request;
    request.models = {demoFile("float.onnx"), demoFile("int8.onnx"), {}};
    request.samples.inputs = {demoFile("bad_case.npy")};
    return request;
}

} // namespace

/// The same again and again in one process: memory stays what it is.
class TestSoak : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void engineComparesAgainAndAgain()
    {
        const auto request = demoComparison();
        Growth growth;
        for (int cycle = 0; cycle < kCycles; ++cycle) {
            growth.note(cycle);
            const auto engine = engine::loadEngine(); // nothing is kept from the last one
            JobContext context;
            QVERIFY(!engine->compare(request, context)->layers.empty());
        }
        QVERIFY(growth.tell("comparisons", kCycles) < kMostGrowthMebibytes);
    }

    /// Each is stopped at another place of its way.
    void engineIsCancelledAgainAndAgain()
    {
        const auto request = demoComparison();
        Growth growth;
        int cancelledCount = 0;
        for (int storm = 0; storm < kStorms; ++storm) {
            growth.note(storm);
            const auto engine = engine::loadEngine();
            std::stop_source stop;
            std::jthread other([&stop, storm] {
                tests::workFor(std::chrono::microseconds(storm * 2));
                stop.request_stop();
            });
            try {
                JobContext context(stop.get_token(), {});
                engine->compare(request, context);
            } catch (const Cancelled&) {
                ++cancelledCount;
            }
        }
        qInfo("%d of %d were cancelled on their way", cancelledCount, kStorms);
        QVERIFY(cancelledCount > 0);
        QVERIFY(growth.tell("cancelled comparisons", kStorms) < kMostGrowthMebibytes);
    }

    void sessionOpensComparesAndCloses()
    {
        Growth growth;
        for (int cycle = 0; cycle < kCycles; ++cycle) {
            growth.note(cycle);
            widgets::ModelSession session(engine::loadEngine);
            open(session);
            session.compare();
            QTRY_VERIFY_WITH_TIMEOUT(session.result(), 60'000);
        }
        QVERIFY(growth.tell("sessions", kCycles) < kMostGrowthMebibytes);
    }

    /// Asked and taken back several times before the window gets to do anything else, and closed while it works.
    void sessionIsCancelledAgainAndAgain()
    {
        constexpr int kTimes = 5;
        Growth growth;
        for (int storm = 0; storm < kStorms; ++storm) {
            growth.note(storm);
            widgets::ModelSession session(engine::loadEngine);
            open(session);
            QTRY_VERIFY_WITH_TIMEOUT(session.hasEngine(), 60'000);
            for (int i = 0; i < kTimes; ++i) {
                session.compare();
                session.cancel();
                session.compare();
                QCoreApplication::processEvents();
            }
            QVERIFY(session.isComparing() || session.result());
        }
        QVERIFY(growth.tell("cancel storms of the session", kStorms) < kMostGrowthMebibytes);
    }

private:
    static void open(widgets::ModelSession& session)
    {
        session.loadEngine();
        session.baseline().setPath(QString::fromStdString(demoFile("float.onnx")));
        session.analysis().setPath(QString::fromStdString(demoFile("int8.onnx")));
        session.setInputs({QString::fromStdString(demoFile("bad_case.npy"))});
    }
};

QTEST_MAIN(TestSoak)
#include "tst_soak.moc"
