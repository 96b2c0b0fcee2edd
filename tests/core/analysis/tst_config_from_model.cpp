// SPDX-License-Identifier: GPL-3.0-or-later
// A config made from a quantized model, simulated: does it do what the model does?
#include "core/analysis/from_model/config_from_model.h"

#include "core/analysis/measure/tensor_comparison.h"
#include "core/analysis/simulation/simulation.h"
#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "core/config/config_file.h"
#include "core/data/inputs.h"
#include "core/export/onnx_writer.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/quant/preparation/float_preparation.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/runs/program/pass.h"
#include "tests/models/manifest.h"
#include "tests/support/models.h"
#include "tests/support/whole_pass.h"

#include <fmt/format.h>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql;
using tests::outputsOf;
namespace fs = std::filesystem;

namespace {

constexpr double kLeastDb = 60.0;

constexpr const char* kNetwork = R"(graph "network" opset 13
    input x: float32[1,2,4,4]
    const w1: float32[2,2,1,1] = {1, -0.5, 0.25, 2}
    const w2: float32[2,2,1,1] = {0.03, 0.5, 4, -1.5}
    const w3: float32[2,2,1,1] = {0.3, 0.7, -0.9, 0.1}
    const b: float32[2] = {0.1, -0.2}
    c1: float32[1,2,4,4] = Conv(x, w1, b) name "first"
    r1: float32[1,2,4,4] = Relu(c1) name "relu"
    p: float32[1,2,2,2] = MaxPool(r1) {kernel_shape: [2, 2], strides: [2, 2]} name "pool"
    c2: float32[1,2,2,2] = Conv(p, w2, b) name "second"
    s: float32[1,2,2,2] = Sigmoid(c2) name "sigmoid"
    c3: float32[1,2,2,2] = Conv(s, w3) name "third"
    a: float32[1,2,2,2] = Add(c3, p) name "sum"
    output a
    output c2)";

runs::NamedTensors sample()
{
    return {{"x", runs::Tensor((at::arange(32, at::kFloat) * 0.7).sin().view({1, 2, 4, 4}))}};
}

double worstDb(const std::vector<at::Tensor>& expected, const std::vector<at::Tensor>& found)
{
    double worst = INFINITY;
    for (std::size_t i = 0; i < expected.size(); ++i)
        worst = std::min(worst, analysis::compareTensors(expected[i].data_ptr<float>(), found[i].data_ptr<float>(),
                                                         std::size_t(expected[i].numel()))
                                    .metrics.sqnrDb);
    return worst;
}

/// Quantized as a user's own tool may do it.
graph::Graph quantized(const graph::Graph& graph, const quant::QuantSettings& settings)
{
    auto plan = quant::planFor(graph, settings);
    JobContext ctx;
    quant::calibrate(graph, plan, {1, [](std::size_t) { return sample(); }}, ctx);
    return quant::qdqGraph(graph, plan);
}

bool isSaid(const results::ConfigFromModel& made, const std::string& part)
{
    return std::ranges::any_of(made.losses, [&](const auto& loss) { return loss.second.find(part) != part.npos; });
}

} // namespace

class TestConfigFromModel : public QObject {
    Q_OBJECT

    using Made = std::shared_ptr<const results::ConfigFromModel>;

    QTemporaryDir m_folder;

    std::string file(const char* name) const { return m_folder.filePath(name).toStdString(); }

    static Made make(const graph::Graph& analysis, const std::string& baseline, std::string_view dialect)
    {
        JobContext ctx;
        return analysis::configFromModel(analysis, {baseline, "analysis.onnx", std::string(dialect)}, ctx);
    }

