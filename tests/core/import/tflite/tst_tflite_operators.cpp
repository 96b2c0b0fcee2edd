// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/model_kind.h"
#include "core/base/error.h"
#include "tests/core/import/tflite/one_operator.h"

#include <QTest>

#include <flatbuffers/flexbuffers.h>

using namespace ql::tests;
using Floats = std::vector<float>;
using Ints = std::vector<std::int32_t>;
using Bytes = std::vector<std::int8_t>;
using Shape = std::vector<std::int32_t>;

namespace {

/// A FlexBuffers map of floats.
std::string flexMapOf(const std::map<std::string, float>& members)
{
    flexbuffers::Builder builder;
    builder.Map([&] {
        for (const auto& [name, number] : members)
            builder.Float(name.c_str(), number);
    });
    builder.Finish();
    return {builder.GetBuffer().begin(), builder.GetBuffer().end()};
}

/// A detection of three anchors' objects.
LiteModel detecting(const std::string& options)
{
    LiteModel model;
    const auto boxes = model.tensor("boxes", LiteModel::Float, {1, 3, 4});
    const auto shares = model.tensor("shares", LiteModel::Float, {1, 3, 3});
    const auto anchors = model.tensor("anchors", LiteModel::Float, {3, 4},
                                      LiteModel::raw(Floats{0.5F, 0.5F, 1, 1, 0.5F, 0.55F, 1, 1, 2.5F, 2.5F, 1, 1}));
    Ints outputs;
    for (const char* name : {"places", "types", "scores"})
        outputs.push_back(model.tensor(name, LiteModel::Float, {1, 3}));
    outputs.push_back(model.tensor("count", LiteModel::Float, {1}));
    model.customOperation("TFLite_Detection_PostProcess", {boxes, shares, anchors}, outputs, options);
    model.closeGraph({boxes, shares}, outputs);
    return model;
}

} // namespace

/// Single operators against numbers worked out by hand, and on integers against what their floats make of them.
class TestTfLiteOperators : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void looksUpTables();
    void makesTensors();
    void findsPlaces();
    void takesApart();
    void quantizesRowsOfHybrids_data();
    void quantizesRowsOfHybrids();
    void computesSixteenBits();
    void computesHardSwish();
    void computesIntegersInFloats_data();
    void computesIntegersInFloats();
    void multipliesIntegerMatrices();
    void detectsObjects_data();
    void detectsObjects();
    void refusesDamagedOptions_data();
    void refusesDamagedOptions();
};

void TestTfLiteOperators::looksUpTables()
{
    OneOperator gather;
    gather.given(LiteModel::Float, {2, 2});
    gather.constant(LiteModel::Int32, {2, 2}, Ints{1, 0, 0, 1});
    gather.output(LiteModel::Float, {2});
    const auto square = at::tensor({1.0F, 2.0F, 3.0F, 4.0F}).view({2, 2});
    QCOMPARE(gather.run(lite::kGatherNd, {square}).at(0), (std::vector<double>{3, 2}));
    OneOperator scatter;
    scatter.constant(LiteModel::Int32, {3, 1}, Ints{1, 3, 1});
    scatter.given(LiteModel::Float, {3});
    scatter.constant(LiteModel::Int32, {1}, Ints{4});
    scatter.output(LiteModel::Float, {4});
    QCOMPARE(scatter.run(lite::kScatterNd, {at::tensor({1.0F, 2.0F, 4.0F})}).at(0), (std::vector<double>{0, 5, 0, 2}));
    OneOperator hot;
    hot.given(LiteModel::Int32, {2});
    hot.constant(LiteModel::Int32, {}, Ints{3});
    hot.constant(LiteModel::Float, {}, Floats{5});
    hot.constant(LiteModel::Float, {}, Floats{-1});
    hot.output(LiteModel::Float, {2, 3});
    QCOMPARE(hot.run(lite::kOneHot, {at::tensor({2, 0}, at::kInt)}, FlatNode().number(0, std::int32_t(-1))).at(0),
             (std::vector<double>{-1, -1, 5, 5, -1, -1}));
}

