// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tensors/npy.h"
#include "core/engine/engine.h"
#include "core/import/import_model.h"
#include "core/results/compare_result.h"
#include "core/results/run_result.h"
#include "core/results/weights_result.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql;

namespace {

const std::filesystem::path kFolder = QUANTLOUPE_SOURCE_DIR "/tests/data/exported_program";

graph::Graph graphOf(const std::string& name)
{
    return importers::importModel(kFolder / name).graph;
}

const graph::Node& nodeNamed(const graph::Graph& graph, std::string_view name)
{
    const auto found = std::ranges::find(graph.nodes(), name, &graph::Node::name);
    if (found == graph.nodes().end())
        throw std::runtime_error("no node " + std::string(name));
    return *found;
}

double furthest(const graph::TensorData& one, const graph::TensorData& other)
{
    const auto a = one.toDoubles();
    const auto b = other.toDoubles();
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] != b[i] && !(std::isnan(a[i]) && std::isnan(b[i])))
            most = std::isfinite(a[i] - b[i]) ? std::max(most, std::abs(a[i] - b[i])) : INFINITY;
    return most;
}

} // namespace

/// Networks that PyTorch 2.6 exported, in both layouts, against what PyTorch made of the same inputs
/// (tests/data/exported_program/make_programs.py).
class TestExportedPrograms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_engine = engine::loadEngine(); }
    void givesWhatPyTorchGave_data();
    void givesWhatPyTorchGave();
    void callsThingsAsPyTorchDoes();
    void makesQuantizersOfDecomposedOperators();
    void knowsInputsAndOutputs();
    void pairsTwins_data();
    void pairsTwins();
    void comparesFoldedWeights_data();
    void comparesFoldedWeights();

private:
    std::shared_ptr<engine::Engine> m_engine;
};

void TestExportedPrograms::givesWhatPyTorchGave_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("arrays");
    for (const auto& file : std::filesystem::directory_iterator(kFolder)) {
        if (file.path().extension() != ".npz")
            continue;
        const auto arrays = file.path().stem().string(); // "dynamic", "dynamic.1"
        const auto network = arrays.substr(0, arrays.find('.'));
        for (const std::string layout : {".pt2", ".package.pt2"})
            QTest::newRow((arrays + layout).c_str())
                << QString::fromStdString(network + layout) << QString::fromStdString(file.path().string());
    }
}

void TestExportedPrograms::givesWhatPyTorchGave()
{
    QFETCH(QString, program);
    QFETCH(QString, arrays);
    QTemporaryDir folder;
    results::RunRequest request;
    request.model = (kFolder / program.toStdString()).string();
    request.outputsFolder = folder.filePath("outputs").toStdString();
    std::map<std::string, graph::TensorData> expected;
    for (const auto& [name, data] : data::readNpz(arrays.toStdString())) {
        if (name.starts_with("expected_")) {
            expected.emplace(name, data);
            continue;
        }
        const auto file = folder.filePath(QString::fromStdString(name + ".npy")).toStdString();
        data::writeNpy(file, data);
        request.samples.inputs.push_back(name + "=" + file);
    }
    JobContext context;
    const auto result = m_engine->run(request, context);
    QCOMPARE(result->outputs.size(), expected.size());
    for (std::size_t i = 0; i < result->outputs.size(); ++i) {
        const auto& wanted = expected.at("expected_" + std::to_string(i));
        const auto given = data::readNpy(result->outputs[i].file);
        QVERIFY(given.type() == wanted.type());
        QVERIFY(given.shape() == wanted.shape());
        const auto most = furthest(given, wanted);
        QVERIFY2(most <= 1e-5, qPrintable(QString("output %1 differs by %2").arg(i).arg(most)));
    }
}

void TestExportedPrograms::callsThingsAsPyTorchDoes()
{
    const auto graph = graphOf("residual.pt2");
    const auto& conv = nodeNamed(graph, "layers.1.shortcut");
    QCOMPARE(conv.opType, std::string("Conv"));
    QCOMPARE(conv.scope, std::string("layers.1.shortcut"));
    QCOMPARE(graph.value(conv.inputs.at(1)).name, std::string("layers.1.shortcut.weight"));
    const auto decomposed = graphOf("residual_decomposed.package.pt2");
    const auto& linear = nodeNamed(decomposed, "fc"); // no product with a transposed matrix any more
    QCOMPARE(linear.opType, std::string("Gemm"));
    QCOMPARE(decomposed.value(linear.inputs.at(1)).name, std::string("fc.weight"));
    QCOMPARE(nodeNamed(decomposed, "layers.0.bn1").opType, std::string("BatchNormalization"));
}

