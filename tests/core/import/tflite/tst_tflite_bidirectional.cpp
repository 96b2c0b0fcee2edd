// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/program/unsupported_nodes.h"
#include "tests/core/import/tflite/lite_runner.h"

#include <QTest>

using namespace ql::tests;
using Ints = std::vector<std::int32_t>;

namespace {

constexpr std::int32_t kSteps = 3;
constexpr std::int32_t kBatch = 2;
constexpr std::int32_t kFeatures = 4;
constexpr std::int32_t kCells = 5;

at::Tensor numbers(at::IntArrayRef shape, float phase)
{
    std::int64_t count = 1;
    for (const auto size : shape)
        count *= size;
    return at::arange(count, at::kFloat).mul(0.7F).add(phase).sin().view(shape);
}

/// PyTorch's parameters of one direction: weights, recurrent weights, bias, and a second one that is zero.
std::vector<at::Tensor> parameters(std::int64_t gates, float phase)
{
    return {numbers({gates * kCells, kFeatures}, phase), numbers({gates * kCells, kCells}, phase + 1),
            numbers({gates * kCells}, phase + 2), at::zeros({gates * kCells})};
}

float scaleOf(const at::Tensor& weights)
{
    return weights.abs().max().item<float>() / 127;
}

/// What is left of weights, or of rows of data, after symmetric 8 bits by the range of each of @p parts.
at::Tensor rounded(const at::Tensor& whole, std::int64_t parts)
{
    std::vector<at::Tensor> all;
    for (const auto& part : whole.chunk(parts))
        all.push_back(part.div(scaleOf(part)).round().mul(scaleOf(part)));
    return at::cat(all);
}

/// A model of one operator of two directions, of as many gates as its parameters have.
class TwoDirections {
public:
    explicit TwoDirections(bool hasAuxiliary, std::int32_t steps = kSteps)
        : m_hasAuxiliary(hasAuxiliary)
        , m_steps(steps)
    {
        m_inputs.push_back(given("x"));
    }

    /// In the format's order: each gate's, then those of the next input.
    void constants(const at::Tensor& parameter, std::int64_t gates)
    {
        for (const auto& part : parameter.chunk(gates)) {
            const auto data = part.contiguous();
            Ints shape;
            for (const auto size : data.sizes())
                shape.push_back(std::int32_t(size));
            const std::vector<float> values(data.data_ptr<float>(), data.data_ptr<float>() + data.numel());
            m_inputs.push_back(
                m_model.tensor("c" + std::to_string(m_inputs.size()), LiteModel::Float, shape, LiteModel::raw(values)));
        }
    }
    /// The same in 8 bits, of each gate by its own range.
    void integers(const at::Tensor& parameter, std::int64_t gates)
    {
        for (const auto& part : parameter.chunk(gates)) {
            const auto scale = scaleOf(part);
            const auto data = part.div(scale).round().to(at::kChar).contiguous();
            const std::vector<std::int8_t> values(data.data_ptr<std::int8_t>(),
                                                  data.data_ptr<std::int8_t>() + data.numel());
            m_inputs.push_back(m_model.tensor("c" + std::to_string(m_inputs.size()), LiteModel::Int8,
                                              {std::int32_t(data.size(0)), std::int32_t(data.size(1))},
                                              LiteModel::raw(values), {scale}, {0}));
        }
    }
    /// What comes behind the auxiliary data.
    void auxiliaryData() { m_inputs.push_back(given("aux")); }
    void leftOut(std::size_t count) { m_inputs.insert(m_inputs.end(), count, -1); }
    void state()
    {
        m_inputs.push_back(m_model.variable("s" + std::to_string(m_inputs.size()), LiteModel::Float, {kBatch, kCells}));
    }
    std::string file(int code, const FlatNode& options, bool isMerged, std::size_t auxiliaryWeights)
    {
        m_inputs.push_back(m_hasAuxiliary ? given("aux") : -1);
        leftOut(auxiliaryWeights);
        return file(code, options, isMerged);
    }
    std::string file(int code, const FlatNode& options, bool isMerged)
    {
        Ints outputs;
        for (int i = 0; i < (isMerged ? 1 : 2); ++i)
            outputs.push_back(m_model.tensor("y" + std::to_string(i), LiteModel::Float,
                                             {m_steps, kBatch, isMerged ? 2 * kCells : kCells}));
        m_model.operation(code, m_inputs, outputs, options);
        return m_model.file(m_given, outputs);
    }

private:
    std::int32_t given(const char* name)
    {
        m_given.push_back(m_model.tensor(name, LiteModel::Float, {m_steps, kBatch, kFeatures}));
        return m_given.back();
    }