void TestTfLiteOperators::makesTensors()
{
    OneOperator fill;
    fill.constant(LiteModel::Int32, {2}, Ints{1, 2});
    fill.given(LiteModel::Float, {});
    fill.output(LiteModel::Float, {1, 2});
    QCOMPARE(fill.run(lite::kFill, {at::scalar_tensor(7.0F)}).at(0), (std::vector<double>{7, 7}));
    OneOperator broadcast;
    broadcast.given(LiteModel::Float, {2});
    broadcast.constant(LiteModel::Int32, {2}, Ints{2, 2});
    broadcast.output(LiteModel::Float, {2, 2});
    QCOMPARE(broadcast.run(lite::kBroadcastTo, {at::tensor({1.0F, 2.0F})}).at(0), (std::vector<double>{1, 2, 1, 2}));
    OneOperator zeros;
    zeros.given(LiteModel::Int32, {2});
    zeros.output(LiteModel::Int32, {2});
    QCOMPARE(zeros.run(lite::kZerosLike, {at::tensor({3, 4}, at::kInt)}).at(0), (std::vector<double>{0, 0}));
    OneOperator range;
    range.given(LiteModel::Int32, {});
    range.constant(LiteModel::Int32, {}, Ints{7});
    range.constant(LiteModel::Int32, {}, Ints{2});
    range.output(LiteModel::Int32, {3});
    QCOMPARE(range.run(lite::kRange, {at::scalar_tensor(1, at::kInt)}).at(0), (std::vector<double>{1, 3, 5}));
    OneOperator rank;
    rank.given(LiteModel::Float, {1, 2, 1});
    rank.output(LiteModel::Int32, {});
    QCOMPARE(rank.run(lite::kRank, {at::zeros({1, 2, 1})}).at(0), (std::vector<double>{3}));
}

void TestTfLiteOperators::findsPlaces()
{
    OneOperator best;
    best.given(LiteModel::Float, {1, 3});
    best.constant(LiteModel::Int32, {}, Ints{2});
    best.output(LiteModel::Float, {1, 2});
    best.output(LiteModel::Int32, {1, 2});
    const auto found = best.run(lite::kTopK, {at::tensor({5.0F, 1.0F, 9.0F}).view({1, 3})});
    QCOMPARE(found.at(0), (std::vector<double>{9, 5}));
    QCOMPARE(found.at(1), (std::vector<double>{2, 0}));
    OneOperator where;
    where.given(LiteModel::Bool, {2, 2});
    where.output(LiteModel::Int64, {2, 2});
    QCOMPARE(where.run(lite::kWhere, {at::tensor({0, 1, 1, 0}, at::kByte).to(at::kBool).view({2, 2})}).at(0),
             (std::vector<double>{0, 1, 1, 0}));
    OneOperator any;
    any.given(LiteModel::Bool, {2, 2});
    any.constant(LiteModel::Int32, {1}, Ints{1});
    any.output(LiteModel::Bool, {2});
    QCOMPARE(any.run(lite::kReduceAny, {at::tensor({0, 1, 0, 0}, at::kByte).to(at::kBool).view({2, 2})}).at(0),
             (std::vector<double>{1, 0}));
}

void TestTfLiteOperators::takesApart()
{
    OneOperator unpack;
    unpack.given(LiteModel::Float, {2, 2});
    unpack.output(LiteModel::Float, {2});
    unpack.output(LiteModel::Float, {2});
    const auto square = at::tensor({1.0F, 2.0F, 3.0F, 4.0F}).view({2, 2});
    const auto columns =
        unpack.run(lite::kUnpack, {square}, FlatNode().number(0, std::int32_t(2)).number(1, std::int32_t(1)));
    QCOMPARE(columns.at(0), (std::vector<double>{1, 3}));
    QCOMPARE(columns.at(1), (std::vector<double>{2, 4}));
    OneOperator rest;
    rest.given(LiteModel::Float, {3});
    rest.constant(LiteModel::Float, {3}, Floats{3, 3, -3});
    rest.output(LiteModel::Float, {3});
    QCOMPARE(rest.run(lite::kFloorMod, {at::tensor({7.0F, -7.0F, 7.0F})}).at(0), (std::vector<double>{1, 2, -2}));
    OneOperator reverse;
    reverse.given(LiteModel::Float, {2, 2});
    reverse.constant(LiteModel::Int32, {2}, Ints{1, 2});
    reverse.output(LiteModel::Float, {2, 2});
    QCOMPARE(
        reverse.run(lite::kReverseSequence, {square}, FlatNode().number(0, std::int32_t(1)).number(1, std::int32_t(0)))
            .at(0),
        (std::vector<double>{1, 2, 4, 3}));
}

