// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/aten.h"

#include "core/analysis/measure/layer_values.h"
#include "tests/support/error_message.h"

#include <QTest>

using namespace ql;
using graph::DataType;

class TestFloatValues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// 0x7e of E4M3 is 448, 0x38 is 1; 7 of E2M1 is 6, 9 is -0.5; 126 of E8M0 is 1/2.
    void narrowFloatsCountByTheirNumbers()
    {
        const auto numbers = [](DataType type, std::vector<std::int64_t> bits) {
            const ops::Tensor tensor(at::tensor(bits, at::kLong).to(at::kByte), type);
            return std::pair(analysis::floatValues(tensor), analysis::toFloats(tensor));
        };
        const auto eighths = numbers(DataType::Float8E4M3FN, {0x7e, 0x38});
        QVERIFY(eighths.first.equal(at::tensor({448.F, 1.F})));
        QVERIFY(eighths.second.equal(eighths.first));
        QVERIFY(numbers(DataType::Float4E2M1, {7, 9}).second.equal(at::tensor({6.F, -.5F})));
        QVERIFY(numbers(DataType::Float8E8M0, {126}).second.equal(at::tensor({.5F})));
    }

    void whatIsNoTensorHasNone()
    {
        const auto sequence = ops::sequenceOf({ops::Tensor(at::zeros({1}))});
        QCOMPARE(tests::messageOf([&] { analysis::floatValues(sequence); }),
                 QString("a sequence of tensors is not one array"));
        QCOMPARE(tests::messageOf([] { analysis::toFloats({}); }), QString("there is no tensor"));
    }
};

QTEST_APPLESS_MAIN(TestFloatValues)
#include "tst_float_values.moc"
