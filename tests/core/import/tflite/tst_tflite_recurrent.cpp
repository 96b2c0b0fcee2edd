// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/import_model.h"
#include "core/runs/program/unsupported_nodes.h"
#include "tests/core/import/tflite/lite_runner.h"
#include "tests/support/models.h"

#include <QTest>

#include <cmath>
#include <stdexcept>

using namespace ql::tests;
using Floats = std::vector<float>;
using Bytes = std::vector<std::int8_t>;
using Shape = std::vector<std::int32_t>;

namespace {

FlatNode lstmOptions(bool isAsymmetric = false)
{
    return FlatNode()
        .number(0, std::int8_t(4))
        .number(1, 10.0F)
        .number(3, std::uint8_t(0))
        .number(4, std::uint8_t(isAsymmetric));
}

/// One input, one cell. @p weights are of input, forget, cell and output gate, then the recurrent ones.
std::string oneCell(const Floats& weights, const Floats& biases, bool hasInputGate = true)
{
    LiteModel model;
    const auto x = model.tensor("x", LiteModel::Float, {1, 2, 1});
    std::vector<std::int32_t> inputs{x};
    for (std::size_t i = 0; i < 8; ++i)
        inputs.push_back(i % 4 == 0 && !hasInputGate ? -1
                                                     : model.tensor("w" + std::to_string(i), LiteModel::Float, {1, 1},
                                                                    LiteModel::raw(Floats{weights[i]})));
    inputs.insert(inputs.end(), 3, -1);
    for (std::size_t i = 0; i < 4; ++i)
        inputs.push_back(i == 0 && !hasInputGate ? -1
                                                 : model.tensor("b" + std::to_string(i), LiteModel::Float, {1},
                                                                LiteModel::raw(Floats{biases[i]})));
    inputs.insert(inputs.end(), {-1, -1, model.variable("h", LiteModel::Float, {1, 1}),
                                 model.variable("c", LiteModel::Float, {1, 1}), -1, -1, -1, -1});
    const auto y = model.tensor("y", LiteModel::Float, {1, 2, 1});
    model.operation(lite::kSequenceLstm, inputs, {y}, lstmOptions());
    return model.file({x}, {y});
}

/// A cell of one unit on integers of that type, whose cell gate alone sees the data; @p peephole: the gate that sees
/// the cell, by a factor of 1. Two steps of @p data are run, whose results are returned.
at::Tensor runIntegerCell(LiteModel::Type type, const at::Tensor& data, int peephole = -1)
{
    const bool isWide = type == LiteModel::Int16;
    const Floats scale{isWide ? 1.0F / 32768 : 1.0F / 128};
    const std::vector<std::int64_t> zero{isWide ? 0 : 5};
    LiteModel model;
    const auto x = model.tensor("x", type, {1, 2, 1}, {}, {1.0F / 64}, {isWide ? 0 : 3});
    Shape inputs{x};
    for (std::size_t i = 0; i < 8; ++i)
        inputs.push_back(model.tensor("w" + std::to_string(i), LiteModel::Int8, {1, 1},
                                      LiteModel::raw(Bytes{std::int8_t(i == 2 ? 64 : 0)}), {1.0F / 64}, {0}));
    for (int i = 0; i < 3; ++i)
        inputs.push_back(i != peephole
                             ? -1
                             : model.tensor("p", LiteModel::Int16, {1}, LiteModel::raw(std::vector<std::int16_t>{8192}),
                                            {1.0F / 8192}, {0}));
    const std::string nothing(isWide ? 8 : 4, '\0');
    for (std::size_t i = 0; i < 4; ++i)
        inputs.push_back(model.tensor("b" + std::to_string(i), isWide ? LiteModel::Int64 : LiteModel::Int32, {1},
                                      nothing, {1.0F / 4096}, {0}));
    inputs.insert(inputs.end(), {-1, -1, model.variable("h", type, {1, 1}, scale, zero),
                                 model.variable("c", LiteModel::Int16, {1, 1}, {1.0F / 4096}, {0}), -1, -1, -1, -1});
    const auto y = model.tensor("y", type, {1, 2, 1}, {}, scale, zero);
    model.operation(lite::kSequenceLstm, inputs, {y}, lstmOptions());
    const auto read = readLite(model.file({x}, {y}));
    if (read.graph.nodes().back().qualifiedOpType() != "tflite.QLinearLSTM")
        throw std::runtime_error(read.graph.nodes().back().qualifiedOpType());
    return runLite(read, {data.view({1, 2, 1})}).at(0).view({-1});
}

double sigmoid(double x)
{
    return 1.0 / (1.0 + std::exp(-x));
}

} // namespace

/// What keeps a state from step to step, by the published formulas and, on integers, by hand.
class TestTfLiteRecurrent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computesLstm_data();
    void computesLstm();
    void computesIntegerLstm();
    void peepsAtTheCell_data();
    void peepsAtTheCell();
    void computesWideLstm();
    void computesRnn();
    void filters();
    void filtersIntegers();
    void runsTheModels_data();
    void runsTheModels();
    void pairsLstmTwins();
};