    /// What a simulation with the made files computes, after @p skipped was taken out of the config's hands.
    std::vector<at::Tensor> simulated(const results::ConfigFromModel& made, const runs::NamedTensors& inputs,
                                      const std::vector<std::string>& skipped = {}) const
    {
        results::QuantizationOptions options;
        options.config = "made.config";
        options.configText = made.text;
        options.record = file("record.txt");
        options.skippedLayers = skipped;
        writeFileAtomically(options.record, made.record);
        JobContext ctx;
        return outputsOf(analysis::simulateModel(made.baseline, options, {}, ctx).qdq(), inputs);
    }

private Q_SLOTS:
    /// Widths, signs, granularity, layers and outputs in float: with every dialect that can be read.
    void reproducesConstructedModels_data()
    {
        QTest::addColumn<int>("variant");
        for (int i = 0; i < 7; ++i)
            QTest::newRow(std::to_string(i).c_str()) << i;
    }
    void reproducesConstructedModels()
    {
        QFETCH(int, variant);
        const auto graph = graph::parseGraph(kNetwork);
        exporting::writeOnnx(graph, file("float.onnx"));
        quant::QuantSettings settings;
        settings.common.activation.format.isSigned = variant != 1;
        settings.common.weight.isPerChannel = variant == 2;
        settings.common.activation.format.bits = variant == 3 ? 16 : 8;
        auto own = settings.common;
        own.isOverridden = true;
        own.isQuantized = variant != 4;
        own.activation.format.bits = variant == 5 ? 16 : own.activation.format.bits;
        if (variant == 4 || variant == 5)
            settings.layers["second"] = own;
        if (variant == 6)
            settings.floatOutputs = {"*"};
        const auto twin = quantized(graph, settings);
        const auto expected = outputsOf(twin, sample());
        for (const auto& dialect : config::dialects()) {
            if (!dialect.read || !dialect.write)
                continue;
            const auto made = make(twin, file("float.onnx"), dialect.id);
            const auto found = simulated(*made, sample());
            const auto db = worstDb(expected, found);
            const auto what = fmt::format("{}: {} dB\n{}\n{}", dialect.id, db, made->text, made->record);
            QVERIFY2(db > kLeastDb || !made->losses.empty(), what.c_str());
            QVERIFY2(db > 100.0 || !dialect.id.starts_with("amct-yaml"), what.c_str());
            QCOMPARE(std::ranges::count(made->floatLayers, "second"), variant == 4 ? 1 : 0);
        }
    }

    /// The made config is edited next, and the edit must count although the record says something else.
    /// As PyTorch exports a Linear without folding: quantizers folded the transposition into the weight.
    void weightsMayBeMadeByOperators()
    {
        const auto graph = graph::parseGraph(R"(graph "made" opset 13
            input x: float32[1,2,4,4]
            const w: float32[3,4] = {1, -0.5, 0.25, 2, 0.03, 0.5, 4, -1.5, 0.3, 0.7, -0.9, 0.1}
            t = Transpose(w) {perm: [1, 0]} name "turn"
            y = MatMul(x, t) name "product"
            output y)");
        exporting::writeOnnx(graph, file("made.onnx"));
        const auto twin = quantized(*quant::foldWeights(graph), {});
        const auto made = make(twin, file("made.onnx"), "amct-yaml");
        QVERIFY2(made->losses.empty(), made->losses.empty() ? "" : made->losses.front().second.c_str());
        QVERIFY(worstDb(outputsOf(twin, sample()), simulated(*made, sample())) > 100.0);
    }

    void editsOfTheMadeConfigCount()
    {
        const auto graph = graph::parseGraph(kNetwork);
        exporting::writeOnnx(graph, file("float.onnx"));
        const auto twin = quantized(graph, {});
        auto made = *make(twin, file("float.onnx"), "amct-yaml");
        const auto exact = outputsOf(graph, sample());
        const auto before = worstDb(exact, simulated(made, sample()));
        QVERIFY(worstDb(exact, simulated(made, sample(), {"first", "second", "third", "sum"})) > before + 3.0);
        auto file = config::ConfigFile::ofText("made.yaml", made.text);
        for (const char* layer : {"first", "second", "third", "sum"}) {
            config::LayerEdit edit{.layer = layer, .opType = graph.node(*graph.findNode(layer)).opType};
            edit.settings.activation.bits = 16;
            if (edit.opType == "Conv")
                edit.settings.weight.bits = 8;
            file.apply({&edit, 1});
        }
        made.text = file.text();
        const auto after = worstDb(exact, simulated(made, sample()));
        QVERIFY2(after > before + 1.0, fmt::format("{} dB, then {}\n{}", before, after, made.text).c_str());
    }

