// SPDX-License-Identifier: GPL-3.0-or-later
// Quantizers as PyTorch writes them: scale and zero point are buffers of the module, or chosen as the model runs.
#include "core/import/import_model.h"
#include "core/quant/point_extraction.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "tests/support/torch_modules.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace ql;
using ql::testing::ModuleBuilder;

class TestTorchScriptQuantizers : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    struct Imported {
        std::filesystem::path path;
        importers::ImportedModel model;

        const graph::Node* find(std::string_view opType) const
        {
            const auto found = std::ranges::find(model.graph.nodes(), opType, &graph::Node::opType);
            return found == model.graph.nodes().end() ? nullptr : &*found;
        }

        void compareWithForward() const
        {
            const auto input = at::arange(24, at::kFloat).mul(0.37F).sin().mul(3.0F).view({2, 3, 2, 2});
            const runs::Program program(model.graph);
            runs::NamedTensors inputs;
            inputs[model.graph.value(model.graph.inputs()[0]).name] = runs::Tensor(input.clone());
            runs::Pass execution(program, std::move(inputs));
            JobContext ctx;
            execution.finish(ctx);
            QVERIFY(execution.outputs().at(0).data.equal(ql::testing::runForward(path, {input}).at(0)));
        }
    };

    Imported imported(const char* body, const at::Tensor& scale, const at::Tensor& zeroPoint)
    {
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / "quantizer.pt";
        ModuleBuilder builder;
        builder.buffer("x_scale_0", scale).buffer("x_zero_point_0", zeroPoint);
        builder.define(std::string("def forward(self, x):\n") + body);
        builder.save(path);
        return {path, importers::importModel(path)};
    }

private Q_SLOTS:
    void buffersAreScales_data()
    {
        QTest::addColumn<bool>("isVector");
        QTest::newRow("numbers") << false;
        QTest::newRow("vectors of one") << true;
    }

    void buffersAreScales()
    {
        QFETCH(bool, isVector);
        auto scale = at::scalar_tensor(0.02F);
        auto zeroPoint = at::scalar_tensor(7, at::kInt);
        if (isVector) {
            scale = scale.view(1);
            zeroPoint = zeroPoint.view(1);
        }
        const auto found = imported("    q = torch.quantize_per_tensor(x, self.x_scale_0, self.x_zero_point_0, 13)\n"
                                    "    return torch.dequantize(torch.max_pool2d(q, [2, 2]))",
                                    scale, zeroPoint);
        for (const auto* opType : {"QuantizeLinear", "DequantizeLinear"}) {
            const auto* node = found.find(opType);
            QVERIFY2(node, opType);
            QCOMPARE(found.model.graph.constantOf(node->inputs.at(1))->toDoubles()[0], double(0.02F));
            QCOMPARE(found.model.graph.constantOf(node->inputs.at(2))->toInts()[0], std::int64_t{7});
        }
        QVERIFY(found.find("MaxPool"));
        found.compareWithForward();
    }

    void productsThatQuantizeAsTheyRunAreSimulated_data()
    {
        QTest::addColumn<bool>("reducesRange");
        QTest::newRow("7 bits") << true;
        QTest::newRow("8 bits") << false;
    }

    /// What its quantizers make of the float model's layer is what LibTorch gives.
    void productsThatQuantizeAsTheyRunAreSimulated()
    {
        QFETCH(bool, reducesRange);
        const auto folder = std::filesystem::path(m_folder.path().toStdString());
        const auto weight = at::arange(32, at::kFloat).mul(0.7F).sin().view({4, 8});
        const auto bias = at::arange(4, at::kFloat);
        ModuleBuilder floats;
        floats.parameter("weight", weight).parameter("bias", bias);
        floats.define("def forward(self, x):\n    return torch.linear(x, self.weight, self.bias)");
        floats.save(folder / "float.pt");
        ModuleBuilder dynamic;
        dynamic.packed("_packed_params", "linear_prepack", at::quantize_per_tensor(weight, 0.01, 0, at::kQInt8), bias);
        dynamic.define(
            std::string("def forward(self, x):\n    return quantized.linear_dynamic(x, self._packed_params, ")
            + (reducesRange ? "True)" : "False)"));
        dynamic.save(folder / "dynamic.pt");
        const auto baseline = importers::importModel(folder / "float.pt");
        const auto analysis = importers::importModel(folder / "dynamic.pt");
        QCOMPARE(baseline.graph.nodes().size(), std::size_t{1});
        QCOMPARE(analysis.graph.nodes().size(), std::size_t{1});
        quant::ModelPartners partners;
        partners.nodes.emplace(analysis.graph.nodes()[0].id, baseline.graph.nodes()[0].id);
        const auto points = quant::extractPoints(baseline.graph, analysis.graph, partners).points;
        QCOMPARE(points.size(), std::size_t{2});
        const auto x = at::arange(24, at::kFloat).mul(0.37F).sin().mul(3.0F).add(1.0F).view({3, 8});
        const bool isFirst = points[0].role == quant::QuantizerRole::Activation;
        const auto simulated = at::linear(points[isFirst ? 0 : 1].apply(runs::Tensor(x)).data,
                                          points[isFirst ? 1 : 0].apply({}).data, bias);
        QVERIFY(simulated.allclose(ql::testing::runForward(folder / "dynamic.pt", {x}).at(0), 1e-5, 1e-5));
    }

    /// Its scale is another one when the model runs.
    void buffersThatTheProgramSetsAreNone()
    {
        const auto found = imported("    self.x_scale_0.mul_(2.0)\n"
                                    "    q = torch.quantize_per_tensor(x, self.x_scale_0, self.x_zero_point_0, 13)\n"
                                    "    return torch.dequantize(q)",
                                    at::scalar_tensor(0.02F), at::scalar_tensor(7, at::kInt));
        QVERIFY(!found.find("QuantizeLinear"));
        found.compareWithForward();
    }
};

QTEST_GUILESS_MAIN(TestTorchScriptQuantizers)
#include "tst_torchscript_quantizers.moc"