void TestTfLiteRecurrent::computesLstm_data()
{
    QTest::addColumn<bool>("hasInputGate");
    QTest::newRow("four gates") << true;
    QTest::newRow("coupled") << false;
}

void TestTfLiteRecurrent::computesLstm()
{
    QFETCH(bool, hasInputGate);
    const Floats w{0.5F, -0.25F, 1.5F, 0.75F, 0.1F, 0.2F, -0.3F, 0.4F};
    const Floats b{0.05F, 1.0F, -0.1F, 0.2F};
    const double steps[]{1.25, -0.5};
    double h = 0.0;
    double c = 0.0;
    double expected[2];
    for (int i = 0; i < 2; ++i) {
        const auto gate = [&](std::size_t k) { return double(w[k]) * steps[i] + double(w[k + 4]) * h + double(b[k]); };
        const double forget = sigmoid(gate(1));
        const double input = hasInputGate ? sigmoid(gate(0)) : 1.0 - forget;
        const double candidate = std::tanh(gate(2));
        const double output = sigmoid(gate(3));
        c = forget * c + input * candidate;
        h = expected[i] = output * std::tanh(c);
    }
    const auto y = onlyResult(oneCell(w, b, hasInputGate), {at::tensor({1.25F, -0.5F}).view({1, 2, 1})});
    QVERIFY(std::abs(y[0][0][0].item<double>() - expected[0]) < 1e-6);
    QVERIFY(std::abs(y[0][1][0].item<double>() - expected[1]) < 1e-6);
}

/// The cell gate alone sees the data: 64 · 64 is 1 in fractions of 2^12, and its tanh 24956 in those of 2^15. The
/// other gates are 16384: the cell is 1560 of 2^12, its tanh 11909, and half of that 23 of 2^7. Then the cell halves:
/// 780, 6165, 12.
void TestTfLiteRecurrent::computesIntegerLstm()
{
    const auto result = runIntegerCell(LiteModel::Int8, at::tensor({67, 3}, at::kChar));
    QCOMPARE(result[0].item<int>(), 28); // the zero point is 5
    QCOMPARE(result[1].item<int>(), 17);
}

void TestTfLiteRecurrent::peepsAtTheCell_data()
{
    QTest::addColumn<int>("peephole");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("second");
    QTest::newRow("forget") << 1 << 28 << 19;
    QTest::newRow("output") << 2 << 33 << 18;
}

/// As without, through a peephole of factor 1. The forget gate sees the cell before it: nothing, then 1560 of 2^12,
/// whose logistic keeps 927 of it: half the tanh of 927 is 14 of 2^7. The output gate sees the cell after it: 1560,
/// then 780; logistic times tanh are 0.5941 · 0.3634 and 0.5475 · 0.1881: 28 and 13.
void TestTfLiteRecurrent::peepsAtTheCell()
{
    QFETCH(int, peephole);
    QFETCH(int, first);
    QFETCH(int, second);
    const auto result = runIntegerCell(LiteModel::Int8, at::tensor({67, 3}, at::kChar), peephole);
    QCOMPARE(result[0].item<int>(), first);
    QCOMPARE(result[1].item<int>(), second);
}

/// As on 8 bits, with sums in 64 and results in fractions of 2^15: the tanh of 1560 / 4096 times a half is 5954 or a
/// step from it, that of 780 / 4096 times a half 3082.
void TestTfLiteRecurrent::computesWideLstm()
{
    const auto result = runIntegerCell(LiteModel::Int16, at::tensor({64, 0}, at::kShort));
    QVERIFY(result.scalar_type() == at::kShort);
    QVERIFY2(std::abs(result[0].item<int>() - 5954) <= 1, qPrintable(QString::number(result[0].item<int>())));
    QVERIFY2(std::abs(result[1].item<int>() - 3082) <= 1, qPrintable(QString::number(result[1].item<int>())));
}

void TestTfLiteRecurrent::computesRnn()
{
    LiteModel model;
    const auto x = model.tensor("x", LiteModel::Float, {1, 2});
    const auto w = model.tensor("w", LiteModel::Float, {1, 2}, LiteModel::raw(Floats{2, -1}));
    const auto r = model.tensor("r", LiteModel::Float, {1, 1}, LiteModel::raw(Floats{3}));
    const auto b = model.tensor("b", LiteModel::Float, {1}, LiteModel::raw(Floats{-4}));
    const auto h = model.variable("h", LiteModel::Float, {1, 1});
    const auto y = model.tensor("y", LiteModel::Float, {1, 1});
    model.operation(lite::kRnn, {x, w, r, b, h}, {y}, FlatNode().number(0, std::int8_t(1)));
    const auto bytes = model.file({x}, {y});
    QCOMPARE(onlyResult(bytes, {at::tensor({5.0F, 1.0F}).view({1, 2})}).item<float>(), 5.0F); // 10 - 1 - 4
    QCOMPARE(onlyResult(bytes, {at::tensor({1.0F, 1.0F}).view({1, 2})}).item<float>(), 0.0F);
}

