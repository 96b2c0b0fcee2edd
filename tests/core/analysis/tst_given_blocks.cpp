// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/quantization_settings.h"
#include "core/base/error.h"
#include "core/config/constraints/check_config.h"
#include "core/config/parameter_use.h"
#include "core/graph/text_form/text_form.h"
#include "core/quant/calibration.h"
#include "core/quant/planned_points.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/runs/program/pass.h"
#include "tests/core/config/config_files.h"

#include <QtTest>

#include <algorithm>

using namespace ql;

namespace {

constexpr const char* kRows = R"(graph "net" opset 13
    input x: float32[1,8]
    const w: float32[2,8] = {0.3, -0.8, 1.2, 5, 0.3, -0.1, 0.375, -3,  1.5, 2.5, -9, 0.4, 3, -5, 1, 20}
    y = Gemm(x, w) {transB: 1} name "product"
    output y)";
constexpr const char* kColumns = R"(graph "net" opset 13
    input x: float32[1,8]
    const w: float32[8,2] = {0.3, 1.5,  -0.8, 2.5,  1.2, -9,  5, 0.4,  0.3, 3,  -0.1, -5,  0.375, 1,  -3, 20}
    y = MatMul(x, w) name "product"
    output y)";
constexpr const char* kFilters = R"(graph "net" opset 13
    input x: float32[1,8,1,1]
    const w: float32[2,8,1,1] = {0.3, -0.8, 1.2, 5, 0.3, -0.1, 0.375, -3,  1.5, 2.5, -9, 0.4, 3, -5, 1, 20}
    y = Conv(x, w) name "convolution"
    output y)";

// By hand: four neighbours by 0.5, by 0.25; by 1, by 2; halves to even, -8 to 7.
const std::vector<float> kFirst{0.5f, -1.0f, 1.0f, 3.5f, 0.25f, 0.0f, 0.5f, -2.0f};
const std::vector<float> kSecond{2.0f, 2.0f, -8.0f, 0.0f, 4.0f, -4.0f, 0.0f, 14.0f};

std::string versionTwo(const std::string& entry, int size = 4)
{
    return R"({"version": "2.0.0", "encodings": [{"name": "w", "output_dtype": "int4", "block_size": )"
           + std::to_string(size) + ", " + entry + "}]}";
}

std::string versionOne(const std::string& entry)
{
    return R"({"version": "1.0.0", "activation_encodings": [], "param_encodings": [{"name": "w", "dtype": "INT", )"
           R"("is_sym": true, "block_size": 4, )"
           + entry + "}]}";
}

quant::QuantPlan planned(const graph::Graph& graph, const std::string& text)
{
    std::vector<results::Diagnostic> findings;
    const auto config = tests::readText(text, findings);
    if (!findings.empty())
        throw Error(ErrorCode::BadArgument, findings.front().message);
    auto plan = quant::planFor(graph, analysis::settingsFromConfig(config, graph));
    const auto weight = *graph.findValue("w");
    auto& quantizer = plan.quantizers.at(*plan.find(weight));
    quantizer.parameters = quant::weightParameters(graph, quantizer);
    std::vector<bool> isKept(plan.quantizers.size());
    isKept[*plan.find(weight)] = true;
    plan.keepOnly(isKept); // what the layer reads and makes stays as it is
    return plan;
}

bool isNamed(const results::Diagnostic& finding, std::string_view key)
{
    return finding.message.english().find(key) != std::string::npos;
}

std::vector<float> numbersOf(const at::Tensor& tensor)
{
    const auto values = tensor.contiguous();
    return {values.data_ptr<float>(), values.data_ptr<float>() + values.numel()};
}

} // namespace

