// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/local_key.h"
#include "tests/support/free_port.h"

#include <QTest>
#include <sys/wait.h>
#include <system_error>

using namespace ql::ranks;

namespace {

/// Whether a process of its own, of user @p user, gets @p key, while this one gives it.
bool isSentTo(uid_t user, LocalKeyServer& keyServer, std::uint16_t port, const Key& key)
{
    const auto child = ::fork();
    if (child == 0)
        ::_exit(::setuid(user) == 0 && localKey(port) == key ? 0 : 1);
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        PollSet set;
        keyServer.addTo(set);
        set.wait(std::chrono::milliseconds(20));
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

class TestLocalKey : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thisUsersProcessesGetTheKey()
    {
        const auto port = ql::tests::freePort();
        const auto key = randomKey();
        QVERIFY(!localKey(port));
        LocalKeyServer keyServer(port, key);
        QVERIFY(isSentTo(::geteuid(), keyServer, port, key));
        QVERIFY_EXCEPTION_THROWN(LocalKeyServer(port, key), std::system_error);
        keyServer.close();
        QVERIFY(!localKey(port));
    }

    void anotherUsersDoNot()
    {
        constexpr uid_t kNobody = 65534;
        if (::geteuid() != 0)
            QSKIP("only root can be somebody else");
        const auto port = ql::tests::freePort();
        const auto key = randomKey();
        LocalKeyServer keyServer(port, key);
        QVERIFY(!isSentTo(kNobody, keyServer, port, key));
    }
};

QTEST_APPLESS_MAIN(TestLocalKey)
#include "tst_local_key.moc"
