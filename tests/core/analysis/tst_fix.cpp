// SPDX-License-Identifier: GPL-3.0-or-later
// Planted faults that config-only repairs cure on samples they were not fitted to, and the queue that finds them.
#include "core/base/error.h"
#include "core/quant/fixes/fix.h"
#include "core/runs/program/program.h"
#include "tests/core/analysis/planted_faults.h"
#include "tests/support/error_message.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql;
using results::FixResult;
using results::FixRow;
using tests::PlantedFault;

namespace {

constexpr double kRepairedDb = 6.0;

/// Two convolutions; the channels of the first differ @p factor times from one to the next.
std::string unevenNetwork(float factor)
{
    auto first = tests::randomFloats(4 * 2 * 9, 1);
    auto second = tests::randomFloats(2 * 4, 2);
    for (std::size_t i = 0; i < first.size(); ++i)
        first[i] *= std::pow(factor, float(i / 18));
    for (std::size_t i = 0; i < second.size(); ++i)
        second[i] *= std::pow(factor, -float(i % 4));
    return "graph \"uneven\" opset 13\n"
           "input x: float32[1,2,8,8]\n"
           "const w1: float32[4,2,3,3] = "
           + tests::constantText(first) + "\nconst w2: float32[2,4,1,1] = " + tests::constantText(second)
           + "\nc: float32[1,4,6,6] = Conv(x, w1) name \"first\"\n"
             "r: float32[1,4,6,6] = Relu(c) name \"relu\"\n"
             "y: float32[1,2,6,6] = Conv(r, w2) name \"second\"\n"
             "output y\n";
}

const char* const kProduct = R"(graph "product" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0.5, 0, -1, 0.25, 1, 0.75, 0, 0, -0.5, 1, 1, 0.5, 0, -1, 1}
    const v: float32[4,4] = {1, 0, 0.5, 0.25, 0.5, -1, 0.25, 0, 0.75, 0.5, 1, 0, 0, 0.25, -1, 1}
    h: float32[1,4] = MatMul(x, w) name "first"
    y: float32[1,4] = MatMul(h, v) name "second"
    output y)";

const char* const kPerTensor = "skip_layers: []\n"
                               "common_config:\n"
                               "  weight_quant_params: {quantizer: ArqWeightFakeQuantize, quantizer_args: "
                               "{observer: ArqObserver, num_bits: 8, channel_wise: false}}\n"
                               "  activation_quant_params: {quantizer: UlqFakeQuantize, quantizer_args: "
                               "{observer: torch.quantization.MinMaxObserver, num_bits: 16}}\n";

/// The range of what every layer reads is given.
std::string givenClip(double bound)
{
    return fmt::format("skip_layers: []\n"
                       "common_config:\n"
                       "  activation_quant_params:\n"
                       "    quantizer: UlqFakeQuantize\n"
                       "    quantizer_args:\n"
                       "      observer: IFMRObserver\n"
                       "      num_bits: 8\n"
                       "      clip_max: {0}\n"
                       "      clip_min: -{0}\n",
                       bound);
}

const char* const kWeightsPerTensor = "  weight_quant_params: {quantizer: ArqWeightFakeQuantize, quantizer_args: "
                                      "{observer: ArqObserver, num_bits: 8, channel_wise: false}}\n";

const FixRow* chosen(const FixResult& result, const char* fix)
{
    const auto found = std::ranges::find_if(
        result.rows, [&](const auto& row) { return row.state == FixRow::State::Chosen && row.fix == fix; });
    return found == result.rows.end() ? nullptr : &*found;
}

} // namespace

