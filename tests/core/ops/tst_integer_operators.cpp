// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/exact_integer.h"
#include "operator_runner.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace ql;
using namespace ql::tests;
using graph::DataType;
using Values = std::vector<double>;

/// ConvInteger, MatMulInteger, QLinearConv, QLinearMatMul: examples from the ONNX operator manual, and random data
/// against loops over integers.
class tst_integer_operators : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void convInteger();
    void convIntegerPads();
    void convIntegerOneDimensional();
    void convIntegerAgainstLoops_data();
    void convIntegerAgainstLoops();
    void convIntegerBeyondFloat();
    void matMulInteger();
    void matMulIntegerZeroPoints();
    void matMulIntegerBeyondFloat();
    void matMulIntegerBatches();
    void qlinearMatMul();
    void qlinearMatMulPerColumn();
    void qlinearConv();
    void qlinearConvPerFilter();
    void emptyTensors();
    void errors();
};

namespace {

using Ints = std::vector<std::int64_t>;

ops::Tensor randomIntegers(DataType type, const graph::Shape& shape, unsigned seed, bool onlyExtremes = false)
{
    std::mt19937 random(seed);
    std::uniform_int_distribution<std::int64_t> any(graph::lowestOf(type), graph::highestOf(type));
    Values values(graph::elementCount(shape));
    for (double& value : values)
        value = static_cast<double>(onlyExtremes ? graph::highestOf(type) : any(random));
    return tensorOf(type, shape, values);
}

struct LoopConvolution {
    std::int64_t group = 1, stride = 1, dilation = 1, pad = 0;
};

/// Two-dimensional convolution in int64, one product at a time.
Values convolvedByLoops(const ops::Tensor& x, const ops::Tensor& w, std::int64_t xZero, std::int64_t wZero,
                        LoopConvolution how)
{
    const auto xs = x.data.to(at::kLong);
    const auto ws = w.data.to(at::kLong);
    const auto xa = xs.accessor<std::int64_t, 4>();
    const auto wa = ws.accessor<std::int64_t, 4>();
    const std::int64_t filters = wa.size(0), channels = wa.size(1);
    const auto outputs = [&](std::int64_t axis) {
        return (xa.size(static_cast<int>(axis)) + 2 * how.pad - (wa.size(static_cast<int>(axis)) - 1) * how.dilation
                - 1)
                   / how.stride
               + 1;
    };
    Values result;
    for (std::int64_t n = 0; n < xa.size(0); ++n)
        for (std::int64_t m = 0; m < filters; ++m)
            for (std::int64_t row = 0; row < outputs(2); ++row)
                for (std::int64_t column = 0; column < outputs(3); ++column) {
                    std::int64_t sum = 0;
                    for (std::int64_t c = 0; c < channels; ++c)
                        for (std::int64_t i = 0; i < wa.size(2); ++i)
                            for (std::int64_t j = 0; j < wa.size(3); ++j) {
                                const std::int64_t y = row * how.stride - how.pad + i * how.dilation;
                                const std::int64_t z = column * how.stride - how.pad + j * how.dilation;
                                if (y < 0 || z < 0 || y >= xa.size(2) || z >= xa.size(3))
                                    continue;
                                const std::int64_t channel = m / (filters / how.group) * channels + c;
                                sum += (xa[n][channel][y][z] - xZero) * (wa[m][c][i][j] - wZero);
                            }
                    result.push_back(static_cast<double>(sum));
                }
    return result;
}

OperatorRunner convolver(const char* opType, LoopConvolution how)
{
    return OperatorRunner(opType, 10)
        .with("group", how.group)
        .with("strides", Ints(2, how.stride))
        .with("dilations", Ints(2, how.dilation))
        .with("pads", Ints(4, how.pad));
}

ops::Tensor productByLoops(const ops::Tensor& a, const ops::Tensor& b, std::int64_t aZero, std::int64_t bZero)
{
    return {at::matmul(a.data.to(at::kLong) - aZero, b.data.to(at::kLong) - bZero), DataType::Int64};
}

} // namespace

void tst_integer_operators::convInteger()
{
    const auto x = tensorOf(DataType::UInt8, {1, 1, 3, 3}, {2, 3, 4, 5, 6, 7, 8, 9, 10});
    const auto w = tensorOf(DataType::UInt8, {1, 1, 2, 2}, {1, 1, 1, 1});
    const auto y = OperatorRunner("ConvInteger", 10).run({x, w, scalar(DataType::UInt8, 1)});
    QVERIFY(y[0].type == DataType::Int32);
    QCOMPARE(valuesOf(y[0]), (Values{12, 16, 24, 28}));
}