void TestExportedPrograms::makesQuantizersOfDecomposedOperators()
{
    const auto graph = graphOf("residual_per_channel.pt2");
    const auto& nodes = graph.nodes();
    const auto weights = std::ranges::find_if(nodes, [&](const graph::Node& node) {
        return node.opType == "DequantizeLinear" && graph.value(node.inputs[0]).initializer
               && node.attributes.has("axis");
    });
    QVERIFY(weights != nodes.end());
    const auto& integers = *graph.value(weights->inputs[0]).initializer;
    const auto& scales = *graph.value(weights->inputs.at(1)).initializer;
    QVERIFY(integers.type() == graph::DataType::Int8);
    QVERIFY(scales.type() == graph::DataType::Float);
    QCOMPARE(scales.size(), std::size_t(integers.shape()[0]));
    QVERIFY(graph.value(weights->inputs.at(2)).initializer->type() == graph::DataType::Int8);
    QCOMPARE(std::ranges::count(nodes, "QuantizeLinear", &graph::Node::opType), std::ptrdiff_t{13});
}

void TestExportedPrograms::knowsInputsAndOutputs()
{
    const auto graph = graphOf("detector.pt2");
    QCOMPARE(graph.inputs().size(), std::size_t{1});
    QCOMPARE(graph.value(graph.inputs()[0]).name, std::string("image"));
    QVERIFY(graph.value(graph.inputs()[0]).type == graph::DataType::Float);
    QCOMPARE(graph.value(graph.outputs().at(0)).name, std::string("boxes"));
    QCOMPARE(graph.value(graph.outputs().at(1)).name, std::string("scores"));
    const auto tokens = graphOf("transformer.pt2");
    QVERIFY(tokens.value(tokens.inputs()[0]).type == graph::DataType::Int64);
    QVERIFY(tokens.value(tokens.inputs()[1]).type == graph::DataType::Bool);
}

void TestExportedPrograms::pairsTwins_data()
{
    QTest::addColumn<QString>("baseline");
    QTest::addColumn<QString>("analysis");
    QTest::addColumn<int>("compared");
    QTest::addColumn<int>("fused");
    QTest::addColumn<int>("alone");
    QTest::addColumn<double>("leastCosine");
    QTest::newRow("decomposed") << "residual.pt2"
                                << "residual_decomposed.pt2" << 19 << 0 << 1 << 1.0; // pooling is a mean
    QTest::newRow("TorchScript") << "residual_twin.pt"
                                 << "residual.package.pt2" << 20 << 0 << 0 << 1.0;
    // Batch normalization has gone into the convolutions.
    QTest::newRow("PT2E, per tensor") << "residual.pt2"
                                      << "residual_per_tensor.pt2" << 17 << 4 << 0 << 0.999;
    QTest::newRow("PT2E, per channel") << "residual.pt2"
                                       << "residual_per_channel.pt2" << 17 << 4 << 0 << 0.999;
    QTest::newRow("PT2E, dynamic") << "perceptron.pt2"
                                   << "perceptron_dynamic.pt2" << 3 << 0 << 0 << 0.999;
}

/// Layers of the baseline have their partners; what PT2E quantizes with is no layer.
void TestExportedPrograms::pairsTwins()
{
    QFETCH(QString, baseline);
    QFETCH(QString, analysis);
    QFETCH(double, leastCosine);
    results::CompareRequest request;
    request.models.baseline = (kFolder / baseline.toStdString()).string();
    request.models.analysis = (kFolder / analysis.toStdString()).string();
    request.samples.inputs = {
        (kFolder / (baseline.startsWith("perceptron") ? "perceptron.npz" : "residual.npz")).string()};
    JobContext context;
    const auto result = m_engine->compare(request, context);
    using State = results::LayerRow::State;
    QTEST(int(std::ranges::count(result->layers, State::Compared, &results::LayerRow::state)), "compared");
    QTEST(int(std::ranges::count(result->layers, State::Fused, &results::LayerRow::state)), "fused");
    QTEST(int(result->unmatchedBaseline.size()), "alone");
    QTEST(int(result->unmatchedAnalysis.size()), "alone");
    for (const auto& layer : result->layers)
        if (layer.metrics)
            QVERIFY2(layer.metrics->cosine >= leastCosine - 1e-9, layer.name.c_str());
}

void TestExportedPrograms::comparesFoldedWeights_data()
{
    QTest::addColumn<QString>("analysis");
    QTest::newRow("per tensor") << "residual_per_tensor.pt2";
    QTest::newRow("per channel") << "residual_per_channel.package.pt2";
}

/// PT2E folds batch normalization into the convolutions before it quantizes them: so are the baseline's.
void TestExportedPrograms::comparesFoldedWeights()
{
    QFETCH(QString, analysis);
    results::WeightsRequest request;
    request.models.baseline = (kFolder / "residual.pt2").string();
    request.models.analysis = (kFolder / analysis.toStdString()).string();
    JobContext context;
    const auto result = m_engine->weights(request, context);
    int folded = 0;
    for (const auto& row : result->rows) {
        if (row.baseline.opType != "Conv" || row.baseline.shape.size() != 4)
            continue;
        QVERIFY2(row.metrics && row.metrics->sqnrDb > 25.0, row.name().c_str());
        folded += QString::fromStdString(row.baseline.name).endsWith("_folded") ? 1 : 0;
    }
    QCOMPARE(folded, 4); // as many as pairsTwins() counts
}

QTEST_GUILESS_MAIN(TestExportedPrograms)
#include "tst_exported_programs.moc"
