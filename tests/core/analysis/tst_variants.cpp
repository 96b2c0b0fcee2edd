// SPDX-License-Identifier: GPL-3.0-or-later
// What runtimes make of a model: constants and batch normalizations folded, activations fused.
#include "core/analysis/variants/graph_variants.h"
#include "core/analysis/variants/model_variant.h"
#include "core/analysis/workspace/workspace.h"
#include "core/graph/text_form/text_form.h"
#include "core/quant/preparation/float_preparation.h"
#include "core/runs/program/program.h"
#include "core/runs/run.h"

#include <QTest>

using namespace ql;
using graph::Graph;
using results::ModelVariant;

namespace {

const char* const kNetwork = "graph \"net\" opset 13\n"
                             "input x: float32[1,2,3,1]\n"
                             "const w: float32[2,2,1,1] = {1, -0.5, 0.25, 2}\n"
                             "const half: float32[1] = {0.5}\n"
                             "const s: float32[2] = {2, 0.5}\n"
                             "const b: float32[2] = {1, -1}\n"
                             "const m: float32[2] = {0.5, 0.25}\n"
                             "const v: float32[2] = {4, 1}\n"
                             "const low: float32[] = {0}\n"
                             "const high: float32[] = {1}\n"
                             "scaled: float32[2,2,1,1] = Mul(w, half) name \"scale\"\n"
                             "twice: float32[2,2,1,1] = Add(scaled, scaled) name \"twice\"\n"
                             "c: float32[1,2,3,1] = Conv(x, twice) name \"conv\"\n"
                             "n: float32[1,2,3,1] = BatchNormalization(c, s, b, m, v) {epsilon: 0.0} name \"bn\"\n"
                             "r: float32[1,2,3,1] = Relu(n) name \"relu\"\n"
                             "d: float32[1,2,3,1] = Conv(r, w) name \"second\"\n"
                             "y = Clip(d, low, high) name \"clip\"\n"
                             "output y\n";

std::vector<double> run(const Graph& graph)
{
    const at::Tensor x = (at::arange(6, at::kFloat) * 0.7F - 2.0F).view({1, 2, 3, 1});
    JobContext ctx;
    const auto outputs = runs::outputsOf(runs::Program(graph), {{"x", runs::Tensor(x)}}, ctx);
    return ops::toTensorData(outputs.at(0)).toDoubles();
}

void verifyClose(const std::vector<double>& found, const std::vector<double>& expected)
{
    QCOMPARE(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        QVERIFY2(std::abs(found[i] - expected[i]) < 1e-5, qPrintable(QString::number(found[i])));
}

analysis::OptimizedModel variantOf(const std::string& text, ModelVariant variant)
{
    importers::ImportedModel model;
    model.graph = graph::parseGraph(text);
    model.format = "onnx";
    model.path = "net.onnx";
    return analysis::optimizedModel(model, variant);
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    return text.replace(text.find(from), from.size(), to);
}

} // namespace

class TestVariants : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foldsConstants()
    {
        const auto graph = graph::parseGraph(kNetwork);
        const auto folded = quant::foldConstants(graph);
        QCOMPARE(folded.nodeCount(), graph.nodeCount() - 2);
        QVERIFY(!folded.findNode("scale") && !folded.findNode("twice"));
        const auto& conv = folded.node(*folded.findNode("conv"));
        QCOMPARE(folded.constantOf(conv.inputs[1])->toDoubles(), (std::vector<double>{1, -0.5, 0.25, 2}));
        QVERIFY(!folded.constantOf(*folded.findValue("scaled"))); // which nobody reads any longer
        QCOMPARE(run(folded), run(graph));
    }

    /// Somebody who runs the model gets what it is asked for.
    void keepsConstantsThatAreOutputs()
    {
        const auto graph = graph::parseGraph(std::string(kNetwork) + "output twice\n");
        const auto folded = quant::foldConstants(graph);
        QVERIFY(!folded.findNode("scale") && folded.findNode("twice"));
    }