void tst_integer_operators::convIntegerPads()
{
    const auto x = tensorOf(DataType::UInt8, {1, 1, 3, 3}, {2, 3, 4, 5, 6, 7, 8, 9, 10});
    const auto w = tensorOf(DataType::UInt8, {1, 1, 2, 2}, {1, 1, 1, 1});
    const auto y =
        OperatorRunner("ConvInteger", 10).with("pads", Ints{1, 1, 1, 1}).run({x, w, scalar(DataType::UInt8, 1)});
    QCOMPARE(valuesOf(y[0]), (Values{1, 3, 5, 3, 5, 12, 16, 9, 11, 24, 28, 15, 7, 15, 17, 9}));
    // SAME_UPPER pads one row and column at the end only.
    const auto same =
        OperatorRunner("ConvInteger", 10).with("auto_pad", "SAME_UPPER").run({x, w, scalar(DataType::UInt8, 1)});
    QCOMPARE(valuesOf(same[0]), (Values{12, 16, 9, 24, 28, 15, 15, 17, 9}));
}

void tst_integer_operators::convIntegerOneDimensional()
{
    const auto x = tensorOf(DataType::Int8, {1, 2, 4}, {1, 2, 3, 4, -1, -2, -3, -4});
    const auto w = tensorOf(DataType::Int8, {1, 2, 2}, {1, 10, 100, -100});
    const auto y = OperatorRunner("ConvInteger", 10).with("pads", Ints{1, 0}).run({x, w});
    QCOMPARE(y[0].shape(), (graph::Shape{1, 1, 4}));
    QCOMPARE(valuesOf(y[0]), (Values{110, 121, 132, 143}));
}

void tst_integer_operators::convIntegerAgainstLoops_data()
{
    QTest::addColumn<std::int64_t>("group");
    QTest::addColumn<std::int64_t>("stride");
    QTest::addColumn<std::int64_t>("dilation");
    QTest::addColumn<std::int64_t>("pad");
    const auto row = [](const char* name, LoopConvolution how) {
        QTest::newRow(name) << how.group << how.stride << how.dilation << how.pad;
    };
    row("plain", {});
    row("groups", {2, 1, 1, 1});
    row("depthwise", {8, 2, 1, 1});
    row("dilated", {1, 2, 2, 2});
}

void tst_integer_operators::convIntegerAgainstLoops()
{
    QFETCH(std::int64_t, group);
    QFETCH(std::int64_t, stride);
    QFETCH(std::int64_t, dilation);
    QFETCH(std::int64_t, pad);
    const LoopConvolution how{group, stride, dilation, pad};
    const auto x = randomIntegers(DataType::UInt8, {2, 8, 9, 8}, 1);
    const auto w = randomIntegers(DataType::Int8, {8, 8 / group, 3, 3}, 2);
    const auto y = convolver("ConvInteger", how).run({x, w, scalar(DataType::UInt8, 3), scalar(DataType::Int8, -7)});
    QCOMPARE(valuesOf(y[0]), convolvedByLoops(x, w, 3, -7, how));
}

void tst_integer_operators::convIntegerBeyondFloat()
{
    // 300 · 9 products of 255 · 255 exceed 2^24, and are odd where float32 holds even numbers only.
    const auto x = randomIntegers(DataType::UInt8, {1, 600, 3, 3}, 0, true);
    auto w = randomIntegers(DataType::UInt8, {2, 300, 3, 3}, 0, true);
    w.data[0][0][0][0] = 254;
    const LoopConvolution how{2, 1, 1, 0};
    const auto y = convolver("ConvInteger", how).run({x, w});
    QCOMPARE(valuesOf(y[0]), convolvedByLoops(x, w, 0, 0, how));
    QVERIFY(valuesOf(y[0])[1] > 16777216.0);
}

void tst_integer_operators::matMulInteger()
{
    const auto a = tensorOf(DataType::UInt8, {4, 3}, {11, 7, 3, 10, 6, 2, 9, 5, 1, 8, 4, 0});
    const auto b = tensorOf(DataType::UInt8, {3, 2}, {1, 4, 2, 5, 3, 6});
    const auto y =
        OperatorRunner("MatMulInteger", 10).run({a, b, scalar(DataType::UInt8, 12), scalar(DataType::UInt8, 0)});
    QVERIFY(y[0].type == DataType::Int32);
    QCOMPARE(valuesOf(y[0]), (Values{-38, -83, -44, -98, -50, -113, -56, -128}));
}

