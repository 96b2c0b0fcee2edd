// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/ops/recurrent/recurrent_reference.h"

#include <QTest>

using namespace ql;
using namespace ql::tests;
using graph::DataType;
using Strings = std::vector<std::string>;

/// LSTM, GRU, RNN and DynamicQuantizeLSTM against the formulas of their pages, written as loops over scalars.
class tst_recurrent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lstmOfTheManual();
    void lstmAgainstLoops_data();
    void lstmAgainstLoops();
    void lstmBatchFirst();
    void lstmOmitsOutputs();
    void lstmWithoutSteps();
    void gruAgainstLoops_data();
    void gruAgainstLoops();
    void rnnAgainstLoops_data();
    void rnnAgainstLoops();
    void activations_data();
    void activations();
    void alphasGoToThoseWhoTakeThem();
    void quantizedLstmOnExactData();
    void quantizedLstmPerChannel();
    void errors();
};

void tst_recurrent::lstmOfTheManual()
{
    // "defaults": one step each of three sequences, all weights 0.1.
    const auto y = OperatorRunner("LSTM", 7)
                       .with("hidden_size", std::int64_t{3})
                       .outputs(2)
                       .run({floats({1, 3, 2}, {1, 2, 3, 4, 5, 6}), floats({1, 12, 2}, Values(24, 0.1)),
                             floats({1, 12, 3}, Values(36, 0.1))});
    const auto expected = [](double gate) { return sigmoid(gate) * std::tanh(sigmoid(gate) * std::tanh(gate)); };
    Values h;
    for (const double gate : {0.3, 0.7, 1.1})
        h.insert(h.end(), 3, expected(gate));
    QVERIFY(isClose(y[0], h));
    QCOMPARE(y[0].shape(), (graph::Shape{1, 1, 3, 3}));
    QVERIFY(isClose(y[1], h));
    QCOMPARE(y[1].shape(), (graph::Shape{1, 3, 3}));
}

void tst_recurrent::lstmAgainstLoops_data()
{
    QTest::addColumn<bool>("hasPeephole");
    QTest::addColumn<bool>("couples");
    QTest::addColumn<double>("clip");
    QTest::addColumn<QString>("direction");
    QTest::addColumn<std::vector<std::int64_t>>("lengths");
    const auto plain = [](const char* name, const char* direction, std::vector<std::int64_t> lengths) {
        QTest::newRow(name) << false << false << 0.0 << direction << lengths;
    };
    plain("forward", "forward", {});
    plain("reverse", "reverse", {});
    plain("both ways", "bidirectional", {});
    plain("lengths", "forward", {4, 1, 3});
    plain("lengths, both ways", "bidirectional", {2, 4, 0});
    QTest::newRow("peephole") << true << false << 0.0 << "bidirectional" << std::vector<std::int64_t>{};
    QTest::newRow("coupled gates") << true << true << 0.0 << "forward" << std::vector<std::int64_t>{};
    QTest::newRow("clipped") << false << false << 0.2 << "reverse" << std::vector<std::int64_t>{3, 2, 4};
}

void tst_recurrent::lstmAgainstLoops()
{
    QFETCH(QString, direction);
    QFETCH(std::vector<std::int64_t>, lengths);
    QFETCH(bool, hasPeephole);
    QFETCH(bool, couples);
    QFETCH(double, clip);
    const auto isBackward = directionsOf(direction.toStdString());
    const Weights weights(static_cast<std::int64_t>(isBackward.size()), 4);
    auto runner = recurrent("LSTM", 14, 3).with("direction", direction.toStdString());
    if (couples)
        runner.with("input_forget", std::int64_t{1});
    if (clip > 0.0)
        runner.with("clip", clip);
    const auto found = runner.run({weights.x.tensor(), weights.w.tensor(), weights.r.tensor(), weights.b.tensor(),
                                   lengthsTensor(lengths), weights.h.tensor(), weights.c.tensor(),
                                   hasPeephole ? weights.p.tensor() : ops::Tensor()});
    const auto expected = loops(weights, isBackward, lengths, lstmStep(weights, hasPeephole, couples, clip));
    QVERIFY(isClose(found[0], expected.y));
    QVERIFY(isClose(found[1], expected.h));
    QVERIFY(isClose(found[2], expected.c));
}

