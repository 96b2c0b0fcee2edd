// SPDX-License-Identifier: GPL-3.0-or-later
// Of a layer in a loop, attribution and shadow say of each iteration what they say of the same layer in the network
// written flat, and of all iterations what these say together.
#include "core/analysis/attribution/attribution.h"
#include "core/analysis/shadow/shadow.h"
#include "core/base/error.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/quant/calibration.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/report/attribution/attribution_report.h"
#include "core/report/shadow/shadow_report.h"
#include "tests/support/looping_networks.h"
#include "tests/support/peak_memory.h"
#include "tests/support/torch_modules.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace ql;
using graph::Graph;
using tests::flat;
using tests::kManyTurns;
using tests::kTurns;
using tests::longLoop;
using tests::loop;
using tests::peakBytes;

namespace {

Graph graphOf(const std::string& text)
{
    return graph::withOpenBodies(graph::parseGraph(text));
}

auto modelOf(const std::string& text) -> importers::ImportedModel
{
    auto model = importers::ImportedModel();
    model.graph = graphOf(text);
    model.format = "text";
    return model;
}

runs::NamedTensors inputs()
{
    return {{"x", runs::Tensor(at::tensor({0.513f, -1.07f, 0.248f, 1.91f}).view({2, 2}))}};
}

runs::NamedTensors manyInputs()
{
    return {{"x", runs::Tensor(at::linspace(-1.0, 1.0, 128 * 128).view({128, 128}))}};
}

auto shadowOf(const std::string& baseline, const std::string& analysis, const runs::NamedTensors& taken = inputs())
{
    JobContext ctx;
    return analysis::shadow(modelOf(baseline), modelOf(analysis), taken, {}, ctx);
}

auto attributionOf(const std::string& baseline, const std::string& analysis, int samples = 1)
{
    const auto take = [](std::size_t sample) {
        auto taken = inputs();
        taken.at("x").data = taken.at("x").data * (1.0 - 0.5 * double(sample));
        return taken;
    };
    JobContext ctx;
    return analysis::attributeErrors(graphOf(baseline), graphOf(analysis), {std::size_t(samples), take}, {}, ctx);
}

std::string replaced(const std::string& text, const std::string& part, const std::string& by)
{
    const auto at = text.find(part);
    if (at == std::string::npos)
        qFatal("no %s", part.c_str());
    return std::string(text).replace(at, part.size(), by);
}

template <typename Row>
const Row& rowNamed(const std::vector<Row>& rows, const std::string& name)
{
    const auto found = std::ranges::find(rows, name, &Row::name);
    if (found == rows.end())
        qFatal("no row %s", name.c_str());
    return *found;
}

} // namespace

