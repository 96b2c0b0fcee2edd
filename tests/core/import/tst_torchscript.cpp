// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare.h"
#include "core/base/error.h"
#include "core/data/inputs.h"
#include "core/data/tensors/npy.h"
#include "core/import/import_model.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/what_if.h"
#include "tests/core/import/torchscript_refused_zoo.h"
#include "tests/core/import/torchscript_zoo.h"
#include "tests/support/error_message.h"
#include "tests/support/models.h"
#include "tests/support/torch_modules.h"

#include <QtTest>

using namespace ql;
using ql::testing::ModuleBuilder;
using runs::NamedTensors;
using runs::Tensor;

namespace {

at::Tensor sample()
{
    return at::arange(16, at::kFloat).view({4, 4}).sub(6.5).mul(0.37);
}

} // namespace

class TestTorchScript : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path file(const std::string& name) const
    {
        return m_folder.filePath(QString::fromStdString(name)).toStdString();
    }

    static NamedTensors inputsOf(const graph::Graph& graph, const std::vector<at::Tensor>& tensors)
    {
        NamedTensors inputs;
        for (std::size_t i = 0; i < graph.inputs().size(); ++i)
            inputs[graph.value(graph.inputs()[i]).name] = Tensor(tensors.at(i).clone());
        return inputs;
    }

    /// Runs the file node by node and compares with forward; every value tapped must still be what it was.
    static void compareWithForward(const std::filesystem::path& path, const std::vector<at::Tensor>& inputs)
    {
        const auto model = importers::importModel(path);
        const runs::Program program(model.graph);
        std::vector<std::pair<at::Tensor, at::Tensor>> seen;
        runs::Hooks hooks;
        hooks.taps.push_back(
            [&](const runs::ValueEvent& event) { seen.emplace_back(event.tensor.data, event.tensor.data.clone()); });
        runs::Pass execution(program, inputsOf(model.graph, inputs), hooks);
        JobContext ctx;
        execution.finish(ctx);
        std::vector<at::Tensor> outputs;
        for (const auto& output : execution.outputs())
            outputs.push_back(output.data);
        const auto expected = ql::testing::runForward(path, inputs);
        QCOMPARE(outputs.size(), expected.size());
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            QVERIFY(outputs[i].defined());
            QCOMPARE(outputs[i].sizes().vec(), expected[i].sizes().vec());
            QVERIFY2(outputs[i].equal(expected[i]), qPrintable(QString("output %1 differs").arg(i)));
        }
        for (const auto& [kept, copy] : seen)
            QVERIFY(kept.equal(copy));
    }

