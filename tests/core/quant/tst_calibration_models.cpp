// SPDX-License-Identifier: GPL-3.0-or-later
// Real models, calibrated as ONNX Runtime calibrated their quantized twins, held against these.
#include "core/analysis/tensor_comparison.h"
#include "core/data/dataset.h"
#include "core/data/inputs.h"
#include "core/export/onnx_writer.h"
#include "core/import/onnx_importer.h"
#include "core/quant/calibration.h"
#include "core/quant/qdq_graph.h"
#include "core/quant/qoperator_graph.h"
#include "tests/support/models.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <set>

using namespace ql;
using graph::Graph;
using quant::QuantPlan;
using quant::QuantSettings;

namespace {

/// Integer arithmetic rounds some sums the other way, each by one step, far below the quantization error.
constexpr double kLeastAgreementDb = 50.0;
/// silero's output has two elements: one rounding that goes the other way, because a scale differs in its last bit,
/// shows.
constexpr double kTwoElementsDb = 4.0;

struct Twin {
    const char* name;  ///< of the quantized file
    const char* model; ///< its float origin
    const char* data;
    bool isSigned = true;
    bool isPerChannel = false;
    int activationBits = 8;
    std::vector<std::string> types;
    std::vector<std::string> skipped; ///< parts of node names
    std::vector<std::string> cases;
    bool hasAllData = true; ///< the calibration data is what the twin had
    double toleranceDb = 1.0;
};

const std::vector<Twin>& twins()
{
    static const std::vector<Twin> list{
        {"mnist__qdq_s8", "mnist_prep", "mnist", true, false, 8, {}, {}, {"digit0", "digit2", "digit8png", "digit9"}},
        {"cifar__qdq_s8_pc", "cifar_prep", "cifar", true, true, 8, {}, {}, {"cat", "dog", "hummingbird"}},
        {"cifar__qdq_u8s8_pt", "cifar_prep", "cifar", false, false, 8, {}, {}, {"cat", "dog", "hummingbird"}},
        {"supres__qdq_s8_pc", "supres_prep", "supres", true, true, 8, {}, {}, {"cat"}},
        {"supres__qdq_a16w8_op21", "supres_prep_op21", "supres", true, true, 16, {}, {}, {"cat"}},
        {"silero_mini_v2__qdq_s8_pc", "silero_mini_v2_prep", "silero_mini_v2", true, true, 8, {}, {}, {"en_w3"}},
        {"silero_mini_v2__qdq_s8_fix",
         "silero_mini_v2_prep",
         "silero_mini_v2",
         true,
         true,
         8,
         {"Conv", "MatMul"},
         {"Conv_34", "Conv_69"},
         {"en_w3", "en_w40", "en_w101"},
         true,
         kTwoElementsDb},
        {"dtln1__qdq_s8", "dtln1_prep", "dtln1", true, false, 8, {}, {}, {"mix_f300", "mix_f450", "en_f200"}},
        {"ultraface__qdq_s8_pc", "ultraface_prep", "ultraface", true, true, 8, {}, {}, {"satya", "fd2"}, false},
        {"ultraface__qdq_a16w8_ms", "ultraface_prep", "ultraface", true, true, 16, {}, {}, {"satya", "fd2"}, false},
    };
    return list;
}

QuantSettings settingsOf(const Twin& twin, const Graph& graph)
{
    QuantSettings settings;
    settings.common.activation.format = {.bits = twin.activationBits, .isSigned = twin.isSigned};
    settings.common.weight.isPerChannel = twin.isPerChannel;
    settings.operatorTypes = twin.types;
    for (const auto& node : graph.nodes())
        for (const auto& part : twin.skipped)
            if (node.name.find(part) != std::string::npos)
                settings.layers[node.name].isQuantized = false;
    return settings;
}

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

std::vector<at::Tensor> run(const Graph& graph, const runtime::NamedTensors& inputs)
{
    const runtime::Program program(graph);
    runtime::Execution execution(program, inputs);
    JobContext ctx;
    execution.finish(ctx);
    std::vector<at::Tensor> outputs;
    for (const auto& output : execution.outputs())
        outputs.push_back(output.data.contiguous());
    return outputs;
}

double sqnrDb(const at::Tensor& x, const at::Tensor& y)
{
    return analysis::compareTensors(x.data_ptr<float>(), y.data_ptr<float>(), std::size_t(x.numel())).metrics.sqnrDb;
}

/// Everything about one twin, made once for all tests.
class Subject {
public:
    Subject(const std::filesystem::path& folder, const Twin& twin)
        : m_folder(folder)
        , twin(twin)
        , model(import::importModel(folder / "models" / (std::string(twin.model) + ".onnx")).graph)
        , reference(import::importModel(folder / "quantized" / (std::string(twin.name) + ".onnx")).graph)
        , plan(quant::planFor(model, settingsOf(twin, model)))
    {
        const auto samples = data::openDataset(folder / "calib" / (std::string(twin.data) + ".npz"), model);
        JobContext ctx;
        quant::calibrate(model, plan, {samples->size(), [&](std::size_t i) { return samples->inputs(i); }}, ctx);
    }

