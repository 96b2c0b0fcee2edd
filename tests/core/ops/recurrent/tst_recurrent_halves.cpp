// SPDX-License-Identifier: GPL-3.0-or-later
// LSTM, GRU and RNN of float16 and bfloat16: computed in float32, rounded at the end.
#include "tests/core/ops/recurrent/recurrent_reference.h"

#include <QTest>

using namespace ql;
using namespace ql::tests;
using graph::DataType;

namespace {

ops::Tensor rounded(const ops::Tensor& tensor, DataType type)
{
    return {tensor.data.to(ops::storageType(type)), type};
}

ops::Tensor widened(const ops::Tensor& tensor)
{
    return {tensor.data.to(at::kFloat), DataType::Float};
}

} // namespace

class TestRecurrentHalves : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areRoundedOnce_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("gates");
        QTest::addColumn<int>("type");
        for (const auto type : {DataType::Float16, DataType::BFloat16})
            for (const auto& [name, gates] : {std::pair("LSTM", 4), std::pair("GRU", 3), std::pair("RNN", 1)})
                QTest::addRow("%s %s", name, graph::name(type).data()) << QString(name) << gates << int(type);
    }

    void areRoundedOnce()
    {
        QFETCH(QString, name);
        QFETCH(int, gates);
        QFETCH(int, type);
        const auto half = DataType(type);
        const Weights weights(1, gates);
        std::vector<ops::Tensor> halves, floats;
        for (const auto& tensor : {weights.x.tensor(), weights.w.tensor(), weights.r.tensor(), weights.b.tensor()}) {
            halves.push_back(rounded(tensor, half));
            floats.push_back(widened(halves.back()));
        }
        const auto found = recurrent(name.toLatin1().constData(), 14, 2).run(halves);
        const auto expected = recurrent(name.toLatin1().constData(), 14, 2).run(floats);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(found[i].type, half);
            QVERIFY(at::equal(found[i].data, rounded(expected[i], half).data));
        }
    }

    void othersOfAnotherTypeAreRefused()
    {
        const Weights weights(1, 4);
        const auto message = QString::fromStdString(
            recurrent("LSTM", 14, 1)
                .errorOf({rounded(weights.x.tensor(), DataType::Float16), widened(weights.w.tensor()),
                          rounded(weights.r.tensor(), DataType::Float16)}));
        QVERIFY2(message.contains("input 1 has type float32, expected float16"), qPrintable(message));
    }
};

QTEST_GUILESS_MAIN(TestRecurrentHalves)
#include "tst_recurrent_halves.moc"
