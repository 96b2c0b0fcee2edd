// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calibrate/calibrate.h"
#include "core/analysis/measure/error_energy.h"
#include "core/analysis/simulation/simulation.h"
#include "core/base/error.h"
#include "core/data/datasets/dataset.h"
#include "core/export/onnx_writer.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/quant/calibration.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/quant/quantized_graph/quantized_parts.h"
#include "core/runs/program/pass.h"
#include "tests/core/quant/small_network.h"
#include "tests/support/error_message.h"
#include "tests/support/models.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace ql;
using graph::Graph;
using quant::QuantPlan;
using quant::QuantSettings;
using tests::kSmallNetwork;

namespace {

std::vector<std::string> plannedNames(const Graph& graph, const QuantPlan& plan)
{
    std::vector<std::string> names;
    for (const auto& quantizer : plan.quantizers)
        names.push_back(graph.value(quantizer.value).name);
    return names;
}

const quant::PlannedQuantizer& planned(const Graph& graph, const QuantPlan& plan, const char* name)
{
    return plan.quantizers.at(plan.find(*graph.findValue(name)).value());
}

runs::NamedTensors sample(float factor = 1.0f)
{
    const auto x = at::arange(8, at::kFloat).view({1, 2, 2, 2}) * factor - 2.0f;
    return {{"x", runs::Tensor(x)}};
}

void calibrate(const Graph& graph, QuantPlan& plan,
               quant::CalibrationState state = quant::CalibrationState::Calibration)
{
    JobContext ctx;
    quant::calibrate(graph, plan, {2, [](std::size_t i) { return sample(i == 0 ? 1.0f : 0.5f); }}, ctx, state);
}

std::vector<runs::Tensor> outputsOf(const Graph& graph, const runs::NamedTensors& inputs)
{
    const runs::Program program(graph);
    runs::Pass execution(program, inputs);
    JobContext ctx;
    execution.finish(ctx);
    return execution.outputs();
}

at::Tensor run(const Graph& graph)
{
    return outputsOf(graph, sample()).at(0).data;
}

int countOf(const Graph& graph, const char* opType)
{
    return int(std::ranges::count(graph.nodes(), opType, &graph::Node::opType));
}

} // namespace

class TestQuantPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesHalfPrecisionInsteadOfTheSettings()
    {
        const auto graph = graph::parseGraph("graph \"half\" opset 13\n"
                                             "input x: float16[1,2]\n"
                                             "const w: float16[2,2] = {1, -0.5, 0.25, 2}\n"
                                             "y: float16[1,2] = MatMul(x, w) name \"product\"\n"
                                             "output y\n");
        const auto message = tests::messageOf([&] { quant::planFor(graph, {}); });
        QVERIFY2(message.contains("1 layers compute in float16, the first is product"), qPrintable(message));
        QVERIFY2(message.contains("export the model in float32"), qPrintable(message));
        QuantSettings skipping;
        skipping.common.isQuantized = false;
        const auto skipped = tests::messageOf([&] { quant::planFor(graph, skipping); });
        QVERIFY2(skipped.contains("leave every layer in float"), qPrintable(skipped));
    }

    void plansAsOnnxRuntime()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        const auto plan = quant::planFor(graph, {});
        // c belongs to the Relu that alone reads it; f shares r's parameters; shape is no float.
        const std::vector<std::string> expected{"x", "w", "r", "f", "y", "v"};
        QCOMPARE(plannedNames(graph, plan), expected);
        QCOMPARE(plan.decider(*plan.find(*graph.findValue("f"))), *plan.find(*graph.findValue("r")));
        QCOMPARE(plan.biases.size(), std::size_t(1));
        QCOMPARE(planned(graph, plan, "r").layer, std::string("relu"));
        QCOMPARE(planned(graph, plan, "w").layer, std::string("conv"));
        QVERIFY(planned(graph, plan, "w").settings.format.isSymmetric);
        QVERIFY(!planned(graph, plan, "x").settings.format.isSymmetric);
    }

    void skipsAndTypes()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        QuantSettings settings;
        settings.layers["conv"].isQuantized = false;
        const std::vector<std::string> withoutConv{"f", "y", "v"};
        QCOMPARE(plannedNames(graph, quant::planFor(graph, settings)), withoutConv);
        settings = {};
        settings.operatorTypes = {"Conv"};
        const std::vector<std::string> onlyConv{"x", "c", "w"};
        QCOMPARE(plannedNames(graph, quant::planFor(graph, settings)), onlyConv);
        settings.operatorTypes = {"Softmax"};
        QVERIFY_THROWS_EXCEPTION(Error, quant::planFor(graph, settings));
        settings = {};
        settings.floatOutputs = {"y"};
        QVERIFY(!quant::planFor(graph, settings).find(*graph.findValue("y")));
    }

    /// What vendors' files of scales say of a value counts for that very value.
    void namedValuesWin()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        QuantSettings settings;
        settings.floatValues = {"r", "v"};
        const std::vector<std::string> withoutBoth{"x", "w", "y"};
        auto names = plannedNames(graph, quant::planFor(graph, settings));
        std::erase(names, "f");
        QCOMPARE(names, withoutBoth);
        settings = {};
        settings.values["c"].observer = {.method = "fixed", .fixed = {{0.5f}, {0}}};
        QVERIFY(quant::planFor(graph, settings).find(*graph.findValue("c"))); // although Relu alone reads it
    }

    void theNamedLayerWins()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        QuantSettings settings;
        auto& product = settings.layers["product"];
        product.isOverridden = true;
        product.activation.format.bits = 16;
        const auto plan = quant::planFor(graph, settings);
        QCOMPARE(planned(graph, plan, "y").settings.format.bits, 16);
        // f is only moved: r, whose parameters it has, follows.
        QCOMPARE(planned(graph, plan, "f").settings.format.bits, 16);
        QCOMPARE(planned(graph, plan, "r").settings.format.bits, 16);
        QCOMPARE(planned(graph, plan, "x").settings.format.bits, 8);
    }

    void everyWidthGoesWithEveryOther()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        QuantSettings settings;
        settings.common.activation.format.bits = 16;
        settings.common.weight.format.bits = 2;
        QCOMPARE(planned(graph, quant::planFor(graph, settings), "w").settings.bits(), 2);
        for (const int bits : {1, 17}) {
            settings.common.activation.format.bits = bits;
            QVERIFY_THROWS_EXCEPTION(Error, quant::planFor(graph, settings));
        }
    }

    void calibratesByHand()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        QuantSettings settings;
        settings.common.weight.isPerChannel = true;
        auto plan = quant::planFor(graph, settings);
        QVERIFY(!plan.isCalibrated());
        calibrate(graph, plan);
        QVERIFY(plan.isCalibrated());
        QCOMPARE(planned(graph, plan, "x").parameters.scales[0], 7.0f / 255); // −2 … 5
        QCOMPARE(planned(graph, plan, "x").parameters.zeroPoints[0], -55);    // −128 + 72.857
        QCOMPARE(planned(graph, plan, "w").parameters.scales.size(), std::size_t(2));
        QCOMPARE(planned(graph, plan, "w").parameters.scales[1], 2.0f / 127);
        QVERIFY(plan.parametersOf(*plan.find(*graph.findValue("f"))) == planned(graph, plan, "r").parameters);
    }

    void observesWhileQuantizing()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        auto plan = quant::planFor(graph, {});
        calibrate(graph, plan, quant::CalibrationState::CalibrationFakeQuant);
        auto plain = quant::planFor(graph, {});
        calibrate(graph, plain);
        QCOMPARE(planned(graph, plan, "x").parameters.scales[0], planned(graph, plain, "x").parameters.scales[0]);
        QVERIFY(planned(graph, plan, "y").parameters.scales[0] != planned(graph, plain, "y").parameters.scales[0]);
    }

    void knownValuesNeedNoData()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        auto plan = quant::planFor(graph, {});
        quant::Observations observations;
        JobContext ctx;
        int reads = 0;
        const quant::CalibrationData data{1, [&](std::size_t) {
                                              ++reads;
                                              return sample();
                                          }};
        quant::observe(graph, plan, data, observations, ctx);
        quant::observe(graph, plan, data, observations, ctx);
        QCOMPARE(reads, 1);
        QVERIFY_THROWS_EXCEPTION(Error, [&] {
            quant::Observations none;
            quant::observe(graph, plan, {}, none, ctx);
        }());
    }

    void qdqGraphSimulates()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        auto plan = quant::planFor(graph, {});
        calibrate(graph, plan);
        const auto simulated = quant::qdqGraph(graph, plan);
        QCOMPARE(simulated.value(simulated.outputs()[0]).name, std::string("y"));
        QCOMPARE(countOf(simulated, "QuantizeLinear"), 4);
        QCOMPARE(countOf(simulated, "DequantizeLinear"), 7);
        QCOMPARE(simulated.constantOf(*simulated.findValue("b_quantized"))->type(), graph::DataType::Int32);
        const auto exact = run(graph);
        const auto found = run(simulated);
        QVERIFY(!found.equal(exact));
        QVERIFY((found - exact).abs().max().item<float>() < 0.3f);
        // Every output lies on the grid.
        const auto& y = planned(graph, plan, "y").parameters;
        const auto integers = found / y.scales[0];
        QVERIFY((integers - integers.round()).abs().max().item<float>() < 1e-4f);
    }

    void oddWidthsAreClipped()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        QuantSettings settings;
        settings.common.activation.format.bits = 4;
        settings.common.weight.format.bits = 4;
        auto plan = quant::planFor(graph, settings);
        calibrate(graph, plan);
        const auto simulated = quant::qdqGraph(graph, plan);
        QCOMPARE(countOf(simulated, "Clip"), 4);
        const auto weight = simulated.constantOf(*simulated.findValue("w_quantized"))->toInts();
        QVERIFY(*std::ranges::max_element(weight) == 7 && *std::ranges::min_element(weight) >= -8);
    }

    void integersAgreeWithTheSimulation()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        for (const bool isPerChannel : {false, true}) {
            QuantSettings settings;
            settings.common.weight.isPerChannel = isPerChannel;
            auto plan = quant::planFor(graph, settings);
            calibrate(graph, plan);
            const auto integers = quant::qoperatorGraph(graph, plan);
            QCOMPARE(countOf(integers, "QLinearConv"), 1);
            QCOMPARE(countOf(integers, "QLinearMatMul"), 1);
            QCOMPARE(countOf(integers, "Relu"), 0); // its quantizer saturates at zero
            QCOMPARE(integers.value(integers.outputs()[0]).name, std::string("y"));
            const float step = planned(graph, plan, "y").parameters.scales[0];
            QVERIFY((run(integers) - run(quant::qdqGraph(graph, plan))).abs().max().item<float>() <= step * 1.001f);
        }
    }

    /// Activations of 9 to 16 bits meet weights of 8 bits in operators of our own.
    void wideIntegersAgreeWithTheSimulation()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        for (const int bits : {9, 12, 16}) {
            QuantSettings settings;
            settings.common.activation.format.bits = bits;
            auto plan = quant::planFor(graph, settings);
            calibrate(graph, plan);
            const auto integers = quant::qoperatorGraph(graph, plan);
            QCOMPARE(countOf(integers, "QLinearConv"), 1);
            QCOMPARE(countOf(integers, "QLinearMatMul"), 1);
            for (const auto& node : integers.nodes())
                if (node.opType.starts_with("QLinear")) {
                    QCOMPARE(node.domain, std::string(quant::kOwnDomain));
                    QCOMPARE(node.attributes.intOr("bits", 0), std::int64_t(bits));
                }
            const float step = planned(graph, plan, "y").parameters.scales[0];
            const auto error = (run(integers) - run(quant::qdqGraph(graph, plan))).abs().max().item<float>();
            QVERIFY2(error <= step * 1.001f, QByteArray::number(bits).constData());
            QVERIFY((run(integers) - run(graph)).abs().max().item<float>() > 0.0f);
        }
        QuantSettings wideWeights;
        wideWeights.common.activation.format.bits = 16;
        wideWeights.common.weight.format.bits = 16;
        auto plan = quant::planFor(graph, wideWeights);
        calibrate(graph, plan);
        QCOMPARE(countOf(quant::qoperatorGraph(graph, plan), "QLinearConv"), 0); // no target multiplies such weights
    }

    /// What is given or known beforehand is quantized, too, while others are observed.
    void observesBehindGivenScales()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        QuantSettings settings;
        quant::QuantizerSettings coarse;
        coarse.observer = {.method = "fixed", .fixed = quant::perTensor(4.0, 0)};
        settings.values["x"] = coarse;
        auto plan = quant::planFor(graph, settings);
        calibrate(graph, plan, quant::CalibrationState::CalibrationFakeQuant);
        auto plain = quant::planFor(graph, settings);
        calibrate(graph, plain);
        QCOMPARE(planned(graph, plan, "x").parameters.scales[0], 4.0f);
        QVERIFY(planned(graph, plan, "r").parameters.scales[0] != planned(graph, plain, "r").parameters.scales[0]);
    }

    void realQuantEqualsTheExportedModelBitForBit_data()
    {
        QTest::addColumn<QString>("model");
        for (const char* model : {"mnist", "cifar", "silero_mini_v2", "supres", "ultraface"})
            QTest::newRow(model) << model;
    }

    /// The state real_quant of `calibrate --config` against the QOperator file that the same command writes.
    void realQuantEqualsTheExportedModelBitForBit()
    {
        QFETCH(QString, model);
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was computed in integers on a real model");
        const auto stem = model.toStdString() + "_prep";
        QTemporaryDir written;
        results::CalibrateRequest request;
        request.model = (*models / "models" / (stem + ".onnx")).string();
        request.folder = written.path().toStdString();
        request.quantization.data = (*models / "calib" / (model.toStdString() + ".npz")).string();
        request.quantization.sampleCount = 4;
        request.quantization.config = "quant_config.json";
        request.quantization.configText =
            R"({"model_config": {"all_node_type": "int8", "activation": {"calibration_type": "max"}}})";
        JobContext ctx;
        const auto result = analysis::calibrateModel(request, ctx);
        QVERIFY(result->integerOperators > 0);
        const auto simulated = analysis::simulateModel(request.model, request.quantization, {}, ctx);
        const auto realQuant = simulated.qoperator(); // what the state runs
        const auto exported =
            importers::importModel(std::filesystem::path(request.folder) / (stem + "_qoperator.onnx")).graph;
        std::vector<analysis::OutputAgreement> agreements(result->outputs.size());
        for (std::size_t i = 0; i < result->comparedSamples; ++i) {
            const auto inputs = simulated.data->inputs(i);
            const auto expected = outputsOf(exported, inputs);
            const auto found = outputsOf(realQuant, inputs);
            const auto exact = outputsOf(*simulated.baseline, inputs);
            QCOMPARE(found.size(), agreements.size());
            QCOMPARE(expected.size(), agreements.size());
            for (std::size_t k = 0; k < agreements.size(); ++k) {
                QVERIFY2(found[k].data.equal(expected[k].data), result->outputs[k].name.c_str());
                agreements[k].add(exact[k], expected[k]);
            }
        }
        QVERIFY(result->comparedSamples > 0 && !agreements.empty());
        for (std::size_t k = 0; k < agreements.size(); ++k) { // what the command reported of the state
            QVERIFY(result->outputs[k].realSqnrDb == agreements[k].sqnrDb());
            QVERIFY(result->outputs[k].realCosine == agreements[k].cosine());
        }
    }

    void symmetricKeepsTheRelu()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        QuantSettings settings;
        settings.common.activation.format.isSymmetric = true;
        auto plan = quant::planFor(graph, settings);
        calibrate(graph, plan);
        const auto integers = quant::qoperatorGraph(graph, plan);
        QCOMPARE(countOf(integers, "Relu"), 1);
        QCOMPARE(countOf(integers, "QLinearConv"), 0); // saturation doesn't clamp at zero: the pair stays in float
        const float step = planned(graph, plan, "y").parameters.scales[0];
        QVERIFY((run(integers) - run(quant::qdqGraph(graph, plan))).abs().max().item<float>() <= step * 1.001f);
    }

    void clusteredWeightsHaveFewIntegers()
    {
        const auto graph = graph::parseGraph(kSmallNetwork);
        QuantSettings settings;
        settings.common.weight.format.bits = 4;
        settings.common.weight.observer.method = "snq";
        auto plan = quant::planFor(graph, settings);
        calibrate(graph, plan);
        const auto simulated = quant::qdqGraph(graph, plan);
        const auto values = simulated.constantOf(*simulated.findValue("v_quantized"))->toInts();
        const std::set<std::int64_t> distinct(values.begin(), values.end());
        QVERIFY(distinct.size() <= 16 && *distinct.rbegin() == 127);
    }
};

QTEST_APPLESS_MAIN(TestQuantPlan)
#include "tst_quant_plan.moc"
