// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/ops/recurrent/recurrent_reference.h"

#include <ATen/Parallel.h>
#include <QTest>

using namespace ql::tests;

/// Both directions of recurrent layers that are worth several threads.
class TestRecurrentThreads : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void doNotChangeABit_data()
    {
        QTest::addColumn<QString>("opType");
        QTest::addColumn<int>("gates");
        QTest::newRow("LSTM") << "LSTM" << 4;
        QTest::newRow("GRU") << "GRU" << 3;
    }

    void doNotChangeABit()
    {
        QFETCH(QString, opType);
        QFETCH(int, gates);
        constexpr std::int64_t kLongSteps = 50, kWide = 37;
        const auto x = Block::random({kLongSteps, 1, kWide}, 1), w = Block::random({2, gates * kWide, kWide}, 2),
                   r = Block::random({2, gates * kWide, kWide}, 3);
        const auto result = [&](int threads) {
            at::set_num_threads(threads);
            auto runner = OperatorRunner(opType.toStdString(), 14).with("hidden_size", kWide).outputs(2);
            return runner.with("direction", "bidirectional").run({x.tensor(), w.tensor(), r.tensor()});
        };
        const auto expected = result(1);
        for (const int threads : {2, 4}) {
            const auto found = result(threads);
            QVERIFY(at::equal(found[0].data, expected[0].data));
            QVERIFY(at::equal(found[1].data, expected[1].data));
        }
    }
};

QTEST_APPLESS_MAIN(TestRecurrentThreads)
#include "tst_recurrent_threads.moc"
