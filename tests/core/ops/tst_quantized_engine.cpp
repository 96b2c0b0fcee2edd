// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/probe_in_child.h"
#include "core/ops/torch/quantized_engine.h"

#include <ATen/Context.h>

#include <QTest>

#include <atomic>
#include <semaphore>
#include <thread>

using namespace ql;
using ops::QuantizedEngineUse;

/// LibTorch has one quantized engine per process; nobody's changes while he computes.
class TestQuantizedEngine : public QObject {
    Q_OBJECT

    std::vector<std::string> m_names;

private Q_SLOTS:
    void initTestCase()
    {
        m_names = ops::quantizedEngines();
        if (m_names.size() < 2)
            QSKIP("SKIPPED: this LibTorch has one quantized engine");
    }

    void staysWhileItIsUsed()
    {
        constexpr int kTurns = 2000;
        std::atomic<int> changes = 0;
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < 4; ++i)
                threads.emplace_back([&, name = m_names[i % 2]] {
                    for (int turn = 0; turn < kTurns; ++turn) {
                        const QuantizedEngineUse use(name);
                        const auto mine = at::globalContext().qEngine();
                        const QuantizedEngineUse again(name); // a body within a node
                        std::this_thread::yield();
                        changes += at::globalContext().qEngine() != mine ? 1 : 0;
                    }
                });
        }
        QCOMPARE(changes.load(), 0);
    }

    /// A file is read in a child process first, where whoever used the other engine doesn't exist.
    void aChildNeedNotWait()
    {
        std::binary_semaphore isUsed{0};
        std::binary_semaphore mayEnd{0};
        const std::jthread other([&] {
            const QuantizedEngineUse use(m_names[0]);
            isUsed.release();
            mayEnd.acquire();
        });
        isUsed.acquire();
        const auto ending =
            probeInChild([this] { const QuantizedEngineUse use(m_names[1]); }, {std::chrono::seconds(10)}, {});
        mayEnd.release();
        QCOMPARE(ending.death, std::string());
    }

    void refusesWhatIsNotThere() { QVERIFY_EXCEPTION_THROWN(QuantizedEngineUse("none such"), Error); }
};

QTEST_APPLESS_MAIN(TestQuantizedEngine)
#include "tst_quantized_engine.moc"
