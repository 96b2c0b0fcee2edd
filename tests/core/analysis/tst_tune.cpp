// SPDX-License-Identifier: GPL-3.0-or-later
// Networks in which no single layer in float helps: only all culprits together do.
#include "core/analysis/analyses.h"
#include "core/analysis/tune/set_judge.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/writing/atomic_file.h"
#include "core/export/onnx_writer.h"
#include "core/graph/text_form/text_form.h"
#include "tests/support/error_message.h"

#include <fmt/format.h>

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstring>
#include <set>

using namespace ql;
using results::TuneOverride;
using results::TunePoint;
using results::TuneResult;

namespace {

constexpr int kCulprits = 7;
constexpr double kTargetDb = 25.0;

/// Products, one behind the other. The culprits add a tiny signal of large weights, next to which those of the other
/// signals are rounded to nothing: whatever the scales and the activations' width, 8-bit weights leave noise.
std::string network(const char* culprit)
{
    std::string text =
        "graph \"masked\" opset 13\n"
        "input x: float32[1,4]\n"
        "const bad: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1000, -1000, 500, 1}\n"
        "const good: float32[4,4] = {0.9, 0.1, 0.2, 0, -0.1, 0.8, 0.1, 0, 0.2, 0, 0.7, 0.3, 0, 0, 0, 1}\n"
        "n0: float32[1,4] = MatMul(x, bad) name \""
        + fmt::format(fmt::runtime(culprit), 0) + "\"\n";
    for (int i = 1; i < kCulprits; ++i)
        text += fmt::format("n{}: float32[1,4] = MatMul(n{}, bad) name \"{}\"\n", i, i - 1,
                            fmt::format(fmt::runtime(culprit), i));
    return text
           + fmt::format("a: float32[1,4] = MatMul(n{}, good) name \"/body/a/MatMul\"\n"
                         "b: float32[1,4] = MatMul(a, good) name \"/body/b/MatMul\"\n"
                         "c: float32[1,4] = MatMul(b, good) name \"/body/c/MatMul\"\noutput c",
                         kCulprits - 1);
}

/// Sums of values in steps of 0.01, and nothing but the sums doesn't fit 8 bits.
const char* const kSums = R"(graph "sums" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1}
    y: float32[1,4] = MatMul(x, w) name "sum"
    output y)";

std::set<std::string> layersOf(const TunePoint& point)
{
    std::set<std::string> layers;
    for (const auto& one : point.overrides) {
        if (!one.isScope)
            layers.insert(one.layer);
        layers.insert(one.followers.begin(), one.followers.end());
    }
    return layers;
}

} // namespace

class TestTune : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string file(const char* name) const { return m_folder.filePath(name).toStdString(); }

    results::TuneRequest request(const char* culprit) const
    {
        exporting::writeOnnx(graph::parseGraph(network(culprit)), file("net.onnx"));
        results::TuneRequest request;
        request.baseline = file("net.onnx");
        request.quantization.data = file("data.npy");
        request.targets = {{{}, kTargetDb}};
        return request;
    }

    /// Of the sums, with @p config if that isn't empty.
    results::TuneRequest requestOfSums(const std::string& config)
    {
        exporting::writeOnnx(graph::parseGraph(kSums), file("sums.onnx"));
        results::TuneRequest request;
        request.baseline = file("sums.onnx");
        request.quantization.data = file("steps.npy");
        request.targets = {{{}, 60.0}};
        request.ignoresRules = true;
        if (!config.empty())
            writeFileAtomically(
                request.quantization.config = file(config.starts_with('{') ? "sums.json" : "sums.config"), config);
        return request;
    }

    /// 16 samples [1, 4].
    void writeSamples(const char* name, double (*value)(int)) const
    {
        std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (16, 1, 4), }";
        header += std::string(117 - header.size(), ' ') + '\n';
        std::string bytes = std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header;
        for (int i = 0; i < 64; ++i) {
            const auto number = float(value(i));
            bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
        }
        writeFileAtomically(file(name), bytes);
    }

    static std::shared_ptr<const TuneResult> tuned(const results::TuneRequest& request)
    {
        JobContext ctx;
        analysis::Workspace workspace;
        return analysis::tune(workspace, request, ctx, {});
    }

