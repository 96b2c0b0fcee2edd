// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/memory/block_cache.h"

#include <QtTest>

#include <array>
#include <cstdint>
#include <cstring>
#include <thread>

using namespace ql;

namespace {

constexpr std::size_t kMebi = 1 << 20;

} // namespace

class BlockCacheTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesTheSameBlockAgain();
    void wastesLittle();
    void keepsNoMoreThanItIsTold();
    void keepsTheLatest();
    void neverKeepsWhatIsLargerThanItself();
    void ignoresStrangers();
    void servesThreads();
};

void BlockCacheTest::givesTheSameBlockAgain()
{
    ops::BlockCache cache(16 * kMebi);
    auto* const block = cache.take(3 * kMebi);
    QCOMPARE(reinterpret_cast<std::uintptr_t>(block) % 4096, std::uintptr_t(0));
    std::memset(block, 1, 3 * kMebi);
    QVERIFY(cache.isTaken(block));
    cache.giveBack(block);
    QVERIFY(!cache.isTaken(block));
    QCOMPARE(cache.keptBytes(), 3 * kMebi);
    auto* const again = cache.take(3 * kMebi - 100);
    QCOMPARE(again, block);
    QCOMPARE(cache.keptBytes(), std::size_t(0));
    cache.giveBack(again);
}

void BlockCacheTest::wastesLittle()
{
    ops::BlockCache cache(64 * kMebi);
    auto* const large = cache.take(16 * kMebi);
    cache.giveBack(large);
    auto* const small = cache.take(2 * kMebi);
    QVERIFY(small != large);
    QCOMPARE(cache.keptBytes(), 16 * kMebi);
    cache.giveBack(small);
    // Of two that fit, the smaller.
    auto* const fitting = cache.take(15 * kMebi);
    QCOMPARE(fitting, large);
    cache.giveBack(fitting);
}

void BlockCacheTest::keepsNoMoreThanItIsTold()
{
    ops::BlockCache cache(8 * kMebi);
    std::array<void*, 6> blocks{};
    for (auto& block : blocks)
        block = cache.take(2 * kMebi);
    QCOMPARE(cache.keptBytes(), std::size_t(0));
    for (auto* const block : blocks) {
        cache.giveBack(block);
        QVERIFY(cache.keptBytes() <= 8 * kMebi);
    }
    QCOMPARE(cache.keptBytes(), 8 * kMebi);
}

void BlockCacheTest::keepsTheLatest()
{
    ops::BlockCache cache(4 * kMebi);
    auto* const first = cache.take(2 * kMebi);
    auto* const second = cache.take(4 * kMebi);
    cache.giveBack(first);
    cache.giveBack(second);
    QCOMPARE(cache.keptBytes(), 4 * kMebi);
    QCOMPARE(cache.take(4 * kMebi), second);
    cache.giveBack(second);
}

void BlockCacheTest::neverKeepsWhatIsLargerThanItself()
{
    ops::BlockCache cache(4 * kMebi);
    auto* const kept = cache.take(2 * kMebi);
    auto* const huge = cache.take(5 * kMebi);
    cache.giveBack(kept);
    cache.giveBack(huge);
    QCOMPARE(cache.keptBytes(), 2 * kMebi);
}

void BlockCacheTest::ignoresStrangers()
{
    ops::BlockCache cache(4 * kMebi);
    int stranger = 0;
    QVERIFY(!cache.isTaken(&stranger));
    cache.giveBack(&stranger);
    QCOMPARE(cache.keptBytes(), std::size_t(0));
    QVERIFY_EXCEPTION_THROWN(cache.take(std::size_t(-1)), std::bad_alloc);
    QVERIFY_EXCEPTION_THROWN(cache.take(std::size_t(1) << 60), std::bad_alloc);
}

void BlockCacheTest::servesThreads()
{
    ops::BlockCache cache(8 * kMebi);
    std::array<std::thread, 4> threads;
    for (std::size_t t = 0; t < threads.size(); ++t)
        threads[t] = std::thread([&cache, t] {
            for (std::size_t i = 0; i < 200; ++i) {
                const auto bytes = (1 + (i + t) % 3) * kMebi;
                auto* const block = static_cast<unsigned char*>(cache.take(bytes));
                block[0] = block[bytes - 1] = static_cast<unsigned char>(t);
                std::this_thread::yield();
                if (block[0] != t || block[bytes - 1] != t)
                    qFatal("two threads hold one block");
                cache.giveBack(block);
            }
        });
    for (auto& thread : threads)
        thread.join();
    QVERIFY(cache.keptBytes() <= 8 * kMebi);
    QVERIFY(cache.keptBytes() > 0);
}

QTEST_APPLESS_MAIN(BlockCacheTest)
#include "tst_block_cache.moc"