    /// The damaged twin: leaving its culprits in float repairs the simulation as it repaired the file.
    void aSkippedCulpritIsWhollyInFloat()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        const auto baseline = (*models / "models" / "silero_mini_v2_prep.onnx").string();
        const std::vector<std::string> words{(*models / "inputs" / "silero_mini_v2__en_w3__input.npy").string()};
        const auto twin = importers::importModel(*models / "quantized" / "silero_mini_v2__qdq_s8_convmm.onnx").graph;
        const auto repaired = importers::importModel(*models / "quantized" / "silero_mini_v2__qdq_s8_fix.onnx").graph;
        const auto inputs = data::readInputs(twin, words, 0);
        const auto exact = outputsOf(importers::importModel(baseline).graph, inputs);
        for (const char* dialect : {"amct-yaml", "onnxruntime-json"}) {
            const auto made = make(twin, baseline, dialect);
            const auto before = worstDb(exact, simulated(*made, inputs));
            const auto after = worstDb(exact, simulated(*made, inputs, {"Conv_34", "Conv_69"}));
            const auto wanted = worstDb(exact, outputsOf(repaired, inputs));
            qInfo("%s: %.2f dB, without the culprits %.2f dB; the repaired file %.2f dB", dialect, before, after,
                  wanted);
            QVERIFY(before < 0.0 && after > 25.0 && wanted > 25.0);
        }
    }

    void saysWhatNoConfigHolds()
    {
        const auto graph = graph::parseGraph(kNetwork);
        exporting::writeOnnx(graph, file("float.onnx"));
        // Weights that training moved are no rounded floats.
        std::string other(kNetwork);
        other.replace(other.find("{0.03, 0.5, 4, -1.5}"), 20, "{0.30, 0.5, 4, -1.5}");
        const auto made = make(quantized(graph::parseGraph(other), {}), file("float.onnx"), "amct-yaml");
        QVERIFY(isSaid(*made, "of 4 numbers of w2 are not those of the baseline, rounded"));
        const auto dynamic = graph::parseGraph(R"(graph "dynamic" opset 13
            input x: float32[1,4]
            const w: int8[4,2] = {1, 2, 3, 4, 5, 6, 7, 8}
            const s: float32[] = {0.5}
            const z: int8[] = {0}
            q: uint8[1,4], qs: float32[], qz: uint8[] = DynamicQuantizeLinear(x) name "q"
            d: float32[1,4] = DequantizeLinear(q, qs, qz) name "d"
            f: float32[4,2] = DequantizeLinear(w, s, z) name "f"
            y: float32[1,2] = MatMul(d, f) name "product"
            output y)");
        exporting::writeOnnx(graph::parseGraph(R"(graph "float" opset 13
            input x: float32[1,4]
            const w: float32[4,2] = {0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4}
            y: float32[1,2] = MatMul(x, w) name "product"
            output y)"),
                             file("product.onnx"));
        QVERIFY(isSaid(*make(dynamic, file("product.onnx"), "amct-yaml"), "at run time"));
        QVERIFY_THROWS_EXCEPTION(Error, make(graph, file("float.onnx"), "amct-yaml")); // not quantized
        QVERIFY_THROWS_EXCEPTION(Error, make(dynamic, file("product.onnx"), "klingon"));
    }

    void reproducesSharedTwins_data()
    {
        QTest::addColumn<QString>("name");
        const auto models = tests::modelsFolder();
        if (!models)
            return;
        for (const auto& entry : fs::directory_iterator(*models / "quantized")) {
            const auto name = entry.path().stem().string();
            const bool isStatic = name.find("__dyn") == name.npos && name.find("__thirdparty") == name.npos;
            if (isStatic)
                QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }
    void reproducesSharedTwins()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        QFETCH(QString, name);
        const auto twinFile = *models / "quantized" / (name.toStdString() + ".onnx");
        const auto origin = name.section("__", 0, 0) + "_prep" + (name.endsWith("_op21") ? "_op21" : "");
        const auto baseline = (*models / "models" / (origin.toStdString() + ".onnx")).string();
        const auto twin = importers::importModel(twinFile).graph;
        const auto cases = tests::modelCases(*models);
        const auto isOfTwin = [&](const auto& each) { return fs::equivalent(each.model, twinFile); };
        const auto known = std::ranges::find_if(cases, isOfTwin);
        QVERIFY(known != cases.end());
        std::vector<std::string> words;
        for (const auto& [input, path] : known->inputs)
            words.push_back(input + "=" + path.string());
        const auto inputs = data::readInputs(twin, words, 0);
        const auto expected = outputsOf(twin, inputs);
        const bool isSmall = twin.nodeCount() < 150;
        for (const auto& dialect : config::dialects()) {
            const bool isTried = isSmall || dialect.id == "amct-yaml" || dialect.id == "onnxruntime-json";
            if (!dialect.read || !dialect.write || !isTried)
                continue;
            const auto made = make(twin, baseline, dialect.id);
            const auto db = worstDb(expected, simulated(*made, inputs));
            qInfo("%s: %.1f dB, %zu losses", std::string(dialect.id).c_str(), db, made->losses.size());
            // These list layers with weights, and what isn't listed stays in float.
            const bool listsLayers = dialect.id.starts_with("amct-") && dialect.id.ends_with("-json");
            QVERIFY2(db >= kLeastDb || (listsLayers && !made->losses.empty()),
                     fmt::format("{}: {} dB", dialect.id, db).c_str());
            // A record holds one quantizer per value, and in this twin one of its readers sees it unquantized.
            if (name == "ultraface__qop_u8s8")
                QVERIFY(isSaid(*made, "see it in float in the model"));
            else
                QVERIFY(db > 100.0 || !made->losses.empty());
        }
    }
};

QTEST_GUILESS_MAIN(TestConfigFromModel)
#include "tst_config_from_model.moc"
