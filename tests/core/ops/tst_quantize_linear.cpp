// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/quantized_arithmetic.h"
#include "operator_runner.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace ql;
using namespace ql::tests;
using graph::DataType;
using Values = std::vector<double>;

/// QuantizeLinear, DequantizeLinear and DynamicQuantizeLinear; examples from their pages in the ONNX operator manual.
class tst_quantize_linear : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quantizesPerTensor();
    void quantizesPerAxis();
    void rendersTiesToEven();
    void saturates_data();
    void saturates();
    void dividesInsteadOfMultiplying();
    void quantizesSpecialValues();
    void quantizesInBlocks();
    void quantizesLastAxis();
    void quantizesOtherInputTypes();
    void usesOutputType();
    void microsoftDomain();
    void largeTensors();
    void emptyTensors();
    void dequantizesPerTensor();
    void dequantizesPerAxis();
    void dequantizesInBlocks();
    void quantizesToFloat4ByPowersOfTwo();
    void dequantizesToTypeOfScale();
    void dequantizesAccumulators();
    void quantizesDynamically_data();
    void quantizesDynamically();
    void dynamicRangeOfZero();
    void errors();
};

namespace {

OperatorRunner quantizer(int opset = 21)
{
    return OperatorRunner("QuantizeLinear", opset);
}

OperatorRunner dequantizer(int opset = 21)
{
    return OperatorRunner("DequantizeLinear", opset);
}

const graph::Shape kImageShape{1, 3, 3, 2};
const Values kImage{-162, 10, -100, 232, -20, -50, -76, 0, 0, 252, 32, -44, 245, -485, -960, -270, -375, -470};
const Values kQuantizedImage{3, 89, 34, 200, 74, 59, 5, 24, 24, 87, 32, 13, 245, 99, 4, 142, 121, 102};

} // namespace

void tst_quantize_linear::quantizesPerTensor()
{
    const auto y =
        quantizer(10).run({floats({6}, {0, 2, 3, 1000, -254, -1000}), scalar(2), scalar(DataType::UInt8, 128)});
    QVERIFY(y[0].type == DataType::UInt8);
    QCOMPARE(valuesOf(y[0]), (Values{128, 129, 130, 255, 1, 0}));
}

void tst_quantize_linear::quantizesPerAxis()
{
    const auto y = quantizer(13).run(
        {floats(kImageShape, kImage), floats({3}, {2, 4, 5}), tensorOf(DataType::UInt8, {3}, {84, 24, 196})});
    QCOMPARE(valuesOf(y[0]), kQuantizedImage);
}

void tst_quantize_linear::rendersTiesToEven()
{
    const auto y = quantizer().run(
        {floats({8}, {-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5, 126.5}), scalar(1), scalar(DataType::Int8, 0)});
    QCOMPARE(valuesOf(y[0]), (Values{-2, -2, 0, 0, 2, 2, 4, 126}));
    // The zero point is added after rounding: 0.5 → 0 → 1.
    QCOMPARE(valuesOf(quantizer().run({floats({2}, {0.5, 1.5}), scalar(1), scalar(DataType::Int8, 1)})[0]),
             (Values{1, 3}));
}

void tst_quantize_linear::saturates_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<double>("lowest");
    QTest::addColumn<double>("highest");
    const auto row = [](DataType type, double lowest, double highest) {
        QTest::newRow(std::string(graph::name(type)).c_str()) << static_cast<int>(type) << lowest << highest;
    };
    row(DataType::Int8, -128, 127);
    row(DataType::UInt8, 0, 255);
    row(DataType::Int16, -32768, 32767);
    row(DataType::UInt16, 0, 65535);
    row(DataType::Int4, -8, 7);
    row(DataType::UInt4, 0, 15);
}

void tst_quantize_linear::saturates()
{
    QFETCH(int, type);
    QFETCH(double, lowest);
    QFETCH(double, highest);
    const auto dataType = static_cast<DataType>(type);
    const Values inputs{lowest - 1, lowest, lowest + 1, highest - 1, highest, highest + 1, -1e30, 1e30};
    const auto y = quantizer().run({floats({8}, inputs), scalar(1), scalar(dataType, 0)});
    QVERIFY(y[0].type == dataType);
    QCOMPARE(valuesOf(y[0]), (Values{lowest, lowest, lowest + 1, highest - 1, highest, highest, lowest, highest}));
    const auto shifted = quantizer().run({floats({2}, {-1e30, 1e30}), scalar(0.5), scalar(dataType, highest)});
    QCOMPARE(valuesOf(shifted[0]), (Values{lowest, highest}));
}