void tst_integer_operators::matMulIntegerZeroPoints()
{
    const auto a = tensorOf(DataType::Int8, {2, 2}, {1, 2, 3, 4});
    const auto b = tensorOf(DataType::Int8, {2, 2}, {5, 6, 7, 8});
    OperatorRunner runner("MatMulInteger", 10);
    const auto rows = tensorOf(DataType::Int8, {2}, {1, 2});
    const auto columns = tensorOf(DataType::Int8, {2}, {5, 7});
    // (a - rows) = [0 1; 1 2], (b - columns) = [0 -1; 2 1]
    QCOMPARE(valuesOf(runner.run({a, b, rows, columns})[0]), (Values{2, 1, 4, 1}));
    const auto asMatrix = tensorOf(DataType::Int8, {2, 1}, {1, 2});
    QCOMPARE(valuesOf(runner.run({a, b, asMatrix, columns})[0]), (Values{2, 1, 4, 1}));
    QCOMPARE(valuesOf(runner.run({a, b, {}, columns})[0]), (Values{4, 1, 8, 1}));
}

void tst_integer_operators::matMulIntegerBeyondFloat()
{
    const auto a = randomIntegers(DataType::UInt8, {3, 4099}, 5);
    auto b = randomIntegers(DataType::Int8, {4099, 5}, 6);
    b.data.select(1, 0).fill_(127);
    const auto y =
        OperatorRunner("MatMulInteger", 10).run({a, b, scalar(DataType::UInt8, 0), scalar(DataType::Int8, -128)});
    const auto expected = productByLoops(a, b, 0, -128);
    QCOMPARE(valuesOf(y[0]), valuesOf(expected));
    QVERIFY(valuesOf(expected)[0] > 16777216.0);
}

void tst_integer_operators::matMulIntegerBatches()
{
    const auto a = randomIntegers(DataType::Int8, {2, 1, 3, 6}, 8);
    const auto b = randomIntegers(DataType::UInt8, {4, 6, 5}, 9);
    const auto y = OperatorRunner("MatMulInteger", 10).run({a, b});
    QCOMPARE(y[0].shape(), (graph::Shape{2, 4, 3, 5}));
    QCOMPARE(valuesOf(y[0]), valuesOf(productByLoops(a, b, 0, 0)));
    const auto vector = tensorOf(DataType::UInt8, {6}, {1, 2, 3, 4, 5, 6});
    QCOMPARE(valuesOf(OperatorRunner("MatMulInteger", 10).run({a, vector})[0]),
             valuesOf(productByLoops(a, vector, 0, 0)));
}

void tst_integer_operators::qlinearMatMul()
{
    const auto a = tensorOf(DataType::UInt8, {2, 4}, {208, 236, 0, 238, 3, 214, 255, 29});
    const auto b = tensorOf(DataType::UInt8, {4, 3}, {152, 51, 244, 60, 26, 255, 0, 127, 246, 127, 254, 247});
    const auto y = OperatorRunner("QLinearMatMul", 10)
                       .run({a, scalar(0.0066), scalar(DataType::UInt8, 113), b, scalar(0.00705),
                             scalar(DataType::UInt8, 114), scalar(0.0107), scalar(DataType::UInt8, 118)});
    QCOMPARE(valuesOf(y[0]), (Values{168, 115, 255, 1, 66, 151}));
}

void tst_integer_operators::qlinearMatMulPerColumn()
{
    const auto a = tensorOf(DataType::Int8, {1, 2}, {10, 20});
    const auto b = tensorOf(DataType::Int8, {2, 3}, {1, 1, 1, 2, 2, 2});
    const auto y = OperatorRunner("QLinearMatMul", 21)
                       .run({a, scalar(0.5), scalar(DataType::Int8, 0), b, floats({3}, {0.1, 1, 10}),
                             tensorOf(DataType::Int8, {3}, {0, 1, 0}), scalar(1), scalar(DataType::Int8, -1)});
    // Accumulators 50, 20, 50 times 0.05, 0.5, 5: 2.5 rounds to 2, 250 saturates.
    QCOMPARE(valuesOf(y[0]), (Values{1, 9, 127}));
}

void tst_integer_operators::qlinearConv()
{
    const auto x = tensorOf(DataType::UInt8, {1, 1, 1, 7}, {255, 174, 162, 25, 203, 168, 58});
    const auto y =
        OperatorRunner("QLinearConv", 10)
            .run({x, scalar(0.00369204697), scalar(DataType::UInt8, 132), tensorOf(DataType::UInt8, {1, 1, 1, 1}, {0}),
                  floats({1}, {0.00172794575}), tensorOf(DataType::UInt8, {1}, {255}), scalar(0.00162681262),
                  scalar(DataType::UInt8, 123)});
    QCOMPARE(valuesOf(y[0]), (Values{0, 81, 93, 230, 52, 87, 197}));
}

