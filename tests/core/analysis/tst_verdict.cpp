// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/sensitivity.h"
#include "core/analysis/verdict/budget_plan.h"
#include "core/analysis/verdict/decision_axis.h"
#include "core/analysis/verdict/output_quality.h"
#include "core/analysis/verdict/quality.h"
#include "core/base/numbers.h"
#include "core/graph/text_form/text_form.h"
#include "core/report/sensitivity/sensitivity_report.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/support/random_floats.h"

#include <QtTest>
#include <cmath>

using namespace ql;
using results::OutputRemark;
using results::OutputVerdict;
using results::Quality;
using runs::Tensor;

namespace {

constexpr std::int64_t kCount = 4096;

Tensor tensorOf(const std::vector<float>& values, const graph::Shape& shape)
{
    return Tensor(at::tensor(values).reshape(shape));
}

graph::Graph outputGraph(const std::string& body)
{
    return graph::parseGraph("graph \"g\" opset 13\ninput x: float32[2, 3]\n" + body + "output y\n");
}

/// The verdict on the only output of a graph that ends in @p body, after samples of baseline and analysis tensors.
OutputVerdict verdictOn(const std::string& body, const std::vector<std::pair<Tensor, Tensor>>& samples)
{
    const auto graph = outputGraph(body);
    analysis::OutputQualities qualities(graph);
    for (const auto& [x, y] : samples)
        qualities.addSample({x}, {y});
    return qualities.verdict().outputs.at(0);
}

const char* const kPlain = "y = Neg(x) name \"neg\"\n";
const char* const kSoftmax = "y = Softmax(x) {axis: -1} name \"softmax\"\n";

OutputVerdict verdictOfNumbers(const std::vector<float>& x, const std::vector<float>& y)
{
    const graph::Shape shape{std::int64_t(x.size())};
    return verdictOn(kPlain, {{tensorOf(x, shape), tensorOf(y, shape)}});
}

std::string quantized(const std::string& value, const std::string& scale)
{
    return value + "_q = QuantizeLinear(" + value + ", " + scale + ", z)\n" + value + "_d = DequantizeLinear(" + value
           + "_q, " + scale + ", z)\n";
}

struct Pair {
    graph::Graph baseline;
    graph::Graph analysis;
};

/// Two quantizers side by side, of steps that have nothing to do with one another; @p names are those of the nodes.
Pair besideEachOther(const std::string& first = "neg", const std::string& second = "abs")
{
    const std::string head = "graph \"g\" opset 13\ninput x: float32[4096]\nconst s: float32[] = {0.1}\n"
                             "const t: float32[] = {0.0617}\nconst z: int8[] = {0}\na = Neg(x) name \""
                             + first + "\"\nb = Abs(x) name \"" + second + "\"\n";
    return {graph::parseGraph(head + "y = Add(a, b) name \"add\"\noutput y\n"),
            graph::parseGraph(head + quantized("a", "s") + quantized("b", "t")
                              + "y = Add(a_d, b_d) name \"add\"\noutput y\n")};
}

/// Three quantizers of one step in a row: the first leaves nothing to do for the others.
Pair behindEachOther()
{
    const std::string head = "graph \"g\" opset 13\ninput x: float32[4096]\nconst s: float32[] = {0.1}\n"
                             "const z: int8[] = {0}\na = Neg(x) name \"a\"\n";
    return {graph::parseGraph(head + "b = Neg(a) name \"b\"\nc = Neg(b) name \"c\"\ny = Abs(c) name \"d\"\noutput y\n"),
            graph::parseGraph(head + quantized("a", "s") + "b = Neg(a_d) name \"b\"\n" + quantized("b", "s")
                              + "c = Neg(b_d) name \"c\"\n" + quantized("c", "s")
                              + "y = Abs(c_d) name \"d\"\noutput y\n")};
}

std::shared_ptr<const results::SensitivityResult> ranked(const Pair& pair, results::SensitivityRequest request = {},
                                                         int threads = 1, std::size_t samples = 1)
{
    const runs::ThreadGuard guard(threads);
    JobContext ctx;
    const analysis::SampleSource source{
        samples, [](std::size_t i) {
            return runs::NamedTensors{{"x", tensorOf(tests::randomFloats(kCount, unsigned(i) + 1), {kCount})}};
        }};
    return analysis::sensitivity(pair.baseline, pair.analysis, source, request, ctx);
}

results::Agreement agreement(std::uint64_t equal, std::uint64_t decisions)
{
    return {true, 10, equal, decisions};
}

} // namespace