/// Encodings that give every block of a weight its scale.
class TestGivenBlocks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void blocksAreRoundedByTheirScales_data()
    {
        QTest::addColumn<QByteArray>("graph");
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const char* graph, const std::string& text) {
            QTest::newRow(name) << QByteArray(graph) << QByteArray::fromStdString(text);
        };
        row("2, rows", kRows, versionTwo(R"("axis": 1, "y_scale": [[0.5, 0.25], [1, 2]], "y_zero_point": null)"));
        row("2, columns", kColumns, versionTwo(R"("axis": 0, "y_scale": [[0.5, 1], [0.25, 2]])"));
        row("2, filters", kFilters, versionTwo(R"("axis": -3, "y_scale": [[[[0.5]], [[0.25]]], [[[1]], [[2]]]])"));
        row("2, LPBQ", kRows,
            versionTwo(
                R"("axis": 1, "per_channel_float_scale": [[0.25], [1]], "per_block_int_scale": [[2, 1], [1, 2]])"));
        row("2, LPBQ, columns", kColumns,
            versionTwo(
                R"("axis": 0, "per_channel_float_scale": [[0.25, 1]], "per_block_int_scale": [[2, 1], [1, 2]])"));
        const std::string blocks = R"("enc_type": "PER_BLOCK", "bw": 4, "scale": [0.5, 0.25, 1, 2],
                                      "offset": [-8, -8, -8, -8])";
        row("1, rows", kRows, versionOne(blocks));
        row("1, columns", kColumns, versionOne(blocks));
        row("1, LPBQ", kFilters, versionOne(R"("enc_type": "LPBQ", "bw": 8, "compressed_bw": 4, "scale": [0.25, 1],
                          "per_block_int_scale": [2, 1, 1, 2], "offset": [-128, -128])"));
    }

    void blocksAreRoundedByTheirScales()
    {
        QFETCH(QByteArray, graph);
        QFETCH(QByteArray, text);
        const auto network = graph::parseGraph(graph.toStdString());
        const auto plan = planned(network, text.toStdString());
        const auto point = quant::plannedPoints(network, plan).at(0);
        auto rounded = point.apply({}).data.reshape({network.constantOf(*network.findValue("w"))->shape()[0], -1});
        if (rounded.size(0) == 8)
            rounded = rounded.t();
        QCOMPARE(numbersOf(rounded[0]), kFirst);
        QCOMPARE(numbersOf(rounded[1]), kSecond);
        QCOMPARE(point.dtype, std::string("int4_g4"));
        // As written for others to run.
        const auto written = quant::qdqGraph(network, plan);
        const auto x = at::tensor({1.0f, 2.0f, 4.0f, 8.0f, 16.0f, 32.0f, 64.0f, 128.0f});
        const runs::Program program(written);
        const auto shape =
            graph.contains("Conv") ? std::vector<std::int64_t>{1, 8, 1, 1} : std::vector<std::int64_t>{1, 8};
        runs::Pass execution(program, {{"x", runs::Tensor(x.reshape(shape))}});
        JobContext ctx;
        execution.finish(ctx);
        const auto expected = at::stack({(x * at::tensor(kFirst)).sum(), (x * at::tensor(kSecond)).sum()});
        QVERIFY(at::equal(execution.outputs().at(0).data.reshape(-1), expected));
    }

    void saysWhatDoesNotFit_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const std::string& entry, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(versionTwo(entry)) << QByteArray(says);
        };
        row("fewer blocks", R"("axis": 1, "y_scale": [[0.5], [1]])",
            "w has 2 scales of blocks, expected 4: 2 channels of 8 values in blocks of 4");
        QTest::newRow("a rest") << QByteArray::fromStdString(
            versionTwo(R"("axis": 1, "y_scale": [[0.5, 0.25, 1], [1, 2, 3]])", 3))
                                << QByteArray("w has blocks of 3, which don't divide the 8 values");
        row("other axis", R"("axis": 0, "y_scale": [[0.5, 0.25], [1, 2]])", "sums over axis 1");
    }

    /// config check and whoever simulates it.
    void saysWhatDoesNotFit()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const auto network = graph::parseGraph(kRows);
        std::vector<results::Diagnostic> findings;
        const auto config = tests::readText(text.toStdString(), findings);
        QVERIFY(findings.empty());
        const auto checked = config::checkConfig(config, network);
        const auto isSaid = [&says](const results::Diagnostic& finding) {
            return QByteArray::fromStdString(finding.message.english()).contains(says);
        };
        std::string all;
        for (const auto& finding : checked)
            all += finding.message.english() + "; ";
        QVERIFY2(std::ranges::count_if(checked, isSaid) == 1, all.c_str());
        QVERIFY_THROWS_EXCEPTION(Error, analysis::settingsFromConfig(config, network));
    }

    /// What only an activation is, and a weight without a product.
    void onlyWeightsHaveBlocks()
    {
        const auto network = graph::parseGraph(R"(graph "net" opset 13
            input w: float32[2,8]
            const c: float32[8] = {1, 2, 3, 4, 5, 6, 7, 8}
            y = Add(w, c) name "sum"
            output y)");
        std::vector<results::Diagnostic> findings;
        const auto config = tests::readText(versionTwo(R"("axis": 1, "y_scale": [[0.5, 0.25], [1, 2]])"), findings);
        QVERIFY(findings.empty());
        QVERIFY_THROWS_EXCEPTION(Error, analysis::settingsFromConfig(config, network));
    }

    /// A repair keeps what was found of everything else as given parameters.
    void blocksOutlastARepair()
    {
        const auto network = graph::parseGraph(kColumns);
        auto plan = planned(network, versionTwo(R"("axis": 0, "y_scale": [[0.5, 1], [0.25, 2]])"));
        auto quantizer = plan.quantizers.at(0);
        QCOMPARE(quantizer.parameters.scales, std::vector<float>({0.5f, 1.0f, 0.25f, 2.0f}));
        quantizer.settings.observer = {.method = "fixed", .fixed = quantizer.parameters};
        QCOMPARE(quant::weightParameters(network, quantizer), quantizer.parameters);
        quantizer.settings.setBits(8); // of equal steps there are no groups
        QVERIFY(quantizer.settings.groupScales.empty());
        QVERIFY(!quantizer.settings.number);
    }

    /// The scales aren't called unused by a check without the network.
    void everyNumberIsFollowed()
    {
        std::vector<results::Diagnostic> findings;
        const auto config = tests::readText(versionTwo(R"("axis": 1, "y_scale": [[0.5, 0.25], [1, 2]])"), findings);
        for (const auto& finding : config::useOf(config).findings(config.keys))
            QVERIFY2(!isNamed(finding, "y_scale") && !isNamed(finding, "block_size"),
                     finding.message.english().c_str());
    }
};

QTEST_GUILESS_MAIN(TestGivenBlocks)
#include "tst_given_blocks.moc"