private Q_SLOTS:
    void examplesEqualForward_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto* name : {"float", "fake", "static", "dynamic"})
            QTest::newRow(name) << name;
    }

    void examplesEqualForward()
    {
        QFETCH(QString, name);
        ql::testing::saveExamples(m_folder.path().toStdString());
        const auto input = at::arange(2 * 3 * 8 * 8, at::kFloat).mul(0.37F).sin().mul(2.0F).view({2, 3, 8, 8});
        compareWithForward(file((name + ".pt").toStdString()), {input});
    }

    /// Where a node has the standard's name, its inputs and attributes must mean what the standard says.
    void standardOperatorsComputeTheSame()
    {
        ql::testing::saveExamples(m_folder.path().toStdString());
        const auto input = at::arange(2 * 3 * 8 * 8, at::kFloat).mul(0.37F).sin().mul(2.0F).view({2, 3, 8, 8});
        for (const auto* name : {"float.pt", "fake.pt"}) {
            const auto model = importers::importStandard(file(name), 13);
            for (const auto& node : model.graph.nodes())
                QVERIFY2(node.domain.empty() && !node.attributes.has("torch"), node.name.c_str());
            const runs::Program program(model.graph);
            runs::Pass execution(program, inputsOf(model.graph, {input}));
            JobContext ctx;
            execution.finish(ctx);
            const auto expected = ql::testing::runForward(file(name), {input});
            QVERIFY(execution.outputs().at(0).data.allclose(expected.at(0), 1e-4, 1e-5));
        }
    }

    void modulesGiveNamesAndScopes()
    {
        ql::testing::saveExamples(m_folder.path().toStdString());
        const auto model = importers::importModel(file("static.pt"));
        const auto conv = model.graph.findNode("conv1");
        QVERIFY(conv);
        const auto& node = model.graph.node(*conv);
        QCOMPARE(node.opType, std::string("QLinearConv"));
        QCOMPARE(node.scope, std::string("conv1"));
        QCOMPARE(model.graph.value(node.inputs.at(3)).name, std::string("conv1.weight"));
        QVERIFY(!model.quantizedEngine.empty());
        const auto plain = importers::importModel(file("float.pt"));
        QVERIFY(plain.graph.findValue("conv2.bias"));
        QVERIFY(plain.quantizedEngine.empty());
    }

    /// LibTorch 2 refuses programs from before return_complex; here they mean what they meant.
    void runsOldSpectra()
    {
        const auto save = [this](const char* name, const std::string& isComplex) {
            ModuleBuilder builder;
            builder.define("def forward(self, x):\n    return torch.stft(x, 4, 2, 4, torch.ones([4]), False, True, "
                           + isComplex + ")");
            builder.save(file(name));
        };
        save("old.pt", "None");
        save("new.pt", "False");
        const auto model = importers::importModel(file("old.pt"));
        const runs::Program program(model.graph);
        runs::Pass execution(program, inputsOf(model.graph, {sample()}));
        JobContext ctx;
        execution.finish(ctx);
        const auto expected = ql::testing::runForward(file("new.pt"), {sample()});
        QVERIFY(execution.outputs().at(0).data.equal(expected.at(0)));
    }

    /// What is forked stands where the module that does it stands.
    void forkedModulesGiveScopes()
    {
        ModuleBuilder child("Child");
        child.parameter("weight", at::arange(4, at::kFloat));
        child.define("def forward(self, x):\n    return torch.relu(x * self.weight)");
        ModuleBuilder middle("Middle");
        middle.module("inner", child);
        middle.define("def forward(self, x):\n    return torch.wait(fork(self.inner.forward, x)) + 1.0");
        ModuleBuilder net;
        net.module("left", middle).module("right", child);
        net.define("def forward(self, x):\n    right = fork(self.right.forward, x)\n"
                   "    return self.left.forward(x) - torch.wait(right)");
        const auto path = file("forks.pt");
        net.save(path);
        compareWithForward(path, {sample()});
        const auto model = importers::importModel(path);
        for (const char* name : {"left.inner.relu", "left.add", "right.relu"})
            QVERIFY2(model.graph.findNode(name), name);
    }

    void zooEqualsForward_data()
    {
        QTest::addColumn<QString>("source");
        for (const auto& entry : tests::kZoo)
            QTest::newRow(entry.name) << entry.source;
        QTest::newRow("copied list of numbers") << R"(
def forward(self, x):
    sizes = [2, 1]
    shift = sizes.copy()
    if x.size(0) >= 4:
        shift[0] = 0
    return torch.roll(x, shift, [0, 1]), torch.roll(x, sizes, [0, 1]))";
        QTest::newRow("an output that is None") << R"(
