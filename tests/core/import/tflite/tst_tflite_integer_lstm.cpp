// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/runs/program/unsupported_nodes.h"
#include "tests/core/import/tflite/integer_lstm.h"

#include <QTest>

using namespace ql::tests;
using Ints = std::vector<std::int32_t>;

namespace {

constexpr unsigned kSeed = 9;
constexpr LstmSizes kLargest{5, 7, 9, 3, 5};
constexpr double kMostSteps = 1.5; ///< of the result

struct Row {
    const char* name;
    LstmKind kind;
};

constexpr Row kKinds[] = {
    {"plain", {}},
    {"peepholes", {.isPeeping = true}},
    {"projection", {.isProjecting = true}},
    {"normalization", {.isNormalizing = true}},
    {"coupled", {.isCoupled = true}},
    {"all", {.isPeeping = true, .isProjecting = true, .isNormalizing = true}},
    {"all, coupled", {.isPeeping = true, .isProjecting = true, .isNormalizing = true, .isCoupled = true}},
    {"clipped", {.isProjecting = true, .cellClip = 0.25F, .projectionClip = 0.3F}}};

void addKinds()
{
    QTest::addColumn<int>("number");
    for (int i = 0; i < int(std::size(kKinds)); ++i)
        QTest::newRow(kKinds[i].name) << i;
}

/// How many steps of the integers' result the floats of @p real are from it at most.
double distance(IntegerLstm& integers, const IntegerLstm& real)
{
    const auto data = integers.data();
    const auto steps = onlyResult(integers.integers(), {data});
    const auto floats = onlyResult(real.floats(), {IntegerLstm::real(data)});
    return integers.realResult(steps).sub(floats).abs().max().item<double>() / double(integers.stateScale);
}

/// That they agree, or don't, with a sentence of by how much.
void verifyDistance(double found, bool isNear, const std::string& what)
{
    QVERIFY2(isNear == (found <= kMostSteps), qPrintable(QString::fromStdString(what) + QString(": %1").arg(found)));
}

/// Where the intermediates of twoCells() are, and one without a scale.
enum Intermediate { kInput, kForget, kCell, kOutput, kHidden, kBare };

/// Two cells that normalize; of the gates the cell's alone sees the data. Its weights are 1 and -1, its sums half as
/// many steps of its intermediate. The output gate's bias is 1.
std::string twoCells(const Ints& intermediates, LiteModel::Type type = LiteModel::Int8, bool isProjecting = false)
{
    using Bytes = std::vector<std::int8_t>;
    constexpr std::int32_t kOneAsBias = 1 << 23;
    LiteModel model;
    for (const float scale : {1.0F / 4096, 1.0F / 4096, 1.0F / 2048, 1.0F / 4096, 1.0F / 128})
        model.tensor("inside", LiteModel::Int16, {0}, {}, {scale}, {0});
    model.tensor("bare", LiteModel::Int16, {0});
    const int zero = type == LiteModel::Int8 ? 1 : 0;
    const auto x = model.tensor("x", type, {1, 2, 1}, {}, {1.0F / 64}, {3 * zero});
    Ints inputs(24, -1);
    inputs[0] = x;
    for (std::size_t i = 1; i < 9; ++i) {
        const auto columns = i < 5 ? 1 : 2;
        Bytes weights(std::size_t(2 * columns), 0);
        if (i == 3)
            weights = {64, -64};
        inputs[i] = model.tensor("w" + std::to_string(i), LiteModel::Int8, {2, columns}, LiteModel::raw(weights),
                                 {1.0F / 64}, {0});
    }
    for (std::size_t i = 12; i < 16; ++i)
        inputs[i] = model.tensor("b" + std::to_string(i), LiteModel::Int32, {2},
                                 LiteModel::raw(Ints(2, i == 15 ? kOneAsBias : 0)), {1.0F / (1 << 23)}, {0});
    if (isProjecting)
        inputs[16] = model.tensor("p", LiteModel::Int8, {2, 2}, LiteModel::raw(Bytes{64, 0, 0, 64}), {1.0F / 64}, {0});
    inputs[18] = model.variable("h", type, {1, 2}, {1.0F / 128}, {5 * zero});
    inputs[19] = model.variable("c", LiteModel::Int16, {1, 2}, {1.0F / 4096}, {0});
    for (std::size_t i = 20; i < 24; ++i)
        inputs[i] = model.tensor("n" + std::to_string(i), LiteModel::Int16, {2},
                                 LiteModel::raw(std::vector<std::int16_t>{8192, 8192}), {1.0F / 8192}, {0});
    const auto y = model.tensor("y", type, {1, 2, 2}, {}, {1.0F / 128}, {5 * zero});
    model.operation(lite::kSequenceLstm, inputs, {y}, FlatNode().number(0, std::int8_t(4)).number(3, std::uint8_t(0)),
                    intermediates);
    return model.file({x}, {y});
}

const Ints kWhole{kInput, kForget, kCell, kOutput, -1};

/// One cell, whose candidate alone sees the data, by 1, and two outputs: 64 and -32 times what is hidden.
std::string projected(float clip)
{
    using Bytes = std::vector<std::int8_t>;
    LiteModel model;
    const auto hidden = model.tensor("hidden", LiteModel::Int8, {0}, {}, {1.0F / 128}, {-3});
    const auto x = model.tensor("x", LiteModel::Int8, {1, 2, 1}, {}, {1.0F / 64}, {3});
    Ints inputs(24, -1);
    inputs[0] = x;
    for (std::size_t i = 1; i < 9; ++i)
        inputs[i] =
            model.tensor("w" + std::to_string(i), LiteModel::Int8, {1, i < 5 ? 1 : 2},
                         LiteModel::raw(i < 5 ? Bytes{std::int8_t(i == 3 ? 64 : 0)} : Bytes{0, 0}), {1.0F / 64}, {0});
    for (std::size_t i = 12; i < 16; ++i)
        inputs[i] =
            model.tensor("b" + std::to_string(i), LiteModel::Int32, {1}, LiteModel::raw(Ints{0}), {1.0F / 4096}, {0});
    inputs[16] = model.tensor("p", LiteModel::Int8, {2, 1}, LiteModel::raw(Bytes{64, -32}), {1.0F / 32}, {0});
    inputs[17] = model.tensor("q", LiteModel::Int32, {2}, LiteModel::raw(Ints{0, 10}), {1.0F / 4096}, {0});
    inputs[18] = model.variable("h", LiteModel::Int8, {1, 2}, {1.0F / 64}, {4});
    inputs[19] = model.variable("c", LiteModel::Int16, {1, 1}, {1.0F / 4096}, {0});
    const auto y = model.tensor("y", LiteModel::Int8, {1, 2, 2}, {}, {1.0F / 64}, {4});
    model.operation(lite::kSequenceLstm, inputs, {y},
                    FlatNode().number(0, std::int8_t(4)).number(2, clip).number(3, std::uint8_t(0)),
                    {-1, -1, -1, -1, hidden});
    return model.file({x}, {y});
}

Ints resultOf(const std::string& bytes)
{
    const auto result = onlyResult(bytes, {at::tensor({67, 3}, at::kChar).view({1, 2, 1})}).to(at::kInt).contiguous();
    return {result.data_ptr<std::int32_t>(), result.data_ptr<std::int32_t>() + result.numel()};
}

std::string errorOf(const std::string& bytes)
{
    try {
        readLite(bytes);
    } catch (const ql::Error& error) {
        return error.what();
    }
    return "read";
}

} // namespace

