// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters of recurrent layers as ONNX packs them against PyTorch's single ones.
#include "core/analysis/matching/recurrent_weights.h"

#include "core/analysis/weights/weights.h"
#include "core/import/import_model.h"
#include "core/ops/tensor.h"
#include "tests/support/models.h"
#include "tests/support/text_model.h"

#include <QTest>

#include <algorithm>

using namespace ql;
using results::WeightRow;
using tests::textModel;

namespace {

using Result = std::shared_ptr<const results::WeightsResult>;
using Numbers = std::vector<float>;

constexpr int kHidden = 4;
constexpr int kInputs = 5;

enum class Parameter { WeightIh, WeightHh, BiasIh, BiasHh };

int columnsOf(Parameter parameter)
{
    return parameter == Parameter::WeightIh ? kInputs : parameter == Parameter::WeightHh ? kHidden : 1;
}

/// Between -1 and 1, as different for every parameter, direction, gate and place as random numbers are.
float number(Parameter parameter, int direction, char gate, int place)
{
    auto seed = std::uint32_t(int(parameter) * 100'003 + direction * 10'007 + gate * 1'009 + place);
    for (int i = 0; i < 3; ++i)
        seed = (seed ^ (seed >> 15)) * 2'654'435'769U;
    return float(seed >> 8) / float(1 << 23) - 1.0F;
}

/// One parameter of one direction, its gates in the order of @p gates.
Numbers parameter(Parameter kind, int direction, std::string_view gates)
{
    Numbers all;
    for (const char gate : gates)
        for (int place = 0; place < kHidden * columnsOf(kind); ++place)
            all.push_back(number(kind, direction, gate, place));
    return all;
}

std::string constant(const std::string& name, const std::string& shape, const std::vector<Numbers>& parts)
{
    std::string text = "const " + name + ": float32" + shape + " = {";
    for (const auto& part : parts)
        for (const float value : part)
            text += QByteArray::number(double(value), 'g', 9).toStdString() + ", ";
    text.resize(text.size() - 2);
    return text + "}\n";
}

/// As ONNX packs a layer of two directions whose gates it keeps in the order of @p gates.
importers::ImportedModel packed(const std::string& opType, std::string_view gates)
{
    const auto rows = std::to_string(kHidden * gates.size());
    std::vector<Numbers> parts[3];
    for (int direction : {0, 1}) {
        parts[0].push_back(parameter(Parameter::WeightIh, direction, gates));
        parts[1].push_back(parameter(Parameter::WeightHh, direction, gates));
        parts[2].push_back(parameter(Parameter::BiasIh, direction, gates));
        parts[2].push_back(parameter(Parameter::BiasHh, direction, gates));
    }
    return textModel("graph \"packed\" opset 14\ninput x: float32[1,1,5]\n"
                     + constant("w", "[2," + rows + ",5]", parts[0]) + constant("r", "[2," + rows + ",4]", parts[1])
                     + constant("b", "[2," + std::to_string(2 * kHidden * gates.size()) + "]", parts[2])
                     + "y = " + opType
                     + "(x, w, r, b) {hidden_size: 4, direction: \"bidirectional\"} name \"layer\"\noutput y\n");
}

void add(importers::ImportedModel& model, const std::string& name, graph::Shape shape, const Numbers& values)
{
    model.tensors.push_back(
        {name, {}, graph::TensorData::of(graph::DataType::Float, std::move(shape), values), std::nullopt});
}

/// As PyTorch's state dict keeps it.
importers::ImportedModel state(std::string_view gates)
{
    importers::ImportedModel model;
    model.path = "state.pt";
    model.isWeightsOnly = true;
    const auto rows = std::int64_t(kHidden * gates.size());
    for (int direction : {0, 1}) {
        const std::string end = direction == 0 ? "_l0" : "_l0_reverse";
        add(model, "rnn.weight_ih" + end, {rows, kInputs}, parameter(Parameter::WeightIh, direction, gates));
        add(model, "rnn.weight_hh" + end, {rows, kHidden}, parameter(Parameter::WeightHh, direction, gates));
        add(model, "rnn.bias_ih" + end, {rows}, parameter(Parameter::BiasIh, direction, gates));
        add(model, "rnn.bias_hh" + end, {rows}, parameter(Parameter::BiasHh, direction, gates));
    }
    return model;
}

/// The gate @p gate of one direction by itself; a bias is the sum of both.
Numbers apart(Parameter kind, int direction, char gate)
{
    auto own = parameter(kind, direction, {&gate, 1});
    if (kind != Parameter::BiasIh)
        return own;
    const auto recurrent = parameter(Parameter::BiasHh, direction, {&gate, 1});
    for (std::size_t i = 0; i < own.size(); ++i)
        own[i] += recurrent[i];
    return own;
}

/// As TensorFlow Lite keeps it: an operator for each direction, a constant for each of @p gates. @p training tells the
/// numbers of one network from another's.
importers::ImportedModel gateByGate(const std::string& opType, std::string_view gates, int training = 0)
{
    std::string text = "graph \"apart\" opset 14, tflite 1\ninput x: float32[1,1,5]\n";
    std::string layers;
    for (int direction : {0, 1}) {
        std::string inputs = "x";
        const auto add = [&](const std::string& name, Parameter kind, const std::string& shape) {
            for (const char gate : gates) {
                const auto own = "t" + name + gate + std::to_string(direction);
                text += constant(own, shape, {apart(kind, direction + 10 * training, gate)});
                inputs += ", " + own;
            }
        };
        add("in", Parameter::WeightIh, "[4,5]");
        add("back", Parameter::WeightHh, "[4,4]");
        if (gates.size() > 1)
            inputs += ", _, _, _";
        add("bias", Parameter::BiasIh, "[4]");
        const auto end = std::to_string(direction);
        layers += "y" + end + " = tflite." + opType + "(" + inputs + ") {reverse: " + end + "} opset 1 name \"layer"
                  + end + "\"\noutput y" + end + "\n";
    }
    return textModel(text + layers);
}

// The orders in which the two keep the gates, PyTorch's g being ONNX's c and its n ONNX's h.
constexpr std::string_view kOnnxLstm = "iofc";
constexpr std::string_view kTorchLstm = "ifco";
constexpr std::string_view kOnnxGru = "zrh";
constexpr std::string_view kTorchGru = "rzh";

Result compare(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis)
{
    JobContext ctx;
    return analysis::compareWeights(baseline, analysis, {}, ctx);
}

void verifyAllEqual(const Result& result, std::size_t count)
{
    QCOMPARE(result->rows.size(), count);
    for (const auto& row : result->rows) {
        QVERIFY2(row.state == WeightRow::State::Compared, row.name().c_str());
        QVERIFY2(row.metrics->sqnrDb == std::numeric_limits<double>::infinity(), row.name().c_str());
    }
}

} // namespace

class TestRecurrentWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pairsLstm()
    {
        const auto result = compare(packed("LSTM", kOnnxLstm), state(kTorchLstm));
        verifyAllEqual(result, 8);
        QCOMPARE(result->rows[0].baseline.name, "w.weight_ih");
        QCOMPARE(result->rows[0].analysis.name, "rnn.weight_ih_l0");
        QCOMPARE(result->rows[1].baseline.name, "w.weight_ih_reverse");
        QCOMPARE(result->rows[1].analysis.name, "rnn.weight_ih_l0_reverse");
    }

