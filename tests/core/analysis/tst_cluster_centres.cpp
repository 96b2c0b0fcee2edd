// SPDX-License-Identifier: GPL-3.0-or-later
// Weights of 4 bits whose integers are cluster centres: training and repairs win on samples that nothing was fitted to,
// against the centres that SNQ finds, and what they write holds nothing but centres.
#include "core/analysis/analyses.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/import/import_model.h"
#include "core/quant/fake_quantization.h"
#include "core/results/finetune_result.h"
#include "core/runs/program/program.h"
#include "tests/core/analysis/planted_faults.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>
#include <set>

using namespace ql;
using results::FinetuneRequest;
using results::FinetuneResult;
using results::FixRow;

namespace {

constexpr double kWonDb = 1.0;

const char* const kCentres = "skip_layers: []\n"
                             "common_config:\n"
                             "  weight_quant_params: {quantizer: LnqFakeQuantize, quantizer_args: "
                             "{num_bits: 4, channel_wise: false}}\n";

std::string twoConvolutions()
{
    return "graph \"clustered\" opset 13\n"
           "input x: float32[1,2,8,8]\n"
           "const w1: float32[16,2,3,3] = "
           + tests::constantText(tests::randomFloats(288, 1))
           + "\nconst w2: float32[8,16,1,1] = " + tests::constantText(tests::randomFloats(128, 2))
           + "\nc: float32[1,16,6,6] = Conv(x, w1) name \"first\"\n"
             "r: float32[1,16,6,6] = Relu(c) name \"relu\"\n"
             "y: float32[1,8,6,6] = Conv(r, w2) name \"second\"\n"
             "output y\n";
}

/// Numbers that go together: which centre a weight takes counts.
tests::PlantedFault clustered()
{
    return {twoConvolutions(), "2, 8, 8", 128, [](std::size_t, float random) { return 1.0f + 0.3f * random; }};
}

FinetuneRequest trainingOf(const tests::PlantedFault& network)
{
    FinetuneRequest request;
    request.models = network.request({}, kCentres).models;
    request.equalizes = false;
    request.steps = 80;
    request.batch = 4;
    request.checks = 8;
    return request;
}

std::shared_ptr<const FinetuneResult> trained(const FinetuneRequest& request)
{
    JobContext ctx;
    analysis::Workspace workspace;
    return analysis::finetune(workspace, request, ctx, {});
}

std::vector<double> lossesOf(const FinetuneResult& result)
{
    std::vector<double> losses;
    for (const auto& point : result.curve)
        losses.push_back(point.loss);
    return losses;
}

/// What a written model's weight @p name is, code times scale; nothing where it has more than 16 numbers.
std::vector<float> centresIn(const graph::Graph& graph, const std::string& name)
{
    const auto constant = [&](const char* part) { return graph.constantOf(*graph.findValue(name + part)); };
    const auto& codes = *constant("_quantized");
    const auto integers = codes.toInts();
    if (codes.type() != graph::DataType::Int8 || std::set<std::int64_t>(integers.begin(), integers.end()).size() > 16)
        return {};
    quant::Parameters parameters;
    for (const double scale : constant("_scale")->toDoubles()) {
        parameters.scales.push_back(float(scale));
        parameters.zeroPoints.push_back(0);
    }
    const auto centres = quant::dequantizedConstant(codes, parameters, 0).toDoubles();
    return {centres.begin(), centres.end()};
}

std::vector<float> floatsIn(const graph::Graph& graph, const std::string& name)
{
    const auto numbers = graph.constantOf(*graph.findValue(name))->toDoubles();
    return {numbers.begin(), numbers.end()};
}

} // namespace