class TestLoops : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shadowMeasuresEachIteration()
    {
        const auto found = shadowOf(loop(false), loop(true));
        const auto expected = shadowOf(flat(false), flat(true));
        const auto& row = rowNamed(found->rows, "product");
        QCOMPARE(row.state, results::ShadowRow::State::Compared);
        QCOMPARE(row.body, std::string("turns/body"));
        QCOMPARE(row.iterations.size(), std::size_t{kTurns});
        double error = 0.0;
        for (int i = 0; i < kTurns; ++i) {
            const auto& iteration = row.iterations[std::size_t(i)];
            const auto& same = rowNamed(expected->rows, fmt::format("product_{}", i));
            QCOMPARE(iteration.numbers, std::vector<std::int64_t>{i});
            QVERIFY(same.onBaselineInputs->mse > 0.0 && same.onAnalysisInputs->mse > 0.0);
            QCOMPARE(iteration.onBaselineInputs->sqnrDb, same.onBaselineInputs->sqnrDb);
            QCOMPARE(iteration.onAnalysisInputs->sqnrDb, same.onAnalysisInputs->sqnrDb);
            QCOMPARE(iteration.accumulated->sqnrDb, same.accumulated->sqnrDb);
            error += same.onBaselineInputs->mse / kTurns;
        }
        QVERIFY(std::abs(row.onBaselineInputs->mse - error) < 1e-12);
        const auto text = report::shadowText(*found, {.showsIterations = true});
        QVERIFY(text.find("3, worst ") != std::string::npos);
        QVERIFY(text.find("Iterations of loops, from 0") != std::string::npos);
        QVERIFY(report::shadowJson(*found).find("\"iterations\"") != std::string::npos);
    }

    /// The quantizer behind it is all its error.
    void shadowExchangesWhatALoopHandsOn()
    {
        const auto found = shadowOf(loop(false), loop(true));
        const auto& row = rowNamed(found->rows, "taken");
        QCOMPARE(row.iterations.size(), std::size_t{kTurns});
        auto state = inputs().at("x").data;
        for (int i = 0; i < kTurns; ++i) {
            const auto rounded = at::round(state / 0.02).clamp(-128, 127) * 0.02;
            const auto db = 10.0 * at::log10(state.pow(2).sum() / (state - rounded).pow(2).sum()).item<double>();
            QVERIFY(std::abs(row.iterations[std::size_t(i)].onBaselineInputs->sqnrDb - db) < 1e-3);
            state = at::matmul(state, at::tensor({0.507f, -0.333f, 0.274f, 0.876f}).view({2, 2}));
            if (i % 2 == 0)
                state = state * at::tensor({0.7f, -0.9f, 1.1f, 0.4f}).view({2, 2});
        }
    }

    /// What a Scan goes through is handed on, too.
    void iterationsOfAScanAreMeasured()
    {
        const std::string baseline = R"(graph "scan" opset 13
            input x: float32[2,2]
            const zero: float32[2] = {0, 0}
            r, all = Scan(zero, x) {num_scan_inputs: 1, body: {
                graph "body"
                input s: float32[2]
                input e: float32[2]
                const one: float32[] = {1}
                l = Mul(e, one) name "taken"
                m = Add(s, l) name "sum"
                output m
                output l}} name "rows"
            y = Neg(all) name "last"
            output y
            output r)";
        auto analysis = replaced(baseline, "m = Add(s, l)",
                                 "const g: float32[] = {0.02}\nconst z: int8[] = {0}\n"
                                 "q = QuantizeLinear(l, g, z)\nd = DequantizeLinear(q, g, z)\nm = Add(s, d)");
        analysis = replaced(analysis, "output l", "output d");
        const auto shadow = shadowOf(baseline, analysis);
        const auto attribution = attributionOf(baseline, analysis);
        const auto& ofShadow = rowNamed(shadow->rows, "taken").iterations;
        const auto& ofAttribution = rowNamed(attribution->rows, "taken").iterations;
        QCOMPARE(ofShadow.size(), std::size_t{2});
        QCOMPARE(ofAttribution.size(), std::size_t{2});
        for (int i = 0; i < 2; ++i) {
            const auto slice = inputs().at("x").data[i];
            const auto error = slice - at::round(slice / 0.02) * 0.02;
            const auto db = 10.0 * at::log10(slice.pow(2).sum() / error.pow(2).sum()).item<double>();
            QVERIFY(std::abs(ofShadow[std::size_t(i)].onBaselineInputs->sqnrDb - db) < 1e-3);
            QVERIFY(std::abs(ofAttribution[std::size_t(i)].localDb - db) < 1e-3);
        }
    }

    /// Numbers that iterations make aren't tensors.
    void iterationsOfTorchScriptAreMeasured()
    {
        const QTemporaryDir folder;
        const auto path = folder.filePath("loop.pt").toStdString();
        testing::ModuleBuilder("Looping")
            .parameter("w", at::tensor({0.507f, -0.333f, 0.274f, 0.876f}).view({2, 2}))
            .parameter("s", at::tensor({0.9f, 1.1f, 0.7f, 0.8f, 1.2f, 0.6f}).view({6, 1}))
            .define("def forward(self, x):\n"
                    "    for i in range(3):\n"
                    "        x = torch.matmul(x, self.w)\n"
                    "        x = torch.mul(x, self.s[i * 2])\n"
                    "    return x\n")
            .save(path);
        auto model = importers::importModel(path);
        model.graph = graph::withOpenBodies(std::move(model.graph));
        const auto input = model.graph.value(model.graph.inputs()[0]).name;
        const auto sample = [&](std::size_t) { return runs::NamedTensors{{input, inputs().at("x")}}; };
        JobContext ctx;
        auto plan = quant::planFor(model.graph, {});
        quant::calibrate(model.graph, plan, {1, sample}, ctx);
        auto quantized = model;
        quantized.graph = quant::qdqGraph(model.graph, plan);
        const auto attribution = analysis::attributeErrors(model.graph, quantized.graph, {1, sample}, {}, ctx);
        const auto shadow = analysis::shadow(model, quantized, sample(0), {}, ctx);
        for (const auto* layer : {"matmul", "mul_1"}) {
            const auto& row = rowNamed(attribution->rows, layer);
            const auto& same = rowNamed(shadow->rows, layer);
            QCOMPARE(row.iterations.size(), std::size_t{3});
            for (std::size_t i = 0; i < 3; ++i)
                QVERIFY(std::abs(row.iterations[i].accumulatedDb - same.iterations[i].accumulated->sqnrDb) < 1e-3);
        }
        QVERIFY(rowNamed(shadow->rows, "matmul").onBaselineInputs.has_value());
        // It reads a number that only numbers are made of, which nobody shows.
        const auto& unknown = rowNamed(shadow->rows, "mul_1");
        QCOMPARE(unknown.state, results::ShadowRow::State::Failed);
        QVERIFY(unknown.problem.english().find("which can't be exchanged between the models") != std::string::npos);
        QVERIFY(unknown.accumulated.has_value() && !unknown.onBaselineInputs);
    }

    void shadowMeasuresBranchesWhereTheyRan()
    {
        const auto found = shadowOf(loop(false), loop(true));
        const auto expected = shadowOf(flat(false), flat(true));
        const auto& row = rowNamed(found->rows, "scaled");
        QCOMPARE(row.iterations.size(), std::size_t{2});
        for (const int i : {0, 1}) {
            const auto& same = rowNamed(expected->rows, fmt::format("scaled_{}", 2 * i));
            QCOMPARE(row.iterations[std::size_t(i)].numbers, std::vector<std::int64_t>{2 * i});
            QCOMPARE(row.iterations[std::size_t(i)].onBaselineInputs->sqnrDb, same.onBaselineInputs->sqnrDb);
            QCOMPARE(row.iterations[std::size_t(i)].accumulated->sqnrDb, same.accumulated->sqnrDb);
        }
    }

    void shadowSaysWhatCanNotBeMeasured()
    {
        const auto found = shadowOf(loop(false, 0), loop(true, 0));
        const auto& row = rowNamed(found->rows, "product");
        QCOMPARE(row.state, results::ShadowRow::State::Failed);
        QCOMPARE(row.problem.english(),
                 std::string("it stands in turns/body, which one of the models did not run, or neither"));
        QVERIFY(row.iterations.empty());
    }

    void shadowCountsIterationsOfOneModel()
    {
        const auto found = shadowOf(loop(false, 3), loop(true, 2));
        const auto& row = rowNamed(found->rows, "product");
        QCOMPARE(row.iterations.size(), std::size_t{2});
        QCOMPARE(row.missing.unpaired, std::uint64_t{1});
    }

    /// All tensors of the loop would be 2 × 1.3 GB and more.
    void longLoopsFitIntoMemory_data()
    {
        QTest::addColumn<bool>("isShadow");
        QTest::newRow("shadow") << true;
        QTest::newRow("attribution") << false;
    }

    void longLoopsFitIntoMemory()
    {
        QFETCH(bool, isShadow);
        const auto before = peakBytes();
        const auto check = [](const auto& result, const std::string& text) {
            const auto& row = rowNamed(result.rows, "scaled");
            QVERIFY(row.iterations.size() > 500);
            QVERIFY(row.missing.leftOut > 5000);
            QCOMPARE(row.iterations.size() + row.missing.leftOut, std::size_t{kManyTurns});
            QVERIFY(text.find("iterations of turns/body are left out, as the tensors") != std::string::npos);
        };
        if (isShadow) {
            const auto result = shadowOf(longLoop(false), longLoop(true), manyInputs());
            check(*result, report::shadowText(*result, {}));
        } else {
            JobContext ctx;
            const auto result = analysis::attributeErrors(graphOf(longLoop(false)), graphOf(longLoop(true)),
                                                          {1, [](std::size_t) { return manyInputs(); }}, {}, ctx);
            check(*result, report::attributionText(*result, {}));
        }
        QVERIFY2(peakBytes() - before < 1.5e9, qPrintable(QString::number((peakBytes() - before) * 1e-9)));
    }

    void attributionTakesEachIterationApart_data()
    {
        QTest::addColumn<int>("samples");
        QTest::newRow("one sample") << 1;
        QTest::newRow("two samples") << 2;
    }

    void attributionTakesEachIterationApart()
    {
        QFETCH(int, samples);
        const auto found = attributionOf(loop(false), loop(true), samples);
        const auto expected = attributionOf(flat(false), flat(true), samples);
        QVERIFY(found->unplaced.empty());
        for (const auto& [name, turns] :
             {std::pair("taken", std::vector{0, 1, 2}), std::pair("product", std::vector{0, 1, 2}),
              std::pair("scaled", std::vector{0, 2})}) {
            const auto& row = rowNamed(found->rows, name);
            QCOMPARE(row.iterations.size(), turns.size());
            std::uint64_t elements = 0;
            for (std::size_t i = 0; i < turns.size(); ++i) {
                const auto& same = rowNamed(expected->rows, fmt::format("{}_{}", name, turns[i]));
                const auto& iteration = row.iterations[i];
                QCOMPARE(iteration.numbers, std::vector<std::int64_t>{turns[i]});
                QCOMPARE(iteration.accumulatedDb, same.accumulatedDb);
                QCOMPARE(iteration.localDb, same.localDb);
                QCOMPARE(iteration.propagatedDb, same.propagated.sqnrDb);
                QCOMPARE(iteration.mainCause, same.mainCause);
                QVERIFY(std::isfinite(same.accumulatedDb) && std::isfinite(same.localDb));
                elements += same.elements;
            }
            QCOMPARE(row.elements, elements);
        }
        const auto text = report::attributionText(*found, {.showsIterations = true});
        QVERIFY(text.find("3, worst ") != std::string::npos);
        QVERIFY(text.find("Iterations of loops, from 0") != std::string::npos);
        QVERIFY(report::attributionJson(*found).find("\"iterations\"") != std::string::npos);
    }

    void attributionFoldsIterationsAsOneTensor()
    {
        const auto found = attributionOf(loop(false), loop(true));
        const auto compared = shadowOf(loop(false), loop(true));
        const auto& row = rowNamed(found->rows, "product");
        QCOMPARE(row.body, std::string("turns/body"));
        QCOMPARE(row.elements, std::uint64_t{4 * kTurns});
        QVERIFY(std::abs(row.accumulatedDb - rowNamed(compared->rows, "product").accumulated->sqnrDb) < 1e-4);
    }

    void theErrorStartsInAnIteration()
    {
        const auto found = attributionOf(loop(false), replaced(loop(true), "{0.01}", "{0.02}")); // weights doubled
        QVERIFY(found->origin.has_value());
        QCOMPARE(found->origin->layer, std::string("product"));
        QCOMPARE(found->origin->numbers, std::vector<std::int64_t>{0});
        const auto text = report::attributionText(*found, {});
        QVERIFY(text.find("The error starts at product (MatMul) in iteration 0: it reads ") != std::string::npos);
    }

    /// Odd turns take the branch in which it starts.
    void theErrorStartsWhereABranchIsTaken()
    {
        const std::string kept = "p = Identity(m) name \"kept\"";
        const auto baseline = replaced(loop(false), kept, "p = Abs(m) name \"kept\"");
        const auto analysis =
            replaced(loop(true), kept,
                     "const coarse: float32[] = {0.4}\nconst zero: int8[] = {0}\nv = Abs(m) name \"kept\"\n"
                     "qv = QuantizeLinear(v, coarse, zero)\np = DequantizeLinear(qv, coarse, zero)");
        const auto found = attributionOf(baseline, analysis);
        QVERIFY(found->origin.has_value());
        QCOMPARE(found->origin->layer, std::string("kept"));
        QCOMPARE(found->origin->numbers, std::vector<std::int64_t>{1});
    }

    /// A loop that is given a bad state hands it on; nothing in it is to blame.
    void theErrorStartsBeforeTheLoop()
    {
        const std::string loopOf = "b = Loop(n, _, x)";
        const auto baseline = replaced(loop(false), loopOf, "o = Abs(x) name \"first\"\nb = Loop(n, _, o)");
        const auto analysis =
            replaced(loop(true), loopOf,
                     "const coarse: float32[] = {1.2}\nconst origin: int8[] = {0}\no = Abs(x) name \"first\"\n"
                     "qo = QuantizeLinear(o, coarse, origin)\ndo = DequantizeLinear(qo, coarse, origin)\n"
                     "b = Loop(n, _, do)");
        const auto found = attributionOf(baseline, analysis);
        QVERIFY(found->origin.has_value());
        QCOMPARE(found->origin->layer, std::string("first"));
        QVERIFY(found->origin->numbers.empty());
    }
};

QTEST_GUILESS_MAIN(TestLoops)
#include "tst_loops.moc"