    void pairsEitherWayRound() { verifyAllEqual(compare(state(kTorchLstm), packed("LSTM", kOnnxLstm)), 8); }

    void pairsGru() { verifyAllEqual(compare(packed("GRU", kOnnxGru), state(kTorchGru)), 8); }

    void pairsRnn() { verifyAllEqual(compare(packed("RNN", "i"), state("i")), 8); }

    /// Zeros hold nothing to know them by, but their layer's weights do.
    void pairsByLayerWhatHoldsNothing()
    {
        auto analysis = state(kTorchLstm);
        for (auto& tensor : analysis.tensors)
            if (tensor.name.find("bias") != tensor.name.npos)
                tensor.data = graph::TensorData::of(graph::DataType::Float, {16}, Numbers(16, 0.0F));
        const auto result = compare(packed("LSTM", kOnnxLstm), analysis);
        QCOMPARE(result->rows.size(), std::size_t{8});
        for (const auto& row : result->rows) {
            const auto own = analysis::recurrentPartNamed(row.baseline.name);
            const auto other = analysis::recurrentPartNamed(row.analysis.name);
            QVERIFY2(own && other, row.name().c_str());
            QCOMPARE(own->input, other->input);
            QCOMPARE(own->index, other->index);
        }
    }

    /// A state whose gates lie as ONNX keeps them is another network.
    void seesSwappedGates()
    {
        const auto result = compare(packed("LSTM", kOnnxLstm), state(kOnnxLstm));
        for (const auto& row : result->rows)
            QVERIFY2(row.state != WeightRow::State::Compared || row.metrics->sqnrDb < 20.0, row.name().c_str());
    }

