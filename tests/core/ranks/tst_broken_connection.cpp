// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/group.h"
#include "tests/support/free_port.h"

#include <QTest>
#include <csignal>
#include <filesystem>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ql;
using tests::portOf;

namespace {

/// Writes to a connection of this process fail from now on, as to a peer that is gone. Those of the store at @p port
/// stay. Returns how many there were.
int breakConnections(std::uint16_t port)
{
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        const int descriptor = std::stoi(entry.path().filename().string());
        const auto here = portOf(descriptor, ::getsockname);
        const auto there = portOf(descriptor, ::getpeername);
        if (here == 0 || there == 0 || here == port || there == port)
            continue;
        count += ::shutdown(descriptor, SHUT_WR) == 0 ? 1 : 0;
    }
    return count;
}

/// A rank that gathers until it is killed.
[[noreturn]] void gatherForever(const ranks::Launch& launch)
{
    try {
        const auto group = ranks::joinGroup(launch, {});
        for (;;)
            group->allGather("1");
    } catch (...) {
        _exit(1);
    }
}

/// A process of its own that ends with this.
class Peer {
public:
    explicit Peer(ranks::Launch launch)
        : m_process(::fork())
    {
        launch.rank = 1;
        if (m_process == 0)
            gatherForever(launch);
    }
    ~Peer()
    {
        ::kill(m_process, SIGKILL);
        ::waitpid(m_process, nullptr, 0);
    }
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    void stop() const { ::kill(m_process, SIGSTOP); }

private:
    pid_t m_process;
};

} // namespace

/// What a rank does when it writes to another that is gone before it heard so.
class TestBrokenConnection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isAnErrorNotTheEnd()
    {
        ranks::Launch launch{.size = 2, .address = "127.0.0.1", .port = tests::freePort()};
        launch.silence = std::chrono::seconds(1);
        const Peer peer(launch);
        const auto group = ranks::joinGroup(launch, {});
        QCOMPARE(group->allGather("0"), (std::vector<std::string>{"0", "1"}));
        peer.stop(); // else it would close its end, and nothing be written
        QVERIFY(breakConnections(launch.port) > 0);
        QVERIFY_EXCEPTION_THROWN(group->allGather("0"), Error);
        const auto failure = group->failure();
        QVERIFY(failure && QByteArray(failure->what()).startsWith("rank 1 on "));
    }
};

QTEST_GUILESS_MAIN(TestBrokenConnection)
#include "tst_broken_connection.moc"
