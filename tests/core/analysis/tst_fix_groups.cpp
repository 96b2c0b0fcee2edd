// SPDX-License-Identifier: GPL-3.0-or-later
// Faults that no repair of one layer mends, and what repairs begin with: what a quantized model is beside its scales.
#include "core/analysis/from_model/config_from_model.h"
#include "core/analysis/from_model/made_simulation.h"
#include "core/base/error.h"
#include "core/import/import_model.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/results/tune_result.h"
#include "tests/core/analysis/planted_faults.h"
#include "tests/support/error_message.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql;
using results::FixResult;
using results::FixRow;
using tests::PlantedFault;

namespace {

/// Two heads whose values @p boxes and 1 large meet in one Concat, and what moves them on to the output.
std::string heads(float boxes)
{
    return "graph \"heads\" opset 13\n"
           "input x: float32[1,2,8,8]\n"
           "const w1: float32[4,2,1,1] = "
           + tests::constantText(tests::randomFloats(8, 1)) + "\nconst w2: float32[2,4,1,1] = "
           + tests::constantText(tests::randomFloats(8, 2)) + "\nconst w3: float32[2,4,1,1] = "
           + tests::constantText(tests::randomFloats(8, 3)) + "\nconst size: float32[] = {" + std::to_string(boxes)
           + "}\nconst shape: int64[3] = {1, 4, 64}\n"
             "c: float32[1,4,8,8] = Conv(x, w1) name \"first\"\n"
             "r: float32[1,4,8,8] = Relu(c) name \"relu\"\n"
             "b: float32[1,2,8,8] = Conv(r, w2) name \"boxes\"\n"
             "bs: float32[1,2,8,8] = Sigmoid(b) name \"box_sigmoid\"\n"
             "bm: float32[1,2,8,8] = Mul(bs, size) name \"box_size\"\n"
             "s: float32[1,2,8,8] = Conv(r, w3) name \"scores\"\n"
             "ss: float32[1,2,8,8] = Sigmoid(s) name \"score_sigmoid\"\n"
             "j: float32[1,4,8,8] = Concat(bm, ss) {axis: 1} name \"join\"\n"
             "y: float32[1,4,64] = Reshape(j, shape) name \"flat\"\n"
             "output y\n";
}

double worstPart(const results::FixMeasure& measure)
{
    double worst = INFINITY;
    for (const auto& [name, value] : measure.outputs)
        worst = name.ends_with(']') ? std::min(worst, value) : worst;
    return worst;
}

/// By more than 16 bits for it, which cost nothing where data only moves.
bool isJoinTakenApart(const FixResult& result)
{
    return std::ranges::any_of(result.rows, [](const FixRow& row) {
        return row.state == FixRow::State::Chosen && row.fix != "wide"
               && std::ranges::find(row.layers, "join") != row.layers.end();
    });
}

const char* const kProduct = R"(graph "product" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0.5, 0, -1, 0.25, 1, 0.75, 0, 0, -0.5, 1, 1, 0.5, 0, -1, 1}
    const b: float32[4] = {3, -2, 2.5, -1.5}
    h: float32[1,4] = Gemm(x, w, b) name "first"
    r: float32[1,4] = Relu(h) name "relu"
    output r)";

/// As a tool quantizes it, with the integers of its bias times @p factor.
void writeTwin(const PlantedFault& fault, std::int32_t factor)
{
    const auto baseline = importers::importModel(fault.file("net.onnx")).graph;
    auto plan = quant::planFor(baseline, {});
    JobContext ctx;
    quant::calibrate(baseline, plan,
                     {1,
                      [](std::size_t) {
                          return runs::NamedTensors{{"x", runs::Tensor(at::ones({1, 4}, at::kFloat) * 2.0)}};
                      }},
                     ctx);
    auto twin = quant::qdqGraph(baseline, plan);
    for (std::size_t i = 0; i < twin.valueCount(); ++i) {
        const graph::ValueId id{std::int32_t(i)};
        const auto* constant = twin.constantOf(id);
        if (!constant || constant->type() != graph::DataType::Int32 || constant->size() != 4)
            continue;
        std::vector<std::int32_t> integers;
        for (const double number : constant->toDoubles())
            integers.push_back(std::int32_t(number) * factor);
        twin.setInitializer(id, graph::TensorData::of<std::int32_t>(graph::DataType::Int32, {4}, integers));
    }
    exporting::writeOnnx(twin, fault.file("twin.onnx"));
}

