// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/ranks/on_ranks.h"
#include "core/runs/ranks/work_partition.h"
#include "tests/support/thread_ranks.h"

#include <QTest>
#include <atomic>
#include <cmath>
#include <mutex>

using namespace ql;
using ql::runs::RoundReport;
using ql::runs::WorkPartition;

namespace {

struct Part {
    double value = 0.0;
    std::vector<std::string> words;

    static auto parts(auto& self) { return std::tie(self.value, self.words); }
};

Part partOf(std::size_t i)
{
    return {std::sin(double(i)) * std::pow(10.0, double(i % 17)), {std::to_string(i), {}}};
}

/// The sum in the order of the pieces, by rank; and what each threw.
struct Outcome {
    std::vector<double> sums;
    std::vector<std::size_t> taken;
    std::vector<std::string> errors;
};

Outcome sumOn(std::size_t ranks, std::size_t count, const std::function<void(std::size_t, std::size_t)>& before = {})
{
    Outcome outcome{std::vector<double>(ranks), std::vector<std::size_t>(ranks), std::vector<std::string>(ranks)};
    tests::ThreadRanks(ranks).run([&](const std::shared_ptr<RankGroup>& group) {
        const auto rank = group->rank();
        JobContext ctx;
        try {
            runs::runOnRanks<Part>(
                *group, {.begin = 3, .end = 3 + count}, nullptr, 0.0, ctx,
                [&](std::size_t i, JobContext&) {
                    if (before)
                        before(rank, i);
                    return partOf(i);
                },
                [&](std::size_t i, const Part& part) {
                    if (i != 3 + outcome.taken[rank] || part.words != partOf(i).words)
                        throw Error(ErrorCode::Internal, "out of order");
                    ++outcome.taken[rank];
                    outcome.sums[rank] += part.value;
                });
        } catch (const Cancelled&) {
            outcome.errors[rank] = "cancelled";
        } catch (const Error& error) {
            outcome.errors[rank] = error.what();
        }
    });
    return outcome;
}

} // namespace