void tst_quantize_linear::dividesInsteadOfMultiplying()
{
    // x / 0.1f is a tie where x · (1 / 0.1f) is not, for some of these; the exact quotient decides.
    std::mt19937 random(7);
    std::uniform_real_distribution<float> anywhere(-30.0f, 30.0f);
    const float scale = 0.1f;
    Values inputs;
    Values expected;
    for (int i = 0; i < 4000; ++i) {
        const float x = i % 2 ? anywhere(random) : (static_cast<float>(i % 500) - 250.0f + 0.5f) * scale;
        inputs.push_back(static_cast<double>(x));
        expected.push_back(std::clamp(std::nearbyint(static_cast<double>(x / scale)) + 3.0, -128.0, 127.0));
    }
    const auto y =
        quantizer().run({floats({4000}, inputs), scalar(static_cast<double>(scale)), scalar(DataType::Int8, 3)});
    QCOMPARE(valuesOf(y[0]), expected);
}

void tst_quantize_linear::quantizesSpecialValues()
{
    const double infinity = std::numeric_limits<double>::infinity();
    const Values inputs{std::nan(""), infinity, -infinity};
    QCOMPARE(valuesOf(quantizer().run({floats({3}, inputs), scalar(0.1), scalar(DataType::Int8, 5)})[0]),
             (Values{-128, 127, -128}));
    QCOMPARE(valuesOf(quantizer().run({floats({3}, inputs), scalar(0.1), scalar(DataType::UInt8, 5)})[0]),
             (Values{0, 255, 0}));
}

void tst_quantize_linear::quantizesInBlocks()
{
    // Blocks of 2 along axis 0 of three rows: the last block is short.
    auto runner = quantizer().with("axis", std::int64_t{0}).with("block_size", std::int64_t{2});
    const auto y = runner.run({floats({3, 2}, {4, 9, 8, 12, 10, 21}), floats({2, 2}, {2, 3, 5, 7}),
                               tensorOf(DataType::Int16, {2, 2}, {0, 1, 2, 3})});
    QCOMPARE(valuesOf(y[0]), (Values{2, 4, 4, 5, 4, 6}));
    // Along the last axis.
    auto last = quantizer().with("axis", std::int64_t{-1}).with("block_size", std::int64_t{2});
    const auto z = last.run({floats({2, 3}, {4, 8, 9, 6, 12, 14}), floats({2, 2}, {2, 3, 6, 7}),
                             tensorOf(DataType::Int8, {2, 2}, {0, 1, 2, 3})});
    QCOMPARE(valuesOf(z[0]), (Values{2, 4, 4, 3, 4, 5}));
}

void tst_quantize_linear::quantizesLastAxis()
{
    auto runner = quantizer().with("axis", std::int64_t{1});
    const auto y = runner.run(
        {floats({2, 3}, {2, 6, 10, 4, 9, 15}), floats({3}, {2, 3, 5}), tensorOf(DataType::UInt8, {3}, {0, 10, 20})});
    QCOMPARE(valuesOf(y[0]), (Values{1, 12, 22, 2, 13, 23}));
}

void tst_quantize_linear::quantizesOtherInputTypes()
{
    for (const DataType type : {DataType::Float16, DataType::BFloat16})
        QCOMPARE(valuesOf(quantizer().run(
                     {tensorOf(type, {3}, {1, 2, -3}), scalar(type, 0.5), scalar(DataType::Int8, 1)})[0]),
                 (Values{3, 5, -5}));
    QCOMPARE(valuesOf(quantizer(10).run({tensorOf(DataType::Int32, {2}, {7, -9}), scalar(2)})[0]), (Values{4, 0}));
}

void tst_quantize_linear::usesOutputType()
{
    const auto x = floats({2}, {-3, 70000});
    QVERIFY(quantizer().run({x, scalar(1)})[0].type == DataType::UInt8);
    const auto wide = quantizer().with("output_dtype", static_cast<std::int64_t>(DataType::UInt16)).run({x, scalar(1)});
    QVERIFY(wide[0].type == DataType::UInt16);
    QCOMPARE(valuesOf(wide[0]), (Values{0, 65535}));
}

void tst_quantize_linear::microsoftDomain()
{
    const auto zero = scalar(DataType::UInt16, 32768);
    const auto y = OperatorRunner("QuantizeLinear", 1, "com.microsoft").run({floats({2}, {1, -1}), scalar(0.25), zero});
    QCOMPARE(valuesOf(y[0]), (Values{32772, 32764}));
    const auto x = OperatorRunner("DequantizeLinear", 1, "com.microsoft").run({y[0], scalar(0.25), zero});
    QCOMPARE(valuesOf(x[0]), (Values{1, -1}));
}

