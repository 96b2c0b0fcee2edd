// SPDX-License-Identifier: GPL-3.0-or-later
// Training, with labels and without: what it wins on samples that it wasn't trained on, that nothing is offered which
// loses there, and that a run which was stopped goes on as if it had not been.
#include "core/analysis/analyses.h"
#include "core/analysis/model/run_model.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/import/import_model.h"
#include "core/results/accuracy_result.h"
#include "core/results/finetune_result.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/core/analysis/planted_faults.h"
#include "tests/support/error_message.h"

#include <fmt/format.h>

#include <QTest>

#include <cmath>
#include <ranges>

using namespace ql;
using results::FinetuneRequest;
using results::FinetuneResult;

namespace {

const std::string kDemo = QUANTLOUPE_SOURCE_DIR "/resources/demo/";

/// A small convolutional network.
std::string smallNetwork()
{
    return "graph \"small\" opset 13\n"
           "input x: float32[1,2,8,8]\n"
           "const w1: float32[4,2,3,3] = "
           + tests::constantText(tests::randomFloats(72, 1)) + "\nconst b1: float32[4] = {0.1, -0.2, 0.3, 0}\n"
           + "const w2: float32[3,4,1,1] = " + tests::constantText(tests::randomFloats(12, 2))
           + "\nc: float32[1,4,6,6] = Conv(x, w1, b1) name \"first\"\n"
             "r: float32[1,4,6,6] = Relu(c) name \"relu\"\n"
             "y: float32[1,3,6,6] = Conv(r, w2) name \"second\"\n"
             "output y\n";
}

/// The same with what the second convolution reads in 16 bits already.
std::string quantizedNetwork()
{
    auto text = smallNetwork();
    const auto replace = [&](const std::string& from, const std::string& to) {
        text.replace(text.find(from), from.size(), to);
    };
    replace("opset 13", "opset 21");
    replace("y: float32[1,3,6,6] = Conv(r, w2)", "const s: float32[] = {0.001}\nconst z: int16[] = {0}\n"
                                                 "q: int16[1,4,6,6] = QuantizeLinear(r, s, z)\n"
                                                 "d: float32[1,4,6,6] = DequantizeLinear(q, s, z)\n"
                                                 "y: float32[1,3,6,6] = Conv(d, w2)");
    return text;
}

std::vector<double> numbersIn(const std::string& model, const char* weight)
{
    const auto graph = importers::importModel(model).graph;
    return graph.constantOf(*graph.findValue(weight))->toDoubles();
}

/// Numbers that go together: how weights are rounded counts.
tests::PlantedFault plantedSmall()
{
    return {smallNetwork(), "2, 8, 8", 128, [](std::size_t, float random) { return 1.0f + 0.3f * random; }};
}

FinetuneRequest smallRequest(const tests::PlantedFault& network)
{
    FinetuneRequest request;
    request.models = network.request({}).models;
    request.models.quantization.weightBits = 3;
    request.steps = 24;
    request.batch = 4;
    request.checks = 4;
    return request;
}

FinetuneRequest demoRequest()
{
    FinetuneRequest request;
    request.models.baseline = kDemo + "float.onnx";
    request.models.quantization.config = kDemo + "config.yaml";
    request.models.quantization.data = kDemo + "calibration.npy";
    request.heldOut = kDemo + "inputs.npy";
    request.mostJudged = 0;
    request.steps = 60;
    return request;
}

std::shared_ptr<const FinetuneResult> trained(const FinetuneRequest& request)
{
    JobContext ctx;
    analysis::Workspace workspace;
    return analysis::finetune(workspace, request, ctx, {});
}

/// Stopped after the first check; gives what was known then.
std::shared_ptr<const FinetuneResult> stopped(const FinetuneRequest& request)
{
    std::stop_source stop;
    JobContext ctx(stop.get_token(), {});
    std::shared_ptr<const FinetuneResult> known;
    try {
        analysis::Workspace workspace;
        analysis::finetune(workspace, request, ctx, [&](auto partial) {
            known = std::move(partial);
            stop.request_stop();
        });
    } catch (const Cancelled&) {
        return known;
    }
    return nullptr;
}

std::vector<double> lossesOf(const FinetuneResult& result)
{
    std::vector<double> losses;
    for (const auto& point : result.curve)
        losses.push_back(point.loss);
    return losses;
}

double accuracyOf(const std::string& model)
{
    JobContext ctx;
    const runs::ThreadGuard threads;
    return analysis::measureAccuracy(importers::importModel(model),
                                     {model, kDemo + "inputs.npy", kDemo + "labels.npy", {}}, ctx)
        ->accuracy();
}

} // namespace

