// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/heartbeat.h"

#include <QTest>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

using namespace ql;
using namespace ql::ranks;
using namespace std::chrono_literals;

namespace {

class FakeStore : public KeyValueStore {
public:
    void set(const std::string& key, const std::string& text) override
    {
        const std::lock_guard lock(m_mutex);
        requireHosted();
        m_texts[key] = text;
    }
    std::optional<std::string> get(const std::string& key) override
    {
        const std::lock_guard lock(m_mutex);
        requireHosted();
        const auto found = m_texts.find(key);
        return found == m_texts.end() ? std::nullopt : std::optional(found->second);
    }
    std::int64_t add(const std::string& key, std::int64_t number) override
    {
        const std::lock_guard lock(m_mutex);
        requireHosted();
        return m_numbers[key] += number;
    }
    bool isHosted = true;

private:
    void requireHosted() const
    {
        if (!isHosted)
            throw std::runtime_error("connection reset by peer");
    }
    std::mutex m_mutex;
    std::map<std::string, std::string> m_texts;
    std::map<std::string, std::int64_t> m_numbers;
};

constexpr HeartbeatLimits kLimits{.interval = 1ms, .silence = 100ms, .silenceOfSuspects = 20ms};

/// Three ranks that look when told to, and whose clock goes on when told to.
struct Trio {
    FakeStore store;
    std::vector<Member> members{{"a", "a/1", 11, {0}}, {"b", "b/1", 22, {0}}, {"c", "c/1", 33, {0}}};
    std::vector<std::stop_source> wishes{3};
    Heartbeat::Clock::time_point now;
    std::vector<std::unique_ptr<Heartbeat>> heartbeats;

    Trio()
    {
        for (std::size_t rank = 0; rank < 3; ++rank)
            heartbeats.push_back(std::make_unique<Heartbeat>(store, members, rank, kLimits, wishes[rank].get_token(),
                                                             [this] { return now; }));
    }
    /// Everyone but @p dead for @p time.
    void run(std::chrono::milliseconds time, std::size_t dead = 9)
    {
        for (const auto until = now + time; now < until; now += kLimits.interval)
            for (std::size_t rank = 0; rank < 3; ++rank)
                if (rank != dead)
                    heartbeats[rank]->look();
    }
    std::string heard(std::size_t rank) const
    {
        const auto end = heartbeats[rank]->end();
        return end ? heartbeats[rank]->errorOf(*end).message().english() : std::string();
    }
};

} // namespace

class TestHeartbeat : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingHappensWhileAllLive()
    {
        Trio trio;
        trio.run(150ms);
        for (const auto& watch : trio.heartbeats)
            QVERIFY(!watch->end() && !watch->stopToken().stop_requested());
    }

    void allHearOfTheDead_data()
    {
        QTest::addColumn<int>("dead");
        QTest::addColumn<QString>("words");
        QTest::newRow("the first") << 0 << "rank 0 on a (process 11) ended or no longer answers";
        QTest::newRow("the second") << 1 << "rank 1 on b (process 22) ended or no longer answers";
        QTest::newRow("the last") << 2 << "rank 2 on c (process 33) ended or no longer answers";
    }

    void allHearOfTheDead()
    {
        QFETCH(int, dead);
        QFETCH(QString, words);
        const auto who = std::size_t(dead);
        Trio trio;
        trio.run(5ms);
        trio.run(60ms, who);
        for (std::size_t rank = 0; rank < 3; ++rank)
            QCOMPARE(trio.heard(rank), std::string());
        trio.run(80ms, who);
        for (std::size_t rank = 0; rank < 3; ++rank)
            if (rank != who) {
                QCOMPARE(trio.heard(rank), words.toStdString());
                QVERIFY(trio.heartbeats[rank]->stopToken().stop_requested());
            }
    }

    void aSuspicionIsSettledSooner()
    {
        Trio trio;
        trio.run(5ms);
        trio.heartbeats[1]->suspect();
        trio.run(50ms, 2);
        for (const std::size_t rank : {0u, 1u})
            QCOMPARE(trio.heard(rank), std::string("rank 2 on c (process 33) ended or no longer answers"));
    }

    void aWishToStopReachesAll()
    {
        Trio trio;
        trio.wishes[2].request_stop();
        trio.run(5ms);
        for (const auto& watch : trio.heartbeats)
            QVERIFY(!watch->end() && watch->stopToken().stop_requested());
    }

    void theFirstWordCounts()
    {
        Trio trio;
        trio.heartbeats[1]->notify({GroupEnd::Kind::Failed, 1, "m.onnx: does not exist"});
        trio.heartbeats[2]->notify({GroupEnd::Kind::Failed, 2, "another reason"});
        trio.run(5ms);
        for (std::size_t rank = 0; rank < 3; ++rank) {
            QVERIFY(trio.heartbeats[rank]->end());
            QCOMPARE(std::string(trio.heartbeats[rank]->errorOf(*trio.heartbeats[rank]->end()).what()),
                     std::string("rank 1 on b (process 22): m.onnx: does not exist"));
        }
    }

    void aStoreThatIsGoneTakesItsHostAlong()
    {
        Trio trio;
        trio.run(5ms);
        trio.store.isHosted = false;
        trio.heartbeats[2]->look();
        QCOMPARE(trio.heard(2), std::string("rank 0 on a (process 11) ended or no longer answers"));
    }

    void callsTheRoll()
    {
        FakeStore store;
        Launch launch{.rank = 0, .size = 3, .address = "a", .port = 1};
        launch.patience = 50ms;
        const Member self{"a", "a/1", 11, {0, 1}};
        launch.rank = 1;
        try {
            rendezvous(store, launch, self, {});
            QFAIL("two are missing");
        } catch (const Error& error) {
            QVERIFY2(error.message().english().find("2 of 3 ranks did not come") == 0, error.what());
            QVERIFY2(error.message().english().ends_with(": 0, 2"), error.what());
        }
        std::jthread zero([&store, launch, self]() mutable {
            launch.rank = 0;
            launch.patience = 5s;
            rendezvous(store, launch, self, {});
        });
        launch.patience = 5s;
        std::jthread two([&store, launch, self]() mutable {
            launch.rank = 2;
            rendezvous(store, launch, self, {});
        });
        const auto members = rendezvous(store, launch, self, {});
        QCOMPARE(members.size(), std::size_t(3));
        QCOMPARE(members[2].host, std::string("a"));
        QCOMPARE(members[2].processors.size(), std::size_t(2));
        std::stop_source stop;
        stop.request_stop();
        launch.size = 4;
        QVERIFY_EXCEPTION_THROWN(rendezvous(store, launch, self, stop.get_token()), Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestHeartbeat)
#include "tst_heartbeat.moc"