std::shared_ptr<const FixResult> fixedTwin(const PlantedFault& fault)
{
    auto request = fault.request("range");
    request.models.analysis = fault.file("twin.onnx");
    return PlantedFault::fixed(request);
}

/// That @p output, or all if it is empty, reaches 25 dB.
results::TuneRequest tuneRequest(const PlantedFault& fault, const std::string& output)
{
    results::TuneRequest request;
    request.baseline = fault.file("net.onnx");
    request.quantization.data = fault.file("data.npy");
    request.targets = {{.output = output, .value = 25.0}};
    return request;
}

} // namespace

class TestFixGroups : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsJoinedUnderOneScaleComesApart()
    {
        const PlantedFault fault(heads(500.0F), "2, 8, 8", 128);
        const auto result = PlantedFault::fixed(fault.request({}));
        QCOMPARE(result->start.outputs.size(), std::size_t(3)); // the whole and its parts
        QVERIFY2(worstPart(result->start) < 12.0, std::to_string(worstPart(result->start)).c_str());
        QVERIFY2(worstPart(result->best) > 25.0, std::to_string(worstPart(result->best)).c_str());
        QVERIFY(isJoinTakenApart(*result));
    }

    void tuningKnowsTheWayToTheOutput()
    {
        const PlantedFault fault(heads(500.0F), "2, 8, 8", 128);
        JobContext ctx;
        analysis::Workspace workspace;
        const auto result = analysis::tune(workspace, tuneRequest(fault, ""), ctx, {});
        QVERIFY(result->start.metric < 12.0);
        QVERIFY2(result->isReached, std::to_string(result->best.metric).c_str());
        QVERIFY(std::ranges::any_of(result->best.overrides, [](const auto& one) {
            return std::ranges::find(one.followers, "join") != one.followers.end();
        }));
    }

    void aNamedSliceAloneIsJudged()
    {
        const PlantedFault fault(heads(500.0F), "2, 8, 8", 128);
        auto request = fault.request({});
        request.outputs = {"y[:, 2:]"};
        const auto result = PlantedFault::fixed(request);
        QCOMPARE(result->start.outputs.size(), std::size_t(1));
        QCOMPARE(result->start.outputs[0].first, std::string("y[:, 2:]"));
        QVERIFY(result->start.metric < 12.0 && result->best.metric > 25.0);
        request.outputs = {"z"};
        QVERIFY(tests::messageOf([&] { PlantedFault::fixed(request); }).contains("no output z"));
        request.outputs = {"y[:, 9:]"};
        QVERIFY(tests::messageOf([&] { PlantedFault::fixed(request); }).contains("holds no element"));
        JobContext ctx;
        analysis::Workspace workspace;
        const auto tuned = analysis::tune(workspace, tuneRequest(fault, "y[:, 2:]"), ctx, {});
        QVERIFY(tuned->isReached);
        QCOMPARE(tuned->best.outputs.size(), std::size_t(1));
        QCOMPARE(tuned->best.outputs[0].first, std::string("y[:, 2:]"));
    }

    void whatIsJoinedAndAlikeStaysTogether()
    {
        const PlantedFault fault(heads(1.0F), "2, 8, 8", 128);
        const auto result = PlantedFault::fixed(fault.request({}));
        QVERIFY2(worstPart(result->start) > 20.0, std::to_string(worstPart(result->start)).c_str());
        QVERIFY(!isJoinTakenApart(*result));
    }

    void aTwinsOtherBiasIsSaidWithItsLoss()
    {
        const PlantedFault fault(kProduct, "4", 4);
        writeTwin(fault, 3);
        const auto result = fixedTwin(fault);
        QCOMPARE(result->deviations.size(), std::size_t(1));
        const auto& said = result->deviations.front();
        QCOMPARE(said.layer, std::string("first"));
        QVERIFY2(said.what.english().find("3 times the baseline's") != std::string::npos, said.what.english().c_str());
        QVERIFY(said.lossDb > 3.0);
        QVERIFY(result->given && result->given->metric < result->start.metric - 3.0);
    }

    void aHealthyTwinDeviatesNowhere()
    {
        const PlantedFault fault(kProduct, "4", 4);
        writeTwin(fault, 1);
        const auto result = fixedTwin(fault);
        QVERIFY(result->deviations.empty());
        QVERIFY(result->given && std::abs(result->given->metric - result->start.metric) < 0.5);
    }

    /// The first column is large in each row, so that scales of rows round the others away.
    void scalesOfRowsAreNamedAndTheirLossIsMeasured()
    {
        const std::string after = "h: float32[1,4] = Gemm(xd, wd) name \"first\"\n"
                                  "const m: float32[4] = {0.01, 1, 1, 1}\n"
                                  "y: float32[1,4] = Mul(h, m) name \"even\"\noutput y\n";
        const std::string head = "graph \"rows\" opset 13\ninput x: float32[1,4]\n";
        const std::string weight = "{100, 1, 0.5, -1, 90, 0.7, -1, 0.2, -80, 0.3, 1, 0.9, 70, -1, 0.6, 0.4}\n";
        auto whole = head + "const wd: float32[4,4] = " + weight + after;
        whole.replace(whole.find("xd"), 2, "x");
        const PlantedFault fault(whole, "4", 4);
        exporting::writeOnnx(
            graph::parseGraph(head
                              + "const xs: float32[] = {0.04}\nconst xz: int8[] = {0}\n"
                                "const ws: float32[4] = {0.7874, 0.70866, 0.62992, 0.55118}\n"
                                "const wz: int8[4] = {0, 0, 0, 0}\n"
                                "const wq: int8[4,4] = {127, 1, 1, -1, 127, 1, -1, 0, -127, 0, 2, 1, 127, -2, 1, 1}\n"
                                "xq = QuantizeLinear(x, xs, xz)\nxd = DequantizeLinear(xq, xs, xz)\n"
                                "wd = DequantizeLinear(wq, ws, wz) {axis: 0}\n"
                              + after),
            fault.file("twin.onnx"));
        const auto result = fixedTwin(fault);
        QCOMPARE(result->deviations.size(), std::size_t(1));
        const auto& said = result->deviations.front();
        QVERIFY2(said.what.english().find("lie along axis 0") != std::string::npos, said.what.english().c_str());
        QVERIFY(said.lossDb > 10.0);
        QVERIFY2(result->best.metric > 30.0, std::to_string(result->best.metric).c_str());
    }

    void aScaleThatIsNoNumberIsNamed()
    {
        const PlantedFault fault(kProduct, "4", 4);
        writeTwin(fault, 1);
        auto twin = importers::importModel(fault.file("twin.onnx")).graph;
        const auto scale = *twin.findValue("w_scale");
        const auto count = twin.constantOf(scale)->size();
        twin.setInitializer(scale, graph::TensorData::of<float>(graph::DataType::Float, twin.constantOf(scale)->shape(),
                                                                std::vector<float>(count, NAN)));
        exporting::writeOnnx(twin, fault.file("twin.onnx"));
        const auto message = tests::messageOf([&] { fixedTwin(fault); });
        QVERIFY2(message.contains("first") && message.contains("nan"), qPrintable(message));
    }

    /// A config says how the baseline's own numbers are quantized, not other numbers.
    void aConfigThatDoesSomethingElseIsNotMade()
    {
        const PlantedFault fault(kProduct, "4", 4);
        JobContext ctx;
        for (const int factor : {1, 3}) {
            writeTwin(fault, factor);
            const auto twin = importers::importModel(fault.file("twin.onnx")).graph;
            const results::ConfigFromModelRequest request{fault.file("net.onnx"), "twin.onnx", "amct-yaml"};
            const auto message = tests::messageOf([&] { analysis::provedConfigFromModel(twin, request, ctx); });
            QCOMPARE(message.contains("would not do what the model does"), factor == 3);
            QCOMPARE(message.isEmpty(), factor == 1);
        }
    }
};

QTEST_GUILESS_MAIN(TestFixGroups)
#include "tst_fix_groups.moc"