    void fusesActivations()
    {
        const auto graph = graph::parseGraph(replaced(kNetwork, "Conv(x, twice)", "Conv(x, w)"));
        const auto fused = analysis::fuseActivations(graph);
        QVERIFY(fused.findNode("relu")); // it reads a normalization
        QVERIFY(!fused.findNode("clip"));
        const auto& second = fused.node(*fused.findNode("second"));
        QCOMPARE(second.qualifiedOpType(), std::string("com.microsoft.FusedConv"));
        QCOMPARE(second.attributes.stringOr("activation", ""), std::string("Clip"));
        QCOMPARE(second.attributes.floatsOr("activation_params", {}), (std::vector<double>{0, 1}));
        QCOMPARE(fused.value(second.outputs[0]).name, std::string("y"));
        QCOMPARE(run(fused), run(graph));
    }

    void fusesWhatAGemmIsReadBy()
    {
        const auto* const text = "graph \"gemm\" opset 13\n"
                                 "input x: float32[3,2]\n"
                                 "const w: float32[2,2] = {1, -0.5, 0.25, 2}\n"
                                 "c: float32[3,2] = Gemm(x, w) name \"gemm\"\n"
                                 "y = LeakyRelu(c) {alpha: 0.25} name \"leaky\"\n"
                                 "output y\n";
        const auto graph = graph::parseGraph(text);
        const auto fused = analysis::fuseActivations(graph);
        QCOMPARE(fused.nodeCount(), std::size_t{1});
        JobContext ctx;
        const runs::NamedTensors x{{"x", runs::Tensor(at::arange(6, at::kFloat).sub(3).view({3, 2}))}};
        const auto outputsOf = [&](const Graph& which) {
            return ops::toTensorData(runs::outputsOf(runs::Program(which), x, ctx).at(0)).toDoubles();
        };
        QCOMPARE(outputsOf(fused), outputsOf(graph));
    }

    void leavesWhatOthersRead()
    {
        for (const char* other : {"output d\n", "z = Neg(d) name \"neg\"\noutput z\n"})
            QVERIFY(analysis::fuseActivations(graph::parseGraph(std::string(kNetwork) + other)).findNode("clip"));
        const auto open = replaced(kNetwork, "const high: float32[] = {1}", "input high: float32[]");
        QVERIFY(analysis::fuseActivations(graph::parseGraph(open)).findNode("clip")); // its bounds aren't known
    }

    void countsWhatItDoes()
    {
        const auto folded = variantOf(kNetwork, ModelVariant::Folded);
        QCOMPARE(folded.counts.foldedConstants, std::uint64_t{2});
        QCOMPARE(folded.counts.foldedNormalizations, std::uint64_t{1});
        QCOMPARE(folded.counts.fusedActivations, std::uint64_t{0});
        QCOMPARE(folded.model->path.string(), std::string("net.onnx (folded)"));
        const auto fused = variantOf(kNetwork, ModelVariant::Fused);
        QCOMPARE(fused.counts.foldedNormalizations, std::uint64_t{1});
        QCOMPARE(fused.counts.fusedActivations, std::uint64_t{2});
        QCOMPARE(fused.model->graph.nodeCount(), std::size_t{2});
        const auto plain = run(graph::parseGraph(kNetwork));
        verifyClose(run(folded.model->graph), plain);
        verifyClose(run(fused.model->graph), plain);
    }

    /// The next comparison of the same model finds the same variant.
    void cachesTheLast()
    {
        auto model = std::make_shared<importers::ImportedModel>();
        model->graph = graph::parseGraph(kNetwork);
        model->format = "onnx";
        analysis::Workspace workspace;
        const auto first = workspace.variantOf(model, ModelVariant::Folded);
        QCOMPARE(workspace.variantOf(model, ModelVariant::Folded).model.get(), first.model.get());
        QVERIFY(workspace.variantOf(model, ModelVariant::Fused).model != first.model);
    }
};

QTEST_GUILESS_MAIN(TestVariants)
#include "tst_variants.moc"
