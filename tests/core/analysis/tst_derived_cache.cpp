// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/workspace/derived_cache.h"

#include <QtTest>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

using ql::analysis::DerivedCache;
using ql::analysis::ModelPointer;
using ql::importers::ImportedModel;

namespace {

ModelPointer model()
{
    return std::make_shared<const ImportedModel>();
}

} // namespace

class TestDerivedCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesWhatTheVeryModelsAndTheKeyGave()
    {
        const auto a = model();
        const auto b = model();
        DerivedCache<int, std::string> cache;
        int count = 0;
        const auto next = [&count] { return ++count; };
        const auto first = cache.of({a, b}, "key", next);
        QCOMPARE(*first, 1);
        QCOMPARE(cache.of({a, b}, "key", next).get(), first.get());
        QCOMPARE(cache.find({a, b}, "key").get(), first.get());
        QVERIFY(!cache.find({b, a}, "key"));
        QVERIFY(!cache.find({a}, "key"));
        QVERIFY(!cache.find({a, model()}, "key"));
        QVERIFY(!cache.find({a, b}, "other"));
    }

    /// Whoever holds what was replaced or evicted may go on reading it.
    void anotherTakesItsPlace()
    {
        const auto a = model();
        const auto b = model();
        DerivedCache<int> cache;
        const auto first = cache.of({a, b}, {}, [] { return 1; });
        QCOMPARE(*cache.of({a, a}, {}, [] { return 2; }), 2);
        QVERIFY(!cache.find({a, b}, {}));
        QCOMPARE(*first, 1);
        const auto third = cache.of({a, b}, {}, [] { return 3; });
        cache.evict();
        QVERIFY(!cache.find({a, b}, {}));
        QCOMPARE(*third, 3);
    }

    /// A later model at the same address is another one.
    void livesAsLongAsItsModels()
    {
        const auto a = model();
        auto b = model();
        DerivedCache<int> cache;
        cache.store({a, b}, {}, std::make_shared<const int>(1));
        const std::weak_ptr<const ImportedModel> stored = b;
        b.reset();
        QVERIFY(stored.expired());
        for (int i = 0; i < 100; ++i)
            QVERIFY(!cache.find({a, model()}, {}));
        QVERIFY(!cache.find({a, nullptr}, {}));
    }

    void whatCantBeDerivedReplacesNothing()
    {
        const auto a = model();
        const auto b = model();
        DerivedCache<int> cache;
        cache.of({a}, {}, [] { return 1; });
        QVERIFY_EXCEPTION_THROWN(cache.of({b}, {}, []() -> int { throw std::runtime_error("no"); }),
                                 std::runtime_error);
        QCOMPARE(*cache.find({a}, {}), 1);
    }

    void servesThreadsAtOnce()
    {
        const std::vector models{model(), model(), model()};
        DerivedCache<std::size_t, std::size_t> cache;
        std::atomic<int> wrong = 0;
        std::vector<std::jthread> threads;
        for (std::size_t thread = 0; thread < 4; ++thread)
            threads.emplace_back([&, thread] {
                for (std::size_t turn = 0; turn < 2000; ++turn) {
                    const auto i = (thread + turn) % models.size();
                    wrong += *cache.of({models[i]}, turn % 2, [&] { return 10 * i + turn % 2; }) != 10 * i + turn % 2;
                    if (turn % 100 == 0)
                        cache.evict();
                }
            });
        threads.clear();
        QCOMPARE(wrong.load(), 0);
    }
};

QTEST_APPLESS_MAIN(TestDerivedCache)
#include "tst_derived_cache.moc"
