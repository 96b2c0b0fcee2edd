// SPDX-License-Identifier: GPL-3.0-or-later
// Fake quantizers as PyTorch saves them while they train: eval() leaves their observers on.
#include "core/analysis/check/check.h"
#include "core/import/import_model.h"
#include "core/quant/point_extraction.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "tests/support/torch_modules.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace ql;
using ql::testing::ModuleBuilder;

namespace {

/// What PyTorch 1.13 writes: an operator that observes, too (the default), or each step of the observer.
constexpr const char* kFused =
    "def forward(self, x):\n"
    "    return torch.fused_moving_avg_obs_fake_quant(x, self.observer_enabled, self.fake_quant_enabled, "
    "self.activation_post_process.min_val, self.activation_post_process.max_val, self.scale, self.zero_point, 0.01, "
    "0, 127, -1)\n";
constexpr const char* kUnrolled = "def forward(self, x):\n"
                                  "    highest = torch.max(torch.detach(x))\n"
                                  "    scale = torch.copy_(self.scale, torch.div(torch.reshape(highest, [1]), 127.5))\n"
                                  "    zero = torch.copy_(self.zero_point, torch.zeros_like(self.zero_point))\n"
                                  "    return torch.fake_quantize_per_tensor_affine(x, scale, zero, 0, 127)\n";

struct Switches {
    bool observes = true;
    bool quantizes = true;
    float scale = 0.02F;
    float lowest = 0.0F;
};

ModuleBuilder quantizer(const Switches& switches, const char* program)
{
    ModuleBuilder observer("MovingAverageMinMaxObserver");
    observer.buffer("min_val", at::scalar_tensor(switches.lowest));
    observer.buffer("max_val", at::scalar_tensor(2.54F));
    ModuleBuilder made("FakeQuantize");
    made.buffer("scale", at::full({1}, switches.scale)).buffer("zero_point", at::full({1}, 7, at::kInt));
    made.buffer("observer_enabled", at::full({1}, std::int64_t(switches.observes), at::kLong));
    made.buffer("fake_quant_enabled", at::full({1}, std::int64_t(switches.quantizes), at::kLong));
    made.module("activation_post_process", observer);
    made.define(program);
    return made;
}

bool has(const importers::ImportedModel& model, std::string_view opType)
{
    return std::ranges::count(model.graph.nodes(), opType, &graph::Node::opType) > 0;
}

} // namespace

class TestObservingQuantizers : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    const at::Tensor m_input = at::arange(24, at::kFloat).mul(0.37F).sin().mul(3.0F).view({2, 3, 2, 2});

    /// Reads the first quantizer's result by the second.
    importers::ImportedModel imported(const Switches& first, const Switches& second, const char* program)
    {
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / "net.pt";
        ModuleBuilder builder;
        builder.module("one", quantizer(first, program)).module("two", quantizer(second, program));
        builder.define("def forward(self, x):\n    return self.two.forward(torch.neg(self.one.forward(x)))");
        builder.save(path);
        return importers::importModel(path);
    }

    at::Tensor outputOf(const importers::ImportedModel& model) const
    {
        const runs::Program program(model.graph);
        runs::NamedTensors inputs;
        inputs[model.graph.value(model.graph.inputs()[0]).name] = runs::Tensor(m_input.clone());
        runs::Pass execution(program, std::move(inputs));
        JobContext ctx;
        execution.finish(ctx);
        return execution.outputs().at(0).data;
    }

private Q_SLOTS:
    void theyRoundByWhatTheFileHolds_data()
    {
        QTest::addColumn<QString>("program");
        QTest::newRow("fused") << kFused;
        QTest::newRow("unrolled") << kUnrolled;
    }

    void theyRoundByWhatTheFileHolds()
    {
        QFETCH(const QString, program);
        const auto model = imported({}, {}, program.toUtf8().constData());
        QCOMPARE(model.trainingState, std::string("QAT"));
        QVERIFY(model.idleQuantizers.empty());
        QCOMPARE(model.graph.nodes().size(), std::size_t(5)); // two pairs and the negation
        // As torch.ao.quantization.disable_observer leaves it.
        const auto rounded = [](const at::Tensor& x) {
            return at::fake_quantize_per_tensor_affine(x, double(0.02F), 7, 0, 127);
        };
        QVERIFY(outputOf(model).equal(rounded(rounded(m_input).neg())));
    }

    /// quant_max 127 of uint8, as PyTorch's own configuration for x86 has it: the type's range says less.
    void movedOntoAFloatModelTheyKeepTheirLimits()
    {
        const auto model = imported({}, {}, kFused);
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / "float.pt";
        ModuleBuilder floats;
        floats.define("def forward(self, x):\n    return torch.neg(x)");
        floats.save(path);
        const auto baseline = importers::importModel(path);
        quant::ModelPartners partners;
        for (const auto& node : model.graph.nodes())
            if (node.opType == "Neg")
                partners.nodes.emplace(node.id, baseline.graph.nodes().at(0).id);
        const auto points = quant::extractPoints(baseline.graph, model.graph, partners).points;
        QCOMPARE(points.size(), std::size_t(1));
        QCOMPARE(points[0].parameters->highest, std::int64_t(127));
        QVERIFY(m_input.max().item<float>() > (127 - 7) * 0.02F); // some are clamped
        QVERIFY(points[0]
                    .apply(runs::Tensor(m_input))
                    .data.equal(at::fake_quantize_per_tensor_affine(m_input, double(0.02F), 7, 0, 127)));
    }

    /// Nothing is known of the scale of one that has seen nothing: it is found as the model runs.
    void withoutAnyNumberTheyStay()
    {
        const Switches unseen{true, true, 1.0F, std::numeric_limits<float>::infinity()};
        const auto model = imported(unseen, unseen, kFused);
        QVERIFY(!has(model, "QuantizeLinear") && has(model, "fused_moving_avg_obs_fake_quant"));
        QCOMPARE(model.trainingState, std::string("QAT"));
    }

    void whatOnlyObservesIsNoOperator()
    {
        const auto model = imported({true, false}, {true, false}, kFused);
        QCOMPARE(model.trainingState, std::string("calibration"));
        QCOMPARE(model.graph.nodes().size(), std::size_t(1));
        QVERIFY(model.idleQuantizers.empty()); // none acts
        QVERIFY(outputOf(model).equal(m_input.neg()));
    }

    void thoseSwitchedOffAreNamed()
    {
        const auto model = imported({false, true}, {false, false}, kFused);
        QCOMPARE(model.trainingState, std::string());
        QCOMPARE(model.idleQuantizers, std::vector<std::string>{"two"});
        QCOMPARE(model.graph.nodes().size(), std::size_t(3));
        const auto findings = [](const importers::ImportedModel& checked) {
            JobContext ctx;
            std::vector<std::string> about;
            const auto result = analysis::checkModel(checked, {}, ctx);
            for (const auto& finding : result->findings)
                if (finding.rule == "training-mode" && finding.severity == results::Severity::Warning)
                    about.push_back(finding.subject);
            return about;
        };
        QCOMPARE(findings(model), std::vector<std::string>{"two"});
        const auto both = imported({false, true}, {false, true}, kFused);
        QVERIFY(both.idleQuantizers.empty());
        QVERIFY(findings(both).empty());
    }
};

QTEST_GUILESS_MAIN(TestObservingQuantizers)
#include "tst_observing_quantizers.moc"
