// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/probe_in_child.h"
#include "tests/support/shared_flag.h"

#include <QtTest>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <new>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace ql;
using namespace std::chrono_literals;

namespace {

volatile bool g_isEndless = true;

void computeWithoutEnd()
{
    while (g_isEndless)
        continue;
}

void fillMemory()
{
    for (std::size_t bytes = std::size_t{1} << 24;; bytes *= 2)
        std::fill_n(new char[bytes], bytes, 'x');
}

} // namespace

/// Whatever a child does, the parent goes on and knows how it ended.
class TestProbeInChild : public QObject {
    Q_OBJECT

    static ProbeEnding ending(const std::function<void()>& action, ProbeLimits limits = {1s, 0, false})
    {
        return probeInChild(action, limits, {});
    }

private Q_SLOTS:
    void saysHowItEnded_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("death");
        QTest::newRow("well") << 0 << "";
        QTest::newRow("exception") << 1 << "";
        QTest::newRow("abort") << 2 << "ends the process with signal 6 (Aborted)";
        QTest::newRow("division") << 3 << "ends the process with signal 8 (Floating point exception)";
        QTest::newRow("exit") << 4 << "ends the process with exit status 0";
        QTest::newRow("no end") << 5 << "doesn't end within 1 s";
        QTest::newRow("waiting") << 6 << "doesn't end within 1 s";
        QTest::newRow("bad_alloc") << 7 << "asks for more memory than there is";
    }

    void saysHowItEnded()
    {
        QFETCH(int, which);
        QFETCH(QString, death);
        const std::function<void()> actions[] = {
            [] {},
            [] { throw Error(ErrorCode::Internal, "no"); },
            [] { std::abort(); },
            [] { std::raise(SIGFPE); },
            [] { std::_Exit(0); }, // exit() would look for leaks under sanitizers, of which the child has its parent's
            computeWithoutEnd,
            [] {
                while (true)
                    ::pause();
            },
            [] { throw std::bad_alloc(); },
        };
        const auto found = ending(actions[which]);
        QCOMPARE(QString::fromStdString(found.death), death);
        QCOMPARE(found.isStalled, which == 6);
    }

    void limitsMemory()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer's shadow needs terabytes of address space");
#endif
        QCOMPARE(ending(fillMemory, {20s, 256 << 20, false}).death, std::string("asks for more memory than there is"));
    }

    void stopsWhenAsked()
    {
        std::stop_source source;
        const tests::SharedFlag begun;
        std::jthread asking([&source, &begun] {
            begun.await();
            source.request_stop();
        });
        const auto endless = [&begun] {
            begun.raise();
            computeWithoutEnd();
        };
        QElapsedTimer timer;
        timer.start();
        QVERIFY_EXCEPTION_THROWN(probeInChild(endless, {60s, 0, false}, source.get_token()), Cancelled);
        QVERIFY(timer.elapsed() < 20'000);
        QVERIFY(::waitpid(-1, nullptr, WNOHANG) < 0); // nothing is left behind
    }

    /// Ctrl-C reaches the whole group of a terminal's processes, blocked or not in ours.
    void takesAnInterruptForACancel()
    {
        sigset_t interrupt;
        sigset_t before;
        sigemptyset(&interrupt);
        sigaddset(&interrupt, SIGINT);
        pthread_sigmask(SIG_BLOCK, &interrupt, &before);
        QVERIFY_EXCEPTION_THROWN(ending([] { ::kill(::getpid(), SIGINT); }), Cancelled);
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }

    /// A child that could do any of it would end by abort().
    void confinesToComputing()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !(defined(__x86_64__) || defined(__aarch64__))
        QSKIP("no filter here");
#endif
        QTemporaryDir folder;
        const auto path = folder.filePath("written").toStdString();
        const auto reach = [&path] {
            rlimit limit{};
            const bool isFree = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600) >= 0
                                || ::socket(AF_INET, SOCK_STREAM, 0) >= 0 || ::unlink(path.c_str()) == 0
                                || ::kill(::getppid(), 0) == 0
                                || ::syscall(SYS_tgkill, ::getppid(), ::getppid(), 0) == 0
                                || ::prlimit(::getppid(), RLIMIT_CPU, nullptr, &limit) == 0 || ::fork() >= 0;
            if (isFree || ::open("/dev/null", O_RDONLY) < 0 || ::raise(SIGCONT) != 0
                || ::prlimit(::getpid(), RLIMIT_CPU, nullptr, &limit) != 0)
                std::abort();
            std::thread([] { delete new int; }).join();
        };
        QCOMPARE(ending(reach, {20s, 0, true}).death, std::string());
        QVERIFY(!QFile::exists(QString::fromStdString(path)));
        QVERIFY(!ending(reach, {20s, 0, false}).death.empty());
    }
};

QTEST_APPLESS_MAIN(TestProbeInChild)
#include "tst_probe_in_child.moc"
