// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/memory/block_cache.h"

#include <QtTest>

#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

using namespace ql;

namespace {

constexpr std::size_t kKibi = 1 << 10;
constexpr std::size_t kMebi = 1 << 20;

/// On a thread that never had a block.
template <typename Body>
void onNewThread(const Body& body)
{
    std::thread(body).join();
}

} // namespace

class SmallBlocksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesTheSameBlockForTheSameSize()
    {
        onNewThread([] {
            auto* const first = ops::takeSmallBlock(100 * kKibi);
            auto* const second = ops::takeSmallBlock(100 * kKibi);
            QVERIFY(first != second);
            for (auto* block : {first, second}) {
                QCOMPARE(reinterpret_cast<std::uintptr_t>(block) % 64, std::uintptr_t(0));
                std::memset(block, 1, 100 * kKibi);
                ops::giveBackSmallBlock(block);
            }
            QCOMPARE(ops::keptSmallBytes(), 200 * kKibi);
            auto* const other = ops::takeSmallBlock(99 * kKibi); // another size, another block
            QVERIFY(other != first && other != second);
            QCOMPARE(ops::takeSmallBlock(100 * kKibi - 1), second); // a line is never shared
            QCOMPARE(ops::takeSmallBlock(100 * kKibi), first);
            QCOMPARE(ops::keptSmallBytes(), std::size_t(0));
            for (auto* block : {first, second, other})
                ops::giveBackSmallBlock(block);
        });
    }

    void neverKeepsMuch()
    {
        onNewThread([] {
            for (std::size_t size = 1; size < 400; ++size)
                ops::giveBackSmallBlock(ops::takeSmallBlock(size * kKibi));
            QVERIFY(ops::keptSmallBytes() > 0);
            QVERIFY2(ops::keptSmallBytes() <= 8 * kMebi, std::to_string(ops::keptSmallBytes()).c_str());
        });
    }

    void takesWhatAnotherThreadHad()
    {
        onNewThread([] {
            std::vector<void*> blocks;
            onNewThread([&blocks] {
                for (int i = 0; i < 3; ++i)
                    blocks.push_back(ops::takeSmallBlock(kKibi));
                ops::giveBackSmallBlock(ops::takeSmallBlock(5 * kKibi)); // goes with its thread
            });
            for (auto* block : blocks) {
                std::memset(block, 2, kKibi);
                ops::giveBackSmallBlock(block);
            }
            QCOMPARE(ops::keptSmallBytes(), 3 * kKibi);
            QCOMPARE(ops::takeSmallBlock(kKibi), blocks.back());
            ops::giveBackSmallBlock(blocks.back());
        });
    }

    /// As tensors in objects that a thread unmakes last.
    void outlivesItsThread()
    {
        struct Last {
            ~Last()
            {
                ops::giveBackSmallBlock(block);
                ops::giveBackSmallBlock(ops::takeSmallBlock(2 * kKibi));
            }
            void* block = nullptr;
        };
        onNewThread([] {
            static thread_local Last last; // made before the cache: unmade after it
            last.block = nullptr;
            last.block = ops::takeSmallBlock(kKibi);
            std::memset(last.block, 3, kKibi);
        });
    }
};

QTEST_GUILESS_MAIN(SmallBlocksTest)
#include "tst_small_blocks.moc"
