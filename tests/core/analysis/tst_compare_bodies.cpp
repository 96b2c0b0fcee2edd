// SPDX-License-Identifier: GPL-3.0-or-later
// Layers in bodies are rows: against the same network written flat, and with the real network that is one If.
#include "core/analysis/analyses.h"
#include "core/analysis/compare/compare.h"
#include "core/analysis/samples/samples.h"
#include "core/analysis/workspace/workspace.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/text_form/text_form.h"
#include "core/report/compare/compare_report.h"
#include "tests/support/models.h"
#include "tests/support/peak_memory.h"

#include <QTest>

#include <algorithm>
#include <fmt/format.h>

using namespace ql;
using results::CompareResult;
using results::LayerRow;

namespace {

auto model(const std::string& text, const std::string& name) -> importers::ImportedModel
{
    auto imported = importers::ImportedModel();
    imported.graph = graph::withOpenBodies(graph::parseGraph(text));
    imported.path = name;
    imported.format = "text";
    return imported;
}

runs::NamedTensors inputs(bool condition)
{
    return {{"x", ops::Tensor(at::tensor({0.5f, -1.0f, 0.25f, 2.0f}).view({2, 2}))},
            {"c", ops::Tensor(at::scalar_tensor(condition, at::kBool))}};
}

std::shared_ptr<const CompareResult> compare(const std::string& baseline, const std::string& analysis,
                                             bool condition = true)
{
    JobContext ctx;
    return analysis::compareModels(model(baseline, "float.onnx"), model(analysis, "int8.onnx"), inputs(condition), {},
                                   ctx);
}

const LayerRow& row(const CompareResult& result, std::string_view name)
{
    const auto found = std::ranges::find(result.layers, name, &LayerRow::name);
    if (found == result.layers.end())
        qFatal("no row %s", std::string(name).c_str());
    return *found;
}

/// Both branches have layers of the same names; @p weight stands in the first branch.
std::string choice(double weight, const std::string& condition = "c")
{
    return fmt::format(R"(graph "choice" opset 13
    input x: float32[2,2]
    input c: bool[]
    const w: float32[2,2] = {{1, 2, 3, 4}}
    d = Not(c) name "not"
    a = MatMul(x, w) name "first"
    b = If({}) {{then_branch: {{
        graph "then"
        capture p = a
        const w: float32[2,2] = {{{}, -1, 2, 0.5}}
        m = MatMul(p, w) name "product"
        t = Tanh(m) name "act"
        output t
    }}, else_branch: {{
        graph "else"
        capture p = a
        const w: float32[2,2] = {{-2, 1, 0.25, 1}}
        m = MatMul(p, w) name "product"
        t = Sigmoid(m) name "act"
        output t}}}} name "choice"
    y = Neg(b) name "last"
    output y)",
                       condition, weight);
}

std::string flatChoice(double weight)
{
    return fmt::format(R"(graph "flat" opset 13
    input x: float32[2,2]
    input c: bool[]
    const w: float32[2,2] = {{1, 2, 3, 4}}
    const v: float32[2,2] = {{{}, -1, 2, 0.5}}
    a = MatMul(x, w) name "first"
    m = MatMul(a, v) name "product"
    b = Tanh(m) name "act"
    y = Neg(b) name "last"
    output y)",
                       weight);
}

std::string loop(double weight, int turns)
{
    return fmt::format(R"(graph "loop" opset 13
    input x: float32[2,2]
    input c: bool[]
    const n: int64[] = {{{}}}
    a = Exp(x) name "first"
    b = Loop(n, _, x) {{body: {{
        graph "body"
        input i: int64[]
        input go: bool[]
        input s: float32[2,2]
        capture p = a
        const w: float32[2,2] = {{{}, -0.5, 0.25, 1}}
        m = MatMul(s, w) name "product"
        u = Add(m, p) name "sum"
        t = Tanh(u) name "act"
        output go
        output t}}}} name "turns"
    y = Neg(b) name "last"
    output y)",
                       turns, weight);
}

