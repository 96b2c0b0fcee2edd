// SPDX-License-Identifier: GPL-3.0-or-later
// A scope is named only where several of its layers make the error together, and a run without them showed it.
#include "core/analysis/sensitivity/scope_runs.h"
#include "core/analysis/sensitivity/sensitivity.h"
#include "core/analysis/verdict/budget_plan.h"
#include "core/base/numbers.h"
#include "core/graph/text_form/text_form.h"
#include "core/report/verdict/verdict_words.h"

#include <QtTest>
#include <cmath>

using namespace ql;

namespace {

/// Steps of the quantizers behind the small product, its negation, the large product and the last layer.
struct Steps {
    double small = 1.0;
    double negated = 1.0;
    double large = 0.02;
    double last = 0.02;
};

constexpr double kUnquantized = 0.0;

/// Values of a hundredth, which vanish in steps of 1: leaving one of them float leaves the zeros of the other. @p
/// scopes are those of the four layers.
graph::Graph network(const std::array<std::string, 4>& scopes, const Steps& steps)
{
    std::string text = "graph \"g\" opset 13\ninput x: float32[3]\nconst z: int8[] = {0}\n"
                       "const small: float32[] = {0.01}\nconst big: float32[] = {100}\n";
    const auto layer = [&](const char* value, const std::string& body, int index, double step) {
        const char* const names[] = {"mul", "neg", "up", "abs"};
        const auto& scope = scopes[std::size_t(index)];
        text += fmt::format("{} = {} name \"{}\"", value, body, names[index])
                + (scope.empty() ? "\n" : fmt::format(" scope \"{}\"\n", scope));
        if (step > kUnquantized)
            text += fmt::format("const s_{0}: float32[] = {{{1}}}\n{0}_q = QuantizeLinear({0}, s_{0}, z)\n"
                                "{0}_d = DequantizeLinear({0}_q, s_{0}, z)\n",
                                value, step);
        return std::string(value) + (step > kUnquantized ? "_d" : "");
    };
    const auto a = layer("a", "Mul(x, small)", 0, steps.small);
    const auto b = layer("b", "Neg(" + a + ")", 1, steps.negated);
    const auto c = layer("c", "Mul(" + b + ", big)", 2, steps.large);
    const auto y = layer("y", "Abs(" + c + ")", 3, steps.last);
    return graph::parseGraph(text + "output " + y);
}

std::optional<results::ErrorBudget> budgetOf(const std::array<std::string, 4>& scopes, const Steps& steps = {})
{
    const auto baseline = network(scopes, {0.0, 0.0, 0.0, 0.0});
    const auto analysis = network(scopes, steps);
    const runs::Tensor x(at::tensor({1.0f, 1.5f, 2.0f}));
    const analysis::SampleSource samples{1, [&](std::size_t) { return runs::NamedTensors{{"x", x}}; }};
    JobContext ctx;
    return analysis::sensitivity(baseline, analysis, samples, {}, ctx)->verdict.outputs.at(0).budget;
}

} // namespace

class TestScopeRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Alone it breaks the output, with the others it doesn't: it has no share, and is tried before what has.
    void whatBreaksTheOutputAloneIsTriedFirst()
    {
        results::SensitivityRow row{.opName = "r", .sensitiveType = "weight"};
        for (const double broken : {kNaN, kInfinity}) {
            const std::vector<analysis::BudgetPlan::Row> rows{{&row, 1.0}, {&row, broken}, {&row, 3.0}};
            const analysis::BudgetPlan masked(rows, false);
            QCOMPARE(masked.runs()[1], std::vector<std::size_t>{1});
            QCOMPARE(masked.runs()[2], (std::vector<std::size_t>{2, 0}));
            const auto repaired = masked.budget({100.0, 5.0, 0.0}, 1000.0).value();
            QVERIFY(repaired.isExplained && std::isnan(repaired.shares[0].share));
            QCOMPARE(repaired.culprits(), std::size_t(1));
            const auto innocent = masked.budget({100.0, 99.0, 0.0}, 1000.0).value();
            QCOMPARE(innocent.setSize, std::size_t(3));
            QCOMPARE(innocent.setShare, 1.0);
        }
    }

    void namesTheScopeThatMustStayFloat()
    {
        const auto budget = budgetOf({"enc/norm", "enc/norm", "enc/norm", "head"});
        QVERIFY(budget && budget->scope);
        QCOMPARE(budget->culprits(), std::size_t(0));
        QCOMPARE(budget->scope->scope, std::string("enc/norm")); // not the wider one
        QCOMPARE(budget->scope->layers, (std::vector<std::string>{"mul", "neg", "up"}));
        QVERIFY(budget->scope->removed > 0.99 && budget->scope->repairedDb > 35.0);
        QVERIFY(budget->wholeDb < 1.0);
        const auto facts = report::budgetFacts(*budget, results::Quality::Bad);
        QVERIFY(std::ranges::any_of(facts, [](const Message& fact) {
            return fact.english().starts_with("With the 3 quantized layers of scope enc/norm skipped");
        }));
    }

    void isSilentWhereNoScopeIsToBlame()
    {
        using Scopes = std::array<std::string, 4>;
        const auto scopeOf = [](const Scopes& scopes, const Steps& steps = {}) {
            const auto budget = budgetOf(scopes, steps);
            return budget && budget->scope ? budget->scope->scope : std::string("none");
        };
        const std::string none = "none";
        QCOMPARE(scopeOf({"norm", "norm", "norm", "head"}, {.negated = 0.0002}), none); // a single bad layer
        QCOMPARE(scopeOf({"a", "b", "c", "head"}), none);                               // one layer in each
        QCOMPARE(scopeOf({"", "", "", ""}), none);                                      // nothing has a name
        QCOMPARE(scopeOf({"net", "net", "net", "net"}), none);                          // the whole network
        QCOMPARE(scopeOf({"norm", "norm", "head", "head"}), none);                      // the border keeps its step
        QCOMPARE(scopeOf({"norm", "norm", "norm", "head"}, {0.0002, 0.0002, 0.02, 1.0}), none); // it is elsewhere
    }

    /// Where the output is broken, a scope must hold all that breaks it.
    void countsWhatBreaksTheOutput()
    {
        const auto graph = network({"norm", "norm", "up", "head"}, {0.0, 0.0, 0.0, 0.0});
        std::vector<quant::QuantizerPoint> points(3);
        std::vector<analysis::SwitchGroup> groups(3);
        for (std::size_t i = 0; i < 3; ++i) {
            points[i].node = graph.nodes()[i].id;
            points[i].layer = graph.nodes()[i].name;
            points[i].edges = {{graph.nodes()[i + 1].id, 0}};
            groups[i].points = {i};
        }
        const auto runs = [&](std::vector<double> noise, bool isBroken = true) {
            return analysis::scopeRuns(graph, groups, points, noise, isBroken);
        };
        QCOMPARE(runs({kNaN, 1.0, 2.0}).size(), std::size_t(1));
        QCOMPARE(runs({kNaN, 1.0, 2.0}).front().points, std::vector<std::size_t>{0}); // neg is read outside
        QVERIFY(runs({kNaN, 1.0, kNaN}).empty());
        // Masked by the others, it is still worse than what makes all of the noise.
        QCOMPARE(runs({kNaN, 1.0, 200.0}, false).size(), std::size_t(1));
        QCOMPARE(runs({1.0, kInfinity, 200.0}, false).size(), std::size_t(1));
        QVERIFY(runs({1.0, 1.0, 200.0}, false).empty());
    }
};

QTEST_APPLESS_MAIN(TestScopeRuns)
#include "tst_scope_runs.moc"
