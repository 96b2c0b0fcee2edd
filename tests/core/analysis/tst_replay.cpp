// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/support/text_model.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql;
using results::CauseRuns;
using results::CompareResult;
using results::LayerRow;
using results::ReplayKind;
using tests::textModel;

namespace {

at::Tensor numbers()
{
    return (at::sin(at::arange(512, at::kFloat) * 1.7F) * 4.0F).view({128, 4});
}

std::shared_ptr<const CompareResult> compare(const std::string& baseline, const std::string& analysis,
                                             CauseRuns causes = CauseRuns::Quick)
{
    const runs::ThreadGuard threads;
    JobContext ctx;
    return analysis::compareModels(textModel(baseline, "float.onnx"), textModel(analysis, "other.onnx"),
                                   {{"x", ops::Tensor(numbers())}}, {.causes = causes}, ctx);
}

/// Two products with something between them.
std::string between(const std::string& middle, const std::string& read, const std::string& second = "1, 0, 0, 0, 0, 1")
{
    return R"(graph "g" opset 13
    input x: float32[128,4]
    const low: float32[] = {0}
    const six: float32[] = {6}
    const two: float32[] = {2}
    const w: float32[4,4] = {1, 0.5, 0, 0, 0, 1, 0, 0.25, 0, 0, 1, 0, 0.125, 0, 0, 1}
    const v: float32[4,4] = {)"
           + second + R"(, 0.5, 0, 0, 0, 1, 0, 0.75, 0, 0, 1}
    a = MatMul(x, w) name "a"
    )" + middle
           + R"(
    y = MatMul()"
           + read + R"(, v) name "y"
    output y)";
}

const std::string kRelu = between("m = Relu(a) name \"m\"", "m");
const std::string kClip = between("m = Clip(a, low, six) name \"m\"", "m");

const LayerRow& row(const CompareResult& result, std::string_view name)
{
    return *std::ranges::find(result.layers, name, &LayerRow::name);
}

const results::Diagnostic* advice(const LayerRow& layer, std::string_view rule)
{
    const auto found = std::ranges::find(layer.advice, rule, &results::Diagnostic::rule);
    return found == layer.advice.end() ? nullptr : &*found;
}

bool hasFinding(const CompareResult& result, std::string_view rule, std::string_view layer)
{
    return std::ranges::any_of(result.pairFindings,
                               [&](const auto& one) { return one.rule == rule && one.subject == layer; });
}

std::size_t adviceCount(const CompareResult& result)
{
    std::size_t count = 0;
    for (const auto& layer : result.layers)
        count += layer.advice.size();
    return count;
}

} // namespace

class TestReplay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMissingActivationIsNamedAtItsOwnRow()
    {
        const auto result = compare(kRelu, between("", "a"));
        QCOMPARE(result->errorOrigin, std::string("m"));
        QVERIFY(result->isOriginMeasured);
        const auto& relu = row(*result, "m");
        QCOMPARE(relu.state, LayerRow::State::UnmatchedBaseline);
        QVERIFY(relu.replay && relu.replay->kind == ReplayKind::ActivationMissing);
        QVERIFY(advice(relu, "activation-missing"));
        QCOMPARE(relu.advice.front().rule, std::string("error-origin"));
        QVERIFY(relu.advice.front().message.english().find("Relu is missing") != std::string::npos);
        QVERIFY(row(*result, "y").advice.empty());
        QVERIFY(hasFinding(*result, "operator-without-partner", "m"));
    }

    void otherBoundsAreNamed()
    {
        const auto result = compare(kClip, between("m = Clip(a, low, two) name \"m\"", "m"));
        QCOMPARE(result->errorOrigin, std::string("m"));
        const auto& clip = row(*result, "m");
        QVERIFY(clip.replay && clip.replay->kind == ReplayKind::OtherBounds);
        QCOMPARE(clip.replay->bound.value_or(0.0), 2.0);
        QVERIFY(advice(clip, "other-bounds") && !advice(clip, "other-bounds")->isGuess);
        QVERIFY(hasFinding(*result, "attributes-differ", "m"));
        QVERIFY(row(*result, "y").advice.empty());
    }

    void otherConstantsAreTold()
    {
        const auto result = compare(kRelu, between("m = Relu(a) name \"m\"", "m", "-1, 3, 2, -4, 0.5, 1"));
        QCOMPARE(result->errorOrigin, std::string("y"));
        const auto& last = row(*result, "y");
        QVERIFY(last.replay && last.replay->kind == ReplayKind::ConstantsDiffer);
        QVERIFY(std::isinf(last.replay->inputDb));
        QVERIFY(result->pairFindings.empty());
    }

    void equalModelsAreNotReplayed()
    {
        const auto result = compare(kRelu, kRelu);
        QCOMPARE(adviceCount(*result), std::size_t(0));
        QVERIFY(result->pairFindings.empty());
        QVERIFY(std::ranges::none_of(result->layers, [](const auto& layer) { return layer.replay.has_value(); }));
    }

    void withoutRunsNothingIsReplayed()
    {
        const auto result = compare(kRelu, between("", "a"), CauseRuns::None);
        QVERIFY(std::ranges::none_of(result->layers, [](const auto& layer) { return layer.replay.has_value(); }));
        QVERIFY(!result->isOriginMeasured);
    }

    void aQuantizerThatEndsAtZeroStandsForTheActivation()
    {
        const auto result = compare(kRelu,
                                    between(R"(const s: float32[] = {0.03}
    const z: uint8[] = {0}
    q = QuantizeLinear(a, s, z)
    m = DequantizeLinear(q, s, z))",
                                            "m"),
                                    CauseRuns::Full);
        QVERIFY(!hasFinding(*result, "operator-without-partner", "m"));
        for (const auto& layer : result->layers)
            QVERIFY(!advice(layer, "activation-missing") && !advice(layer, "computes-otherwise"));
    }

    void theQuantizersOwnErrorIsNoOtherFunction()
    {
        // Steps of 2: the rounding is bad, and known.
        const auto result = compare(kRelu,
                                    between(R"(r = Relu(a) name "m"
    const s: float32[] = {2}
    const z: uint8[] = {0}
    q = QuantizeLinear(r, s, z)
    m = DequantizeLinear(q, s, z))",
                                            "m"),
                                    CauseRuns::Full);
        const auto& relu = row(*result, "m");
        QVERIFY(relu.replay && relu.replay->kind == ReplayKind::Rounds);
        QVERIFY(!advice(relu, "computes-otherwise"));
        QVERIFY(advice(relu, "rounding"));
    }
};

QTEST_GUILESS_MAIN(TestReplay)
#include "tst_replay.moc"