    runtime::NamedTensors inputs(const std::string& name) const
    {
        runtime::NamedTensors tensors;
        for (const auto input : model.inputs()) {
            auto file = model.value(input).name;
            std::ranges::replace_if(
                file, [](unsigned char c) { return !std::isalnum(c) && c != '_' && c != '.'; }, '_');
            const auto path = m_folder / "inputs" / (std::string(twin.data) + "__" + name + "__" + file + ".npy");
            tensors.emplace(model.value(input).name, ops::toTensor(data::readNpy(path)));
        }
        return tensors;
    }

private:
    std::filesystem::path m_folder;

public:
    const Twin& twin;
    Graph model;
    Graph reference;
    QuantPlan plan;
};

} // namespace

class TestCalibrationModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto folder = tests::modelsFolder();
        if (!folder)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        m_threads = std::make_unique<runtime::ThreadGuard>();
        for (const auto& twin : twins())
            m_subjects.push_back(std::make_unique<Subject>(*folder, twin));
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
                    continue; // the folder holds 2 of the 19 samples
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

    void givesTheSameOutputs()
    {
        for (const auto& subject : m_subjects) {
            const auto graph = quant::qdqGraph(subject->model, subject->plan);
            for (const auto& name : subject->twin.cases) {
                const auto inputs = subject->inputs(name);
                const auto exact = run(subject->model, inputs);
                const auto mine = run(graph, inputs);
                const auto theirs = run(subject->reference, inputs);
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

    void runsInIntegersToo()
    {
        for (const auto& subject : m_subjects) {
            const auto simulated = quant::qdqGraph(subject->model, subject->plan);
            const auto integers = quant::qoperatorGraph(subject->model, subject->plan);
            int count = 0;
            for (const auto& node : integers.nodes())
                count += node.opType.starts_with("QLinear") || node.opType == "QGemm";
            QVERIFY(count > 0 || subject->twin.activationBits > 8);
            for (const auto& name : subject->twin.cases) {
                const auto inputs = subject->inputs(name);
                const auto expected = run(simulated, inputs);
                const auto found = run(integers, inputs);
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
                const auto back = import::importModel(path).graph;
                const auto inputs = subject->inputs(subject->twin.cases.front());
                const auto expected = run(graph, inputs);
                const auto found = run(back, inputs);
                QCOMPARE(found.size(), expected.size());
                for (std::size_t i = 0; i < expected.size(); ++i) {
                    QVERIFY(found[i].equal(expected[i]));
                    QCOMPARE(back.value(back.outputs()[i]).name,
                             subject->model.value(subject->model.outputs()[i]).name);
                }
            }
        }
    }

private:
    std::unique_ptr<runtime::ThreadGuard> m_threads;
    std::vector<std::unique_ptr<Subject>> m_subjects;
};

QTEST_APPLESS_MAIN(TestCalibrationModels)
#include "tst_calibration_models.moc"