/// LSTMs on integers against the same on floats, and by hand. The cell's values are those of tst_tflite_recurrent.
class TestTfLiteIntegerLstm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheFloats_data();
    void agreesWithTheFloats();
    void noticesExchangedGates_data() { addKinds(); }
    void noticesExchangedGates();
    void noticesScales_data() { addKinds(); }
    void noticesScales();
    void noticesExchangedIntermediates();
    void addsBeforeItClamps();
    void projects_data();
    void projects();
    void normalizes();
    void refusesDamagedIntermediates();
    void leavesWhatNoKernelComputes();
};

void TestTfLiteIntegerLstm::agreesWithTheFloats_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<int>("size");
    for (int i = 0; i < int(std::size(kKinds)); ++i)
        for (int size = 0; size < 3; ++size)
            QTest::addRow("%s, size %d", kKinds[i].name, size) << i << size;
}

void TestTfLiteIntegerLstm::agreesWithTheFloats()
{
    QFETCH(int, number);
    QFETCH(int, size);
    constexpr LstmSizes kSizes[] = {{3, 4, 3, 2, 6}, {8, 16, 5, 1, 4}, kLargest};
    IntegerLstm layer(kKinds[number].kind, kSizes[size], kSeed);
    QCOMPARE(readLite(layer.integers()).graph.nodes().back().qualifiedOpType(), std::string("tflite.QLinearLSTM"));
    verifyDistance(distance(layer, layer), true, "apart");
}

