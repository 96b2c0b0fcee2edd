// SPDX-License-Identifier: GPL-3.0-or-later
// Real models, calibrated as ONNX Runtime calibrated their quantized twins, held against these.
#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/error.h"
#include "core/data/tensors/npy.h"
#include "core/export/onnx_writer.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/quant/quantized_graph/quantized_parts.h"
#include "core/runs/program/pass.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/core/quant/quantized_twins.h"
#include "tests/support/models.h"
#include "tests/support/onnx_runtime.h"
#include "tests/support/whole_pass.h"

#include <fmt/format.h>

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace ql;
using graph::Graph;
using tests::outputsOf;
using tests::TwinSubject;
using Optimization = tests::OnnxRuntime::Optimization;

namespace {

/// Integer arithmetic rounds some sums the other way, each by one step, far below the quantization error.
constexpr double kLeastAgreementDb = 50.0;
/// Against ONNX Runtime, node by node, and where it fuses layers and rounds their sums only once.
constexpr double kLeastPlainDb = 55.0;
constexpr double kLeastFusedDb = 45.0;
constexpr double kFloatTolerance = 1e-4;
constexpr double kMostTies = 0.01; ///< of the elements, where Twin::meetsTies
/// Value → scales, of the quantizers in a QDQ file, under the float model's names.
std::map<std::string, std::vector<double>> scalesOf(const Graph& graph, bool areWeights)
{
    std::map<std::string, std::vector<double>> scales;
    for (const auto& node : graph.nodes()) {
        const bool isWeight = node.opType == "DequantizeLinear" && graph.constantOf(node.inputs[0]);
        if (isWeight != areWeights || (!isWeight && node.opType != "QuantizeLinear"))
            continue;
        auto name = graph.value(isWeight ? node.inputs[0] : node.outputs[0]).name;
        name = name.substr(0, name.rfind(isWeight ? "_quantized" : "_QuantizeLinear_Output"));
        scales[name] = graph.constantOf(node.inputs[1])->toDoubles();
    }
    return scales;
}

bool hasOwnOperators(const Graph& graph)
{
    return std::ranges::any_of(graph.nodes(), [](const auto& node) { return node.domain == quant::kOwnDomain; });
}

double sqnrDb(const at::Tensor& x, const at::Tensor& y)
{
    return analysis::compareTensors(x.data_ptr<float>(), y.data_ptr<float>(), std::size_t(x.numel())).metrics.sqnrDb;
}

constexpr const char* kOperators = R"(graph "operators" opset 13
    input x: float32[1,8,6,6]
    const zero: float32[] = {0}
    g: bool[1,8,6,6] = Greater(x, zero) name "greater"
    s: float32[1,8,6,6] = Sigmoid(x) name "sigmoid"
    l: float32[1,8,6,6] = LeakyRelu(x) {alpha: 0.1} name "leaky"
    a: float32[1,8,6,6] = Add(s, l) name "add"
    m: float32[1,8,6,6] = Mul(a, l) name "mul"
    w: float32[1,8,6,6] = Where(g, m, a) name "where"
    p: float32[1,8,5,5] = AveragePool(w) {kernel_shape: [2, 2]} name "pool"
    c: float32[1,16,5,5] = Concat(p, p) {axis: 1} name "concat"
    f: float32[1,16,5,5] = Softmax(c) {axis: 1} name "softmax"
    o: float32[1,16,1,1] = GlobalAveragePool(c) name "mean"
    output f
    output o)";

std::vector<std::string> outputNames(const Graph& graph)
{
    std::vector<std::string> names;
    for (const auto output : graph.outputs())
        names.push_back(graph.value(output).name);
    return names;
}

/// The step of the quantizer that makes a graph output, or 0 where the output is computed in floats.
double outputStep(const Graph& graph, graph::ValueId output)
{
    auto producer = graph.value(output).producer;
    while (producer.isValid() && graph::movesDataOnly(graph.node(producer)))
        producer = graph.value(graph.node(producer).inputs.at(0)).producer;
    if (!producer.isValid() || graph.node(producer).opType != "DequantizeLinear")
        return 0.0;
    const auto* scale = graph.constantOf(graph.node(producer).inputs.at(1));
    return scale ? scale->toDoubles().at(0) : 0.0;
}

