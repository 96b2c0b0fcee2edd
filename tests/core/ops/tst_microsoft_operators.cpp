// SPDX-License-Identifier: GPL-3.0-or-later
#include "operator_runner.h"

#include <QTest>

#include <cmath>

using namespace ql;
using namespace ql::tests;
using graph::DataType;
using Values = std::vector<double>;

/// The com.microsoft operators on quantized tensors: values worked out by hand from ONNX Runtime's definitions.
class tst_microsoft_operators : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void qgemm();
    void qgemmTransposed();
    void qgemmToFloat();
    void addsWithBroadcasting();
    void addsTiesToEven();
    void multiplies();
    void concatenates();
    void softmax();
    void softmaxOfOldOpset();
    void sigmoidAndLeakyRelu();
    void averagePoolAndReduceMean();
    void globalAveragePool();
    void matMulIntegerToFloat();
    void dynamicQuantizeMatMul();
    void errors();
};

namespace {

OperatorRunner microsoft(const char* opType)
{
    return OperatorRunner(opType, 1, "com.microsoft");
}

ops::Tensor bytes(const graph::Shape& shape, const Values& values)
{
    return tensorOf(DataType::UInt8, shape, values);
}

ops::Tensor zero(double value)
{
    return scalar(DataType::UInt8, value);
}

} // namespace

void tst_microsoft_operators::qgemm()
{
    // (A - 1) · (B - 2) = [[1 2] [3 4]] · [[1 0] [0 -1]] = [[1 -2] [3 -4]], plus C, times 0.5 · 4 / 1.
    const auto y =
        microsoft("QGemm").run({bytes({2, 2}, {2, 3, 4, 5}), scalar(0.5), zero(1), bytes({2, 2}, {3, 2, 2, 1}),
                                scalar(4), zero(2), tensorOf(DataType::Int32, {2}, {10, 20}), scalar(1), zero(100)});
    QVERIFY(y[0].type == DataType::UInt8);
    QCOMPARE(valuesOf(y[0]), (Values{122, 136, 126, 132}));
}

void tst_microsoft_operators::qgemmTransposed()
{
    // A stands as columns, B as rows with a scale each; alpha halves the result.
    auto runner = microsoft("QGemm").with("transA", std::int64_t{1}).with("transB", std::int64_t{1}).with("alpha", 0.5);
    const auto y = runner.run({bytes({2, 1}, {1, 2}),
                               scalar(1),
                               zero(0),
                               tensorOf(DataType::Int8, {3, 2}, {1, 2, 3, 4, 5, 6}),
                               floats({3}, {1, 2, 4}),
                               tensorOf(DataType::Int8, {3}, {0, 0, 1}),
                               {},
                               scalar(2),
                               zero(7)});
    // Sums 5, 11, 14 times 0.25, 0.5, 1: 1.25, 5.5 → 6, 14.
    QCOMPARE(valuesOf(y[0]), (Values{8, 13, 21}));
}

void tst_microsoft_operators::qgemmToFloat()
{
    const auto y = microsoft("QGemm").run({bytes({1, 2}, {1, 2}), scalar(0.5), zero(0), bytes({2, 2}, {1, 2, 3, 4}),
                                           floats({2}, {1, 0.25}), bytes({2}, {0, 0})});
    QVERIFY(y[0].type == DataType::Float);
    QCOMPARE(valuesOf(y[0]), (Values{3.5, 1.25}));
}

void tst_microsoft_operators::addsWithBroadcasting()
{
    // 0.5 · (a - 10) + 2 · (b - 1), in steps of 1 from 3.
    const auto y = microsoft("QLinearAdd")
                       .run({bytes({2, 2}, {10, 12, 14, 255}), scalar(0.5), zero(10), bytes({2}, {1, 4}), scalar(2),
                             zero(1), scalar(1), zero(3)});
    QCOMPARE(y[0].shape(), (graph::Shape{2, 2}));
    QCOMPARE(valuesOf(y[0]), (Values{3, 10, 5, 132}));
    const auto saturated = microsoft("QLinearAdd")
                               .run({tensorOf(DataType::Int8, {2}, {127, -128}),
                                     scalar(1),
                                     {},
                                     tensorOf(DataType::Int8, {2}, {127, -128}),
                                     scalar(1),
                                     {},
                                     scalar(1)});
    QCOMPARE(valuesOf(saturated[0]), (Values{127, -128}));
}

void tst_microsoft_operators::addsTiesToEven()
{
    // The zero point is part of what is rounded: 0.5 + 1 → 2, 1.5 + 1 → 2.
    const auto y =
        microsoft("QLinearAdd")
            .run({bytes({2}, {1, 3}), scalar(0.5), zero(0), bytes({1}, {0}), scalar(1), zero(0), scalar(1), zero(1)});
    QCOMPARE(valuesOf(y[0]), (Values{2, 2}));
}

