// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integers/integer_convolution.h"
#include "integer_reference.h"

#include <QTest>

#include <cmath>

using namespace ql;
using namespace ql::ops;
using namespace ql::tests;
using Zeros = std::vector<std::int32_t>;

/// Products and convolutions of 8-bit integers against loops in 64 bits, on every instruction set and with 1, 2 and 4
/// threads.
class TestIntegerProduct : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void products_data();
    void products();
    void sumsWrapAround();
    void convolutions_data();
    void convolutions();
    void randomConvolutions();
    void requantizes();
};

namespace {

Sums product(const Bytes& a, const Bytes& b, std::size_t rows, std::size_t length, std::size_t columns,
             const Zeros& aZeros, const Zeros& bZeros, bool isSignedA, bool isSignedB)
{
    const PackedRows left = packMatrixRows({a.data(), isSignedA}, rows, length);
    const PackedColumns right = packMatrixColumns({b.data(), isSignedB}, length, columns);
    const ZeroPointTerms terms(left, aZeros, bZeros, right.shift, {});
    SumFinish finish;
    terms.addTo(finish);
    finish.columnSum = right.sums.data();
    Sums y(rows * columns, -77);
    multiplyIntegers(left, right, finish, y.data());
    return y;
}

Sums convolution(const Bytes& x, const Bytes& w, const ConvolutionSizes& sizes, FilterLayout layout, std::int32_t xZero,
                 const Zeros& wZeros, bool isSignedX, bool isSignedW)
{
    const EightBitData data{x.data(), isSignedX};
    const PackedFilters filters = packFilters({w.data(), isSignedW}, sizes, layout);
    const ZeroPointTerms terms(filters.rows, wZeros, {xZero}, data.shiftToUnsigned(), {});
    SumFinish finish;
    terms.addTo(finish);
    Sums y(static_cast<std::size_t>(sizes.samples * sizes.groups * sizes.filters * sizes.outputPlane()), -77);
    convolveIntegers(data, xZero, filters, sizes, finish, y.data());
    return y;
}

std::vector<FilterLayout> layoutsFor(const ConvolutionSizes& sizes)
{
    std::vector<FilterLayout> layouts{FilterLayout::Planes, FilterLayout::Gathered};
    if (sizes.channels == 1 && sizes.axes[2].stride + sizes.axes[2].dilation <= kLargestWindowStep)
        layouts.push_back(FilterLayout::Windows);
    return layouts;
}

SpatialAxis axisOf(std::int64_t input, std::int64_t kernel, std::int64_t stride, std::int64_t dilation,
                   std::int64_t padBegin, std::int64_t padEnd)
{
    SpatialAxis axis{input, 1, kernel, stride, dilation, padBegin};
    axis.output = (input + padBegin + padEnd - axis.span()) / stride + 1;
    return axis;
}

void verifyConvolution(const ConvolutionSizes& sizes, std::int32_t xZero, std::int32_t wZero, bool isSignedX,
                       bool isSignedW, unsigned seed)
{
    const std::int64_t filters = sizes.groups * sizes.filters;
    const Bytes x =
        randomBytes(static_cast<std::size_t>(sizes.samples * sizes.groups * sizes.channels * sizes.inputPlane()), seed);
    const Bytes w = randomBytes(static_cast<std::size_t>(filters * sizes.channels * sizes.taps()), seed + 1);
    Zeros wZeros{wZero};
    if (seed % 3 == 0 && filters > 1)
        for (std::int64_t i = 1; i < filters; ++i)
            wZeros.push_back(static_cast<std::int32_t>(wZero ? (wZero + i) % 100 : 0));
    const Sums expected = convolutionByLoops(x, w, sizes, xZero, wZeros, isSignedX, isSignedW);
    onEveryTarget([&] {
        for (const FilterLayout layout : layoutsFor(sizes))
            QVERIFY(convolution(x, w, sizes, layout, xZero, wZeros, isSignedX, isSignedW) == expected);
    });
}

} // namespace