void TestTfLiteOperators::quantizesRowsOfHybrids_data()
{
    QTest::addColumn<bool>("isAsymmetric");
    QTest::addColumn<QList<float>>("row");
    QTest::addColumn<double>("expected");
    // 127 steps for 1.27: 0.504 becomes 0.50.
    QTest::newRow("symmetric") << false << QList<float>{0.504F, -1.27F} << 0.5 * 0.2 - 1.27 * 0.1;
    // 255 steps for -0.5 to 2.05: 0.014 becomes 0.01.
    QTest::newRow("asymmetric") << true << QList<float>{0.014F, 0.0F, -0.5F, 2.05F} << 0.01 * 0.2;
    QTest::newRow("zeros") << false << QList<float>{0.0F, 0.0F} << 0.0;
}

void TestTfLiteOperators::quantizesRowsOfHybrids()
{
    QFETCH(bool, isAsymmetric);
    QFETCH(QList<float>, row);
    QFETCH(double, expected);
    const auto depth = std::int32_t(row.size());
    Bytes weights(row.size(), 0);
    weights[0] = 2;
    weights[1] = 1;
    LiteModel model;
    const auto x = model.tensor("x", LiteModel::Float, {1, depth});
    const auto w = model.tensor("w", LiteModel::Int8, {1, depth}, LiteModel::raw(weights), {0.1F}, {0});
    const auto y = model.tensor("y", LiteModel::Float, {1, 1});
    model.operation(lite::kFullyConnected, {x, w, -1}, {y},
                    FlatNode().number(0, std::int8_t(0)).number(3, std::uint8_t(isAsymmetric)));
    const auto read = readLite(model.file({x}, {y}));
    QCOMPARE(ql::analysis::modelKind(read.graph), std::string("dynamic"));
    const auto data = at::tensor(at::ArrayRef<float>(row.data(), std::size_t(row.size()))).view({1, depth});
    const auto result = runLite(read, {data}).at(0).item<double>();
    QVERIFY2(std::abs(result - expected) < 1e-7, qPrintable(QString::number(result, 'g', 9)));
}

/// 4096 stands for 1: 24 · 2^9 in the table of sigmoid(i / 24), 48 · 2^8 in that of tanh.
void TestTfLiteOperators::computesSixteenBits()
{
    const auto x = at::tensor({4096, -4096, 0, 32767, -32768}, at::kShort);
    for (const auto& [code, expected] : std::vector<std::pair<int, std::vector<double>>>{
             {lite::kLogistic, {23956, 8812, 16384, 32757, 10}}, {lite::kTanh, {24956, -24956, 0, 32767, -32768}}}) {
        OneOperator unary;
        unary.given(LiteModel::Int16, {5}, 1.0F / 4096);
        unary.output(LiteModel::Int16, {5}, 1.0F / 32768);
        const auto y = unary.run(code, {x}).at(0);
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(y[i], expected[i]);
        for (std::size_t i = 3; i < 5; ++i)
            QVERIFY2(std::abs(y[i] - expected[i]) <= 2, qPrintable(QString::number(y[i])));
    }
}

/// 1 · 4 / 6, -2 · 1 / 6, 3.97 and 0 in steps of 1/32.
void TestTfLiteOperators::computesHardSwish()
{
    OneOperator swish;
    swish.given(LiteModel::Int8, {4}, 1.0F / 32);
    swish.output(LiteModel::Int8, {4}, 1.0F / 32);
    QCOMPARE(swish.run(lite::kHardSwish, {at::tensor({32, -64, 127, -128}, at::kChar)}).at(0),
             (std::vector<double>{21, -11, 127, 0}));
}

void TestTfLiteOperators::computesIntegersInFloats_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<float>("scale");
    QTest::addColumn<QList<int>>("expected"); // of -1, 0.5 and 1
    QTest::newRow("elu") << int(lite::kElu) << 0.01F << QList<int>{-63, 50, 100};
    QTest::newRow("gelu") << int(lite::kGelu) << 0.01F << QList<int>{-16, 35, 84};
    QTest::newRow("exp") << int(lite::kExp) << 0.025F << QList<int>{15, 66, 109};
    QTest::newRow("abs") << int(lite::kAbs) << 0.01F << QList<int>{100, 50, 100};
    QTest::newRow("square") << int(lite::kSquare) << 0.01F << QList<int>{100, 25, 100};
}

/// As the format's kernels look them up in tables that are made so; within a step where they compute.
void TestTfLiteOperators::computesIntegersInFloats()
{
    QFETCH(int, code);
    QFETCH(float, scale);
    QFETCH(QList<int>, expected);
    OneOperator unary;
    unary.given(LiteModel::Int8, {3}, 0.01F);
    unary.output(LiteModel::Int8, {3}, scale);
    const auto y = unary.run(code, {at::tensor({-100, 50, 100}, at::kChar)}).at(0);
    for (std::size_t i = 0; i < y.size(); ++i)
        QCOMPARE(int(y[i]), expected[int(i)]);
}

