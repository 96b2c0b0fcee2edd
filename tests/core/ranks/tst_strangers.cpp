// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"
#include "core/ranks/addresses.h"
#include "core/ranks/group.h"
#include "tests/support/free_port.h"
#include "tests/support/strangers.h"

#include <QStringList>
#include <QTest>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

using namespace ql;

namespace {

constexpr std::size_t kSize = 3;

ranks::Launch launchAt(const std::string& address, const std::string& secret = {})
{
    ranks::Launch launch{.size = kSize, .address = address, .port = tests::freePort()};
    launch.patience = std::chrono::seconds(60);
    launch.secret = secret;
    return launch;
}

/// What a rank gathered, or why it did not.
std::string outcomeOf(ranks::Launch launch, std::size_t rank, const std::function<void()>& joined = {})
{
    launch.rank = rank;
    try {
        const auto group = ranks::joinGroup(launch, {});
        if (joined)
            joined();
        std::string all;
        for (const auto& one : group->allGather(std::to_string(rank)))
            all += one;
        all += group->broadcast(all + '!');
        group->leave(RankGroup::Ending::Done);
        return all;
    } catch (const Error& error) {
        return error.what();
    }
}

/// A job of three ranks on threads of this process, of which rank 0 waits for the others while @p disturb runs.
std::vector<std::string> runDisturbed(const ranks::Launch& launch, const std::function<void()>& disturb,
                                      const std::function<void()>& joined = {})
{
    std::vector<std::string> outcomes(kSize);
    std::vector<std::jthread> threads;
    const auto start = [&](std::size_t rank) {
        threads.emplace_back([&, rank] { outcomes[rank] = outcomeOf(launch, rank, rank == 0 ? joined : nullptr); });
    };
    start(0);
    while (tests::listeningOf("self").empty())
        std::this_thread::yield();
    disturb();
    start(1);
    start(2);
    threads.clear();
    return outcomes;
}

const std::vector<std::string> kDone(kSize, "012012!");

} // namespace