/// Gates of the floats exchanged, each pair.
void TestTfLiteIntegerLstm::noticesExchangedGates()
{
    QFETCH(int, number);
    const auto& kind = kKinds[number].kind;
    for (int one = kind.isCoupled ? 1 : 0; one < 4; ++one)
        for (int other = one + 1; other < 4; ++other) {
            IntegerLstm layer(kind, kLargest, kSeed);
            auto exchanged = layer;
            for (const int part :
                 {IntegerLstm::kWeights, IntegerLstm::kRecurrent, IntegerLstm::kBiases, IntegerLstm::kFactors})
                if (exchanged.constants.contains(part + one))
                    std::swap(exchanged.constants.at(part + one), exchanged.constants.at(part + other));
            verifyDistance(distance(layer, exchanged), false, std::to_string(one) + " and " + std::to_string(other));
        }
}

/// A part of the floats by a factor, each.
void TestTfLiteIntegerLstm::noticesScales()
{
    QFETCH(int, number);
    const IntegerLstm whole(kKinds[number].kind, kLargest, kSeed);
    for (const auto& [input, constant] : whole.constants) {
        auto layer = whole;
        auto scaled = whole;
        scaled.constants.at(input).scale *= 8;
        verifyDistance(distance(layer, scaled), false, "input " + std::to_string(input));
    }
}

/// What a layer normalizes has no other trace of its scale than what it is rounded and clamped to.
void TestTfLiteIntegerLstm::noticesExchangedIntermediates()
{
    for (std::size_t one = 0; one < 4; ++one)
        for (std::size_t other = one + 1; other < 4; ++other) {
            IntegerLstm layer({.isNormalizing = true}, kLargest, kSeed);
            const auto whole = layer;
            std::swap(layer.intermediates[one], layer.intermediates[other]);
            verifyDistance(distance(layer, whole), false, std::to_string(one) + " and " + std::to_string(other));
        }
}

/// The state's product, 39993 in fractions of 2^12, doesn't fit 16 bits, but with the data's -29952 it does:
/// tanh(2.451) joins half the cell before, and the result is 38 from the zero point. Were it clamped by itself, that
/// would be 29.
void TestTfLiteIntegerLstm::addsBeforeItClamps()
{
    using Bytes = std::vector<std::int8_t>;
    LiteModel model;
    const auto x = model.tensor("x", LiteModel::Int8, {1, 2, 1}, {}, {1.0F / 16}, {3});
    Ints inputs(24, -1);
    inputs[0] = x;
    for (std::size_t i = 1; i < 9; ++i)
        inputs[i] = model.tensor("w" + std::to_string(i), LiteModel::Int8, {1, 1},
                                 LiteModel::raw(Bytes{std::int8_t(i == 3   ? 64
                                                                  : i == 7 ? 127
                                                                           : 0)}),
                                 {i == 7 ? 0.427856F : 1.0F / 64}, {0});
    for (std::size_t i = 12; i < 16; ++i)
        inputs[i] =
            model.tensor("b" + std::to_string(i), LiteModel::Int32, {1}, LiteModel::raw(Ints{0}), {1.0F / 1024}, {0});
    inputs[18] = model.variable("h", LiteModel::Int8, {1, 1}, {1.0F / 128}, {5});
    inputs[19] = model.variable("c", LiteModel::Int16, {1, 1}, {1.0F / 4096}, {0});
    const auto y = model.tensor("y", LiteModel::Int8, {1, 2, 1}, {}, {1.0F / 128}, {5});
    model.operation(lite::kSequenceLstm, inputs, {y}, FlatNode().number(0, std::int8_t(4)).number(3, std::uint8_t(0)));
    const auto result = onlyResult(model.file({x}, {y}), {at::tensor({19, -114}, at::kChar).view({1, 2, 1})});
    QCOMPARE(result.view({-1})[0].item<int>(), 5 + 23);
    QCOMPARE(result.view({-1})[1].item<int>(), 5 + 38);
}