class TestClusterCentres : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void trainingWins_data()
    {
        QTest::addColumn<int>("part");
        QTest::newRow("both") << int(results::TrainedPart::Both);
        QTest::newRow("weights") << int(results::TrainedPart::Weights);
        QTest::newRow("centres and ranges") << int(results::TrainedPart::Ranges);
    }
    void trainingWins()
    {
        QFETCH(int, part);
        const auto network = clustered();
        auto request = trainingOf(network);
        request.trained = results::TrainedPart(part);
        request.folder = network.file("trained");
        const auto result = trained(request);
        const auto told = fmt::format("{} {}", result->start.metric, result->best.metric);
        const bool isEasy = request.trained != results::TrainedPart::Ranges;
        QVERIFY2(result->best.metric >= result->start.metric + (isEasy ? kWonDb : 0.1), told.c_str());
        const std::uint64_t weights = request.trained == results::TrainedPart::Ranges ? 0 : 288 + 128;
        if (request.trained == results::TrainedPart::Weights)
            QCOMPARE(result->parameters, weights);
        else
            QVERIFY(result->parameters > weights + 2 * 10); // ranges, and up to 16 centres of each weight
        const auto written = importers::importModel(network.file("trained/net_finetuned_qdq.onnx"));
        QCOMPARE(centresIn(written.graph, "w1").size(), std::size_t(288));
        QCOMPARE(centresIn(written.graph, "w2").size(), std::size_t(128));
    }

    void noNumberDependsOnTheThreads()
    {
        const auto network = clustered();
        auto request = trainingOf(network);
        request.steps = 16;
        const auto with = [&](int threads) {
            request.options.threads = threads;
            return lossesOf(*trained(request));
        };
        QCOMPARE(with(1), with(4));
    }

    /// Centres are among what a checkpoint keeps.
    void whatWasStoppedGoesOnBitForBit()
    {
        const auto network = clustered();
        auto request = trainingOf(network);
        request.steps = 16;
        const auto whole = trained(request);
        request.checkpoint = network.file("state");
        std::stop_source stop;
        JobContext ctx(stop.get_token(), {});
        const auto stopped = [&] {
            analysis::Workspace workspace;
            analysis::finetune(workspace, request, ctx, [&](const auto&) { stop.request_stop(); });
        };
        QVERIFY_THROWS_EXCEPTION(Cancelled, stopped());
        const auto rest = trained(request);
        QVERIFY(rest->resumedAt > 0 && rest->resumedAt < 16);
        QCOMPARE(lossesOf(*rest), lossesOf(*whole));
        QCOMPARE(rest->best.metric, whole->best.metric);
    }

    /// The repaired float network has the centres for weights, which no config says.
    void aRepairLearnsCentres()
    {
        const auto network = clustered();
        auto request = network.request("learned_centres", kCentres);
        request.folder = network.file("");
        const auto result = tests::PlantedFault::fixed(request);
        QVERIFY2(tests::gainDb(*result) >= kWonDb, fmt::format("{}", tests::gainDb(*result)).c_str());
        QCOMPARE(result->best.cost, result->start.cost);
        QVERIFY(result->fixedConfig.find("FixedFakeQuantize") == std::string::npos);
        std::set<std::string> layers;
        for (const auto& row : result->rows)
            if (row.state == FixRow::State::Chosen) {
                QCOMPARE(row.fix, std::string("learned_centres"));
                QCOMPARE(row.changes, std::string("weights"));
                layers.insert(row.layers.begin(), row.layers.end());
            }
        QVERIFY(!layers.empty());
        const auto written = importers::importModel(network.file("net_fixed_qdq.onnx"));
        const auto repaired = importers::importModel(network.file("net_fixed.onnx"));
        for (const auto& layer : layers) {
            const std::string name = layer == "first" ? "w1" : "w2";
            QCOMPARE(floatsIn(repaired.graph, name), centresIn(written.graph, name));
        }
    }

    void whatARepairLearnsDependsOnNoThreads()
    {
        const auto network = clustered();
        const auto with = [&](int threads) {
            auto request = network.request("learned_centres", kCentres);
            request.options.threads = threads;
            std::vector<double> found;
            for (const auto& row : tests::PlantedFault::fixed(request)->rows)
                found.push_back(row.alone ? row.alone->metric : -1.0);
            return found;
        };
        const auto alone = with(1);
        QCOMPARE(alone.size(), std::size_t(3)); // each layer, and both
        QCOMPARE(with(4), alone);
    }

    /// Equal steps have none, however few bits they take.
    void equalStepsAreNotOffered()
    {
        const auto network = clustered();
        auto request = network.request("learned_centres");
        request.models.quantization.weightBits = 4;
        QVERIFY(tests::PlantedFault::fixed(request)->rows.empty());
    }
};

QTEST_GUILESS_MAIN(TestClusterCentres)
#include "tst_cluster_centres.moc"