void tst_quantize_linear::largeTensors()
{
    // Longer than a run of the layout, so that several threads share the work.
    constexpr std::int64_t kCount = 200003;
    const ops::Tensor x(at::arange(kCount, at::kFloat).remainder(300).sub(150));
    const auto y = quantizer().run({x, scalar(1), scalar(DataType::Int8, 0)});
    QVERIFY(at::equal(y[0].data, x.data.clamp(-128, 127).to(at::kChar)));
    QVERIFY(at::equal(dequantizer().run({y[0], scalar(1)})[0].data, x.data.clamp(-128, 127)));
}

void tst_quantize_linear::emptyTensors()
{
    const auto y = quantizer().run({floats({0, 4}, {}), scalar(1), scalar(DataType::Int8, 0)});
    QCOMPARE(y[0].shape(), (graph::Shape{0, 4}));
    const auto x = dequantizer().run({y[0], floats({4}, {1, 2, 3, 4})});
    QCOMPARE(x[0].shape(), (graph::Shape{0, 4}));
}

void tst_quantize_linear::dequantizesPerTensor()
{
    const auto y = dequantizer(10).run(
        {tensorOf(DataType::UInt8, {4}, {0, 3, 128, 255}), scalar(2), scalar(DataType::UInt8, 128)});
    QCOMPARE(valuesOf(y[0]), (Values{-256, -250, 0, 254}));
    for (const DataType type : {DataType::Int4, DataType::UInt4, DataType::Int16, DataType::UInt16})
        QCOMPARE(valuesOf(dequantizer().run({tensorOf(type, {2}, {0, 7}), scalar(2), scalar(type, 1)})[0]),
                 (Values{-2, 12}));
}

void tst_quantize_linear::dequantizesPerAxis()
{
    const auto y = dequantizer(13).run({tensorOf(DataType::UInt8, kImageShape, kQuantizedImage), floats({3}, {2, 4, 5}),
                                        tensorOf(DataType::UInt8, {3}, {84, 24, 196})});
    QCOMPARE(valuesOf(y[0]), kImage);
    auto last = dequantizer().with("axis", std::int64_t{-1});
    QCOMPARE(valuesOf(last.run({tensorOf(DataType::Int8, {2, 2}, {1, 2, 3, 4}), floats({2}, {10, 100})})[0]),
             (Values{10, 200, 30, 400}));
}

void tst_quantize_linear::dequantizesInBlocks()
{
    auto runner = dequantizer().with("axis", std::int64_t{1}).with("block_size", std::int64_t{2});
    const auto y =
        runner.run({tensorOf(DataType::Int4, {1, 3, 2}, {1, 2, 3, 4, 5, 6}), floats({1, 2, 2}, {1, 10, 100, 1000}),
                    tensorOf(DataType::Int4, {1, 2, 2}, {0, 1, 2, 3})});
    QCOMPARE(valuesOf(y[0]), (Values{1, 10, 3, 30, 300, 3000}));
}

/// Blocks of two along the last axis: 1, 5 by 1/2 and 8, -20 by 4; 5/0.5 = 10 and -20/4 = -5 become 6 and -4.
void tst_quantize_linear::quantizesToFloat4ByPowersOfTwo()
{
    constexpr auto kFloat4 = std::int64_t(DataType::Float4E2M1);
    const ops::Tensor scale(at::tensor({126, 129}, at::kByte).view({1, 2}), DataType::Float8E8M0);
    auto runner = quantizer(24).with("axis", std::int64_t{1}).with("block_size", std::int64_t{2});
    const auto y = runner.with("output_dtype", kFloat4).run({floats({1, 4}, {1, 5, 8, -20}), scale});
    QVERIFY(y[0].type == DataType::Float4E2M1);
    auto back = dequantizer(24).with("axis", std::int64_t{1}).with("block_size", std::int64_t{2});
    QVERIFY(back.errorOf({y[0], scale}).find("attribute output_dtype is missing") != std::string::npos);
    const auto x = back.with("output_dtype", std::int64_t(DataType::Float)).run({y[0], scale});
    QCOMPARE(valuesOf(x[0]), (Values{1, 3, 8, -16}));
}

void tst_quantize_linear::dequantizesToTypeOfScale()
{
    const auto y = dequantizer().run({tensorOf(DataType::Int8, {2}, {3, -4}), scalar(DataType::Float16, 0.5)});
    QVERIFY(y[0].type == DataType::Float16);
    QCOMPARE(valuesOf(y[0]), (Values{1.5, -2}));
}

void tst_quantize_linear::dequantizesAccumulators()
{
    const auto y = dequantizer().run({tensorOf(DataType::Int32, {2}, {1 << 20, -5}), scalar(0.5)});
    QCOMPARE(valuesOf(y[0]), (Values{1 << 19, -2.5}));
}