void tst_microsoft_operators::multiplies()
{
    // (a - 2) · (b - 3) · 0.5 · 0.5 / 0.25 + 4
    const auto y = microsoft("QLinearMul")
                       .run({bytes({3}, {3, 1, 255}), scalar(0.5), zero(2), bytes({3}, {5, 5, 255}), scalar(0.5),
                             zero(3), scalar(0.25), zero(4)});
    QCOMPARE(valuesOf(y[0]), (Values{6, 2, 255}));
}

void tst_microsoft_operators::concatenates()
{
    // The first input has the output's scale and passes; the second is brought from steps of 0.5 to steps of 1.
    const auto y = microsoft("QLinearConcat")
                       .with("axis", std::int64_t{1})
                       .run({scalar(1), zero(10), bytes({2, 1}, {1, 2}), scalar(1), zero(10),
                             bytes({2, 2}, {4, 7, 9, 255}), scalar(0.5), zero(4)});
    QCOMPARE(y[0].shape(), (graph::Shape{2, 3}));
    QCOMPARE(valuesOf(y[0]), (Values{1, 10, 12, 2, 12, 136}));
}

void tst_microsoft_operators::softmax()
{
    auto runner = microsoft("QLinearSoftmax").with("axis", std::int64_t{-1}).with("opset", std::int64_t{13});
    const Values x{200, 190, 10, 255, 255, 255};
    const auto y = runner.run({bytes({2, 3}, x), scalar(0.1), zero(7), scalar(1.0 / 256), zero(0)});
    // exp(0), exp(-1) and almost nothing; thirds.
    QCOMPARE(valuesOf(y[0]), (Values{187, 69, 0, 85, 85, 85}));
    auto columns = microsoft("QLinearSoftmax").with("axis", std::int64_t{0}).with("opset", std::int64_t{13});
    const auto turned =
        columns.run({bytes({3, 2}, {200, 255, 190, 255, 10, 255}), scalar(0.1), zero(7), scalar(1.0 / 256), zero(0)});
    QCOMPARE(valuesOf(turned[0]), (Values{187, 85, 69, 85, 0, 85}));
    const auto isSigned = runner.run({tensorOf(DataType::Int8, {1, 2}, {-100, 127}),
                                      scalar(0.1),
                                      {},
                                      scalar(1.0 / 256),
                                      scalar(DataType::Int8, -128)});
    QCOMPARE(valuesOf(isSigned[0]), (Values{-128, 127}));
}

void tst_microsoft_operators::softmaxOfOldOpset()
{
    // Everything from the axis on is one row.
    auto runner = microsoft("QLinearSoftmax").with("axis", std::int64_t{1}).with("opset", std::int64_t{12});
    const auto y = runner.run({bytes({1, 2, 2}, {5, 5, 5, 5}), scalar(0.1), zero(0), scalar(1.0 / 256), zero(0)});
    QCOMPARE(valuesOf(y[0]), (Values{64, 64, 64, 64}));
}

void tst_microsoft_operators::sigmoidAndLeakyRelu()
{
    const auto x = bytes({3}, {128, 255, 0});
    const auto y = microsoft("QLinearSigmoid").run({x, scalar(0.5), zero(128), scalar(1.0 / 256), zero(0)});
    QCOMPARE(valuesOf(y[0]), (Values{128, 255, 0}));
    auto leaky = microsoft("QLinearLeakyRelu").with("alpha", 0.25);
    QCOMPARE(valuesOf(leaky.run({x, scalar(1), zero(128), scalar(1), zero(64)})[0]), (Values{64, 191, 32}));
}

void tst_microsoft_operators::averagePoolAndReduceMean()
{
    const auto x = bytes({1, 1, 2, 4}, {11, 13, 20, 22, 12, 16, 24, 26});
    auto pool = microsoft("QLinearAveragePool")
                    .with("kernel_shape", std::vector<std::int64_t>{2, 2})
                    .with("strides", std::vector<std::int64_t>{2, 2});
    const auto y = pool.run({x, scalar(1), zero(10), scalar(0.5), zero(3)});
    QCOMPARE(y[0].shape(), (graph::Shape{1, 1, 1, 2}));
    QCOMPARE(valuesOf(y[0]), (Values{9, 29}));
    auto mean =
        microsoft("QLinearReduceMean").with("axes", std::vector<std::int64_t>{3}).with("keepdims", std::int64_t{0});
    QCOMPARE(valuesOf(mean.run({x, scalar(1), zero(10), scalar(0.5), zero(3)})[0]), (Values{16, 22}));
    const auto last = bytes({1, 2, 4, 1}, valuesOf(x));
    const auto z = pool.with("channels_last", std::int64_t{1}).run({last, scalar(1), zero(10), scalar(0.5), zero(3)});
    QCOMPARE(z[0].shape(), (graph::Shape{1, 1, 2, 1}));
    QCOMPARE(valuesOf(z[0]), (Values{9, 29}));
}

