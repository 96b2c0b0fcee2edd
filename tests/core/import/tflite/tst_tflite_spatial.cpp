// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/runs/program/unsupported_nodes.h"
#include "tests/core/import/tflite/one_operator.h"

#include <QTest>

#include <cmath>

using namespace ql::tests;
using Ints = std::vector<std::int32_t>;
using Floats = std::vector<float>;

namespace {

at::Tensor counted(at::IntArrayRef shape)
{
    std::int64_t count = 1;
    for (const auto size : shape)
        count *= size;
    return at::arange(count, at::kFloat).mul(0.37F).sin().view(shape);
}

Floats floatsOf(const at::Tensor& tensor)
{
    const auto data = tensor.contiguous();
    return {data.data_ptr<float>(), data.data_ptr<float>() + data.numel()};
}

bool isClose(const std::vector<double>& numbers, const at::Tensor& expected)
{
    const auto others = numbersOf(expected);
    if (numbers.size() != others.size())
        return false;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (!(std::abs(numbers[i] - others[i]) < 1e-5))
            return false;
    return true;
}

} // namespace

/// Volumes, spectra of images and boxes, against LibTorch and numbers worked out by hand.
class TestTfLiteSpatial : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void convolvesVolumes_data();
    void convolvesVolumes();
    void refusesVolumesOfIntegers();
    void transformsImages();
    void takesComplexNumbersApart();
    void refusesOtherComplexOperators();
    void suppressesBoxes();
    void decaysScores();
};

void TestTfLiteSpatial::convolvesVolumes_data()
{
    QTest::addColumn<bool>("isSame");
    QTest::addColumn<int>("dilation");
    QTest::newRow("valid") << false << 1;
    QTest::newRow("same") << true << 1;
    QTest::newRow("dilated") << false << 2;
}

/// Strides 1, 2 and 3 of depth, height and width, which the format keeps as depth, width and height.
void TestTfLiteSpatial::convolvesVolumes()
{
    QFETCH(bool, isSame);
    QFETCH(int, dilation);
    const auto x = counted({1, 4, 5, 7, 2});
    const auto w = counted({2, 3, 2, 2, 3}); // depth, height, width, input and output channels
    const auto b = at::tensor({0.5F, -0.25F, 0.125F});
    const auto first = x.permute({0, 4, 1, 2, 3});
    // To the same size 4, 5 and 7 become 4, 3 and 3: the window hangs over by 1, 2 and 1, most of it behind.
    const auto padded = isSame ? at::constant_pad_nd(first, {0, 1, 1, 1, 0, 1}) : first;
    const auto expected = at::conv3d(padded, w.permute({4, 3, 0, 1, 2}), b, {1, 2, 3}, {0, 0, 0}, {dilation, 1, 1})
                              .relu()
                              .permute({0, 2, 3, 4, 1});
    OneOperator conv;
    conv.given(LiteModel::Float, {1, 4, 5, 7, 2});
    conv.constant(LiteModel::Float, {2, 3, 2, 2, 3}, floatsOf(w));
    conv.constant(LiteModel::Float, {3}, floatsOf(b));
    conv.output(LiteModel::Float,
                {1, std::int32_t(expected.size(1)), std::int32_t(expected.size(2)), std::int32_t(expected.size(3)), 3});
    const auto options = FlatNode()
                             .number(0, std::int8_t(isSame ? 0 : 1))
                             .number(1, std::int32_t(1))
                             .number(2, std::int32_t(3))
                             .number(3, std::int32_t(2))
                             .number(4, std::int8_t(1))
                             .number(5, std::int32_t(dilation));
    QVERIFY(isClose(conv.run(lite::kConv3d, {x}, options).at(0), expected));
}

/// The format's own kernel has floats only, which whoever runs such a model is told.
void TestTfLiteSpatial::refusesVolumesOfIntegers()
{
    LiteModel model;
    const auto x = model.tensor("x", LiteModel::Int8, {1, 2, 2, 2, 1});
    const auto w = model.tensor("w", LiteModel::Int8, {1, 1, 1, 1, 1}, std::string(1, '\1'));
    const auto y = model.tensor("y", LiteModel::Int8, {1, 2, 2, 2, 1});
    model.operation(lite::kConv3d, {x, w}, {y});
    const auto read = readLite(model.file({x}, {y}));
    try {
        const ql::runs::Program program(read.graph);
        QFAIL("it was made ready to run");
    } catch (const ql::Error& error) {
        const auto hint = error.hint().english();
        QVERIFY2(hint.find("in floats only") != std::string::npos, hint.c_str());
    }
}

/// Three rows become four with zeros, five columns are cut to four.
void TestTfLiteSpatial::transformsImages()
{
    const auto x = counted({2, 3, 5});
    OneOperator transform;
    transform.given(LiteModel::Float, {2, 3, 5});
    transform.constant(LiteModel::Int32, {2}, Ints{4, 4});
    transform.output(LiteModel::Complex64, {2, 4, 3});
    const auto expected = at::view_as_real(at::fft_rfft2(x, at::IntArrayRef{4, 4}));
    QVERIFY(isClose(transform.run(lite::kRealTransform, {x}).at(0), expected));
}