class TestFinetune : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Of the error that int8 makes on images nobody trained on, weights of 4 bits make less than half.
    void theDemosWeightsFitInto4Bits()
    {
        auto request = demoRequest();
        request.steps = 1;
        const double int8 = trained(request)->start.metric;
        request.models.quantization.weightBits = 4;
        request.steps = 60;
        const tests::TemporaryFolder folder;
        request.folder = folder.path().string();
        const auto result = trained(request);
        const auto error = [](double db) { return std::pow(10.0, -db / 10.0); };
        const auto told =
            fmt::format("int8 {} dB, int4 {} dB, trained {} dB", int8, result->start.metric, result->best.metric);
        QVERIFY2(error(result->best.metric) <= 0.5 * error(int8), told.c_str());
        QVERIFY2(result->best.metric >= result->equalized->metric + 2.0, told.c_str());
        QCOMPARE(result->files.size(), std::size_t(3));
        // 48 of 64 are what int8 gets right.
        const double accuracy = accuracyOf(result->files.front());
        QVERIFY2(accuracy >= 1.0 - 0.5 * 16.0 / 64.0, fmt::format("{}", accuracy).c_str());
    }

    void weightsAndRangesEachLearn_data()
    {
        QTest::addColumn<int>("part");
        QTest::newRow("both") << int(results::TrainedPart::Both);
        QTest::newRow("weights") << int(results::TrainedPart::Weights);
        QTest::newRow("ranges") << int(results::TrainedPart::Ranges);
    }
    void weightsAndRangesEachLearn()
    {
        QFETCH(int, part);
        const auto network = plantedSmall();
        auto request = smallRequest(network);
        request.trained = results::TrainedPart(part);
        request.equalizes = false;
        request.steps = 80;
        const auto result = trained(request);
        QVERIFY2(result->best.metric > result->start.metric + 0.5,
                 fmt::format("{} {}", result->start.metric, result->best.metric).c_str());
        QVERIFY(result->bestStep > 0 && result->isComplete && result->isSplit);
        QCOMPARE(result->curve.size(), std::size_t(80));
        const auto weights = std::uint64_t(72 + 12 + 4); // and the bias
        QCOMPARE(result->parameters > weights, part == int(results::TrainedPart::Both));
        // The cost, in forwards of one sample: three for each in a step, one of the teacher for each that there is,
        // one for each that is held out and judged on, before and at each check.
        QCOMPARE(result->forwards, std::uint64_t(3 * 4 * 80 + 16 + 8 * (1 + 4)));
    }

    /// What stands before the baseline's own quantizer learns by the outputs alone: derivatives go straight through.
    void aQuantizedBaselineIsTrained()
    {
        const tests::PlantedFault network(quantizedNetwork(), "2, 8, 8", 128,
                                          [](std::size_t, float random) { return 1.0f + 0.3f * random; });
        auto request = smallRequest(network);
        request.equalizes = false;
        request.layerWeight = 0.0;
        request.steps = 80;
        request.folder = network.file("trained");
        const auto result = trained(request);
        QVERIFY2(result->best.metric > result->start.metric + 0.5,
                 fmt::format("{} {}", result->start.metric, result->best.metric).c_str());
        const auto before = numbersIn(network.file("net.onnx"), "w1");
        const auto after = numbersIn(network.file("trained/net_finetuned.onnx"), "w1");
        QCOMPARE(after.size(), before.size());
        const auto moved = std::ranges::count(std::views::iota(std::size_t(0), before.size()), true,
                                              [&](std::size_t i) { return after[i] != before[i]; });
        QVERIFY(std::size_t(moved) > before.size() / 2);
    }

    void otherNumberFormatsAreTrained()
    {
        auto request = demoRequest();
        request.models.quantization.weightFormat = "mxfp4";
        const auto result = trained(request);
        QVERIFY2(result->best.metric >= result->equalized->metric + 2.0,
                 fmt::format("{} {}", result->equalized->metric, result->best.metric).c_str());
    }

    void nothingIsOfferedThatLoses()
    {
        const auto network = plantedSmall();
        const tests::TemporaryFolder folder;
        auto request = smallRequest(network);
        request.models.quantization.weightBits = 8;
        request.equalizes = false;
        request.learningRate = 50.0;
        request.steps = 4;
        request.folder = folder.path().string();
        const auto result = trained(request);
        QCOMPARE(result->bestStep, std::uint64_t(0));
        QCOMPARE(result->best.metric, result->start.metric);
        QVERIFY(result->curve.back().loses);
        QVERIFY(result->files.empty());
        QVERIFY(std::filesystem::is_empty(folder.path()));
    }

    void whatWasStoppedGoesOnBitForBit()
    {
        const auto network = plantedSmall();
        const tests::TemporaryFolder folder;
        auto request = smallRequest(network);
        request.folder = (folder.path() / "whole").string();
        const auto whole = trained(request);
        request.folder = (folder.path() / "parts").string();
        request.checkpoint = (folder.path() / "state").string();
        const auto known = stopped(request);
        QVERIFY(known && !known->isComplete);
        QCOMPARE(known->curve.size(), std::size_t(6));
        QVERIFY(known->bestStep == 0 || !known->files.empty()); // what was reached is kept
        const auto rest = trained(request);
        QCOMPARE(rest->resumedAt, std::uint64_t(6));
        QCOMPARE(lossesOf(*rest), lossesOf(*whole));
        QCOMPARE(rest->best.metric, whole->best.metric);
        for (std::size_t i = 0; i < whole->files.size(); ++i)
            QCOMPARE(sha256OfFile(rest->files[i]), sha256OfFile(whole->files[i]));
        QVERIFY(!whole->files.empty());
        QCOMPARE(trained(request)->curve.size(), whole->curve.size()); // nothing is left to do
    }

    void noNumberDependsOnTheThreads()
    {
        const auto network = plantedSmall();
        auto request = smallRequest(network);
        const auto with = [&](int threads) {
            request.options.threads = threads;
            return lossesOf(*trained(request));
        };
        QCOMPARE(with(1), with(4));
    }

    void otherFilesAreNoCheckpoints()
    {
        const auto network = plantedSmall();
        auto request = smallRequest(network);
        request.steps = 2;
        request.checkpoint = network.file("state");
        const std::string older = "quantloupe finetune 1\n and numbers";
        for (const std::string text : {"", "nothing\n", "Quantloupe checkpoint 1\nnothing at all", older.c_str()}) {
            writeFileAtomically(request.checkpoint, text);
            const auto* said = text == older ? "is the checkpoint of an older version" : "is no checkpoint of finetune";
            QVERIFY(tests::messageOf([&] { trained(request); }).contains(said));
            QCOMPARE(readText(request.checkpoint), text);
        }
        std::filesystem::remove(request.checkpoint);
        trained(request);
        request.steps = 3;
        QVERIFY(tests::messageOf([&] { trained(request); }).contains("is the checkpoint of other training"));
    }

    void whatIsMissingIsSaid()
    {
        FinetuneRequest request;
        request.models.baseline = kDemo + "float.onnx";
        QVERIFY(tests::messageOf([&] { trained(request); }).contains("training takes samples"));
        request.models.quantization.data = kDemo + "calibration.npy";
        request.steps = 0;
        QVERIFY(tests::messageOf([&] { trained(request); }).contains("training takes steps"));
    }
};

QTEST_APPLESS_MAIN(TestFinetune)
#include "tst_finetune.moc"