struct Deviation {
    double largest = 0.0;
    double steps = 0.0;
    double agreementDb = 0.0;
    std::int64_t beyond = 0; ///< elements that are off by more than one step
};

Deviation deviation(const at::Tensor& x, const at::Tensor& y, double step)
{
    const auto off = (x - y).abs();
    Deviation found{.largest = off.max().item<double>(), .agreementDb = sqnrDb(x, y)};
    const double allowed = step == 0.0 ? kFloatTolerance : 1.001 * step;
    found.steps = step == 0.0 ? 0.0 : found.largest / step;
    found.beyond = (off > allowed).sum().item<std::int64_t>();
    return found;
}

} // namespace

class TestCalibrationModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto folder = tests::modelsFolder();
        if (!folder)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        m_threads = std::make_unique<runs::ThreadGuard>();
        for (const auto& twin : tests::twins())
            m_subjects.push_back(std::make_unique<TwinSubject>(*folder, twin));
    }

    void cleanupTestCase() { m_subjects.clear(); }

    void plansTheSameValues()
    {
        for (const auto& subject : m_subjects) {
            std::set<std::string> mine;
            for (const auto& quantizer : subject->plan.quantizers)
                if (quantizer.role == quant::QuantizerRole::Activation)
                    mine.insert(subject->model.value(quantizer.value).name);
            std::set<std::string> theirs;
            for (const auto& [name, scales] : scalesOf(subject->reference, false))
                theirs.insert(name);
            for (const auto& name : mine)
                QVERIFY2(theirs.contains(name), (std::string(subject->twin.name) + " lacks " + name).c_str());
            for (const auto& name : theirs)
                QVERIFY2(mine.contains(name), (std::string(subject->twin.name) + " has " + name).c_str());
        }
    }

    void findsTheSameScales()
    {
        for (const auto& subject : m_subjects) {
            const auto graph = quant::qdqGraph(subject->model, subject->plan);
            for (const bool areWeights : {true, false}) {
                if (!areWeights && !subject->twin.hasAllData)
                    continue; // see isExplainedByTheMissingPhotos
                const auto mine = scalesOf(graph, areWeights);
                double worst = 0.0;
                std::string where;
                for (const auto& [name, theirs] : scalesOf(subject->reference, areWeights)) {
                    const auto found = mine.find(name);
                    const bool isBias = name.find("bias") != std::string::npos;
                    if (found == mine.end() || found->second.size() != theirs.size()
                        || (isBias && !subject->twin.hasAllData)) {
                        QVERIFY2(areWeights, (std::string(subject->twin.name) + ": " + name).c_str());
                        continue;
                    }
                    for (std::size_t i = 0; i < theirs.size(); ++i) {
                        const double off = std::abs(found->second[i] / theirs[i] - 1.0);
                        if (off > worst) {
                            worst = off;
                            where = name;
                        }
                    }
                }
                qInfo("%s: %s scales differ by %.4f %% at most (%s)", subject->twin.name,
                      areWeights ? "weight" : "activation", 100 * worst, where.c_str());
                QVERIFY2(worst < 0.01, subject->twin.name);
            }
        }
    }

    /// ultraface's twins saw 19 photos, of which the folder holds 14. These never give a wider range than the twin has;
    /// with the twin's own ranges the outputs are the twin's.
    void isExplainedByTheMissingPhotos()
    {
        for (const auto& subject : m_subjects) {
            if (subject->twin.hasAllData)
                continue;
            const auto mine = scalesOf(quant::qdqGraph(subject->model, subject->plan), false);
            const auto theirs = scalesOf(subject->reference, false);
            int same = 0;
            for (const auto& [name, scale] : theirs) {
                const double ratio = mine.at(name).front() / scale.front();
                same += std::abs(ratio - 1.0) < 0.01;
                QVERIFY2(ratio < 1.01, name.c_str());
            }
            qInfo("%s: %d of %zu activation scales within 1 %%", subject->twin.name, same, theirs.size());
            const auto graph = quant::qdqGraph(subject->model, subject->planWithTwinsScales());
            for (const auto& name : subject->twin.cases) {
                const auto inputs = subject->inputs(name);
                const auto exact = outputsOf(subject->model, inputs);
                const auto found = outputsOf(graph, inputs);
                const auto expected = outputsOf(subject->reference, inputs);
                for (std::size_t i = 0; i < exact.size(); ++i)
                    QVERIFY(std::abs(sqnrDb(exact[i], found[i]) - sqnrDb(exact[i], expected[i])) < 1.0);
            }
        }
    }

    void givesTheSameOutputs()
    {
        for (const auto& subject : m_subjects) {
            const auto graph = quant::qdqGraph(subject->model, subject->plan);
            for (const auto& name : subject->twin.cases) {
                const auto inputs = subject->inputs(name);
                const auto exact = outputsOf(subject->model, inputs);
                const auto mine = outputsOf(graph, inputs);
                const auto theirs = outputsOf(subject->reference, inputs);
                for (std::size_t i = 0; i < exact.size(); ++i) {
                    const double found = sqnrDb(exact[i], mine[i]);
                    const double expected = sqnrDb(exact[i], theirs[i]);
                    qInfo("%s %s %s: %.3f dB, twin %.3f dB", subject->twin.name, name.c_str(),
                          subject->model.value(subject->model.outputs()[i]).name.c_str(), found, expected);
                    if (subject->twin.hasAllData)
                        QVERIFY(std::abs(found - expected) < subject->twin.toleranceDb);
                }
            }
        }
    }

    void agreesInIntegersWithItsSimulationInFloats()
    {
        for (const auto& subject : m_subjects) {
            const auto simulated = quant::qdqGraph(subject->model, subject->plan);
            const auto integers = quant::qoperatorGraph(subject->model, subject->plan);
            int count = 0;
            for (const auto& node : integers.nodes()) {
                count += node.opType.starts_with("QLinear") || node.opType == "QGemm";
                QVERIFY(node.opType != "QGemm" || !node.attributes.has("beta")); // ONNX Runtime knows none there
            }
            QVERIFY(count > 0 || subject->twin.activationBits > 8);
            for (const auto& name : subject->twin.cases) {
                const auto inputs = subject->inputs(name);
                const auto expected = outputsOf(simulated, inputs);
                const auto found = outputsOf(integers, inputs);
                for (std::size_t i = 0; i < expected.size(); ++i) {
                    const double agreement = sqnrDb(expected[i], found[i]);
                    qInfo("%s %s: %d integer operators, against the simulation %.2f dB", subject->twin.name,
                          name.c_str(), count, agreement);
                    QVERIFY(agreement > kLeastAgreementDb);
                }
            }
        }
    }

    void comesBackFromItsFileBitForBit()
    {
        QTemporaryDir folder;
        for (const auto& subject : m_subjects) {
            for (const bool isInteger : {false, true}) {
                const auto graph = isInteger ? quant::qoperatorGraph(subject->model, subject->plan)
                                             : quant::qdqGraph(subject->model, subject->plan);
                const auto path =
                    std::filesystem::path(folder.path().toStdString()) / (std::string(subject->twin.name) + ".onnx");
                exporting::writeOnnx(graph, path);
                const auto back = importers::importModel(path).graph;
                const auto inputs = subject->inputs(subject->twin.cases.front());
                const auto expected = outputsOf(graph, inputs);
                const auto found = outputsOf(back, inputs);
                QCOMPARE(found.size(), expected.size());
                for (std::size_t i = 0; i < expected.size(); ++i) {
                    QVERIFY(found[i].equal(expected[i]));
                    QCOMPARE(back.value(back.outputs()[i]).name,
                             subject->model.value(subject->model.outputs()[i]).name);
                }
            }
        }
    }

    void runsAlikeInOnnxRuntime_data()
    {
        QTest::addColumn<bool>("isInteger");
        QTest::newRow("QDQ") << false;
        QTest::newRow("QOperator") << true;
    }

    void runsAlikeInOnnxRuntime()
    {
        QFETCH(bool, isInteger);
        const auto peer = tests::OnnxRuntime::find();
        if (!peer)
            QSKIP("QUANTLOUPE_ONNXRUNTIME names no folder with onnxruntime-node: no exported model was run elsewhere");
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "model.onnx";
        for (const auto& subject : m_subjects) {
            const auto graph = isInteger ? quant::qoperatorGraph(subject->model, subject->plan)
                                         : quant::qdqGraph(subject->model, subject->plan);
            const bool isOurs = hasOwnOperators(graph); // which compute on integers as no other runtime does
            QCOMPARE(isOurs, isInteger && subject->twin.activationBits > 8);
            if (isOurs)
                continue;
            exporting::writeOnnx(graph, path);
            for (const auto level : {Optimization::Disabled, Optimization::All})
                compareWithPeer(*peer, *subject, graph, path, level);
        }
    }

    /// Every integer operator that the models above may lack.
    void runsEachIntegerOperatorInOnnxRuntime()
    {
        const auto peer = tests::OnnxRuntime::find();
        if (!peer)
            QSKIP(
                "QUANTLOUPE_ONNXRUNTIME names no folder with onnxruntime-node: no integer operator was run elsewhere");
        const auto graph = graph::parseGraph(kOperators);
        at::manual_seed(7);
        const at::Tensor x = at::randn({4, 1, 8, 6, 6});
        auto plan = quant::planFor(graph, {});
        JobContext ctx;
        const auto read = [&x](std::size_t i) {
            return runs::NamedTensors{{"x", runs::Tensor(x[std::int64_t(i)].contiguous())}};
        };
        quant::calibrate(graph, plan, {4, read}, ctx);
        const auto integers = quant::qoperatorGraph(graph, plan);
        std::set<std::string> types;
        for (const auto& node : integers.nodes())
            types.insert(node.opType);
        for (const char* type : {"QLinearSigmoid", "QLinearLeakyRelu", "QLinearAdd", "QLinearMul", "QLinearWhere",
                                 "QLinearAveragePool", "QLinearConcat", "QLinearSoftmax", "QLinearGlobalAveragePool"})
            QVERIFY2(types.contains(type), type);
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        exporting::writeOnnx(integers, path / "model.onnx");
        data::writeNpy(path / "x.npy", ops::toTensorData(read(0).at("x")));
        const auto theirs =
            peer->run(path / "model.onnx", {{{"x", path / "x.npy"}}}, {"f", "o"}, Optimization::Disabled);
        const auto mine = outputsOf(integers, read(0));
        for (std::size_t i = 0; i < mine.size(); ++i) {
            const auto output = integers.outputs()[i];
            const auto found = deviation(mine[i], ops::toTensor(theirs[0].at(integers.value(output).name)).data,
                                         outputStep(integers, output));
            qInfo("%s: %.2f steps at most", integers.value(output).name.c_str(), found.steps);
            QVERIFY(double(found.beyond) <= kMostTies * double(mine[i].numel())); // one step, handed on and grown
        }
    }