void tst_recurrent::lstmBatchFirst()
{
    const Weights weights(2, 4);
    auto plain = recurrent("LSTM", 14, 3).with("direction", "bidirectional");
    const auto expected = plain.run({weights.x.tensor(),
                                     weights.w.tensor(),
                                     weights.r.tensor(),
                                     weights.b.tensor(),
                                     {},
                                     weights.h.tensor(),
                                     weights.c.tensor()});
    const auto turned = [](const Block& block) {
        return ops::Tensor(block.tensor().data.transpose(0, 1).contiguous());
    };
    auto runner = recurrent("LSTM", 14, 3).with("direction", "bidirectional").with("layout", std::int64_t{1});
    const auto found = runner.run({turned(weights.x),
                                   weights.w.tensor(),
                                   weights.r.tensor(),
                                   weights.b.tensor(),
                                   {},
                                   turned(weights.h),
                                   turned(weights.c)});
    QVERIFY(at::equal(found[0].data, expected[0].data.permute({2, 0, 1, 3})));
    QVERIFY(at::equal(found[1].data, expected[1].data.transpose(0, 1)));
    QVERIFY(at::equal(found[2].data, expected[2].data.transpose(0, 1)));
}

void tst_recurrent::lstmOmitsOutputs()
{
    const Weights weights(1, 4);
    QCOMPARE(recurrent("LSTM", 7, 1).run({weights.x.tensor(), weights.w.tensor(), weights.r.tensor()}).size(),
             std::size_t{1});
}

void tst_recurrent::lstmWithoutSteps()
{
    const Weights weights(1, 4);
    const auto found = recurrent("LSTM", 7, 3)
                           .run({floats({0, kBatch, kFeatures}, {}),
                                 weights.w.tensor(),
                                 weights.r.tensor(),
                                 {},
                                 {},
                                 weights.h.tensor()});
    QCOMPARE(found[0].shape(), (graph::Shape{0, 1, kBatch, kHidden}));
    QVERIFY(isClose(found[1], weights.h.values));
}

void tst_recurrent::gruAgainstLoops_data()
{
    using Lengths = std::vector<std::int64_t>;
    QTest::addColumn<bool>("resetsAfter");
    QTest::addColumn<QString>("direction");
    QTest::addColumn<Lengths>("lengths");
    for (const auto& lengths : {Lengths{}, Lengths{4, 2, 3}}) {
        const auto row = [&lengths](const char* name) -> QTestData& {
            return QTest::addRow("%s, %s", name, lengths.empty() ? "all steps" : "lengths");
        };
        row("reset before") << false << "forward" << lengths;
        row("reset before, both ways") << false << "bidirectional" << lengths;
        row("reset after") << true << "reverse" << lengths;
        row("reset after, both ways") << true << "bidirectional" << lengths;
    }
}

void tst_recurrent::gruAgainstLoops()
{
    QFETCH(bool, resetsAfter);
    QFETCH(QString, direction);
    const auto isBackward = directionsOf(direction.toStdString());
    QFETCH(std::vector<std::int64_t>, lengths);
    const Weights weights(static_cast<std::int64_t>(isBackward.size()), 3);
    const LoopStep step = [&](std::int64_t d, std::int64_t t, std::int64_t n, Values& h, Values&) {
        const Values before = h;
        Values reset, update;
        for (std::int64_t k = 0; k < kHidden; ++k) {
            update.push_back(sigmoid(weights.input(d, k, t, n) + weights.recurrent(d, k, before)));
            reset.push_back(sigmoid(weights.input(d, kHidden + k, t, n) + weights.recurrent(d, kHidden + k, before)));
        }
        Values seen = before;
        for (std::size_t k = 0; k < seen.size(); ++k)
            seen[k] *= reset[k];
        for (std::int64_t k = 0; k < kHidden; ++k) {
            const auto i = static_cast<std::size_t>(k);
            const std::int64_t row = 2 * kHidden + k;
            const double product =
                resetsAfter ? reset[i] * weights.recurrent(d, row, before) : weights.recurrent(d, row, seen);
            h[i] = (1.0 - update[i]) * std::tanh(weights.input(d, row, t, n) + product) + update[i] * before[i];
        }
    };
    auto runner = recurrent("GRU", 14, 2)
                      .with("direction", direction.toStdString())
                      .with("linear_before_reset", std::int64_t{resetsAfter});
    const auto found = runner.run({weights.x.tensor(), weights.w.tensor(), weights.r.tensor(), weights.b.tensor(),
                                   lengthsTensor(lengths), weights.h.tensor()});
    const auto expected = loops(weights, isBackward, lengths, step);
    QVERIFY(isClose(found[0], expected.y));
    QVERIFY(isClose(found[1], expected.h));
}

void tst_recurrent::rnnAgainstLoops_data()
{
    QTest::addColumn<Strings>("activations");
    QTest::newRow("the operator's own") << Strings{"Tanh", "tanh"};
    QTest::newRow("another") << Strings{"Tanh", "Relu"};
}

