// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"
#include "widgets/settings/settings.h"
#include "widgets/window/main_window.h"

#include <QApplication>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>
#include <ctime>

using namespace ql;
using namespace ql::widgets;

namespace {

/// Measures how much processor time the window's thread spends on one event at most: for so long it does not answer.
/// Processor time, because a busy machine is not the window's fault.
class MeasuringApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_depth > 0)
            return QApplication::notify(receiver, event);
        ++m_depth;
        const double began = threadMilliseconds();
        const bool isHandled = QApplication::notify(receiver, event);
        --m_depth;
        const double spent = threadMilliseconds() - began;
        m_events.push_back(spent);
        return isHandled;
    }

    void restart() { m_events.clear(); }
    double longest() const { return m_events.empty() ? 0.0 : *std::ranges::max_element(m_events); }
    std::size_t count() const { return m_events.size(); }

private:
    static double threadMilliseconds()
    {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
    }

    int m_depth = 0;
    std::vector<double> m_events;
};

constexpr double kMostMilliseconds = 50.0;

} // namespace

/// The window answers within 50 ms while the real engine works.
class TestResponsiveness : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings().clear();
        m_window = std::make_unique<MainWindow>(&engine::loadEngine);
        m_window->show();
        QTRY_VERIFY_WITH_TIMEOUT(workbench().session().hasEngine(), 60'000);
    }
    void cleanupTestCase() { m_window.reset(); }

    void answersWhileItCompares()
    {
        measure([this] { m_window->openDemo(); }, "compare");
        QVERIFY(workbench().session().result());
    }

    void answersWhileItRanks()
    {
        m_window->raiseDock(QStringLiteral("sensitivityDock"));
        measure([this] { workbench().sensitivity().start(); }, "sensitivity");
        QVERIFY(workbench().sensitivity().result());
    }

    void answersWhileItSearches()
    {
        m_window->raiseDock(QStringLiteral("badCasesDock"));
        measure([this] { workbench().badCases().start(); }, "bad cases");
        QVERIFY(workbench().badCases().result());
    }

private:
    Workbench& workbench() { return m_window->workbench(); }
    template <typename Start>
    void measure(Start start, const char* what)
    {
        auto* application = static_cast<MeasuringApplication*>(qApp);
        QCoreApplication::processEvents();
        application->restart();
        start();
        QTRY_VERIFY_WITH_TIMEOUT(!workbench().isBusy(), 120'000);
        QTest::qWait(50);
        qInfo("%s: %zu events, the longest %.1f ms", what, application->count(), application->longest());
        QVERIFY2(application->longest() < kMostMilliseconds, what);
    }

    std::unique_ptr<MainWindow> m_window;
};

int main(int argc, char** argv)
{
    MeasuringApplication application(argc, argv);
    TestResponsiveness test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_responsiveness.moc"