/// One row's bins of 0, 1 and 2 periods.
void TestTfLiteSpatial::takesComplexNumbersApart()
{
    LiteModel model;
    const auto x = model.tensor("x", LiteModel::Float, {1, 4});
    const auto lengths = model.tensor("lengths", LiteModel::Int32, {2}, LiteModel::raw(Ints{1, 4}));
    const auto spectrum = model.tensor("spectrum", LiteModel::Complex64, {1, 3});
    Ints outputs;
    model.operation(lite::kRealTransform, {x, lengths}, {spectrum});
    for (const auto code : {lite::kReal, lite::kImag, lite::kComplexAbs}) {
        outputs.push_back(model.tensor("part_" + std::to_string(code), LiteModel::Float, {1, 3}));
        model.operation(code, {spectrum}, {outputs.back()});
    }
    // Bins of (3, 1, 0, 5): 9; 3 + 4i; -3
    const auto results =
        runLite(readLite(model.file({x}, outputs)), {at::tensor({3.0F, 1.0F, 0.0F, 5.0F}).view({1, 4})});
    QVERIFY(isClose(numbersOf(results.at(0)), at::tensor({9.0F, 3.0F, -3.0F})));
    QVERIFY(isClose(numbersOf(results.at(1)), at::tensor({0.0F, 4.0F, 0.0F})));
    QVERIFY(isClose(numbersOf(results.at(2)), at::tensor({9.0F, 5.0F, 3.0F})));
}

/// A product of pairs isn't that of complex numbers.
void TestTfLiteSpatial::refusesOtherComplexOperators()
{
    LiteModel model;
    const auto x = model.tensor("x", LiteModel::Complex64, {2});
    const auto y = model.tensor("y", LiteModel::Complex64, {2});
    model.operation(lite::kMul, {x, x}, {y});
    const auto read = readLite(model.file({x}, {y}));
    QCOMPARE(ql::runs::unsupportedNodes(read.graph).size(), std::size_t{1});
    QCOMPARE(read.graph.nodes().back().qualifiedOpType(), std::string("tflite.MUL"));
}

/// The second box covers three quarters of the first, the third exactly half of it; the fourth's score is the least
/// that doesn't count. The first box's lower corner comes first.
void TestTfLiteSpatial::suppressesBoxes()
{
    const Floats corners{2, 2, 0, 0, 0, 0, 2, 1.5F, 0, 0, 1, 2, 5, 5, 6, 6, 8, 8, 9, 9};
    OneOperator suppression;
    suppression.constant(LiteModel::Float, {5, 4}, corners);
    suppression.given(LiteModel::Float, {5});
    suppression.constant(LiteModel::Int32, {}, Ints{4});
    suppression.constant(LiteModel::Float, {}, Floats{0.5F});
    suppression.constant(LiteModel::Float, {}, Floats{0.25F});
    suppression.output(LiteModel::Int32, {4});
    suppression.output(LiteModel::Int32, {});
    const auto results = suppression.run(lite::kSuppression4, {at::tensor({0.9F, 0.8F, 0.7F, 0.25F, 0.95F})});
    QCOMPARE(results.at(0), (std::vector<double>{4, 0, 0, 0}));
    QCOMPARE(results.at(1), (std::vector<double>{2}));
}

/// Half of the first box is the second one: with sigma 1/2 its score 0.8 decays by e^(-1/4) to 0.623, behind the third.
void TestTfLiteSpatial::decaysScores()
{
    const Floats corners{0, 0, 2, 2, 0, 0, 1, 2, 5, 5, 6, 6};
    OneOperator suppression;
    suppression.constant(LiteModel::Float, {3, 4}, corners);
    suppression.given(LiteModel::Float, {3});
    suppression.constant(LiteModel::Int32, {}, Ints{4});
    suppression.constant(LiteModel::Float, {}, Floats{1.0F});
    suppression.constant(LiteModel::Float, {}, Floats{0.0F});
    suppression.constant(LiteModel::Float, {}, Floats{0.5F});
    suppression.output(LiteModel::Int32, {4});
    suppression.output(LiteModel::Float, {4});
    suppression.output(LiteModel::Int32, {});
    const auto results = suppression.run(lite::kSuppression5, {at::tensor({0.9F, 0.8F, 0.7F})});
    QCOMPARE(results.at(0), (std::vector<double>{0, 2, 1, 0}));
    QVERIFY(isClose(results.at(1), at::tensor({0.9F, 0.7F, 0.8F * std::exp(-0.25F), 0.0F})));
    QCOMPARE(results.at(2), (std::vector<double>{3}));
}

QTEST_APPLESS_MAIN(TestTfLiteSpatial)
#include "tst_tflite_spatial.moc"
