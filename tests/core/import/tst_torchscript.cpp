// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare.h"
#include "core/base/error.h"
#include "core/data/inputs.h"
#include "core/data/npy.h"
#include "core/import/onnx_importer.h"
#include "core/import/torchscript/code_check.h"
#include "core/runtime/executor.h"
#include "core/runtime/partial_execution.h"
#include "tests/support/error_message.h"
#include "tests/support/models.h"
#include "tests/support/torch_modules.h"

#include <QtTest>

using namespace ql;
using ql::testing::ModuleBuilder;
using runtime::NamedTensors;
using runtime::Tensor;

namespace {

struct ZooEntry {
    const char* name;
    const char* source;
};

// Every way of changing tensors, branching, looping and packing that forward may use.
constexpr ZooEntry kZoo[] = {
    {"in-place", R"(
def forward(self, x):
    y = x * 2.0
    y.relu_()
    z = y + 1.0
    y.add_(z)
    return y, z)"},
    {"in-place on a row", R"(
def forward(self, x):
    y = x.clone()
    y[0] = y[0] * 3.0
    y[:, 1] += 1.0
    return y)"},
    {"view of a view", R"(
def forward(self, x):
    y = x + 0.0
    row = y[1]
    part = row[1:3]
    part.mul_(10.0)
    row.neg_()
    return y, row, part)"},
    {"reshape that copies", R"(
def forward(self, x):
    y = x + 0.0
    t = y.t().reshape(-1)
    t.add_(5.0)
    v = y.reshape(-1)
    v.mul_(2.0)
    return y, t, v)"},
    {"writes in a loop", R"(
def forward(self, x):
    out = torch.zeros_like(x)
    for i in range(x.size(0)):
        out[i] = x[i] * float(i)
        if i > 1:
            out[i].sub_(1.0)
    return out)"},
    {"while with a carried value", R"(
def forward(self, x):
    total = x
    n = 0
    while float(total.abs().sum()) < 100.0:
        total = total * 2.0
        n += 1
    return total, torch.tensor(n))"},
    {"branches", R"(
def forward(self, x):
    if bool(x.sum() > 0):
        y = x.relu()
        scale = 2
    else:
        y = -x
        scale = 3
    assert x.dim() != 3, "three"
    return y * scale)"},
    {"list", R"(
def forward(self, x):
    parts = []
    for i in range(x.size(0)):
        parts.append(x[i] + 1.0)
    kept = [x, x * 2.0]
    kept.append(x * 3.0)
    return torch.stack(parts), torch.cat(kept, 1))"},
    {"dictionary, tuple, optional", R"(
def forward(self, x, bias: Optional[Tensor] = None):
    made = {"a": x + 1.0, "b": x - 1.0}
    pair = (made["b"], made["a"])
    if bias is None:
        y = pair[0]
    else:
        y = pair[0] + bias
    return {"first": y, "second": pair[1]})"},
    {"chunk and split", R"(
def forward(self, x):
    a, b = x.chunk(2, 1)
    c, d = torch.split(x, [1, 3], 1)
    b.mul_(2.0)
    return a + b, c, d, x)"},
    {"tuple out of a branch", R"(
def forward(self, x):
    pair = (x, x)
    if bool(x.sum() > 0):
        pair = (x + 1.0, x + 2.0)
    else:
        pair = (pair[1] - 1.0, -x)
    a, b = pair
    return a, pair)"},
    {"early return in a loop", R"(
def forward(self, x):
    for i in range(10):
        x = x + 1.0
        if bool(x.max() > 4.0):
            return x
    return -x)"},
    {"input is written into", R"(
def forward(self, x):
    x.mul_(2.0)
    y = x[0]
    x.add_(1.0)
    return y, x)"},
    {"fork and wait", R"(
def both(self, x, n: int):
    return x * float(n), x - 1.0
def change(self, x):
    return x.add_(1.0)
def forward(self, x):
    y = x.clone()
    changed = fork(self.change, y)
    pairs = [fork(self.both, x, 2), fork(self.both, x, 3)]
    a, b = torch.wait(pairs[1])
    for i in range(x.size(0)):
        c, d = torch.wait(fork(self.both, a, i))
        d.add_(torch.wait(pairs[0])[0])
        b = b + c + d
    return torch.wait(changed) + y, b)"},
    {"as many forks as rows", R"(
def change(self, x, rate: float):
    return torch.sin(x * rate)
def forward(self, x):
    parts = annotate(List[Future[Tensor]], [])
    for i in range(x.size(0)):
        parts.append(fork(self.change, x[i], float(i)))
    out = torch.zeros_like(x[0])
    for part in parts:
        out = out + torch.wait(part)
    return out)"},
    {"list of lists", R"(
def forward(self, x):
    shape = x.size()
    sizes = [shape[0], -1]
    y = x.view(sizes)
    both = [y, y.t().contiguous().view(x.size(0), x.size(1))]
    out = both[0]
    for each in both:
        out = out + each
    return out)"},
};

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
        const auto model = import::importModel(path);
        const runtime::Program program(model.graph);
        std::vector<std::pair<at::Tensor, at::Tensor>> seen;
        runtime::ExecutionHooks hooks;
        hooks.taps.push_back(
            [&](const runtime::ValueEvent& event) { seen.emplace_back(event.tensor.data, event.tensor.data.clone()); });
        runtime::Execution execution(program, inputsOf(model.graph, inputs), hooks);
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
            const auto model = import::importStandard(file(name), 13);
            for (const auto& node : model.graph.nodes())
                QVERIFY2(node.domain.empty() && !node.attributes.has("torch"), node.name.c_str());
            const runtime::Program program(model.graph);
            runtime::Execution execution(program, inputsOf(model.graph, {input}));
            JobContext ctx;
            execution.finish(ctx);
            const auto expected = ql::testing::runForward(file(name), {input});
            QVERIFY(execution.outputs().at(0).data.allclose(expected.at(0), 1e-4, 1e-5));
        }
    }

    void modulesGiveNamesAndScopes()
    {
        ql::testing::saveExamples(m_folder.path().toStdString());
        const auto model = import::importModel(file("static.pt"));
        const auto conv = model.graph.findNode("conv1");
        QVERIFY(conv);
        const auto& node = model.graph.node(*conv);
        QCOMPARE(node.opType, std::string("QLinearConv"));
        QCOMPARE(node.scope, std::string("conv1"));
        QCOMPARE(model.graph.value(node.inputs.at(3)).name, std::string("conv1.weight"));
        QVERIFY(!model.quantizedEngine.empty());
        const auto plain = import::importModel(file("float.pt"));
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
        const auto model = import::importModel(file("old.pt"));
        const runtime::Program program(model.graph);
        runtime::Execution execution(program, inputsOf(model.graph, {sample()}));
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
        const auto model = import::importModel(path);
        for (const char* name : {"left.inner.relu", "left.add", "right.relu"})
            QVERIFY2(model.graph.findNode(name), name);
    }

    void zooEqualsForward_data()
    {
        QTest::addColumn<QString>("source");
        for (const auto& entry : kZoo)
            QTest::newRow(entry.name) << entry.source;
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
        const auto baseline = import::importModel(*models / "models" / "silero_mini_v2.onnx");
        const auto model = import::importModel(*models / "torchscript" / "silero_mini_v2_dynquant.jit");
        const std::vector<std::string> words{
            (*models / "inputs" / ("silero_mini_v2__" + sample.toStdString() + "__input.npy")).string()};
        const runtime::Program program(model.graph);
        runtime::Execution execution(program, data::readInputs(model.graph, words, 0));
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
        const auto message = ql::tests::messageOf([&path] { import::importModel(path); });
        QVERIFY2(message.contains("which reaches for files"), qPrintable(message));
        QVERIFY2(message.contains("stranger.pt: code/"), qPrintable(message));
    }

    void findsFileOperatorsInSources_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("behind a comment") << "ops.aten. # .\n  from_file(\"x\")" << true;
        QTest::newRow("behind a string") << "a = \"\\\"'\"; x.save(\"y\")" << true;
        QTest::newRow("in a string") << "a = \"torch.save(x)\"" << false;
        QTest::newRow("in a comment") << "# torch.save(x)\ny = x.saved" << false;
        QTest::newRow("a name of its own") << "def save(self, x):\n    save = x" << false;
    }

    void findsFileOperatorsInSources()
    {
        QFETCH(QString, source);
        QFETCH(bool, isFound);
        QCOMPARE(!import::torchscript::fileOperatorIn(source.toStdString()).empty(), isFound);
    }
};

QTEST_MAIN(TestTorchScript)
#include "tst_torchscript.moc"