void tst_integer_operators::qlinearConvPerFilter()
{
    const auto x = randomIntegers(DataType::UInt8, {1, 4, 6, 6}, 11);
    const auto w = randomIntegers(DataType::Int8, {3, 4, 3, 3}, 12);
    const Values scales{0.001, 0.004, 0.02};
    const Values bias{1000, -2000, 3000};
    const auto y = OperatorRunner("QLinearConv", 10)
                       .with("pads", Ints{1, 1, 1, 1})
                       .run({x, scalar(0.5), scalar(DataType::UInt8, 128), w, floats({3}, scales),
                             tensorOf(DataType::Int8, {3}, {0, 0, 0}), scalar(0.25), scalar(DataType::UInt8, 100),
                             tensorOf(DataType::Int32, {3}, bias)});
    const Values sums = convolvedByLoops(x, w, 128, 0, {1, 1, 1, 1});
    Values expected;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const std::size_t filter = i / 36;
        const float multiplier = 0.5f * static_cast<float>(scales[filter]) / 0.25f;
        const float scaled = static_cast<float>(sums[i] + bias[filter]) * multiplier;
        expected.push_back(std::clamp(std::nearbyint(static_cast<double>(scaled)) + 100.0, 0.0, 255.0));
    }
    QCOMPARE(valuesOf(y[0]), expected);
}

void tst_integer_operators::emptyTensors()
{
    const auto none = tensorOf(DataType::UInt8, {0, 3}, {});
    QCOMPARE(
        OperatorRunner("MatMulInteger", 10).run({none, tensorOf(DataType::UInt8, {3, 2}, Values(6, 1))})[0].shape(),
        (graph::Shape{0, 2}));
    const auto noTerms = OperatorRunner("MatMulInteger", 10)
                             .run({tensorOf(DataType::UInt8, {2, 0}, {}), tensorOf(DataType::UInt8, {0, 1}, {})});
    QCOMPARE(valuesOf(noTerms[0]), (Values{0, 0}));
    const auto batch = tensorOf(DataType::UInt8, {0, 1, 3, 3}, {});
    QCOMPARE(OperatorRunner("ConvInteger", 10)
                 .run({batch, tensorOf(DataType::UInt8, {2, 1, 2, 2}, Values(8, 1))})[0]
                 .shape(),
             (graph::Shape{0, 2, 2, 2}));
}

void tst_integer_operators::errors()
{
    const auto x = randomIntegers(DataType::UInt8, {1, 4, 5, 5}, 1);
    const auto w = randomIntegers(DataType::Int8, {8, 4, 3, 3}, 1);
    const auto conv = [&](OperatorRunner runner, const std::vector<ops::Tensor>& inputs) {
        return QString::fromStdString(runner.errorOf(inputs));
    };
    const OperatorRunner integer("ConvInteger", 10);
    QCOMPARE(conv(integer, {x, w, scalar(DataType::Int8, 0)}),
             QString("x_zero_point has type int8, expected uint8 like the tensor it belongs to"));
    QCOMPARE(conv(integer, {x, w, {}, tensorOf(DataType::Int8, {3}, {0, 0, 0})}),
             QString("w_zero_point has 3 elements, expected 8 (channel axis 0)"));
    QCOMPARE(conv(integer, {x, w, tensorOf(DataType::UInt8, {4}, {0, 0, 0, 0})}),
             QString("x_zero_point has 4 elements, expected 1 (per tensor)"));
    QCOMPARE(conv(integer, {floats({1, 4, 5, 5}, Values(100, 0)), w}),
             QString("x has type float32, expected int8 or uint8"));
    QCOMPARE(conv(integer, {x, randomIntegers(DataType::Int8, {8, 3, 3, 3}, 1)}),
             QString("x has 4 channels, expected 3 (w has 3 in each of 1 groups)"));
    QCOMPARE(conv(OperatorRunner("ConvInteger", 10).with("group", std::int64_t{0}), {x, w}),
             QString("attribute group is 0, expected ≥ 1"));
    QVERIFY(!conv(integer, {x, randomIntegers(DataType::Int8, {8, 4, 7, 7}, 1)}).isEmpty());
    QCOMPARE(conv(OperatorRunner("MatMulInteger", 10), {x, w}),
             QString("matrices of shape 1x4x5x5 and 8x4x3x3 can't be multiplied"));
    const auto zero = scalar(DataType::UInt8, 0);
    const auto signedZero = scalar(DataType::Int8, 0);
    QCOMPARE(conv(OperatorRunner("QLinearConv", 10),
                  {x, scalar(1), zero, w, floats({3}, {1, 2, 3}), signedZero, scalar(1), zero}),
             QString("w_scale has 3 elements, expected 8 (channel axis 0)"));
    QCOMPARE(conv(OperatorRunner("QLinearConv", 10), {x, scalar(1), zero, w, scalar(1), signedZero, scalar(1), zero,
                                                      tensorOf(DataType::Int32, {3}, {1, 2, 3})}),
             QString("input 8 (B) has shape 3, expected 8"));
}

QTEST_APPLESS_MAIN(tst_integer_operators)
#include "tst_integer_operators.moc"