void tst_microsoft_operators::globalAveragePool()
{
    const auto x = bytes({1, 2, 2, 2}, {1, 2, 3, 4, 10, 20, 30, 40});
    const auto y = microsoft("QLinearGlobalAveragePool").run({x, scalar(1), zero(0), scalar(0.5), zero(3)});
    QCOMPARE(y[0].shape(), (graph::Shape{1, 2, 1, 1}));
    QCOMPARE(valuesOf(y[0]), (Values{8, 53}));
    auto last = microsoft("QLinearGlobalAveragePool").with("channels_last", std::int64_t{1});
    const auto z = last.run({bytes({1, 2, 2, 1}, {1, 2, 3, 4}), scalar(1), zero(1), scalar(1), zero(0)});
    QCOMPARE(z[0].shape(), (graph::Shape{1, 1, 1, 1}));
    QCOMPARE(valuesOf(z[0]), (Values{2}));
}

void tst_microsoft_operators::matMulIntegerToFloat()
{
    const auto y =
        microsoft("MatMulIntegerToFloat")
            .run({bytes({1, 2}, {3, 4}), tensorOf(DataType::Int8, {2, 2}, {1, 2, 3, 4}), scalar(0.5),
                  floats({2}, {1, 2}), zero(1), tensorOf(DataType::Int8, {2}, {0, 1}), floats({2}, {100, 200})});
    // (2 3) · [[1 1] [3 3]] = (11 11), times 0.5 and 1.
    QCOMPARE(valuesOf(y[0]), (Values{105.5, 211}));
}

void tst_microsoft_operators::dynamicQuantizeMatMul()
{
    // Range 0 … 255: scale 1, zero point 0.
    const auto y = microsoft("DynamicQuantizeMatMul")
                       .run({floats({1, 2}, {255, 3}), tensorOf(DataType::Int8, {2, 1}, {1, -2}), scalar(0.5)});
    QCOMPARE(valuesOf(y[0]), (Values{124.5}));
}

void tst_microsoft_operators::errors()
{
    const auto x = bytes({2}, {1, 2});
    const auto error = [](OperatorRunner runner, const std::vector<ops::Tensor>& inputs) {
        return QString::fromStdString(runner.errorOf(inputs));
    };
    const auto add = microsoft("QLinearAdd");
    QCOMPARE(error(add, {x, floats({2}, {1, 2}), zero(0), x, scalar(1), zero(0), scalar(1), zero(0)}),
             QString("A_scale has 2 elements, expected 1 (per tensor)"));
    QCOMPARE(error(add, {x, scalar(1), zero(0), bytes({3}, {1, 2, 3}), scalar(1), zero(0), scalar(1), zero(0)}),
             QString("shapes 2 and 3 do not broadcast"));
    QCOMPARE(error(add, {x, scalar(1), zero(0), tensorOf(DataType::Int8, {2}, {1, 2}), scalar(1), zero(0), scalar(1)}),
             QString("input 3 (B) has type int8, expected uint8 like A"));
    const auto concat = microsoft("QLinearConcat").with("axis", std::int64_t{0});
    QCOMPARE(error(concat, {scalar(1), zero(0), x, scalar(1)}),
             QString("has 4 inputs, expected 2 and then 3 per tensor to join"));
    QCOMPARE(error(concat, {scalar(1), zero(0), bytes({1, 2}, {1, 2}), scalar(1), zero(0), bytes({1, 3}, {1, 2, 3}),
                            scalar(1), zero(0)}),
             QString("input 5 has shape 1x3, which can't be joined to 1x2 along axis 0"));
    QVERIFY(error(microsoft("QLinearSoftmax"), {x, scalar(1), zero(0), scalar(1), zero(0)}).contains("opset"));
    const auto matrix = bytes({1, 2}, {1, 2});
    QVERIFY(
        error(microsoft("QGemm"), {x, scalar(1), zero(0), matrix, scalar(1), zero(0)}).contains("rank 1, expected 2"));
    QCOMPARE(error(microsoft("QGemm"), {bytes({2, 1}, {1, 2}), scalar(1), zero(0), matrix, scalar(1), zero(0),
                                        tensorOf(DataType::Int32, {3}, {1, 2, 3})}),
             QString("input 6 (C) has shape 3, which does not broadcast to 2x2"));
}

QTEST_APPLESS_MAIN(tst_microsoft_operators)
#include "tst_microsoft_operators.moc"