    void packedOnBothSidesStays()
    {
        const auto result = compare(packed("LSTM", kOnnxLstm), packed("LSTM", kOnnxLstm));
        verifyAllEqual(result, 3);
        QCOMPARE(result->rows[0].name(), "w");
    }

    /// Every number of ONNX's stands where TensorFlow Lite has it, gate by gate.
    void pairsGates()
    {
        const auto result = compare(packed("LSTM", kOnnxLstm), gateByGate("SequenceLSTM", kTorchLstm));
        verifyAllEqual(result, 24);
        QCOMPARE(result->rows[0].baseline.name, "w.weight_ih[input gate]");
        QCOMPARE(result->rows[0].analysis.name, "tini0");
        QCOMPARE(result->rows[1].analysis.name, "tinf0");
        for (const auto& row : result->rows)
            if (row.baseline.name == "b.bias_ih_reverse + b.bias_hh_reverse[output gate]")
                QCOMPARE(row.analysis.name, "tbiaso1");
        QCOMPARE(std::ranges::count(result->rows, "b.bias_ih_reverse + b.bias_hh_reverse[output gate]",
                                    [](const WeightRow& row) { return row.baseline.name; }),
                 1);
    }

    void pairsGatesEitherWayRound()
    {
        verifyAllEqual(compare(gateByGate("SequenceLSTM", kTorchLstm), packed("LSTM", kOnnxLstm)), 24);
    }

    void pairsGatesOfPyTorch()
    {
        verifyAllEqual(compare(state(kTorchLstm), gateByGate("SequenceLSTM", kTorchLstm)), 24);
    }

    void pairsTheOneGateOfRnn() { verifyAllEqual(compare(packed("RNN", "i"), gateByGate("SequenceRNN", "i")), 6); }

    /// Shapes alone pair nothing: another network's gates stay without a partner.
    void unrelatedGatesStayAlone()
    {
        const auto result = compare(packed("LSTM", kOnnxLstm), gateByGate("SequenceLSTM", kTorchLstm, 1));
        QCOMPARE(result->rows.size(), std::size_t{48});
        for (const auto& row : result->rows)
            QVERIFY2(row.state != WeightRow::State::Compared, row.name().c_str());
    }

    /// A gate that lies at another's place is found there by nothing.
    void seesGatesInAnotherOrder()
    {
        const auto result = compare(packed("LSTM", kOnnxLstm), gateByGate("SequenceLSTM", kOnnxLstm));
        for (const auto& row : result->rows)
            QVERIFY2(row.state != WeightRow::State::Compared || row.metrics->sqnrDb < 20.0
                         || row.baseline.name.ends_with("[input gate]"),
                     row.name().c_str());
    }

    /// Between two models that keep them apart nothing is cut, nor what has no LSTM's shape.
    void cutsOnlyWhatIsWhole()
    {
        verifyAllEqual(compare(gateByGate("SequenceLSTM", kTorchLstm), gateByGate("SequenceLSTM", kTorchLstm)), 24);
        auto weights = analysis::ModelWeights(packed("GRU", kOnnxGru).graph).all();
        auto others = analysis::ModelWeights(gateByGate("SequenceLSTM", kTorchLstm).graph).all();
        analysis::cutIntoGates(weights, others);
        QCOMPARE(weights.size(), std::size_t{8}); // pieces, three gates each
        for (const auto& weight : weights)
            QVERIFY2(weight.name.find('[') == std::string::npos, weight.name.c_str());
    }