def forward(self, x):
    return x + 1.0, None)";
    }

    void zooEqualsForward()
    {
        QFETCH(QString, source);
        const auto path = file("zoo.pt");
        try {
            ModuleBuilder builder;
            builder.define(source.toStdString());
            builder.save(path);
            compareWithForward(path, {sample()});
        } catch (const std::exception& error) {
            QFAIL(error.what());
        }
    }

    /// The standard's Gemm takes matrices only; PyTorch's linear layer takes what it gets.
    void exportsLinearLayersOfAnyRank()
    {
        const auto path = file("linear.pt");
        ModuleBuilder layer("Layer");
        layer.parameter("weight", at::arange(8, at::kFloat).view({2, 4}).sin());
        layer.parameter("bias", at::arange(2, at::kFloat));
        layer.define("def forward(self, x):\n    return torch.linear(x, self.weight, self.bias)");
        ModuleBuilder builder;
        builder.module("fc", layer).define(R"(
def forward(self, x):
    return self.fc.forward(x.view(2, 2, 4)), self.fc.forward(torch.flatten(x, 1)))");
        builder.save(path);
        const auto model = importers::importStandard(path, 13);
        QCOMPARE(model.graph.node(*model.graph.findNode("fc.linear")).opType, std::string("MatMul"));
        QCOMPARE(model.graph.node(*model.graph.findNode("fc.linear_1")).opType, std::string("Gemm"));
        const runs::Program program(model.graph);
        runs::Pass execution(program, inputsOf(model.graph, {sample()}));
        JobContext ctx;
        execution.finish(ctx);
        const auto expected = ql::testing::runForward(path, {sample()});
        for (std::size_t i = 0; i < 2; ++i)
            QVERIFY(execution.outputs().at(i).data.allclose(expected.at(i), 1e-5, 1e-6));
    }

    /// The standard has no numbers beside tensors: what reads one stays as LibTorch computes it.
    void standardFormKeepsComputedNumbers()
    {
        const auto path = file("numbers.pt");
        ModuleBuilder builder;
        builder.define(R"(
def forward(self, x):
    return x * x.size(0) + float(len(x)) - x.sum().item())");
        builder.save(path);
        const auto model = importers::importStandard(path, 13);
        const runs::Program program(model.graph);
        runs::Pass execution(program, inputsOf(model.graph, {sample()}));
        JobContext ctx;
        execution.finish(ctx);
        QVERIFY(execution.outputs().at(0).data.allclose(ql::testing::runForward(path, {sample()}).at(0), 1e-5, 1e-6));
    }

    /// A run is one forward of the module as it is in the file: what it sets is forgotten.
    void stateBeginsAnewWithEveryRun()
    {
        const auto path = file("state.pt");
        ModuleBuilder builder;
        builder.buffer("seen", at::zeros({4})).buffer("last", at::zeros({4, 4})).define(R"(
def forward(self, x):
    self.seen.add_(x[0])
    self.last = self.last + x
    return self.seen * 2.0, self.last)");
        builder.save(path);
        for (int i = 0; i < 2; ++i)
            compareWithForward(path, {sample()});
        const auto model = importers::importModel(path);
        const runs::Program program(model.graph);
        JobContext ctx;
        for (int i = 0; i < 2; ++i) {
            runs::Pass execution(program, inputsOf(model.graph, {sample()}));
            execution.finish(ctx);
            QVERIFY(execution.outputs().at(0).data.equal(sample()[0] * 2.0));
            QVERIFY(execution.outputs().at(1).data.equal(sample()));
        }
    }

    void refusesArgumentsThatAreNoTensors_data()
    {
        QTest::addColumn<QString>("type");
        QTest::newRow("list") << "List[Tensor]";
        QTest::newRow("dictionary") << "Dict[str, Tensor]";
    }

    void refusesArgumentsThatAreNoTensors()
    {
        QFETCH(QString, type);
        const auto path = file("arguments.pt");
        ModuleBuilder builder;
        builder.define("\ndef forward(self, x, many: " + type.toStdString() + "):\n    return x");
        builder.save(path);
        const auto message = ql::tests::messageOf([&path] { importers::importModel(path); });
        QVERIFY2(message.contains("argument many of forward has type " + type), qPrintable(message));
        QVERIFY2(message.contains("one by one"), qPrintable(message));
    }

    void refusesWhatNobodyCanKnow_data()
    {
        QTest::addColumn<QString>("source");
        for (const auto& entry : tests::kRefusedZoo)
            QTest::newRow(entry.name) << entry.source;
    }

    /// A model whose values we can't tell is turned down with the instruction that is to blame, never run wrongly.
    void refusesWhatNobodyCanKnow()
    {
        QFETCH(QString, source);
        const auto path = file("refused.pt");
        ModuleBuilder builder;
        builder.define(source.toStdString());
        builder.save(path);
        const auto message = ql::tests::messageOf([&path] { importers::importModel(path); });
        QVERIFY2(message.contains("refused.pt: aten::") || message.contains("refused.pt: prim::"), qPrintable(message));
        QVERIFY2(message.contains("under another name") || message.contains("something else may refer to"),
                 qPrintable(message));
    }

    /// What a tap sees of a value that is overwritten later is what it was when it was made.
    void tapsSeeValuesBeforeTheyAreOverwritten()
    {
        const auto path = file("overwritten.pt");
        ModuleBuilder builder;
        builder.define(R"(
def forward(self, x):
    y = x.mul(2.0)
    kept = y.clone()
    row = y.select(0, 1)
    y.t().exp_()
    row.neg_()
    return kept, row)");
        builder.save(path);
        const auto model = importers::importModel(path);
        const runs::Program program(model.graph);
        std::map<std::string, at::Tensor> seen;
        runs::Hooks hooks;
        hooks.taps.push_back(
            [&](const runs::ValueEvent& event) { seen[event.graph.value(event.value).name] = event.tensor.data; });
        runs::Pass execution(program, inputsOf(model.graph, {sample()}), hooks);
        JobContext ctx;
        execution.finish(ctx);
        const auto doubled = sample().mul(2.0);
        QVERIFY(seen.at("mul").equal(doubled));
        QVERIFY(seen.at("exp").equal(doubled.t().exp()));
        QVERIFY(seen.at("neg").equal(doubled.exp()[1].neg()));
    }

    void realModelEqualsItsReference_data()
    {
        QTest::addColumn<QString>("sample");
        for (const char* sample : {"en_w3", "en_w40", "en_w101"})
            QTest::newRow(sample) << sample;
    }

    /// The authors' own dynamically quantized program, with its branches and states, against what PyTorch computed.
    void realModelEqualsItsReference()
    {
        QFETCH(QString, sample);
        const auto models = ql::tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        const auto name = "silero_mini_v2_dynquant__" + sample.toStdString() + "__output__torch1.13_qnnpack.npy";
        const auto expected = ops::toTensor(data::readNpy(*models / "torchscript" / name));
        const auto baseline = importers::importModel(*models / "models" / "silero_mini_v2.onnx");
        const auto model = importers::importModel(*models / "torchscript" / "silero_mini_v2_dynquant.jit");
        const std::vector<std::string> words{
            (*models / "inputs" / ("silero_mini_v2__" + sample.toStdString() + "__input.npy")).string()};
        const runs::Program program(model.graph);
        runs::Pass execution(program, data::readInputs(model.graph, words, 0));
        JobContext ctx;
        execution.finish(ctx);
        const auto outputs = execution.outputs();
        QCOMPARE(outputs.size(), std::size_t{1});
        QVERIFY(outputs[0].data.sizes() == expected.data.sizes());
        QVERIFY((outputs[0].data - expected.data).abs().max().item<float>() < 1e-5F);

        const auto result =
            analysis::compareModels(baseline, model, data::readInputs(baseline.graph, words, 0), {}, ctx);
        const auto byWeights = std::ranges::count_if(
            result->layers, [](const auto& layer) { return layer.metrics && layer.match.rule == "weights"; });
        QVERIFY2(byWeights >= 35, qPrintable(QString::number(byWeights)));
        QCOMPARE(result->outputs.size(), std::size_t{1});
        QVERIFY(result->outputs[0].metrics.has_value());
    }

    void refusesFileAccess_data()
    {
        QTest::addColumn<QString>("line");
        QTest::newRow("writes") << R"(torch.save(x, "/tmp/quantloupe_was_here"))";
    }

    /// Not when it runs, not while it loads: the file is turned down before LibTorch sees it.
    void refusesFileAccess()
    {
        QFETCH(QString, line);
        const auto path = file("stranger.pt");
        ModuleBuilder builder;
        builder.define("\ndef forward(self, x):\n    " + line.toStdString() + "\n    return x");
        builder.save(path);
        const auto message = ql::tests::messageOf([&path] { importers::importModel(path); });
        QVERIFY2(message.contains("calls aten::save, which is not on the list"), qPrintable(message));
        QVERIFY2(message.contains("stranger.pt: code/"), qPrintable(message));
    }
};

QTEST_MAIN(TestTorchScript)
#include "tst_torchscript.moc"