void TestIntegerProduct::products_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("length");
    QTest::addColumn<int>("columns");
    QTest::newRow("one") << 1 << 1 << 1;
    QTest::newRow("row times matrix") << 1 << 67 << 130;
    QTest::newRow("matrix times column") << 25 << 9 << 1;
    QTest::newRow("every group of rows") << 27 << 14 << 65;
    QTest::newRow("several chunks of rows") << 103 << 33 << 40;
    QTest::newRow("no terms") << 3 << 0 << 5;
    QTest::newRow("parallel") << 64 << 40 << 300;
}

void TestIntegerProduct::products()
{
    QFETCH(int, rows);
    QFETCH(int, length);
    QFETCH(int, columns);
    const auto m = static_cast<std::size_t>(rows), k = static_cast<std::size_t>(length);
    const auto n = static_cast<std::size_t>(columns);
    const Bytes a = randomBytes(m * k, 1), b = randomBytes(k * n, 2);
    Zeros perRow, perColumn;
    for (int i = 0; i < std::max(rows, columns); ++i) {
        perRow.push_back(i % 120);
        perColumn.push_back((i * 7) % 120);
    }
    perRow.resize(m);
    perColumn.resize(n);
    for (const bool isSignedA : {false, true})
        for (const bool isSignedB : {false, true})
            for (const Zeros& aZeros : {Zeros{0}, Zeros{isSignedA ? 0 : 128}, Zeros{17}, perRow})
                for (const Zeros& bZeros : {Zeros{0}, Zeros{101}, perColumn}) {
                    const Sums expected =
                        productByLoops(a, b, rows, length, columns, aZeros, bZeros, isSignedA, isSignedB);
                    onEveryTarget(
                        [&] { QVERIFY(product(a, b, m, k, n, aZeros, bZeros, isSignedA, isSignedB) == expected); });
                }
}

void TestIntegerProduct::sumsWrapAround()
{
    constexpr std::size_t kLength = 140001;
    const Bytes a(2 * kLength, 0xff), b(kLength, 0x80); // 255 · -128 · 140001 < -2^32
    const Sums expected = productByLoops(a, b, 2, kLength, 1, {0}, {0}, false, true);
    QVERIFY(static_cast<std::int64_t>(expected[0]) != -255 * 128 * static_cast<std::int64_t>(kLength));
    onEveryTarget([&] { QVERIFY(product(a, b, 2, kLength, 1, {0}, {0}, false, true) == expected); });
}

void TestIntegerProduct::convolutions_data()
{
    QTest::addColumn<int>("groups");
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("filters");
    QTest::addColumn<int>("kernel");
    QTest::addColumn<int>("stride");
    QTest::addColumn<int>("dilation");
    QTest::addColumn<int>("padBegin");
    QTest::addColumn<int>("padEnd");
    QTest::newRow("pointwise") << 1 << 9 << 14 << 1 << 1 << 1 << 0 << 0;
    QTest::newRow("three by three") << 1 << 8 << 13 << 3 << 1 << 1 << 1 << 1;
    QTest::newRow("stride") << 1 << 3 << 16 << 3 << 2 << 1 << 1 << 0;
    QTest::newRow("stride beyond the kernel") << 1 << 5 << 4 << 1 << 3 << 1 << 0 << 0;
    QTest::newRow("dilation") << 1 << 4 << 3 << 3 << 1 << 3 << 3 << 3;
    QTest::newRow("stride and dilation") << 1 << 4 << 3 << 3 << 4 << 3 << 5 << 2;
    QTest::newRow("groups") << 3 << 2 << 5 << 2 << 1 << 1 << 0 << 1;
    QTest::newRow("depthwise") << 7 << 1 << 1 << 3 << 1 << 1 << 1 << 1;
    QTest::newRow("depthwise, stride") << 5 << 1 << 2 << 5 << 2 << 1 << 2 << 2;
    QTest::newRow("depthwise, dilation") << 4 << 1 << 1 << 3 << 3 << 2 << 0 << 4;
    QTest::newRow("all in the padding") << 2 << 1 << 1 << 2 << 1 << 1 << 9 << 9;
}

