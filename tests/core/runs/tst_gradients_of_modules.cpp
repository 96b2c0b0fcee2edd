// SPDX-License-Identifier: GPL-3.0-or-later
// Derivatives of TorchScript networks, against those that LibTorch's autograd gives for the modules themselves.
#include "core/import/import_model.h"
#include "core/runs/recorded_pass.h"
#include "tests/support/torch_modules.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <QtTest>

using namespace ql;
using ql::testing::ModuleBuilder;
using runs::Tensor;

namespace {

at::Tensor numbers(std::vector<std::int64_t> shape, std::uint64_t seed)
{
    return at::randn(shape, at::detail::createCPUGenerator(seed), at::TensorOptions(at::kFloat));
}

ModuleBuilder convolution()
{
    ModuleBuilder net;
    net.parameter("w", numbers({6, 3, 3, 3}, 1)).parameter("b", numbers({6}, 2));
    net.parameter("gamma", numbers({6}, 3)).parameter("beta", numbers({6}, 4));
    net.buffer("mean", numbers({6}, 5)).buffer("var", numbers({6}, 6).square() + 0.5);
    net.define(R"(
def forward(self, x):
    y = torch.conv2d(x, self.w, self.b, [2, 1], [1, 1], [1, 1], 1)
    y = torch.batch_norm(y, self.gamma, self.beta, self.mean, self.var, False, 0.1, 1e-05, True)
    return torch.max_pool2d(torch.relu(y), [2, 2], [2, 2], [0, 0], [1, 1], False))");
    return net;
}

ModuleBuilder linear()
{
    ModuleBuilder net;
    net.parameter("w", numbers({7, 8}, 1)).parameter("b", numbers({7}, 2)).parameter("v", numbers({7, 4}, 3));
    net.define(R"(
def forward(self, x):
    h = torch.gelu(torch.linear(x, self.w, self.b))
    return torch.log_softmax(torch.matmul(torch.sigmoid(h) * h, self.v), -1), torch.tanh(h).mean([1]))");
    return net;
}

ModuleBuilder recurrent()
{
    ModuleBuilder net;
    net.parameter("wi", numbers({20, 6}, 1)).parameter("wh", numbers({20, 5}, 2));
    net.parameter("bi", numbers({20}, 3)).parameter("bh", numbers({20}, 4));
    net.define(R"(
def forward(self, x, h, c):
    y, hn, cn = torch.lstm(x, [h, c], [self.wi, self.wh, self.bi, self.bh], True, 1, 0.0, False, False, True)
    return y, hn, cn)");
    return net;
}

ModuleBuilder attention()
{
    ModuleBuilder net;
    for (const char* name : {"q", "k", "v", "o"})
        net.parameter(name, numbers({8, 8}, std::uint64_t(name[0])) * 0.4);
    net.parameter("gamma", numbers({8}, 5)).parameter("beta", numbers({8}, 6));
    net.define(R"(
def forward(self, x):
    n = torch.layer_norm(x, [8], self.gamma, self.beta, 1e-05, True)
    q = torch.linear(n, self.q).view([2, 5, 2, 4]).transpose(1, 2)
    k = torch.linear(n, self.k).view([2, 5, 2, 4]).transpose(1, 2)
    v = torch.linear(n, self.v).view([2, 5, 2, 4]).transpose(1, 2)
    a = torch.softmax(torch.matmul(q, k.transpose(-2, -1)) * 0.5, -1)
    y = torch.matmul(a, v).transpose(1, 2).reshape([2, 5, 8])
    return x + torch.linear(y, self.o))");
    return net;
}

/// Fake quantizers: the straight-through estimator.
ModuleBuilder quantized()
{
    ModuleBuilder net;
    net.parameter("w", numbers({7, 8}, 1)).parameter("b", numbers({7}, 2));
    net.define(R"(
def forward(self, x):
    x = torch.fake_quantize_per_tensor_affine(x, 0.02, 3, -128, 127)
    return torch.relu(torch.linear(x, self.w, self.b)))");
    return net;
}

using MakeNet = ModuleBuilder (*)();
using Shapes = std::vector<std::vector<std::int64_t>>;

} // namespace

Q_DECLARE_METATYPE(MakeNet)
Q_DECLARE_METATYPE(Shapes)

class TestGradientsOfModules : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    void equalThoseOfAutograd_data()
    {
        QTest::addColumn<MakeNet>("net");
        QTest::addColumn<Shapes>("shapes");
        QTest::newRow("convolution, normalization, relu") << MakeNet(&convolution) << Shapes{{2, 3, 8, 8}};
        QTest::newRow("linear") << MakeNet(&linear) << Shapes{{3, 8}};
        QTest::newRow("lstm") << MakeNet(&recurrent) << Shapes{{2, 4, 6}, {1, 2, 5}, {1, 2, 5}};
        QTest::newRow("attention") << MakeNet(&attention) << Shapes{{2, 5, 8}};
        QTest::newRow("fake quantizers") << MakeNet(&quantized) << Shapes{{3, 8}};
    }
    void equalThoseOfAutograd()
    {
        QFETCH(MakeNet, net);
        QFETCH(Shapes, shapes);
        const std::filesystem::path path = m_folder.filePath("net.pt").toStdString();
        net().save(path);
        const auto model = importers::importModel(path);
        const runs::Program program(model.graph);
        std::vector<at::Tensor> inputs;
        runs::NamedTensors named;
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            inputs.push_back(numbers(shapes[i], 40 + i));
            named[model.graph.value(model.graph.inputs().at(i)).name] = Tensor(inputs.back());
        }
        JobContext ctx;
        const runs::RecordedPass gradients(program, named, model.graph.inputs(), ctx);
        std::vector<at::Tensor> seeds;
        std::vector<at::Tensor> told(inputs.size());
        for (std::size_t k = 0; k < gradients.outputs().size(); ++k) {
            seeds.push_back(numbers(gradients.outputs()[k].data.sizes().vec(), 70 + k));
            const auto by = gradients.of(k, Tensor(seeds.back()));
            for (std::size_t i = 0; i < by.size(); ++i)
                if (by[i].isDefined())
                    told[i] = told[i].defined() ? told[i] + by[i].data : by[i].data;
        }
        const auto expected = ql::testing::runBackward(path, inputs, seeds);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            QVERIFY(told[i].defined() && expected[i].abs().max().item<double>() > 0.0);
            const double off = (told[i] - expected[i]).norm().item<double>() / expected[i].norm().item<double>();
            QVERIFY2(off < 1e-5, qPrintable(QString::number(off)));
        }
    }
};

QTEST_GUILESS_MAIN(TestGradientsOfModules)
#include "tst_gradients_of_modules.moc"