/// (0.5, 1) · (2, -1; 4, 0.5) in steps of 0.1 from 3 on.
void TestTfLiteOperators::multipliesIntegerMatrices()
{
    OneOperator product;
    product.given(LiteModel::Int8, {1, 1, 2}, 0.5F, 1);
    product.given(LiteModel::Int8, {1, 2, 2}, 0.5F, 0);
    product.output(LiteModel::Int8, {1, 1, 2}, 0.1F, 3);
    const auto a = at::tensor({2, 3}, at::kChar).view({1, 1, 2});
    const auto b = at::tensor({4, -2, 8, 1}, at::kChar).view({1, 2, 2});
    QCOMPARE(product.run(lite::kBatchMatMul, {a, b}).at(0), (std::vector<double>{53, 3}));
}

void TestTfLiteOperators::detectsObjects_data()
{
    QTest::addColumn<bool>("isByClass");
    QTest::addColumn<QList<double>>("types");
    QTest::addColumn<QList<double>>("scores");
    QTest::addColumn<double>("count");
    // The second box hides behind the first, whose best score is higher, unless each class looks for its own.
    QTest::newRow("at once") << false << QList<double>{0, 1, 0} << QList<double>{0.9, 0.6, 0} << 2.0;
    QTest::newRow("by class") << true << QList<double>{0, 1, 1} << QList<double>{0.9, 0.85, 0.6} << 3.0;
}

/// Three anchors of size 1 around (0.5, 0.5), (0.5, 0.55) and (2.5, 2.5), the last one moved down by a tenth.
void TestTfLiteOperators::detectsObjects()
{
    QFETCH(bool, isByClass);
    QFETCH(QList<double>, types);
    QFETCH(QList<double>, scores);
    QFETCH(double, count);
    const auto options = flexMapOf({{"max_detections", 3},
                                    {"max_classes_per_detection", 1},
                                    {"num_classes", 2},
                                    {"use_regular_nms", isByClass ? 1.0F : 0.0F},
                                    {"nms_score_threshold", 0.5F},
                                    {"nms_iou_threshold", 0.6F},
                                    {"y_scale", 10},
                                    {"x_scale", 10},
                                    {"h_scale", 5},
                                    {"w_scale", 5}});
    auto codes = at::zeros({1, 3, 4});
    codes[0][2][0] = 1.0F;
    const auto given = at::tensor({0.1F, 0.9F, 0.2F, 0.1F, 0.8F, 0.85F, 0.1F, 0.3F, 0.6F}).view({1, 3, 3});
    const auto results = runLite(readLite(detecting(options).file()), {codes, given});
    const auto places = numbersOf(results.at(0));
    QCOMPARE(std::vector<double>(places.begin(), places.begin() + 4), (std::vector<double>{0, 0, 1, 1}));
    const auto last = isByClass ? 8 : 4;
    QVERIFY(std::abs(places[last] - 2.1) < 1e-6 && std::abs(places[last + 3] - 3.0) < 1e-6);
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(numbersOf(results.at(1))[std::size_t(i)], types[i]);
        QVERIFY(std::abs(numbersOf(results.at(2))[std::size_t(i)] - scores[i]) < 1e-6);
    }
    QCOMPARE(numbersOf(results.at(3)).front(), count);
}

void TestTfLiteOperators::refusesDamagedOptions_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QString>("expected");
    const auto whole = QByteArray::fromStdString(flexMapOf({{"max_detections", 3}}));
    const QString brokenOff = "its custom options break off or point outside themselves";
    QTest::newRow("none") << QByteArray("\1\1") << brokenOff;
    QTest::newRow("front cut off") << whole.mid(1) << brokenOff;
    QTest::newRow("name without an end") << QByteArray("k\1\2\1\1\1\7\10\2\44\1") << brokenOff;
    QTest::newRow("number") << QByteArray("\7\4\1") << "its custom options are no map";
    QTest::newRow("large") << QByteArray(20000, '\0') + whole << "its custom options take 200";
}

void TestTfLiteOperators::refusesDamagedOptions()
{
    QFETCH(QByteArray, options);
    QFETCH(QString, expected);
    try {
        readLite(detecting(options.toStdString()).file());
        QFAIL("read");
    } catch (const ql::Error& error) {
        QVERIFY2(QString::fromUtf8(error.what()).contains(expected), error.what());
    }
}

QTEST_APPLESS_MAIN(TestTfLiteOperators)
#include "tst_tflite_operators.moc"