void tst_recurrent::rnnAgainstLoops()
{
    QFETCH(Strings, activations);
    const Weights weights(2, 1);
    const LoopStep step = [&](std::int64_t d, std::int64_t t, std::int64_t n, Values& h, Values&) {
        const Values before = h;
        for (std::int64_t k = 0; k < kHidden; ++k) {
            const double sum = weights.input(d, k, t, n) + weights.recurrent(d, k, before);
            const bool isTanh = d == 0 || activations[1] == "tanh";
            h[static_cast<std::size_t>(k)] = isTanh ? std::tanh(sum) : std::max(0.0, sum);
        }
    };
    auto runner = recurrent("RNN", 14, 2).with("direction", "bidirectional").with("activations", activations);
    const auto found = runner.run(
        {weights.x.tensor(), weights.w.tensor(), weights.r.tensor(), weights.b.tensor(), {}, weights.h.tensor()});
    const auto expected = loops(weights, {false, true}, {}, step);
    QVERIFY(isClose(found[0], expected.y));
    QVERIFY(isClose(found[1], expected.h));
}

void tst_recurrent::activations_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("atMinusOne");
    QTest::addColumn<double>("atTwo");
    QTest::newRow("affine") << "Affine" << -2.5 << 3.5;
    QTest::newRow("elu") << "Elu" << 2.0 * (std::exp(-1.0) - 1.0) << 2.0;
    QTest::newRow("hard sigmoid") << "HardSigmoid" << 0.0 << 1.0;
    QTest::newRow("leaky relu") << "LeakyRelu" << -2.0 << 2.0;
    QTest::newRow("relu") << "Relu" << 0.0 << 2.0;
    QTest::newRow("scaled tanh") << "ScaledTanh" << 2.0 * std::tanh(0.5) << 2.0 * std::tanh(-1.0);
    QTest::newRow("sigmoid") << "Sigmoid" << sigmoid(-1.0) << sigmoid(2.0);
    QTest::newRow("softplus") << "Softplus" << std::log1p(std::exp(-1.0)) << std::log1p(std::exp(2.0));
    QTest::newRow("softsign") << "Softsign" << -0.5 << 2.0 / 3.0;
    QTest::newRow("lower case") << "tanh" << std::tanh(-1.0) << std::tanh(2.0);
    QTest::newRow("thresholded relu") << "ThresholdedRelu" << 0.0 << 0.0;
}

void tst_recurrent::activations()
{
    QFETCH(QString, name);
    QFETCH(double, atMinusOne);
    QFETCH(double, atTwo);
    // One unit that sees its input only; alpha 2, beta -0.5.
    auto runner =
        OperatorRunner("RNN", 7).with("hidden_size", std::int64_t{1}).with("activations", Strings{name.toStdString()});
    runner.with("activation_alpha", Values{2}).with("activation_beta", Values{-0.5});
    const auto y = runner.run({floats({1, 2, 1}, {-1, 2}), floats({1, 1, 1}, {1}), floats({1, 1, 1}, {1})});
    QVERIFY(isClose(y[0], {atMinusOne, atTwo}));
}

void tst_recurrent::alphasGoToThoseWhoTakeThem()
{
    // The only alpha belongs to the second direction's LeakyRelu; the first direction's Tanh has none.
    auto runner = OperatorRunner("RNN", 7).with("hidden_size", std::int64_t{1}).with("direction", "bidirectional");
    runner.with("activations", Strings{"Tanh", "LeakyRelu"}).with("activation_alpha", Values{0.5});
    const auto y = runner.run({floats({1, 1, 1}, {-1}), floats({2, 1, 1}, {1, 1}), floats({2, 1, 1}, {0, 0})});
    QVERIFY(isClose(y[0], {std::tanh(-1.0), -0.5}));
}

void tst_recurrent::quantizedLstmOnExactData()
{
    // One step from a zero state: X lies on a grid of 256 levels and W is given in integers, so nothing is rounded and
    // the float LSTM of the dequantized weights gives the same.
    const Values x{0, 255, 17, 3};
    const Values w{3, -4, 5, 6, -7, 8, -1, 2};
    Values transposed(8), scaled;
    for (std::size_t gate = 0; gate < 4; ++gate)
        for (std::size_t feature = 0; feature < 2; ++feature)
            transposed[gate * 2 + feature] = (w[feature * 4 + gate] - 1) * 0.001;
    const auto hidden = std::int64_t{1};
    const auto zeros = tensorOf(DataType::Int8, {1, 1, 4}, {0, 0, 0, 0});
    const auto bias = floats({1, 8}, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8});
    const auto found = OperatorRunner("DynamicQuantizeLSTM", 1, "com.microsoft")
                           .with("hidden_size", hidden)
                           .outputs(3)
                           .run({floats({1, 2, 2}, x),
                                 tensorOf(DataType::Int8, {1, 2, 4}, w),
                                 zeros,
                                 bias,
                                 {},
                                 {},
                                 {},
                                 {},
                                 floats({1}, {0.001}),
                                 tensorOf(DataType::Int8, {1}, {1}),
                                 floats({1}, {1}),
                                 tensorOf(DataType::Int8, {1}, {0})});
    const auto expected =
        OperatorRunner("LSTM", 7)
            .with("hidden_size", hidden)
            .outputs(3)
            .run({floats({1, 2, 2}, x), floats({1, 4, 2}, transposed), floats({1, 4, 1}, {0, 0, 0, 0}), bias});
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(isClose(found[i], valuesOf(expected[i])));
}