void TestTfLiteIntegerLstm::projects_data()
{
    QTest::addColumn<float>("clip");
    QTest::addColumn<QList<int>>("expected");
    QTest::newRow("free") << 0.0F << QList<int>{27, -7, 16, -2};
    QTest::newRow("clipped") << 10.0F / 64 << QList<int>{10, -7, 10, -2};
}

/// Hidden are 23 and 12 above their zero point. Times 64, and -32 with 10 added, over 64 that is 23 and -11, then 12
/// and -6, from the zero point 4. The clip bounds the integers themselves.
void TestTfLiteIntegerLstm::projects()
{
    QFETCH(float, clip);
    QFETCH(QList<int>, expected);
    const auto result = resultOf(projected(clip));
    QCOMPARE(QList<int>(result.begin(), result.end()), expected);
}

/// Whatever their size, the sums become 1 and -1: 1560 and -1560 in the cells, whose tanh times the logistic of 1 is
/// 34 of 2^7. In the second step they are 0, and stay it: the cells halve, and 18 is left.
void TestTfLiteIntegerLstm::normalizes()
{
    QCOMPARE(resultOf(twoCells(kWhole)), (Ints{5 + 34, 5 - 34, 5 + 18, 5 - 18}));
}

void TestTfLiteIntegerLstm::refusesDamagedIntermediates()
{
    const auto expect = [](const std::string& bytes, const char* words) {
        const auto error = errorOf(bytes);
        QVERIFY2(error.find(words) != error.npos && error.find('\n') == error.npos, error.c_str());
    };
    expect(twoCells({}), "it has no intermediate tensor 0, whose scale it needs");
    expect(twoCells({kInput, -1, kCell, kOutput, -1}), "it has no intermediate tensor 1, whose scale it needs");
    expect(twoCells({kInput, kForget, kBare, kOutput}), "its intermediate tensor 2 (bare) has 0 scales, expected one");
    expect(twoCells({kInput, kForget, kCell, 99}), "a UNIDIRECTIONAL_SEQUENCE_LSTM works on tensor 99 of");
    expect(twoCells({kInput, kForget, kCell, -2}), "a UNIDIRECTIONAL_SEQUENCE_LSTM works on tensor -2 of");
    expect(twoCells(kWhole, LiteModel::Int8, true), "it has no intermediate tensor 4, whose scale it needs");
    expect(twoCells({kInput, kForget, kCell, kOutput, kHidden}, LiteModel::Int8, true), "read");
}

/// 16-bit data, and gates of 8 bits, which have intermediates of their own.
void TestTfLiteIntegerLstm::leavesWhatNoKernelComputes()
{
    for (const auto& bytes : {twoCells(kWhole, LiteModel::Int16), twoCells(Ints(12, kInput))}) {
        const auto read = readLite(bytes);
        QCOMPARE(ql::runs::unsupportedNodes(read.graph).size(), std::size_t{1});
        QCOMPARE(read.graph.nodes().back().qualifiedOpType(), std::string("tflite.UNIDIRECTIONAL_SEQUENCE_LSTM"));
        try {
            const ql::runs::Program program(read.graph);
            QFAIL("it was made ready to run");
        } catch (const ql::Error& error) {
            const auto hint = error.hint().english();
            QVERIFY2(hint.find("16-bit data without projection") != std::string::npos, hint.c_str());
        }
    }
}

QTEST_APPLESS_MAIN(TestTfLiteIntegerLstm)
#include "tst_tflite_integer_lstm.moc"