    bool m_hasAuxiliary;
    std::int32_t m_steps;
    LiteModel m_model;
    Ints m_given;
    Ints m_inputs;
};

FlatNode lstmOptions(bool isMerged)
{
    return FlatNode().number(0, std::int8_t(4)).number(3, std::uint8_t(isMerged)); // time comes first unless told
}

std::string lstm(bool isMerged, bool hasAuxiliary)
{
    constexpr std::int64_t kGates = 4;
    TwoDirections model(hasAuxiliary);
    for (const auto phase : {0.0F, 5.0F}) {
        const auto own = parameters(kGates, phase);
        model.constants(own[0], kGates);
        model.constants(own[1], kGates);
        model.leftOut(3); // peepholes
        model.constants(own[2], kGates);
        model.leftOut(2); // projection
    }
    for (int i = 0; i < 4; ++i)
        model.state();
    return model.file(lite::kBidirectionalLstm, lstmOptions(isMerged), isMerged, 8);
}

std::string rnn(bool isMerged, bool hasAuxiliary)
{
    TwoDirections model(hasAuxiliary);
    for (const auto phase : {0.0F, 5.0F}) {
        const auto own = parameters(1, phase);
        for (int i = 0; i < 3; ++i)
            model.constants(own[std::size_t(i)], 1);
        model.state();
    }
    const auto options =
        FlatNode().number(0, std::uint8_t(1)).number(1, std::int8_t(4)).number(2, std::uint8_t(isMerged));
    return model.file(lite::kBidirectionalRnn, options, isMerged, 2);
}

/// Weights of the auxiliary data in one direction.
at::Tensor linked(std::int64_t gates, float phase)
{
    return numbers({gates * kCells, kFeatures}, phase + 3);
}

std::string crossLinked(bool isLstm, bool hasData, bool isHybrid = false)
{
    const std::int64_t gates = isLstm ? 4 : 1;
    TwoDirections model(hasData, isHybrid ? 1 : kSteps);
    const auto weights = [&](const at::Tensor& parameter) {
        return isHybrid ? model.integers(parameter, gates) : model.constants(parameter, gates);
    };
    for (const auto phase : {0.0F, 5.0F}) {
        const auto own = parameters(gates, phase);
        weights(own[0]);
        weights(own[1]);
        model.leftOut(isLstm ? 3 : 0); // peepholes
        model.constants(own[2], gates);
        if (isLstm)
            model.leftOut(2); // projection
        else
            model.state();
    }
    for (int i = 0; isLstm && i < 4; ++i)
        model.state();
    if (hasData)
        model.auxiliaryData();
    else
        model.leftOut(1);
    for (const auto phase : {0.0F, 5.0F})
        weights(linked(gates, phase));
    const auto options = FlatNode().number(0, std::uint8_t(1)).number(1, std::int8_t(4)).number(2, std::uint8_t(true));
    return model.file(isLstm ? lite::kBidirectionalLstm : lite::kBidirectionalRnn, isLstm ? lstmOptions(true) : options,
                      true);
}

at::Tensor ofTorch(bool isLstm, const at::Tensor& x, bool isLinked = false, bool isHybrid = false)
{
    const std::int64_t gates = isLstm ? 4 : 1;
    std::vector<at::Tensor> all = parameters(gates, 0.0F);
    for (const auto& backward : parameters(gates, 5.0F))
        all.push_back(backward);
    if (isLinked) // one layer of the features of both
        for (const auto& [place, phase] : {std::pair(std::size_t{0}, 0.0F), std::pair(std::size_t{4}, 5.0F)})
            all[place] = isHybrid ? at::cat({rounded(all[place], gates), rounded(linked(gates, phase), gates)}, 1)
                                  : at::cat({all[place], linked(gates, phase)}, 1);
    const auto state = at::zeros({2, kBatch, kCells});
    if (isLstm)
        return std::get<0>(at::lstm(x, {state, state}, all, true, 1, 0.0, false, true, false));
    return std::get<0>(at::rnn_tanh(x, state, all, true, 1, 0.0, false, true, false));
}

} // namespace

/// Sequences of two directions against LibTorch's, which begins with zeros as well.
class TestTfLiteBidirectional : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computesBothDirections_data();
    void computesBothDirections();
    void computesCrossLinks();
    void roundsLinkedRowsApart();
    void refusesLinksWithoutData();
};