void TestIntegerProduct::convolutions()
{
    QFETCH(int, groups);
    QFETCH(int, channels);
    QFETCH(int, filters);
    QFETCH(int, kernel);
    QFETCH(int, stride);
    QFETCH(int, dilation);
    QFETCH(int, padBegin);
    QFETCH(int, padEnd);
    for (const std::int64_t width : {11, 33}) {
        const ConvolutionSizes sizes{2,
                                     groups,
                                     channels,
                                     filters,
                                     {SpatialAxis(), axisOf(9, kernel, stride, dilation, padBegin, padEnd),
                                      axisOf(width, kernel, stride, dilation, padBegin, padEnd)}};
        for (const bool isSignedX : {false, true})
            for (const bool isSignedW : {false, true}) {
                verifyConvolution(sizes, isSignedX ? -100 : 37, 0, isSignedX, isSignedW, 1);
                verifyConvolution(sizes, 0, isSignedW ? -3 : 128, isSignedX, isSignedW, 3);
            }
    }
}

void TestIntegerProduct::randomConvolutions()
{
    std::mt19937 random(20261122);
    const auto upTo = [&](int most) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(most)) + 1; };
    for (unsigned i = 0; i < 40; ++i) {
        ConvolutionSizes sizes{upTo(2), upTo(3), upTo(6), upTo(15), {}};
        for (std::size_t a = i % 3; a < 3; ++a) {
            const std::int64_t kernel = upTo(3), dilation = upTo(3), pad = upTo(3) - 1;
            const std::int64_t least = (kernel - 1) * dilation + 1;
            sizes.axes[a] = axisOf(least + upTo(12) - 1, kernel, upTo(3), dilation, pad, upTo(3) - 1);
        }
        verifyConvolution(sizes, static_cast<std::int32_t>(upTo(127)), static_cast<std::int32_t>(i % 4 * 20), i % 2,
                          i % 5 > 1, i);
        if (QTest::currentTestFailed())
            QFAIL(qPrintable(QString("round %1").arg(i)));
    }
}

/// Ties go to even, NaN to the lowest, the rest saturates.
void TestIntegerProduct::requantizes()
{
    const Bytes a{1, 3, 5, 200, 0};
    const Bytes b{1};
    const PackedRows rows = packMatrixRows({a.data(), false}, 5, 1);
    const PackedColumns columns = packMatrixColumns({b.data(), true}, 1, 1);
    const ZeroPointTerms terms(rows, {0}, {0}, columns.shift, {});
    const std::vector<float> multipliers{0.5f, 0.5f, 0.5f, 2.0f, std::nanf("")};
    onEveryTarget([&] {
        SumFinish finish;
        terms.addTo(finish);
        finish.columnSum = columns.sums.data();
        finish.rowMultiplier = multipliers.data();
        finish.zeroPoint = 10;
        finish.format = SumFormat::UInt8;
        const PackedRows again = packMatrixRows({a.data(), false}, 5, 1);
        const PackedColumns columnsAgain = packMatrixColumns({b.data(), true}, 1, 1);
        Bytes y(5);
        multiplyIntegers(again, columnsAgain, finish, y.data());
        QVERIFY(y == (Bytes{10, 12, 12, 255, 0}));
        finish.format = SumFormat::Int8;
        finish.zeroPoint = -128;
        multiplyIntegers(again, columnsAgain, finish, y.data());
        QVERIFY(y == (Bytes{0x80, 0x82, 0x82, 0x7f, 0x80}));
    });
}

QTEST_APPLESS_MAIN(TestIntegerProduct)
#include "tst_integer_product.moc"