class TestFix : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void unevenChannelsGetAScaleEach()
    {
        const PlantedFault fault(unevenNetwork(8.0f), "2, 8, 8", 128);
        auto request = fault.request("per_channel");
        request.models.quantization.activationBits = 16; // else they hide what the weights do
        const auto result = PlantedFault::fixed(request);
        QVERIFY2(tests::gainDb(*result) >= kRepairedDb, fmt::format("{}", tests::gainDb(*result)).c_str());
        QVERIFY(chosen(*result, "per_channel"));
        QCOMPARE(result->best.cost, result->start.cost);
        QVERIFY(result->isSplit && result->isComplete);
    }

    void aRangeThatIsGivenWrongIsFoundAnew_data()
    {
        QTest::addColumn<double>("bound");
        QTest::newRow("narrow clip") << 0.2;
        QTest::newRow("wide clip") << 400.0;
    }
    void aRangeThatIsGivenWrongIsFoundAnew()
    {
        QFETCH(double, bound);
        const PlantedFault fault(kProduct, "1, 4", 4);
        const auto result = PlantedFault::fixed(fault.request("range", givenClip(bound)));
        QVERIFY2(result->start.metric < 15.0, fmt::format("{}", result->start.metric).c_str());
        QVERIFY2(tests::gainDb(*result) >= kRepairedDb, fmt::format("{}", tests::gainDb(*result)).c_str());
        QVERIFY(chosen(*result, "range"));
    }

    /// By gradient, layer by layer, and said in the config.
    void aRangeThatIsGivenWrongIsLearned_data() { aRangeThatIsGivenWrongIsFoundAnew_data(); }
    void aRangeThatIsGivenWrongIsLearned()
    {
        QFETCH(double, bound);
        const PlantedFault fault(kProduct, "1, 4", 4);
        const auto result = PlantedFault::fixed(fault.request("learned_range", givenClip(bound)));
        QVERIFY2(result->start.metric < 15.0, fmt::format("{}", result->start.metric).c_str());
        QVERIFY2(tests::gainDb(*result) >= kRepairedDb, fmt::format("{}", tests::gainDb(*result)).c_str());
        const auto* row = chosen(*result, "learned_range");
        QVERIFY(row && row->changes == "config");
        QCOMPARE(result->best.cost, result->start.cost);
        QVERIFY(result->fixedConfig.find("FixedFakeQuantize") != std::string::npos);
        QVERIFY(result->byConfig);
    }

    void whatIsLearnedDependsOnNoThreads()
    {
        const PlantedFault fault(unevenNetwork(2.0f), "2, 8, 8", 128);
        std::vector<double> first;
        for (const int threads : {1, 2, 4}) {
            auto request = fault.request("learned_range");
            request.options.threads = threads;
            request.fixes.push_back("learned_rounding");
            request.models.quantization.weightBits = 4;
            const auto result = PlantedFault::fixed(request);
            std::vector<double> found{result->best.metric};
            for (const auto& row : result->rows)
                found.push_back(row.alone.value().metric);
            QVERIFY(found.size() > 3);
            if (threads == 1)
                first = found;
            QCOMPARE(found, first);
        }
    }

    /// A weight's scale, and an activation's, as a quantized model's file has them.
    void aBadScaleIsFoundAnew()
    {
        const PlantedFault fault(kProduct, "1, 4", 4);
        auto request = fault.request("range");
        writeFileAtomically(request.models.quantization.record = fault.file("record.txt"),
                            "record { key: \"first\" value { record_d { scale_d: 0.03 offset_d: 0 index: 0 } "
                            "scale_w: 0.3 offset_w: 0 } }\n"
                            "record { key: \"second\" value { record_d { scale_d: 0.05 offset_d: 0 index: 0 } "
                            "scale_w: 0.008 offset_w: 0 } }\n"
                            "record { key: \"y\" value { record_d { scale_d: 0.05 offset_d: 0 index: 0 } } }\n");
        const auto result = PlantedFault::fixed(request);
        QVERIFY2(tests::gainDb(*result) >= kRepairedDb, fmt::format("{}", tests::gainDb(*result)).c_str());
        const auto isOfWeight = [](const auto& row) {
            return row.state == FixRow::State::Chosen && row.change.english().ends_with(" of w");
        };
        QVERIFY(std::ranges::any_of(result->rows, isOfWeight));
    }

    void aLayerThatEightBitsDoNotServeLeavesThem()
    {
        // The first channel is a thousand times the others, which alone reach the output.
        const PlantedFault fault(R"(graph "masked" opset 13
            input x: float32[1,4]
            const w: float32[4,2] = {0, 0, 1, 0.5, -0.5, 1, 0.25, 1}
            const v: float32[2,2] = {1, 0.5, -0.5, 1}
            h: float32[1,2] = MatMul(x, w) name "product"
            y: float32[1,2] = MatMul(h, v) name "head"
            output y)",
                                 "1, 4", 4, [](std::size_t i, float x) { return i == 0 ? 1000.0f * x : x; });
        for (const char* fix : {"wide", "high_precision"}) {
            auto request = fault.request(fix);
            const auto result = PlantedFault::fixed(request);
            const auto row = std::ranges::find_if(
                result->rows, [](const auto& one) { return one.layers == std::vector<std::string>{"product"}; });
            QVERIFY(row != result->rows.end() && row->alone);
            QVERIFY2(row->gainDb >= kRepairedDb, fix);
            QVERIFY(row->alone->cost > result->start.cost);
        }
    }

    /// The held-out samples are another dataset, on which the fault of the first does not show.
    void nothingIsOfferedThatLosesOnWhatIsHeldOut()
    {
        const PlantedFault fault(kProduct, "1, 4", 4);
        const PlantedFault other(kProduct, "1, 4", 4, [](std::size_t, float x) { return 20.0f * x; });
        auto request = fault.request("");
        request.heldOut = other.file("data.npy");
        const auto result = PlantedFault::fixed(request);
        QVERIFY(!result->isSplit);
        QCOMPARE(result->heldOutData, request.heldOut);
        QVERIFY(result->best.metric >= result->start.metric);
        for (const auto& row : result->rows)
            if (row.state == FixRow::State::Chosen)
                QVERIFY2(*row.metricAfter >= result->start.metric - 0.1, row.change.english().c_str());
            else if (row.alone && row.alone->metric < result->start.metric - 0.1)
                QVERIFY(row.state == FixRow::State::Loses);
    }

    void everyThirdSampleIsHeldOut()
    {
        const PlantedFault fault(kProduct, "1, 4", 4);
        const auto result = PlantedFault::fixed(fault.request("wide"));
        QCOMPARE(result->fittedSamples.size(), std::size_t(16));
        QCOMPARE(result->heldOutSamples.size(), std::size_t(8));
        QVERIFY(result->heldOutSamples.front().ends_with("[2]"));
        for (const auto& name : result->heldOutSamples)
            QVERIFY(std::ranges::find(result->fittedSamples, name) == result->fittedSamples.end());
        auto alone = fault.request("wide");
        alone.models.quantization.sampleCount = 1;
        QVERIFY(tests::messageOf([&] { PlantedFault::fixed(alone); }).contains("held out"));
    }

    /// Who takes the config and leaves the weights has what the config makes of them.
    void theConfigIsMeasuredWithoutTheWeights()
    {
        const PlantedFault fault(unevenNetwork(8.0f), "2, 8, 8", 128);
        auto request = fault.request("range", givenClip(0.2) + kWeightsPerTensor);
        request.fixes.push_back("equalization");
        const auto result = PlantedFault::fixed(request);
        QVERIFY(chosen(*result, "range") && chosen(*result, "equalization"));
        QVERIFY(result->byConfig && result->byConfigAlone);
        QVERIFY(result->byConfig->metric != result->byConfigAlone->metric);
        request.models.quantization.configText = result->fixedConfig;
        request.mostSeconds = 1e-9; // its start is all that is asked
        QCOMPARE(PlantedFault::fixed(request)->start.metric, result->byConfigAlone->metric);
    }

    /// What is written is what was measured.
    void theRepairedModelIsWritten()
    {
        const PlantedFault fault(unevenNetwork(8.0f), "2, 8, 8", 128);
        auto request = fault.request("per_channel", kPerTensor);
        request.ignoresRules = true;
        request.folder = fault.file("");
        const auto result = PlantedFault::fixed(request);
        QVERIFY(result->byConfig && !result->fixedConfig.empty());
        QCOMPARE(result->byConfig->metric, result->best.metric);
        QVERIFY(!result->byConfigAlone && result->configBefore == kPerTensor);
        QVERIFY(result->rows.front().isInConfig);
        const auto written = fault.file("net_fixed_qdq.onnx");
        QVERIFY(std::ranges::find(result->files, written) != result->files.end());
        auto again = fault.request("per_channel");
        again.models.analysis = written;
        const auto given = PlantedFault::fixed(again);
        QVERIFY(given->given);
        QVERIFY2(std::abs(given->given->metric - result->best.metric) < 1e-3,
                 fmt::format("{} {}", given->given->metric, result->best.metric).c_str());
        QVERIFY(std::abs(given->start.metric - result->best.metric) < 0.5); // read back with its scales
    }

    void whatIsKnownIsTold()
    {
        const PlantedFault fault(unevenNetwork(8.0f), "2, 8, 8", 128);
        std::vector<std::shared_ptr<const FixResult>> told;
        auto request = fault.request("range", givenClip(0.2));
        request.fixes.push_back("wide");
        const auto result = PlantedFault::fixed(request, [&](auto known) { told.push_back(std::move(known)); });
        QVERIFY(told.size() >= 2);
        QVERIFY(told.front()->rows.size() < result->rows.size());
        for (const auto& known : told) {
            QVERIFY(!known->isComplete);
            QCOMPARE(known->baseline, result->baseline);
            QCOMPARE(known->heldOutSamples, result->heldOutSamples);
            QCOMPARE(known->start.metric, result->start.metric);
            for (const auto& row : known->rows) {
                QVERIFY(row.alone || row.state == FixRow::State::Refused);
                const auto later = std::ranges::find_if(result->rows, [&](const auto& other) {
                    return other.fix == row.fix && other.layers == row.layers && other.change == row.change;
                });
                QVERIFY(later != result->rows.end());
                QCOMPARE(row.alone ? row.alone->metric : 0.0, later->alone ? later->alone->metric : 0.0);
            }
        }
        QVERIFY(told.back()->rows.front().state == FixRow::State::Chosen);
        QCOMPARE(told.back()->fixedConfig, result->fixedConfig);
        QVERIFY(!result->fixedConfig.empty());
        for (std::size_t i = 0; i < 2; ++i)
            QCOMPARE(told.back()->rows[i].isInConfig, result->rows[i].isInConfig);
        QVERIFY(told.back()->best.metric > result->start.metric + kRepairedDb);
    }

    void whatIsKnownIsToldWhereItIsStopped()
    {
        const PlantedFault fault(unevenNetwork(8.0f), "2, 8, 8", 128);
        std::stop_source stop;
        std::size_t rows = 0;
        const auto listener = [&](const auto& known) {
            rows = known->rows.size();
            stop.request_stop();
        };
        QVERIFY_EXCEPTION_THROWN(PlantedFault::fixed(fault.request("", givenClip(0.2)), listener, stop.get_token()),
                                 Cancelled);
        QVERIFY(rows > 0);
    }

    void unknownRepairsAreNamed()
    {
        const PlantedFault fault(kProduct, "1, 4", 4);
        const auto words = tests::messageOf([&] { PlantedFault::fixed(fault.request("magic")); });
        QVERIFY2(words.contains("magic"), qPrintable(words));
        for (const auto& fix : quant::knownFixes())
            QVERIFY(fix.name == quant::fixNamed(fix.name).name && !fix.summary.empty());
    }
};

QTEST_GUILESS_MAIN(TestFix)
#include "tst_fix.moc"