private:
    void compareWithPeer(const tests::OnnxRuntime& peer, const TwinSubject& subject, const Graph& graph,
                         const std::filesystem::path& file, Optimization level)
    {
        std::vector<tests::OnnxRuntime::Files> runs;
        for (const auto& name : subject.twin.cases)
            runs.push_back(subject.inputFiles(name));
        std::vector<tests::OnnxRuntime::Tensors> results;
        try {
            results = peer.run(file, runs, outputNames(graph), level);
        } catch (const Error& error) {
            QFAIL((std::string(subject.twin.name) + ": " + error.message().english()).c_str());
        }
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const auto mine = outputsOf(graph, subject.inputs(subject.twin.cases[i]));
            for (std::size_t k = 0; k < mine.size(); ++k) {
                const auto output = graph.outputs()[k];
                const auto& name = graph.value(output).name;
                const auto theirs = ops::toTensor(results[i].at(name)).data;
                const auto found = deviation(mine[k], theirs, outputStep(graph, output));
                const auto title = fmt::format("{} {} {}, {}", subject.twin.name, subject.twin.cases[i], name,
                                               level == Optimization::All ? "fused" : "plain");
                qInfo("%s: %.3g at most, %.2f steps, %.2f dB; %ld of %ld beyond one step", title.c_str(), found.largest,
                      found.steps, found.agreementDb, found.beyond, mine[k].numel());
                const bool isPlain = level == Optimization::Disabled;
                QVERIFY2(found.agreementDb > (isPlain ? kLeastPlainDb : kLeastFusedDb), title.c_str());
                const double allowed = subject.twin.meetsTies ? kMostTies * double(mine[k].numel()) : 0.0;
                QVERIFY2(!isPlain || double(found.beyond) <= allowed, title.c_str());
            }
        }
    }

    std::unique_ptr<runs::ThreadGuard> m_threads;
    std::vector<std::unique_ptr<TwinSubject>> m_subjects;
};

QTEST_APPLESS_MAIN(TestCalibrationModels)
#include "tst_calibration_models.moc"