void TestTfLiteBidirectional::computesBothDirections_data()
{
    QTest::addColumn<bool>("isLstm");
    QTest::addColumn<bool>("isMerged");
    QTest::addColumn<bool>("hasAuxiliary");
    for (const bool isLstm : {true, false})
        for (const bool isMerged : {true, false})
            for (const bool hasAuxiliary : {true, false})
                QTest::addRow("%s%s%s", isLstm ? "LSTM" : "RNN", isMerged ? ", merged" : "",
                              hasAuxiliary ? ", backward on other data" : "")
                    << isLstm << isMerged << hasAuxiliary;
}

void TestTfLiteBidirectional::computesBothDirections()
{
    QFETCH(bool, isLstm);
    QFETCH(bool, isMerged);
    QFETCH(bool, hasAuxiliary);
    const auto x = numbers({kSteps, kBatch, kFeatures}, 0.3F);
    const auto other = numbers({kSteps, kBatch, kFeatures}, 2.3F);
    const auto forward = ofTorch(isLstm, x).narrow(2, 0, kCells);
    const auto backward = ofTorch(isLstm, hasAuxiliary ? other : x).narrow(2, kCells, kCells);
    const auto model = readLite(isLstm ? lstm(isMerged, hasAuxiliary) : rnn(isMerged, hasAuxiliary));
    const auto outputs = runLite(model, hasAuxiliary ? std::vector{x, other} : std::vector{x});
    QCOMPARE(outputs.size(), std::size_t(isMerged ? 1 : 2));
    const auto both = isMerged ? outputs[0] : at::cat({outputs[0], outputs[1]}, 2);
    const auto furthest = both.sub(at::cat({forward, backward}, 2)).abs().max().item<double>();
    QVERIFY2(furthest < 1e-5, qPrintable(QString::number(furthest)));
}

/// Auxiliary weights mix the auxiliary data into both directions.
void TestTfLiteBidirectional::computesCrossLinks()
{
    for (const bool isLstm : {true, false}) {
        const auto x = numbers({kSteps, kBatch, kFeatures}, 0.3F);
        const auto other = numbers({kSteps, kBatch, kFeatures}, 2.3F);
        const auto outputs = runLite(readLite(crossLinked(isLstm, true)), std::vector{x, other});
        QCOMPARE(outputs.size(), std::size_t{1});
        const auto expected = ofTorch(isLstm, at::cat({x, other}, 2), true);
        const auto furthest = outputs[0].sub(expected).abs().max().item<double>();
        QVERIFY2(furthest < 1e-5, qPrintable(QString::number(furthest)));
    }
}

/// Hybrid kernels round each row of either layer by its own range. One of them is far smaller here: what rounded both
/// together would lose most of it. In the only step the states are zero.
void TestTfLiteBidirectional::roundsLinkedRowsApart()
{
    for (const bool isLstm : {true, false}) {
        const auto x = numbers({1, kBatch, kFeatures}, 0.3F).mul(0.02F);
        const auto other = numbers({1, kBatch, kFeatures}, 2.3F).mul(3);
        const auto outputs = runLite(readLite(crossLinked(isLstm, true, true)), std::vector{x, other});
        const auto rows = at::cat({rounded(x[0], kBatch), rounded(other[0], kBatch)}, 1).unsqueeze(0);
        const auto expected = ofTorch(isLstm, rows, true, true);
        const auto furthest = outputs.at(0).sub(expected).abs().max().item<double>();
        QVERIFY2(furthest < 1e-5, qPrintable(QString::number(furthest)));
        const auto together = rounded(at::cat({x[0], other[0]}, 1), kBatch).unsqueeze(0);
        QVERIFY(outputs[0].sub(ofTorch(isLstm, together, true, true)).abs().max().item<double>() > 2e-4);
    }
}

void TestTfLiteBidirectional::refusesLinksWithoutData()
{
    const auto read = readLite(crossLinked(false, false));
    QCOMPARE(ql::runs::unsupportedNodes(read.graph).size(), std::size_t{1});
    QCOMPARE(read.graph.nodes().back().qualifiedOpType(), std::string("tflite.BIDIRECTIONAL_SEQUENCE_RNN"));
}

QTEST_APPLESS_MAIN(TestTfLiteBidirectional)
#include "tst_tflite_bidirectional.moc"