/// Whoever knows no secret is turned away with a line in the log, and keeps nobody.
class TestStrangers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        setUpLogging("warn");
        m_lines.clear();
        addLogSink([this](std::string_view level, std::string_view message) {
            const std::lock_guard lock(m_mutex);
            m_lines << QString("%1: %2").arg(QByteArray(level.data(), qsizetype(level.size())),
                                             QByteArray(message.data(), qsizetype(message.size())));
        });
    }
    void cleanup() { setUpLogging("warn"); }

    void eachIsRefusedInALine_data()
    {
        QTest::addColumn<QByteArray>("words");
        int index = 0;
        for (const auto& words : tests::strangersWords())
            QTest::addRow("%d", index++) << QByteArray(words.data(), qsizetype(words.size()));
    }

    void eachIsRefusedInALine()
    {
        QFETCH(QByteArray, words);
        const auto launch = launchAt("127.0.0.1");
        std::vector<tests::Stranger> strangers;
        const auto outcomes = runDisturbed(launch, [&] { strangers.emplace_back(launch.port, words.toStdString()); });
        QVERIFY(strangers[0].isConnected());
        QCOMPARE(outcomes, kDone);
        QCOMPARE(m_lines.size(), 1);
        QVERIFY2(m_lines[0].contains("refused a connection from 127.0.0.1 port "), qPrintable(m_lines[0]));
    }

    void thoseWhoEndAtOnceAreRefused()
    {
        const auto launch = launchAt("127.0.0.1");
        const auto outcomes = runDisturbed(launch, [&] { tests::Stranger(launch.port); });
        QCOMPARE(outcomes, kDone);
        QCOMPARE(m_lines.size(), 1);
    }

    void aFloodKeepsNobodyOut()
    {
        const auto launch = launchAt("127.0.0.1");
        std::vector<tests::Stranger> strangers;
        const auto outcomes = runDisturbed(launch, [&] {
            for (int i = 0; i < 400; ++i)
                strangers.emplace_back(launch.port);
        });
        QCOMPARE(outcomes, kDone);
        QCOMPARE(m_lines.size(), 11); // of which the last counts the others
        QVERIFY2(m_lines.back().contains("refused 390 more connections"), qPrintable(m_lines.back()));
    }

    void anotherSecretLetsNobodyIn()
    {
        auto launch = launchAt("127.0.0.1", "the secret of this job");
        std::string refused;
        const auto outcomes = runDisturbed(launch, [&] {
            auto wrong = launch;
            wrong.secret = "the secret of another";
            refused = outcomeOf(wrong, 2);
        });
        QCOMPARE(outcomes, kDone);
        QVERIFY2(refused.find("the secret there is another") != std::string::npos, refused.c_str());
        QCOMPARE(m_lines.size(), 1);
    }

    void whoHasNoSecretIsTold()
    {
        auto launch = launchAt("127.0.0.1", "the secret of this job");
        std::string refused;
        const auto outcomes = runDisturbed(launch, [&] {
            auto none = launch;
            none.secret.clear();
            refused = outcomeOf(none, 1);
        });
        QCOMPARE(outcomes, kDone);
        QVERIFY2(refused.find("was given a secret, this rank was not") != std::string::npos, refused.c_str());
        auto elsewhere = launchAt("192.0.2.1"); // an address that is nobody's
        refused = outcomeOf(elsewhere, 1);
        QVERIFY2(refused.find("rank 0 runs on another machine, 192.0.2.1, and no secret") == 0, refused.c_str());
        elsewhere.isSpread = true;
        for (const std::size_t rank : {0, 1}) {
            refused = outcomeOf(elsewhere, rank);
            QVERIFY2(refused.find("the 3 ranks run on several machines, and no secret") == 0, refused.c_str());
        }
    }

    void listensWhereItIsTold_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("expected");
        QTest::newRow("loopback") << "127.0.0.1"
                                  << "0100007F";
        QTest::newRow("by name") << "localhost"
                                 << "";
        QTest::newRow("another loopback") << "127.0.0.7"
                                          << "0700007F";
        QTest::newRow("every address") << "0.0.0.0"
                                       << "0100007F";
    }

    void listensWhereItIsTold()
    {
        QFETCH(QString, address);
        QFETCH(QString, expected);
        const auto launch = launchAt(address.toStdString());
        const auto check = [&] {
            for (const auto& endpoint : tests::listeningOf("self")) {
                QVERIFY(!endpoint.isEverywhere());
                QVERIFY(expected.isEmpty() || QString::fromStdString(endpoint.address) == expected);
            }
        };
        QCOMPARE(runDisturbed(launch, check), kDone);
    }

    void nobodyListensOnceAllAreThere()
    {
        const auto launch = launchAt("127.0.0.1");
        bool isOpen = true;
        const auto wait = [&] { // for the moment until the thread that let the last one in has closed
            for (int i = 0; i < 1000 && isOpen; ++i) {
                isOpen = false;
                for (const auto& endpoint : tests::listeningOf("self"))
                    isOpen = isOpen || endpoint.port == launch.port;
                std::this_thread::yield();
            }
        };
        QCOMPARE(runDisturbed(
                     launch, [] {}, wait),
                 kDone);
        QVERIFY(!isOpen);
    }

    void aRankThatIsThereTwiceIsTold()
    {
        const auto launch = launchAt("127.0.0.1");
        std::string refused;
        auto other = launch;
        other.size = kSize + 1;
        const auto outcomes = runDisturbed(launch, [&] { refused = outcomeOf(other, 1); });
        QCOMPARE(outcomes, kDone);
        QVERIFY2(refused.find("the ranks there are not 4") != std::string::npos, refused.c_str());
    }

private:
    std::mutex m_mutex;
    QStringList m_lines;
};

QTEST_GUILESS_MAIN(TestStrangers)
#include "tst_strangers.moc"