void tst_recurrent::quantizedLstmPerChannel()
{
    // Random data: within the error that 8 bits make, in both directions, with one scale per gate row.
    const Weights weights(2, 4);
    const auto quantized = [](const Block& block) {
        // [directions, 4 · hidden, features] → transposed int8 with one scale per row
        const at::Tensor data = block.tensor().data;
        const at::Tensor scale = std::get<0>(data.abs().max(2)) / 127.0;
        const at::Tensor integers = (data / scale.unsqueeze(2)).round().to(at::kChar).transpose(1, 2).contiguous();
        return std::pair{ops::Tensor(integers), ops::Tensor(scale)};
    };
    const auto [w, wScale] = quantized(weights.w);
    const auto [r, rScale] = quantized(weights.r);
    const ops::Tensor zeros(at::zeros({2, 4 * kHidden}, at::kChar));
    auto runner = OperatorRunner("DynamicQuantizeLSTM", 1, "com.microsoft")
                      .with("hidden_size", kHidden)
                      .with("direction", "bidirectional")
                      .outputs(1);
    const auto found = runner.run({weights.x.tensor(),
                                   w,
                                   r,
                                   weights.b.tensor(),
                                   {},
                                   weights.h.tensor(),
                                   weights.c.tensor(),
                                   {},
                                   wScale,
                                   zeros,
                                   rScale,
                                   zeros});
    const auto expected = loops(weights, {false, true}, {}, lstmStep(weights, false, false, 0.0));
    const Values values = valuesOf(found[0]);
    QCOMPARE(values.size(), expected.y.size());
    double worst = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i)
        worst = std::max(worst, std::abs(values[i] - expected.y[i]));
    QVERIFY(worst < 0.02);
    QVERIFY(worst > 1e-6); // it is quantized
}

void tst_recurrent::errors()
{
    const Weights weights(1, 4);
    const auto error = [](OperatorRunner runner, const std::vector<ops::Tensor>& inputs) {
        return QString::fromStdString(runner.errorOf(inputs));
    };
    const auto lstm = recurrent("LSTM", 14, 3);
    const auto x = weights.x.tensor(), w = weights.w.tensor(), r = weights.r.tensor();
    QCOMPARE(error(lstm, {x, r, r}), QString("input 1 (W) has shape 1x8x2, expected 1x8x5"));
    QCOMPARE(error(lstm, {floats({2}, {1, 2}), w, r}), QString("input 0 (X) has rank 1, expected 3"));
    QCOMPARE(error(lstm, {x, w, r, {}, tensorOf(DataType::Int32, {kBatch}, {1, 2, 5})}),
             QString("sequence_lens holds 5, expected 0 to 4 (the steps of X)"));
    QCOMPARE(error(lstm, {x, w, r, {}, {}, w}), QString("input 5 (initial_h) has shape 1x8x5, expected 1x3x2"));
    QCOMPARE(error(OperatorRunner("LSTM", 7), {x, w, r}).contains("hidden_size"), true);
    QCOMPARE(error(recurrent("LSTM", 7, 1).with("direction", "sideways"), {x, w, r}),
             QString("attribute direction is \"sideways\""));
    QCOMPARE(error(recurrent("LSTM", 7, 1).with("activations", Strings{"Tanh"}), {x, w, r}),
             QString("attribute activations has 1 names (Tanh), expected 3"));
    QCOMPARE(error(recurrent("RNN", 7, 1).with("activations", Strings{"Swish"}), {x, w, r}),
             QString("attribute activations names \"Swish\""));
    QCOMPARE(error(OperatorRunner("DynamicQuantizeLSTM", 1, "com.microsoft").with("hidden_size", kHidden),
                   {x,
                    tensorOf(DataType::Int8, {1, 5, 8}, Values(40, 1)),
                    tensorOf(DataType::Int8, {1, 2, 8}, Values(16, 1)),
                    {},
                    {},
                    {},
                    {},
                    {},
                    floats({3}, {1, 1, 1}),
                    {},
                    floats({1}, {1})}),
             QString("W's scale or zero point has shape 3, expected 1x8"));
}

QTEST_APPLESS_MAIN(tst_recurrent)
#include "tst_recurrent.moc"