void tst_quantize_linear::quantizesDynamically_data()
{
    QTest::addColumn<std::vector<double>>("x");
    QTest::addColumn<std::vector<double>>("y");
    QTest::addColumn<double>("scale");
    QTest::addColumn<double>("zeroPoint");
    QTest::newRow("both signs") << Values{0, 2, -3, -2.5, 1.34, 0.5} << Values{153, 255, 0, 26, 221, 179}
                                << 0.0196078438 << 153.0;
    QTest::newRow("below zero") << Values{-1, -2.1, -1.3, -2.5, -3.34, -4} << Values{191, 121, 172, 96, 42, 0}
                                << 0.0156862754 << 255.0;
    QTest::newRow("above zero") << Values{1, 2.1, 1.3, 2.5, 3.34, 4, 1.5, 2.6, 3.9, 4, 3, 2.345}
                                << Values{64, 134, 83, 159, 213, 255, 96, 166, 249, 255, 191, 149} << 0.0156862754
                                << 0.0;
}

void tst_quantize_linear::quantizesDynamically()
{
    QFETCH(Values, x);
    QFETCH(Values, y);
    QFETCH(double, scale);
    QFETCH(double, zeroPoint);
    const auto outputs =
        OperatorRunner("DynamicQuantizeLinear", 11).outputs(3).run({floats({static_cast<std::int64_t>(x.size())}, x)});
    QCOMPARE(valuesOf(outputs[0]), y);
    QCOMPARE(static_cast<float>(valuesOf(outputs[1])[0]), static_cast<float>(scale));
    QCOMPARE(valuesOf(outputs[2])[0], zeroPoint);
    QVERIFY(outputs[2].type == DataType::UInt8);
    QVERIFY(outputs[1].shape().empty());
}

void tst_quantize_linear::dynamicRangeOfZero()
{
    const auto outputs = OperatorRunner("DynamicQuantizeLinear", 11).outputs(3).run({floats({20}, Values(20, 0.0))});
    QCOMPARE(valuesOf(outputs[0]), Values(20, 0.0));
    QCOMPARE(valuesOf(outputs[1])[0], 1.0);
    QCOMPARE(valuesOf(OperatorRunner("DynamicQuantizeLinear", 11).outputs(3).run({floats({0}, {})})[2])[0], 0.0);
}

void tst_quantize_linear::errors()
{
    const auto x = floats({2, 4}, Values(8, 1.0));
    const auto error = [&](OperatorRunner runner, const std::vector<ops::Tensor>& inputs) {
        return QString::fromStdString(runner.errorOf(inputs));
    };
    QCOMPARE(error(quantizer(), {x, floats({3}, {1, 2, 3})}),
             QString("y_scale has 3 elements, expected 4 (channel axis 1)"));
    QCOMPARE(error(quantizer(), {x, scalar(1), tensorOf(DataType::Int8, {2}, {0, 0})}),
             QString("y_zero_point has shape 2, expected scalar"));
    QCOMPARE(error(quantizer(), {x, scalar(DataType::Int32, 1)}),
             QString("y_scale has type int32, expected float32, float16 or bfloat16"));
    QCOMPARE(error(quantizer(), {x, scalar(1), scalar(DataType::Int32, 0)}),
             QString("y_zero_point has type int32, expected an integer of 2 to 16 bits or a float of 4 or 8 bits"));
    QCOMPARE(error(quantizer(), {x}), QString("input 1 is missing"));
    QCOMPARE(error(quantizer().with("output_dtype", std::int64_t{1}), {x, scalar(1)}),
             QString("attribute output_dtype is 1, expected an integer of 2 to 16 bits or a float of 4 or 8 bits"));
    QCOMPARE(error(quantizer().with("output_dtype", std::int64_t{2}), {x, scalar(1), scalar(DataType::Int8, 0)}),
             QString("y_zero_point has type int8, but attribute output_dtype asks for uint8"));
    QCOMPARE(error(quantizer().with("block_size", std::int64_t{2}), {x, scalar(1)}),
             QString("y_scale (blocks of 2 along axis 1) has shape scalar, expected 2x2"));
    QCOMPARE(error(quantizer().with("block_size", std::int64_t{-1}), {x, scalar(1)}),
             QString("attribute block_size is -1, expected 0 or more"));
    QVERIFY(error(quantizer().with("axis", std::int64_t{2}), {x, floats({2}, {1, 2})}).contains("axis 2"));
    QVERIFY(error(dequantizer(), {x, scalar(1)}).contains("input 0 (x) has type float32"));
    QCOMPARE(error(dequantizer(), {tensorOf(DataType::Int8, {2}, {1, 2}), scalar(1), scalar(DataType::UInt8, 0)}),
             QString("x_zero_point has type uint8, expected int8 like the tensor it belongs to"));
}

QTEST_APPLESS_MAIN(tst_quantize_linear)
#include "tst_quantize_linear.moc"