std::string flatLoop(double weight)
{
    auto text = fmt::format("graph \"flat\" opset 13\ninput x: float32[2,2]\ninput c: bool[]\n"
                            "const w: float32[2,2] = {{{}, -0.5, 0.25, 1}}\na = Exp(x) name \"first\"\n",
                            weight);
    std::string state = "x";
    for (int i = 0; i < 3; ++i) {
        text += fmt::format("m{0} = MatMul({1}, w) name \"product_of_{0}\"\nu{0} = Add(m{0}, a) name \"sum_of_{0}\"\n"
                            "t{0} = Tanh(u{0}) name \"act_of_{0}\"\n",
                            i, state);
        state = fmt::format("t{}", i);
    }
    return text + fmt::format("y = Neg({}) name \"last\"\noutput y", state);
}

} // namespace

class TestCompareBodies : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersOfTheTakenBranchAreRows()
    {
        const auto result = compare(choice(1.0), choice(1.5));
        const auto flat = compare(flatChoice(1.0), flatChoice(1.5));
        for (const std::string name : {"product", "act"}) {
            const auto& layer = row(*result, "choice/then_branch/" + name);
            QCOMPARE(layer.body, std::string("choice/then_branch"));
            QCOMPARE(layer.state, LayerRow::State::Compared);
            QVERIFY(layer.metrics->atol > 0.0);
            QCOMPARE(layer.metrics->sqnrDb, row(*flat, name).metrics->sqnrDb);
            QCOMPARE(layer.metrics->cosine, row(*flat, name).metrics->cosine);
            QCOMPARE(layer.macs, row(*flat, name).macs);
            QVERIFY(layer.iterations.empty());
        }
        QVERIFY(row(*result, "first").body.empty());
        QCOMPARE(row(*result, "choice/else_branch/act").state, LayerRow::State::NotRun);
        const auto text = report::compareText(*result, {});
        QVERIFY(text.find("Neither model ran choice/else_branch, with 2 layers.") != std::string::npos);
        QVERIFY(text.find("choice/else_branch/act") == std::string::npos);
    }

    void aBranchThatOneModelTookIsSaidSo()
    {
        const auto result = compare(choice(1.0), choice(1.0, "d"));
        QCOMPARE(row(*result, "choice/then_branch/act").state, LayerRow::State::RunInBaseline);
        QCOMPARE(row(*result, "choice/else_branch/act").state, LayerRow::State::RunInAnalysis);
        QVERIFY(!row(*result, "choice/then_branch/act").metrics);
        const auto text = report::compareText(*result, {});
        QVERIFY(text.find("run by the baseline only") != std::string::npos);
        QVERIFY(text.find("run by the analysis model only") != std::string::npos);
    }

    void iterationsAreFoldedAndListed()
    {
        const auto result = compare(loop(0.5, 3), loop(0.6, 3));
        const auto flat = compare(flatLoop(0.5), flatLoop(0.6));
        const auto& sum = row(*result, "sum");
        QCOMPARE(sum.body, std::string("turns/body"));
        QCOMPARE(sum.iterations.size(), std::size_t{3});
        double atol = 0.0, squares = 0.0;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto& each = row(*flat, fmt::format("sum_of_{}", i));
            QCOMPARE(sum.iterations[i].numbers, std::vector<std::int64_t>{std::int64_t(i)});
            QCOMPARE(sum.iterations[i].metrics->sqnrDb, each.metrics->sqnrDb);
            atol = std::max(atol, each.metrics->atol);
            squares += each.metrics->mse / 3.0;
        }
        QCOMPARE(sum.metrics->atol, atol);
        QVERIFY(std::abs(sum.metrics->mse - squares) < 1e-12);
        QCOMPARE(sum.shape, (std::vector<std::int64_t>{2, 2}));
        QCOMPARE(row(*result, "product").macs, std::uint64_t{24}); // of all iterations
        QCOMPARE(result->outputs[0].metrics->sqnrDb, flat->outputs[0].metrics->sqnrDb);
        const auto text = report::compareText(*result, {.showsIterations = true});
        QVERIFY(text.find("3, worst ") != std::string::npos);
        QVERIFY(text.find("Iterations of loops, from 0") != std::string::npos);
        QVERIFY(report::compareJson(*result).find("\"iterations\"") != std::string::npos);
    }

    /// All tensors of the loop would be 2 × 1.3 GB.
    void aLongLoopFitsIntoMemory()
    {
        const std::string loop = R"(graph "long" opset 13
            input x: float32[128,128]
            const n: int64[] = {10000}
            b = Loop(n, _, x) {body: {
                graph "body"
                input i: int64[]
                input go: bool[]
                input s: float32[128,128]
                const f: float32[] = {0.999}
                m = Mul(s, f) name "product"
                t = Tanh(m) name "act"
                output go
                output t}} name "turns"
            output b)";
        const auto other = QString::fromStdString(loop).replace("0.999", "0.998").toStdString();
        const auto before = tests::peakBytes();
        JobContext ctx;
        const auto result =
            analysis::compareModels(model(loop, "float.onnx"), model(other, "int8.onnx"),
                                    {{"x", ops::Tensor(at::linspace(-1.0, 1.0, 128 * 128).view({128, 128}))}}, {}, ctx);
        QVERIFY2(tests::peakBytes() - before < 1.4e9,
                 qPrintable(QString::number((tests::peakBytes() - before) * 1e-9)));
        const auto& act = row(*result, "act");
        QVERIFY(act.iterations.size() > 1000 && act.iterations.size() < 5000);
        QCOMPARE(act.iterations.size() + act.missing.leftOut, std::size_t{10000});
        QCOMPARE(act.missing.unpaired, std::uint64_t{0});
        const auto step = act.iterations[1].numbers[0];
        QCOMPARE(act.iterations.back().numbers[0], std::int64_t(act.iterations.size() - 1) * step);
        const auto text = report::compareText(*result, {});
        QVERIFY(text.find("iterations of turns/body are left out, as the tensors") != std::string::npos);
        QVERIFY(report::compareJson(*result).find("\"left_out_iterations\"") != std::string::npos);
    }

    void iterationsOfOneModelAreCounted()
    {
        const auto result = compare(loop(0.5, 3), loop(0.5, 2));
        const auto& act = row(*result, "act");
        QCOMPARE(act.iterations.size(), std::size_t{2});
        QCOMPARE(act.missing.unpaired, std::uint64_t{1});
        QCOMPARE(act.metrics->atol, 0.0);
    }

    void aLoopWithoutIterationsIsNotRun()
    {
        QCOMPARE(row(*compare(loop(0.5, 0), loop(0.5, 0)), "act").state, LayerRow::State::NotRun);
        QCOMPARE(row(*compare(loop(0.5, 1), loop(0.5, 0)), "act").state, LayerRow::State::RunInBaseline);
    }

    void aNetworkThatIsOneIfHasRows()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        const auto folder = (*models / "extra/vad").string();
        results::CompareRequest request;
        request.models.baseline = request.models.analysis = folder + "/silero_vad.onnx";
        request.samples.inputs = {"input=" + folder + "/vad_input.npy", "state=" + folder + "/vad_state.npy",
                                  "sr=" + folder + "/vad_sr.npy"};
        analysis::Workspace workspace;
        JobContext ctx;
        const auto result = analysis::compare(workspace, request, ctx, {});
        const auto inTaken = [](const LayerRow& layer) { return layer.metrics && !layer.body.empty(); };
        QCOMPARE(std::ranges::count_if(result->layers, inTaken), 19);
        QCOMPARE(std::ranges::count(result->layers, LayerRow::State::NotRun, &LayerRow::state), 23);
        for (const auto& layer : result->layers)
            QVERIFY(!layer.metrics || layer.metrics->atol == 0.0);
        const auto& convolution = row(*result, "If_0_then_branch__Inline_0__/stft/Conv");
        QCOMPARE(convolution.body, std::string("If_0/then_branch"));
        QVERIFY(convolution.macs > 0);
    }
};

QTEST_GUILESS_MAIN(TestCompareBodies)
#include "tst_compare_bodies.moc"