private Q_SLOTS:
    /// Waves, the last channel a thousand times smaller; and steps of 0.01.
    void initTestCase()
    {
        writeSamples("data.npy", [](int i) { return std::sin(1.7 * i) * (i % 4 == 3 ? 1e-3 : 1.0); });
        writeSamples("steps.npy", [](int i) { return 0.01 * (i < 2 ? 255 * i : i * 37 % 256); });
    }

    /// More of them than are ever added one by one.
    void findsCulpritsThatMaskEachOther()
    {
        const auto result = tuned(request("m{}"));
        QVERIFY(result->start.margin < -10.0);
        QVERIFY(result->isReached && result->best.margin >= 0.0);
        std::set<std::string> culprits;
        for (int i = 0; i < kCulprits; ++i)
            culprits.insert(fmt::format("m{}", i));
        QCOMPARE(layersOf(result->best), culprits);
        for (const auto& point : result->pareto) {
            // Each alone changes nothing, and what is cheaper does not reach the target.
            if (point.overrides.size() == 1)
                QVERIFY(point.margin < result->start.margin + 3.0);
            QVERIFY(point.cost >= result->best.cost || point.margin < 0.0);
        }
    }

    void leavesAWholeScopeInFloat()
    {
        auto wanted = request("/head/m{}/MatMul");
        wanted.mostOverrides = 1;
        const auto result = tuned(wanted);
        QVERIFY(result->isReached);
        QCOMPARE(result->best.overrides.size(), std::size_t(1));
        const auto& scope = result->best.overrides.front();
        QVERIFY2(scope.isScope && scope.layer == "head", scope.layer.c_str());
        QCOMPARE(scope.followers.size(), std::size_t(kCulprits));
        QCOMPARE(result->best.cost, tuned(request("/head/m{}/MatMul"))->best.cost); // nothing is cheaper
    }

    /// The answer as edits of a config: every layer of the scope is named there.
    void saysAScopeInAConfig()
    {
        writeFileAtomically(file("config.yaml"), "skip_layers: []\ncommon_config: {quant_enable: true}\n");
        auto wanted = request("/head/m{}/MatMul");
        wanted.mostOverrides = 1;
        wanted.ignoresRules = true;
        wanted.quantization.config = file("config.yaml");
        const auto result = tuned(wanted);
        QVERIFY(result->isReached);
        for (int i = 0; i < kCulprits; ++i)
            QVERIFY2(result->best.config.find(fmt::format("m{}", i)) != std::string::npos, result->best.config.c_str());
        QVERIFY(result->best.config.find("body") == std::string::npos);
    }

    /// The rule of thumb is tried and told; here it wins nothing, and is not taken.
    void triesTheTailInFloat()
    {
        const auto result = tuned(request("m{}"));
        QCOMPARE(result->tails.size(), std::size_t(2));
        QCOMPARE(layersOf(result->tails[0]), (std::set<std::string>{"/body/c/MatMul"}));
        QCOMPARE(layersOf(result->tails[1]), (std::set<std::string>{"/body/b/MatMul", "/body/c/MatMul"}));
        for (const auto& tail : result->tails) {
            for (const auto& one : tail.overrides)
                QCOMPARE(one.action, std::string("skip"));
            QVERIFY(tail.margin < result->best.margin);
        }
        auto limited = request("m{}");
        limited.mostOverrides = 1;
        QCOMPARE(tuned(limited)->tails.size(), std::size_t(1)); // two layers would be too many
    }

    void keepsToTheLimit()
    {
        auto wanted = request("m{}");
        wanted.mostOverrides = 3;
        const auto result = tuned(wanted);
        QVERIFY(!result->isReached && result->isComplete);
        QVERIFY(result->best.overrides.size() <= 3);
        for (const auto& point : result->pareto)
            QVERIFY(point.overrides.size() <= 3);
    }

    void aSingleQuantizerIsCheaperThanItsLayer()
    {
        const auto result = tuned(requestOfSums(""));
        QVERIFY(result->start.margin < 0.0);
        QVERIFY(result->isReached);
        QCOMPARE(result->best.overrides.size(), std::size_t(1));
        const auto& one = result->best.overrides.front();
        QCOMPARE(one.tensor, std::string("y"));
        QCOMPARE(one.layer, std::string("sum"));
        QCOMPARE(one.action, std::string("int16"));
        QCOMPARE(result->best.cost, 1.0); // nothing computes with it
    }

    /// A layer's own edit widens what it reads; that isn't enough.
    void aConfigThatSpeaksOfValuesSaysIt()
    {
        const auto result = tuned(requestOfSums(R"({"nodes_to_exclude": [], "TensorQuantOverrides": {}})"));
        QVERIFY(result->isReached);
        QCOMPARE(result->best.overrides.size(), std::size_t(1));
        QCOMPARE(result->best.overrides.front().tensor, std::string("y"));
        QVERIFY2(result->best.config.find(R"("y": [{"quant_type": "QUInt16"}])") != std::string::npos,
                 result->best.config.c_str());
    }

    void aConfigThatCannotSayItIsNotAsked()
    {
        const auto result = tuned(requestOfSums("skip_layers: []\ncommon_config: {quant_enable: true}\n"));
        for (const auto& point : result->pareto)
            for (const auto& one : point.overrides)
                QVERIFY2(one.tensor.empty(), one.tensor.c_str());
        for (const auto& refusal : result->refusals)
            QVERIFY2(refusal.reason.find("one value") == std::string::npos, refusal.reason.c_str());
    }

    /// Any of 200 layers: it takes a multiple of the logarithm, not of the number.
    /// 1 in float, but 0 / 0 where quantizers leave nothing of small values, whatever is done to the products.
    void endsWhereNothingIsMeasurable()
    {
        exporting::writeOnnx(graph::parseGraph(R"(graph "ratios" opset 13
            input x: float32[1,4]
            const v: float32[4,1] = {1, 0.5, 0, 0}
            const w: float32[4,1] = {0, 0, 0.5, 1}
            a: float32[1,1] = MatMul(x, v) name "a"
            b: float32[1,1] = MatMul(x, w) name "b"
            c: float32[1,1] = Div(a, a)
            d: float32[1,1] = Div(b, b)
            output c
            output d)"),
                             file("ratios.onnx"));
        writeSamples("small.npy", [](int i) { return i < 32 ? 1.0 + 0.1 * i : 1e-7; });
        results::TuneRequest request;
        request.baseline = file("ratios.onnx");
        request.quantization.data = file("small.npy");
        request.targets = {{{}, 30.0}};
        request.mostSeconds = 30.0; // of which it needs one
        const auto result = tuned(request);
        QVERIFY(result->isComplete && !result->isReached);
        QVERIFY(std::isinf(result->start.margin) && std::isinf(result->best.margin));
    }

    void saysWhichOutputCannotBeJudged()
    {
        exporting::writeOnnx(graph::parseGraph(R"(graph "broken" opset 13
            input x: float32[1,4]
            const w: float32[4,4] = {1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1}
            const least: float32[] = {-1}
            y: float32[1,4] = MatMul(x, w) name "product"
            m: float32[1,4] = Min(y, least)
            z: float32[1,4] = Sqrt(m)
            output y
            output z)"),
                             file("broken.onnx"));
        results::TuneRequest request;
        request.baseline = file("broken.onnx");
        request.quantization.data = file("data.npy");
        request.targets = {{{}, 10.0}};
        request.mostSeconds = 30.0;
        const auto message = ql::tests::messageOf([&] { tuned(request); });
        QVERIFY2(message.contains("output z of the float model holds NaN or infinity on 8 of 8 samples"),
                 qPrintable(message));
        request.targets = {{"y", 10.0}};
        QVERIFY(tuned(request)->isReached);
    }

    void searchesForwardInFewSteps()
    {
        constexpr int kLayers = 200;
        const std::set<std::string> culprits{"l3", "l50", "l51", "l120"};
        std::vector<TuneOverride> ranking;
        for (int i = 0; i < kLayers; ++i)
            ranking.push_back({.layer = fmt::format("l{}", i)});
        int calls = 0;
        analysis::SetJudge judge;
        judge.judge = [&](std::vector<TuneOverride> overrides) {
            ++calls;
            std::size_t found = 0;
            double cost = 1.0;
            for (const auto& one : overrides) {
                found += culprits.contains(one.layer) && (one.layer != "l50" || one.action == "skip");
                cost += one.action == "skip" ? 3.0 : one.action == "int16" ? 1.0 : 0.0;
            }
            return std::optional(TunePoint{
                .overrides = std::move(overrides), .margin = found == culprits.size() ? 1.0 : -1.0, .cost = cost});
        };
        judge.isAllowed = [](const TuneOverride& one) { return one.action != "per-channel"; };
        judge.hasTime = [] { return true; };
        JobContext ctx;
        const auto found = analysis::searchForward(ranking, judge, ctx);
        QVERIFY(found && layersOf(*found) == culprits);
        QCOMPARE(found->cost, 7.0); // l50 in float, the others in int16
        QVERIFY2(calls < kLayers / 2, std::to_string(calls).c_str());
        // What is left of everything but the last few is nothing to quantize.
        auto all = judge.judge;
        judge.judge = [all](std::vector<TuneOverride> overrides) {
            return overrides.size() > kLayers - 5 ? std::nullopt : all(std::move(overrides));
        };
        QVERIFY(analysis::searchForward(ranking, judge, ctx));
        judge.isAllowed = [](const TuneOverride& one) { return one.layer != "l50"; };
        QVERIFY(!analysis::searchForward(ranking, judge, ctx)); // the culprit must stay as it is
    }

    /// A Relu, which quantizes nothing alone, in float would leave the convolution before it a quantizer of its own.
    void leavesWhatQuantizesNothingAloneInInt16()
    {
        const std::vector<TuneOverride> ranking{
            {.layer = "first", .alone = 20.0}, {.layer = "relu", .alone = INFINITY}, {.layer = "last", .alone = 40.0}};
        analysis::SetJudge judge;
        judge.judge = [](std::vector<TuneOverride> overrides) {
            const auto has = [&overrides](const char* layer, const char* action) {
                return std::ranges::any_of(
                    overrides, [&](const TuneOverride& one) { return one.layer == layer && one.action == action; });
            };
            const bool isEnough = has("first", "skip") && !has("relu", "skip");
            return std::optional(
                TunePoint{.overrides = std::move(overrides), .margin = isEnough ? 1.0 : -1.0, .cost = 1.0});
        };
        judge.isAllowed = [](const TuneOverride& one) { return one.action != "per-channel"; };
        judge.hasTime = [] { return true; };
        JobContext ctx;
        const auto found = analysis::searchForward(ranking, judge, ctx);
        QVERIFY(found);
        QCOMPARE(layersOf(*found), std::set<std::string>{"first"});
    }
};

QTEST_GUILESS_MAIN(TestTune)
#include "tst_tune.moc"