class TestVerdict : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wordsFollowTheirThresholds()
    {
        using analysis::qualityOfAgreement, analysis::qualityOfSqnr;
        QCOMPARE(qualityOfSqnr(kInfinity), Quality::Equal);
        QCOMPARE(qualityOfSqnr(30.0), Quality::Fine);
        QCOMPARE(qualityOfSqnr(29.99), Quality::Fair);
        QCOMPARE(qualityOfSqnr(19.99), Quality::Poor);
        QCOMPARE(qualityOfSqnr(9.99), Quality::Bad);
        QCOMPARE(qualityOfSqnr(kNaN), Quality::Unknown);
        QCOMPARE(qualityOfAgreement(agreement(0, 0)), Quality::Unknown);
        QCOMPARE(qualityOfAgreement(agreement(5, 5)), Quality::Equal);
        QCOMPARE(qualityOfAgreement(agreement(4408, 4420)), Quality::Fine);
        QCOMPARE(qualityOfAgreement(agreement(9, 10)), Quality::Fair);
        QCOMPARE(qualityOfAgreement(agreement(0, 1)), Quality::Poor); // one decision proves little
        QCOMPARE(qualityOfAgreement(agreement(500, 1000)), Quality::Bad);
        QCOMPARE(analysis::worseOf(Quality::Unknown, Quality::Fair), Quality::Fair);
        QCOMPARE(analysis::worseOf(Quality::Bad, Quality::Fine), Quality::Bad);
    }

    void decisionsAreFoundByStructure()
    {
        const auto axisOf = [](const std::string& body, const graph::Shape& shape) {
            const auto graph = outputGraph(body);
            return analysis::decisionAxis(graph, graph.outputs().front(), shape);
        };
        QVERIFY(!axisOf(kPlain, {2, 3}));
        QCOMPARE(axisOf("y = Softmax(x) {axis: 1} name \"s\"\n", {2, 3, 4, 4})->axis, std::int64_t(1));
        QCOMPARE(axisOf("y = LogSoftmax(x) name \"s\"\n", {2, 3})->axis, std::int64_t(-1));
        const std::string weight = "const w: float32[3, 3] = {1, 0, 0, 0, 1, 0, 0, 0, 1}\n";
        QVERIFY(axisOf(weight + "y = MatMul(x, w) name \"m\"\n", {2, 3}));
        QVERIFY(
            axisOf(weight + "const b: float32[3] = {0, 1, 0}\nm = MatMul(x, w) name \"m\"\ny = Add(m, b) name \"a\"\n",
                   {2, 3}));
        QVERIFY(!axisOf(weight + "y = MatMul(x, w) name \"m\"\n", {2, 2}));    // may be anything
        QVERIFY(!axisOf(weight + "y = MatMul(x, w) name \"m\"\n", {1, 2, 3})); // boxes, sequences
        QVERIFY(!axisOf(weight + "m = MatMul(x, w) name \"m\"\ny = Sigmoid(m) name \"a\"\n", {2, 3}));
    }

    void countsDecisionsAsOneDoesByHand()
    {
        // Two samples of two rows: the second row of the first and the first of the second flip.
        const auto verdict = verdictOn(
            kSoftmax,
            {{tensorOf({.1f, .7f, .2f, .5f, .3f, .2f}, {2, 3}), tensorOf({.2f, .6f, .2f, .3f, .5f, .2f}, {2, 3})},
             {tensorOf({.1f, .1f, .8f, .4f, .3f, .3f}, {2, 3}), tensorOf({.6f, .1f, .3f, .4f, .3f, .3f}, {2, 3})}});
        QVERIFY(verdict.agreement);
        QCOMPARE(verdict.agreement->equal, std::uint64_t(2));
        QCOMPARE(verdict.agreement->decisions, std::uint64_t(4));
        QCOMPARE(verdict.agreement->choices, std::uint64_t(3));
        QCOMPARE(verdict.worstSample, std::uint64_t(1));
        QCOMPARE(verdict.elements, std::uint64_t(12));
    }

    /// Both models' first row has a NaN: neither agrees with anything.
    void rowsWithNanDecideNothing()
    {
        const float nan = std::nanf("");
        const auto verdict = verdictOn(kSoftmax, {{tensorOf({nan, .7f, .2f, .5f, .3f, .2f}, {2, 3}),
                                                   tensorOf({nan, .7f, .2f, .5f, .4f, .1f}, {2, 3})}});
        QVERIFY(verdict.agreement);
        QCOMPARE(verdict.agreement->equal, std::uint64_t(1));
        QCOMPARE(verdict.agreement->decisions, std::uint64_t(1));
        QCOMPARE(verdict.agreement->undecided, std::uint64_t(1));
    }

    void alongAnInnerAxisToo()
    {
        const char* body = "y = Softmax(x) {axis: 0} name \"s\"\n";
        // Columns (1, 4), (5, 2), (3, 6) against (4, 1), (5, 2), (3, 6): the first flips.
        const auto verdict =
            verdictOn(body, {{tensorOf({1, 5, 3, 4, 2, 6}, {2, 3}), tensorOf({4, 5, 3, 1, 2, 6}, {2, 3})}});
        QCOMPARE(verdict.agreement->equal, std::uint64_t(2));
        QCOMPARE(verdict.agreement->decisions, std::uint64_t(3));
    }

    void saysWhatNumbersCannot()
    {
        const auto equal = verdictOfNumbers({1, 2, 3}, {1, 2, 3});
        QCOMPARE(equal.quality, Quality::Equal);
        const auto broken = verdictOfNumbers({1, 2, 3}, {1, std::nanf(""), 3});
        QCOMPARE(broken.quality, Quality::Broken);
        QCOMPARE(broken.brokenElements, std::uint64_t(1));
        const auto alike = verdictOfNumbers({1, std::nanf(""), 3}, {1, std::nanf(""), 3.001f});
        QCOMPARE(alike.quality, Quality::Fine); // where the baseline is NaN, too
        QCOMPARE(alike.brokenElements, std::uint64_t(0));
        const auto silent = verdictOfNumbers({0, 0, 0}, {0, 0.5f, 0});
        QCOMPARE(silent.quality, Quality::Unknown);
        QCOMPARE(silent.remark, OutputRemark::BaselineIsZero);
        QCOMPARE(silent.largestDifference, 0.5);
        QCOMPARE(verdictOfNumbers({0, 0, 0}, {0, 0, 0}).quality, Quality::Equal);
        // An offset of 100 hides behind its own power that nothing is left of the signal.
        const auto dead = verdictOfNumbers({100, 100.5f, 101}, {100, 100, 100});
        QCOMPARE(dead.quality, Quality::Bad);
        QCOMPARE(dead.remark, OutputRemark::AnalysisConstant);
        QCOMPARE(verdictOfNumbers({2, 2, 2}, {2, 2.001f, 2}).remark, OutputRemark::BaselineConstant);
        const auto single = verdictOfNumbers({2}, {2.001f});
        QCOMPARE(single.remark, OutputRemark::OneNumber);
        QCOMPARE(single.quality, Quality::Fine);
        QCOMPARE(single.analysisValue, double(2.001f));
        const auto shapes = verdictOn(kPlain, {{tensorOf({1, 2}, {2}), tensorOf({1, 2}, {2, 1})}});
        QCOMPARE(shapes.quality, Quality::Unknown);
        QCOMPARE(shapes.remark, OutputRemark::ShapesDiffer);
        // Several single numbers are a signal.
        const auto several =
            verdictOn(kPlain, {{tensorOf({1}, {1}), tensorOf({1.1f}, {1})}, {tensorOf({2}, {1}), tensorOf({2}, {1})}});
        QCOMPARE(several.remark, OutputRemark::None);
        QCOMPARE(several.elements, std::uint64_t(2));
    }

    void stringsAreEqualOrNot()
    {
        const auto x = ops::stringTensor({2, 2}, {"cat", "dog", "", "cat"});
        const auto y = ops::stringTensor({2, 2}, {"cat", "dog", "", "Cat"});
        const auto verdict = verdictOn(kPlain, {{x, y}});
        QCOMPARE(verdict.remark, OutputRemark::Strings);
        QVERIFY(verdict.agreement && !verdict.agreement->isOfLargest);
        QCOMPARE(verdict.agreement->equal, std::uint64_t(3));
        QCOMPARE(verdict.agreement->decisions, std::uint64_t(4));
        QVERIFY(std::isnan(verdict.sqnrDb) && std::isnan(verdict.largestDifference));
        QCOMPARE(verdictOn(kPlain, {{x, x}}).quality, Quality::Equal);
        QCOMPARE(verdictOn(kPlain, {{x, ops::stringTensor({4}, {"a", "b", "c", "d"})}}).remark,
                 OutputRemark::ShapesDiffer);
        QCOMPARE(verdictOn(kPlain, {{x, tensorOf({1, 2, 3, 4}, {2, 2})}}).remark, OutputRemark::ShapesDiffer);
    }

    void mapsAreJudgedByTheirValues()
    {
        const auto keys = ops::stringTensor({2}, {"cat", "dog"});
        const auto maps = [&keys](float first, float second) {
            return ops::sequenceOf({ops::mapOf(keys, tensorOf({first, 1 - first}, {2})),
                                    ops::mapOf(keys, tensorOf({second, 1 - second}, {2}))});
        };
        const auto verdict = verdictOn(kPlain, {{maps(0.25F, 0.5F), maps(0.25F, 0.75F)}});
        QCOMPARE(verdict.elements, std::uint64_t(4));
        QCOMPARE(verdict.largestDifference, 0.25);
        const auto other = ops::sequenceOf({ops::mapOf(ops::stringTensor({1}, {"cat"}), tensorOf({1}, {1}))});
        QCOMPARE(verdictOn(kPlain, {{maps(0.25F, 0.5F), other}}).remark, OutputRemark::ShapesDiffer);
    }

    void labelsAreJudgedByAgreement()
    {
        const Tensor x(at::tensor(std::vector<std::int64_t>{3, 5, 1000, 7}));
        const Tensor y(at::tensor(std::vector<std::int64_t>{3, 5, 1000, 8}));
        const auto verdict = verdictOn("y = ArgMax(x) name \"a\"\n", {{x, y}});
        QVERIFY(verdict.agreement && !verdict.agreement->isOfLargest);
        QCOMPARE(verdict.agreement->equal, std::uint64_t(3));
        QVERIFY(verdict.sqnrDb > 30.0); // which says nothing about labels
        QVERIFY(verdict.quality != Quality::Fine);
    }

    void independentNoiseAddsUp()
    {
        const auto result = ranked(besideEachOther());
        const auto& output = result->verdict.outputs.at(0);
        QVERIFY(output.budget);
        const auto& budget = *output.budget;
        QVERIFY2(std::abs(budget.sumDb) < 0.5, qPrintable(QString::number(budget.sumDb)));
        QVERIFY(budget.isAdditive());
        // Noise powers go with the squares of the steps.
        const double expected = 0.1 * 0.1 / (0.1 * 0.1 + 0.0617 * 0.0617);
        QCOMPARE(budget.shares.at(0).opName, std::string("neg"));
        QVERIFY(std::abs(budget.shares.at(0).share - expected) < 0.02);
        QVERIFY(std::abs(budget.shares.at(0).share + budget.shares.at(1).share - 1.0) < 1e-12);
        // 72 % is less than 80: both are needed, and with both float nothing is left.
        QCOMPARE(budget.setSize, std::size_t(2));
        QCOMPARE(budget.removed, 1.0);
        QCOMPARE(budget.repairedDb, kInfinity);
        QCOMPARE(budget.wholeDb, result->outputs.at(0).everythingOn);
        QCOMPARE(output.sqnrDb, result->outputs.at(0).everythingOn);
    }

    void maskedNoiseDoesNot()
    {
        const auto verdict = ranked(behindEachOther())->verdict;
        const auto& budget = verdict.outputs.at(0).budget.value();
        QVERIFY(std::abs(budget.sumDb - 10.0 * std::log10(3.0)) < 0.1);
        QVERIFY(!budget.isAdditive());
        QCOMPARE(budget.setSize, std::size_t(3));
        QVERIFY(budget.isExplained);
        QCOMPARE(budget.culprits(), std::size_t(0));
    }

    void theSetGrowsUntilTheRunAgrees()
    {
        results::SensitivityRow row{.opName = "r", .sensitiveType = "weight"};
        const analysis::BudgetPlan plan({{&row, 1.0}, {&row, 90.0}, {&row, 5.0}, {&row, 4.0}}, false);
        QCOMPARE(plan.runs().size(), std::size_t(5));
        QCOMPARE(plan.runs()[1], std::vector<std::size_t>{1});
        QCOMPARE(plan.runs()[2], std::vector<std::size_t>{2});
        const auto masked = plan.budget({100.0, 60.0, 15.0, 1.0, 0.0}, 1000.0).value();
        QCOMPARE(masked.setSize, std::size_t(2));
        QVERIFY(masked.isExplained);
        QCOMPARE(masked.removed, 0.85);
        const auto never = plan.budget({100.0, 99.0, 98.0, 97.0, 96.0}, 1000.0).value();
        QVERIFY(!never.isExplained);
        QCOMPARE(never.culprits(), std::size_t(0));
        QVERIFY(!plan.budget({0.0, 0.0, 0.0, 0.0, 0.0}, 1000.0)); // no error, no budget
    }

    void noRunIsAskedForThatNothingHangsOn()
    {
        results::SensitivityRow row{.opName = "r", .sensitiveType = "weight"};
        const analysis::BudgetPlan plan({{&row, 1.0}, {&row, 90.0}, {&row, 5.0}, {&row, 4.0}}, false);
        QCOMPARE(plan.nextRuns({}).size(), std::size_t(2));
        QCOMPARE(plan.nextRuns({100.0, 19.0}).size(), std::size_t(0));
        QCOMPARE(plan.nextRuns({100.0, 60.0}).size(), std::size_t(1)); // mostly enough
        QCOMPARE(plan.nextRuns({100.0, 60.0, 40.0}).size(), std::size_t(2));
        QCOMPARE(plan.budget({100.0, 60.0, 15.0}, 1000.0).value().setSize, std::size_t(2));
    }

    void brokenOutputsHaveThoseToBlame()
    {
        results::SensitivityRow row{.opName = "r", .sensitiveType = "weight"};
        const std::vector<analysis::BudgetPlan::Row> rows{{&row, 1.0}, {&row, kNaN}, {&row, 3.0}};
        const analysis::BudgetPlan broken(rows, true);
        QCOMPARE(broken.runs()[1], std::vector<std::size_t>{1});
        const auto budget = broken.budget({kNaN, 4.0, 1.0, 0.0}, 1000.0).value();
        QVERIFY(budget.isBroken && budget.isExplained);
        QCOMPARE(budget.setSize, std::size_t(1));
        QVERIFY(std::isfinite(budget.repairedDb));
    }

    void budgetsNeedEveryQuantizerOnce()
    {
        using results::SensitivityMode, results::SensitivityWhat;
        const auto pair = besideEachOther();
        const auto reasonOf = [&](const results::SensitivityRequest& request) {
            const auto verdict = ranked(pair, request)->verdict;
            return verdict.hasBudget() ? std::string("none") : verdict.whyNoBudget.english();
        };
        QCOMPARE(reasonOf({}), std::string("none"));
        QCOMPARE(reasonOf({.metrics = {results::MetricId::Cosine}}), std::string("none"));
        QVERIFY(reasonOf({.mode = SensitivityMode::OneOff}).find("one-on") != std::string::npos);
        QCOMPARE(reasonOf({.layers = {"neg"}}), std::string("the ranking is about 1 of 2 quantizers"));
        // Of whole layers, what one gives is what the next one reads.
        QVERIFY(reasonOf({.what = SensitivityWhat::Together, .layers = {"neg"}}).find("quantizers")
                != std::string::npos);
    }

    /// Rows of whole layers share quantizers: shares come from runs of their own, which no ranking shows.
    void wholeLayersHaveABudgetToo()
    {
        const auto apart = ranked(behindEachOther());
        const auto together = ranked(behindEachOther(), {.what = results::SensitivityWhat::Together});
        QVERIFY(together->verdict.whyNoBudget.empty());
        const auto& budget = together->verdict.outputs.at(0).budget.value();
        const auto& expected = apart->verdict.outputs.at(0).budget.value();
        QCOMPARE(budget.shares.size(), expected.shares.size());
        for (std::size_t i = 0; i < budget.shares.size(); ++i) {
            QCOMPARE(budget.shares[i].opName, expected.shares[i].opName);
            QCOMPARE(budget.shares[i].share, expected.shares[i].share);
        }
        QCOMPARE(budget.repairedDb, expected.repairedDb);
        QVERIFY(!together->outputs.at(0).rows.empty());
        for (const auto& row : together->outputs[0].rows)
            QCOMPARE(row.sensitiveType, std::string("both"));
    }

    void namesThreadsAndOrderChangeNothing()
    {
        const auto documentOf = [](const Pair& pair, int threads, std::size_t samples) {
            auto result = *ranked(pair, {}, threads, samples);
            for (auto& share : result.verdict.outputs.at(0).budget->shares)
                share.opName.clear();
            for (auto& row : result.outputs.at(0).rows)
                row.opName.clear(), row.layers.clear();
            for (auto& step : result.outputs.at(0).cumulative)
                step.opName.clear();
            return report::sensitivityJson(result);
        };
        const auto expected = documentOf(besideEachOther(), 1, 3);
        for (const int threads : {2, 4})
            QCOMPARE(documentOf(besideEachOther(), threads, 3), expected);
        QCOMPARE(documentOf(besideEachOther("zebra", "ant"), 1, 3), expected);
    }

    void samplesCountAlike()
    {
        const auto result = ranked(besideEachOther(), {}, 1, 3);
        const auto& output = result->verdict.outputs.at(0);
        QCOMPARE(result->verdict.samples, std::uint64_t(3));
        QCOMPARE(output.elements, std::uint64_t(3 * kCount));
        QVERIFY(output.worstDb <= output.sqnrDb);
        QVERIFY(std::abs(output.budget->sumDb) < 0.5);
    }
};

QTEST_APPLESS_MAIN(TestVerdict)
#include "tst_verdict.moc"