class TestOnRanks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sumsAreTheSameForAnyNumberOfRanks()
    {
        const auto alone = sumOn(1, 1000);
        QCOMPARE(alone.taken[0], std::size_t(1000));
        for (const std::size_t ranks : {2, 3, 5}) {
            const auto outcome = sumOn(ranks, 1000);
            for (std::size_t rank = 0; rank < ranks; ++rank) {
                QCOMPARE(outcome.errors[rank], std::string());
                QVERIFY(outcome.sums[rank] == alone.sums[0]); // bit for bit
            }
        }
    }

    void fewerPiecesThanRanksWillDo()
    {
        for (const std::size_t count : {0, 1, 2, 4}) {
            const auto outcome = sumOn(4, count);
            QCOMPARE(outcome.taken, std::vector<std::size_t>(4, count));
        }
    }

    void everyPieceIsWorkedOnOnce()
    {
        std::vector<std::atomic<int>> worked(203);
        sumOn(3, 200, [&](std::size_t, std::size_t i) { ++worked[i]; });
        for (std::size_t i = 3; i < worked.size(); ++i)
            QCOMPARE(worked[i].load(), 1);
    }

    void allThrowTheFirstErrorAfterWhatCameBefore()
    {
        const auto fail = [](std::size_t, std::size_t i) {
            if (i == 40 || i == 41) {
                Error error(ErrorCode::FileCorrupt, Message("piece {} is broken", i), "mend it");
                error.addContext(Message("sample {}", i));
                throw error;
            }
        };
        for (const std::size_t ranks : {1, 2, 3}) {
            const auto outcome = sumOn(ranks, 100, fail);
            for (std::size_t rank = 0; rank < ranks; ++rank) {
                QVERIFY2(!outcome.errors[rank].empty(), outcome.errors[rank].c_str());
                QCOMPARE(outcome.errors[rank], std::string("sample 40: piece 40 is broken (mend it)"));
                QCOMPARE(outcome.taken[rank], std::size_t(37));
            }
        }
    }

    void oneThatIsCancelledEndsAll()
    {
        const auto outcome = sumOn(3, 1000, [](std::size_t rank, std::size_t i) {
            if (rank == 1 && i > 100)
                throw Cancelled();
        });
        QCOMPARE(outcome.errors, std::vector<std::string>(3, "cancelled"));
        QVERIFY(outcome.taken[0] > 97 && outcome.taken[0] < 1000);
        QCOMPARE(outcome.taken, std::vector<std::size_t>(3, outcome.taken[0]));
    }

    void dealsByWhatRanksHaveDone()
    {
        WorkPartition partition(3, 0, 1000);
        for (std::size_t rank = 0; rank < 3; ++rank)
            QCOMPARE(partition.rangeOf(rank), std::make_pair(rank, rank + 1));
        // 100, 50 and 10 pieces a second; the second works on four at a time.
        partition.next({{.seconds = 0.01}, {.seconds = 0.02, .width = 4}, {.seconds = 0.1}});
        QCOMPARE(partition.rangeOf(0), std::make_pair(std::size_t(3), std::size_t(103)));
        QCOMPARE(partition.rangeOf(1), std::make_pair(std::size_t(103), std::size_t(155)));
        QCOMPARE(partition.rangeOf(2), std::make_pair(std::size_t(155), std::size_t(165)));
        // Exchanges that take a second each: rounds take twenty. What is left is dealt out in proportion.
        partition.next({{1.0, 1.0}, {1.0, 2.0}, {1.0, 3.0}});
        QCOMPARE(partition.rangeOf(2).second, std::size_t(1000));
        const auto [begin, end] = partition.rangeOf(0);
        QVERIFY(end - begin > 500 && end - begin < 540);
        partition.next({{1.0}, {1.0}, {1.0}});
        QVERIFY(partition.isDone());
    }

    void everyRankTakesWhatTheOthersHave()
    {
        std::vector<std::vector<std::string>> taken(3);
        tests::ThreadRanks(3).run([&](const std::shared_ptr<RankGroup>& group) {
            const auto rank = group->rank();
            runs::exchangeEach(
                *group, 5, 2, [&](std::size_t i) { return std::to_string(10 * i + rank); },
                [&](std::size_t i, std::string_view others) {
                    taken[rank].push_back(std::to_string(i) + ":" + std::string(others));
                });
        });
        QCOMPARE(taken[1], (std::vector<std::string>{"0:0", "1:10", "0:2", "1:12", "2:20", "3:30", "2:22", "3:32",
                                                     "4:40", "4:42"}));
        QCOMPARE(taken[0].front(), std::string("0:1"));
        QCOMPARE(taken[2].size(), std::size_t(10));
    }

    void ranksThatWereToldOtherThingsAreRefused()
    {
        std::mutex mutex;
        std::vector<std::string> errors;
        tests::ThreadRanks(3).run([&](const std::shared_ptr<RankGroup>& group) {
            try {
                runs::requireAlike(*group, "the same");
                runs::requireAlike(*group, group->rank() == 2 ? "more samples" : "samples");
            } catch (const Error& error) {
                const std::lock_guard lock(mutex);
                errors.push_back(error.message().english());
            }
        });
        QCOMPARE(errors, std::vector<std::string>(3, "rank 2 was given other models, data or options than rank 0"));
    }

    void whatIsNoMessageOfOursIsRefused()
    {
        const auto bytes = packed(partOf(7));
        QCOMPARE(unpacked<Part>(bytes).value, partOf(7).value);
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QVERIFY_EXCEPTION_THROWN(unpacked<Part>(std::string_view(bytes).substr(0, size)), Error);
        QVERIFY_EXCEPTION_THROWN(unpacked<Part>(bytes + "x"), Error);
        QVERIFY_EXCEPTION_THROWN(unpacked<std::vector<Part>>(std::string(8, '\xff')), Error);
    }
};

QTEST_APPLESS_MAIN(TestOnRanks)
#include "tst_on_ranks.moc"