    /// torch.jit.freeze takes the names away.
    void tellsByOrder()
    {
        std::vector<analysis::ModelWeight> weights(8);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            weights[i].opType = "aten.lstm";
            weights[i].shape = i % 4 < 2 ? graph::Shape{4, 2} : graph::Shape{4};
        }
        analysis::tellByOrder(weights);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            QCOMPARE(weights[i].slot, int(i % 4) + 1);
            QCOMPARE(weights[i].recurrent->index, int(i / 4));
        }
    }

    void readsNames()
    {
        using Input = analysis::RecurrentPart::Input;
        QCOMPARE(analysis::recurrentPartNamed("a.b.bias_hh_l3_reverse")->input, Input::BiasHh);
        QCOMPARE(analysis::recurrentPartNamed("a.b.bias_hh_l3_reverse")->index, 7);
        QCOMPARE(analysis::recurrentPartNamed("weight_ih")->index, 0);
        for (const auto* name : {"weight", "weight_ih_", "weight_ih_l", "weight_ih_lx", "weight_ih_l-1",
                                 "weight_ih_l1x", "weight_ih_l99999999999", "weight_hr_l0", "", "."})
            QVERIFY2(!analysis::recurrentPartNamed(name), name);
    }

    /// The scales of rows go where their rows go.
    void readsScalesPerRow()
    {
        std::string text = "graph \"quantized\" opset 14\ninput x: float32[1,1,5]\nconst wq: int8[1,16,5] = {";
        std::string scales;
        std::string zeros;
        Numbers weight;
        for (int row = 0; row < 16; ++row) {
            scales += (row == 0 ? "" : ", ") + std::to_string(row + 1);
            zeros += row == 0 ? "0" : ", 0";
            for (int column = 0; column < 5; ++column) {
                const int integer = (row * 5 + column) * 37 % 101 - 50;
                text += (weight.empty() ? "" : ", ") + std::to_string(integer);
                weight.push_back(float(integer * (row + 1)));
            }
        }
        text += "}\nconst ws: float32[16] = {" + scales + "}\nconst wz: int8[16] = {" + zeros + "}\n"
                + "w = DequantizeLinear(wq, ws, wz) {axis: 1} name \"dq\"\n"
                + constant("r", "[1,16,4]", {parameter(Parameter::WeightHh, 0, kOnnxLstm)})
                + "y = LSTM(x, w, r) {hidden_size: 4} name \"lstm\"\noutput y\n";
        Numbers ordered;
        for (const int gate : {0, 2, 3, 1})
            ordered.insert(ordered.end(), weight.begin() + gate * 20, weight.begin() + (gate + 1) * 20);
        auto floats = state(kTorchLstm);
        floats.tensors.resize(2);
        floats.tensors[0].data = graph::TensorData::of(graph::DataType::Float, {16, 5}, ordered);
        const auto result = compare(floats, textModel(text));
        verifyAllEqual(result, 2);
        std::vector<double> found;
        for (const auto& channel : result->rows[0].channels)
            found.push_back(*channel.scale);
        QCOMPARE(found, (std::vector<double>{1, 2, 3, 4, 9, 10, 11, 12, 13, 14, 15, 16, 5, 6, 7, 8}));
    }

    /// silero-vad keeps its cells in TorchScript, its exporter packed them in four bodies of three Ifs.
    void realModels()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: no real recurrent weights were compared");
        const auto folder = *models / "extra" / "vad";
        verifyAllEqual(compare(importers::importModel(folder / "silero_vad.onnx"),
                               importers::importModel(folder / "silero_vad.jit")),
                       30);
    }
};

QTEST_APPLESS_MAIN(TestRecurrentWeights)
#include "tst_recurrent_weights.moc"
