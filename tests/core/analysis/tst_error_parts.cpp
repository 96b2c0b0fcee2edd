// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/error_parts.h"
#include "core/quant/value_quantizers.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ql;
using analysis::ErrorEnergy;
using analysis::ErrorParts;

namespace {

quant::QuantizerPoint quantizer(float scale, std::int64_t zeroPoint)
{
    const ops::Tensor scales(at::tensor(scale).reshape({}));
    const ops::Tensor zeroPoints(at::tensor(zeroPoint).to(at::kChar).reshape({}));
    quant::QuantizerPoint point;
    point.apply = quant::staticQuantizer(quant::looseDequantize(1), scales, zeroPoints);
    point.parameters = quant::quantizerInfo(scales, zeroPoints, graph::DataType::Int8, 1);
    return point;
}

/// The same numbers, which lie apart in memory: what is taken by copies.
ops::Tensor scattered(const at::Tensor& values)
{
    return ops::Tensor(at::stack({values, values}, -1).select(-1, 0));
}

ErrorParts partsOf(const ops::Tensor& x, const ops::Tensor& own, const quant::QuantizerPoint& point, bool isWithinRange)
{
    ErrorParts parts;
    parts.addQuantizer(x, point, isWithinRange);
    parts.addLocal(x, own, point);
    return parts;
}

void requireAlike(const ErrorEnergy& found, const ErrorEnergy& expected)
{
    const auto isClose = [](double x, double y) { return std::abs(x - y) <= 1e-9 * std::max(std::abs(x), 1e-9); };
    QVERIFY2(isClose(found.signal, expected.signal), qPrintable(QString("%1").arg(found.signal - expected.signal)));
    QVERIFY2(isClose(found.error, expected.error), qPrintable(QString("%1").arg(found.error - expected.error)));
    QCOMPARE(found.largest, expected.largest);
    QCOMPARE(found.elements, expected.elements);
    QCOMPARE(found.isBroken, expected.isBroken);
}

} // namespace

class TestErrorParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onePassSaysWhatCopiesSay_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("scale");
        QTest::addColumn<int>("zeroPoint");
        QTest::addColumn<bool>("isWithinRange");
        QTest::newRow("few") << 5 << 0.05 << 0 << false;
        QTest::newRow("nothing is clamped") << 1000 << 0.1 << 3 << false;
        QTest::newRow("much is clamped") << 1003 << 0.01 << -100 << false;
        QTest::newRow("not looked at") << 1003 << 0.01 << -100 << true;
        QTest::newRow("several threads") << 700'001 << 0.02 << 17 << false;
    }
    void onePassSaysWhatCopiesSay()
    {
        QFETCH(int, count);
        QFETCH(double, scale);
        QFETCH(int, zeroPoint);
        QFETCH(bool, isWithinRange);
        const auto point = quantizer(float(scale), zeroPoint);
        const auto x = at::linspace(-3.1, 4.7, count).sin().mul(at::linspace(0.5, 4.0, count));
        const auto own = x.mul(1.03).add(0.004);
        const auto found = partsOf(ops::Tensor(x), ops::Tensor(own), point, isWithinRange);
        const auto expected = partsOf(scattered(x), scattered(own), point, isWithinRange);
        requireAlike(found.rounding, expected.rounding);
        requireAlike(found.clamping, expected.clamping);
        requireAlike(found.local, expected.local);
        QCOMPARE(found.clampedCount, expected.clampedCount);
        QVERIFY(found.rounding.error > 0.0);
    }

    void whatIsClampedIsNotRounded()
    {
        // int8 in steps of 1: 200 becomes 127, 3.25 becomes 3, 127.4 is rounded to the end of the range.
        const auto x = at::tensor({200.0f, 3.25f, 127.4f});
        ErrorParts parts;
        parts.addQuantizer(ops::Tensor(x), quantizer(1.0f, 0));
        QCOMPARE(parts.clampedCount, std::uint64_t(1));
        QCOMPARE(parts.clamping.error, 73.0 * 73.0);
        QCOMPARE(parts.rounding.largest, double(127.4f) - 127.0);
    }

    void brokenNumbersBreakTheLayersOwnValue()
    {
        const auto x = at::tensor({1.0f, 2.0f, 3.0f});
        const auto own = at::tensor({1.0f, std::numeric_limits<float>::quiet_NaN(), 3.0f});
        const auto found = partsOf(ops::Tensor(x), ops::Tensor(own), quantizer(0.1f, 0), false);
        const auto expected = partsOf(scattered(x), scattered(own), quantizer(0.1f, 0), false);
        requireAlike(found.local, expected.local);
    }
};

QTEST_GUILESS_MAIN(TestErrorParts)
#include "tst_error_parts.moc"
