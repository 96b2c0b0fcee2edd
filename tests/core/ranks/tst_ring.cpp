// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/ring.h"

#include <QTest>
#include <memory>
#include <sys/socket.h>
#include <thread>
#include <vector>

using namespace ql::ranks;
using Side = SecureChannel::Side;

namespace {

constexpr std::size_t kLarge = 3'000'000; ///< more than a connection holds on its way

/// As many ranks, on a thread each. What each gathers, by rank, in the order of the rounds.
using Gathered = std::vector<std::vector<std::string>>;

std::vector<Ring> ringOf(std::size_t size, const Tls& tls)
{
    std::vector<SecureChannel> next, previous;
    for (std::size_t rank = 0; rank < size; ++rank) {
        int pair[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0)
            qFatal("no socket pair");
        next.emplace_back(tls, Socket(pair[0]), Side::Opens);
        previous.emplace_back(tls, Socket(pair[1]), Side::Answers); // of the rank after
        for (bool isKnown = false, isAnswered = false; !isKnown || !isAnswered;) {
            isKnown = next.back().shakeHands();
            isAnswered = previous.back().shakeHands();
        }
    }
    std::vector<Ring> rings;
    for (std::size_t rank = 0; rank < size; ++rank)
        rings.emplace_back(rank, size, std::move(next[rank]), std::move(previous[(rank + size - 1) % size]));
    return rings;
}

std::string wordsOf(std::size_t rank, std::size_t round)
{
    const std::size_t sizes[]{rank, 0, rank == 1 ? kLarge : 3, kLarge + rank};
    return std::string(sizes[round], char('a' + rank));
}
constexpr std::size_t kRounds = 4;

} // namespace

class TestRing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allGatherTheSame_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {2, 3, 5})
            QTest::addRow("%d ranks", size) << size;
    }

    void allGatherTheSame()
    {
        QFETCH(int, size);
        const auto count = std::size_t(size);
        const Tls tls(randomKey());
        auto rings = ringOf(count, tls);
        std::vector<Gathered> gathered(count);
        std::vector<std::jthread> threads;
        for (std::size_t rank = 0; rank < count; ++rank)
            threads.emplace_back([&rings, &gathered, rank] {
                for (std::size_t round = 0; round < kRounds; ++round)
                    gathered[rank].push_back(rings[rank].gather(wordsOf(rank, round), [] {}));
            });
        threads.clear();
        for (std::size_t round = 0; round < kRounds; ++round) {
            std::vector<std::string> expected;
            for (std::size_t rank = 0; rank < count; ++rank)
                expected.push_back(wordsOf(rank, round));
            for (const auto& rounds : gathered)
                QVERIFY(rounds[round] == expected);
        }
    }

    void aRankThatIsGoneBreaksIt()
    {
        const Tls tls(randomKey());
        auto rings = ringOf(3, tls);
        rings.pop_back();
        for (auto& ring : rings)
            QVERIFY_EXCEPTION_THROWN(ring.gather("x", [] {}), BrokenConnection);
    }

    void whatTheCheckThrowsEndsIt()
    {
        const Tls tls(randomKey());
        auto rings = ringOf(2, tls);
        int left = 3;
        const auto check = [&left] {
            if (--left == 0)
                throw std::runtime_error("enough");
        };
        QVERIFY_EXCEPTION_THROWN(rings[0].gather("x", check), std::runtime_error);
    }
};

QTEST_APPLESS_MAIN(TestRing)
#include "tst_ring.moc"