/// Two filters of rank 2 make one unit; of the memory only the newest element isn't zero.
void TestTfLiteRecurrent::filters()
{
    LiteModel model;
    const auto x = model.tensor("x", LiteModel::Float, {1, 2});
    const auto w = model.tensor("w", LiteModel::Float, {2, 2}, LiteModel::raw(Floats{1, 2, -1, 3}));
    const auto t = model.tensor("t", LiteModel::Float, {2, 3}, LiteModel::raw(Floats{9, 9, 2, 9, 9, -1}));
    const auto b = model.tensor("b", LiteModel::Float, {1}, LiteModel::raw(Floats{0.5F}));
    const auto state = model.variable("state", LiteModel::Float, {1, 6});
    const auto y = model.tensor("y", LiteModel::Float, {1, 1});
    model.operation(lite::kSvdf, {x, w, t, b, state}, {y},
                    FlatNode().number(0, std::int32_t(2)).number(1, std::int8_t(0)));
    // (2 + 8) · 2 - (-2 + 12) + 1/2
    QCOMPARE(onlyResult(model.file({x}, {y}), {at::tensor({2.0F, 4.0F}).view({1, 2})}).item<float>(), 10.5F);
}

/// 2 and 4 above the zero point; both products are 10, as are the states. With the time's weights and bias, 23 and -14
/// become 5.75 and -3.5 steps from the zero point 10.
void TestTfLiteRecurrent::filtersIntegers()
{
    LiteModel model;
    const auto x = model.tensor("x", LiteModel::Int8, {1, 2}, {}, {0.5F}, {1});
    const auto w = model.tensor("w", LiteModel::Int8, {2, 2}, LiteModel::raw(Bytes{1, 2, -1, 3}), {0.25F}, {0});
    const auto t = model.tensor("t", LiteModel::Int16, {2, 2}, LiteModel::raw(std::vector<std::int16_t>{9, 2, 9, -1}),
                                {0.5F}, {0});
    const auto b =
        model.tensor("b", LiteModel::Int32, {2}, LiteModel::raw(std::vector<std::int32_t>{3, -4}), {0.0625F}, {0});
    const auto state = model.variable("state", LiteModel::Int16, {1, 4}, {0.125F}, {0});
    const auto y = model.tensor("y", LiteModel::Int8, {1, 2}, {}, {0.25F}, {10});
    model.operation(lite::kSvdf, {x, w, t, b, state}, {y},
                    FlatNode().number(0, std::int32_t(1)).number(1, std::int8_t(1)));
    const auto result = onlyResult(model.file({x}, {y}), {at::tensor({3, 5}, at::kChar).view({1, 2})});
    QCOMPARE(result[0][0].item<int>(), 16);
    QCOMPARE(result[0][1].item<int>(), 6);
}

void TestTfLiteRecurrent::runsTheModels_data()
{
    QTest::addColumn<QString>("file");
    const auto models = modelsFolder();
    if (!models)
        QSKIP("SKIPPED: QUANTLOUPE_MODELS is not set");
    for (const auto& entry : std::filesystem::directory_iterator(*models / "tflite"))
        if (entry.path().extension() == ".tflite")
            QTest::newRow(entry.path().filename().c_str()) << QString::fromStdString(entry.path().string());
}

/// Whole networks: two LSTMs, two noise and keyword networks with filters, people and sines.
void TestTfLiteRecurrent::runsTheModels()
{
    QFETCH(QString, file);
    const auto model = ql::importers::importModel(file.toStdString());
    QVERIFY(ql::runs::unsupportedNodes(model.graph).empty());
    std::vector<at::Tensor> inputs;
    for (const auto id : model.graph.inputs()) {
        const auto& value = model.graph.value(id);
        ql::graph::Shape shape;
        for (const auto& dimension : *value.shape)
            shape.push_back(std::max<std::int64_t>(dimension.size, 1));
        inputs.push_back(at::zeros(shape, ql::ops::storageType(value.type)));
    }
    for (const auto& output : runLite(model, inputs))
        QVERIFY(output.numel() > 0);
}

/// A digit's network in floats and in integers.
void TestTfLiteRecurrent::pairsLstmTwins()
{
    const auto models = modelsFolder();
    if (!models)
        QSKIP("SKIPPED: QUANTLOUPE_MODELS is not set");
    const auto floats = ql::importers::importModel(*models / "tflite" / "trained_lstm.tflite");
    const auto integers = ql::importers::importModel(*models / "tflite" / "trained_lstm_int8.tflite");
    const auto image = at::arange(784, at::kFloat).mul(0.013F).sin().clamp(0, 1).view({1, 28, 28});
    const auto shares = runLite(floats, {image}).at(0);
    const auto steps = image.mul(255).round().sub(128).to(at::kChar);
    const auto others = runLite(integers, {steps}).at(0).to(at::kFloat).add(128).div(256);
    const auto furthest = shares.sub(others).abs().max().item<float>();
    QVERIFY2(furthest < 0.1F, qPrintable(QString::number(double(furthest))));
}

QTEST_APPLESS_MAIN(TestTfLiteRecurrent)
#include "tst_tflite_recurrent.moc"
