// SPDX-License-Identifier: GPL-3.0-or-later
// What AMCT's guide defines otherwise than others do: which layers are quantized, and with which scales. Numbers named
// torch come from PyTorch 1.13's observers.
#include "core/analysis/simulation/quantization_settings.h"
#include "core/base/error.h"
#include "core/config/config_file.h"
#include "core/config/describe.h"
#include "core/graph/text_form/text_form.h"
#include "core/quant/calibration.h"

#include <fmt/format.h>

#include <QtTest>

using namespace ql;

namespace {

quant::QuantPlan planOf(const graph::Graph& graph, const std::string& text, const char* name = "a.yaml")
{
    return quant::planFor(graph, analysis::settingsFromConfig(config::usableOfText(name, text).config(), graph));
}

/// The values that are quantized as activations, in the plan's order.
std::string quantizedValues(const graph::Graph& graph, const quant::QuantPlan& plan)
{
    std::string names;
    for (const auto& quantizer : plan.quantizers)
        if (quantizer.role == quant::QuantizerRole::Activation)
            names += (names.empty() ? "" : " ") + graph.value(quantizer.value).name;
    return names;
}

quant::Parameters weightOf(const graph::Graph& graph, const std::string& text, const char* name = "a.yaml")
{
    auto plan = planOf(graph, text, name);
    quant::Observations observations;
    quant::settleParameters(graph, plan, observations);
    for (const auto& quantizer : plan.quantizers)
        if (quantizer.role == quant::QuantizerRole::Weight)
            return quantizer.parameters;
    return {};
}

graph::Graph between(const std::string& operation)
{
    return graph::parseGraph(
        "graph \"g\" opset 17\ninput x: float32[1,2,2,2]\nconst w: float32[2,2,1,1] = {1, 2, 3, 4}\n"
        "a: float32[1,2,2,2] = Conv(x, w) name \"c1\"\nb: float32[1,2,2,2] = "
        + operation + " name \"f\"\nc: float32[1,2,2,2] = Conv(b, w) name \"c2\"\noutput c\n");
}

std::string entry(const char* layer)
{
    return fmt::format("\"{}\": {{\"quant_enable\": true, \"activation_quant_params\": [{{\"quantizer\": "
                       "\"UlqFakeQuantize\", \"quantizer_args\": {{\"observer\": \"IFMRObserver\", \"num_bits\": "
                       "8}}}}]}}",
                       layer);
}

const char* const kEveryLayer = "common_config:\n  activation_quant_params:\n    quantizer: UlqFakeQuantize\n";

graph::Graph convolution(const std::string& weight, const std::string& bias = "0, 0")
{
    return graph::parseGraph("graph \"g\" opset 13\ninput x: float32[1,1,2,2]\nconst w: float32[2,1,1,1] = {" + weight
                             + "}\nconst b: float32[2] = {" + bias
                             + "}\ny: float32[1,2,2,2] = Conv(x, w, b) name \"conv\"\noutput y\n");
}

std::string weights(const std::string& quantizer, const std::string& args)
{
    return fmt::format("override_layer_configs:\n- layer_name: conv\n  weight_quant_params:\n    quantizer: {}\n    "
                       "quantizer_args: {{{}}}\n",
                       quantizer, args);
}

} // namespace

class TestAmctSettings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theGuidesListDecides_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<bool>("isListed");
        for (const char* operation :
             {"Sub(a, a)", "Abs(a)", "Elu(a)", "HardSwish(a)", "LogSoftmax(a)", "Transpose(a) {perm: [0, 1, 3, 2]}",
              "Softmax(a)", "Swish(a)", "Mish(a)", "MaxPool(a) {kernel_shape: [1, 1]}", "com.microsoft.Gelu(a)"})
            QTest::newRow(operation) << operation << true;
        for (const char* operation : {"Neg(a)", "Exp(a)", "Softplus(a)", "Softsign(a)"})
            QTest::newRow(operation) << operation << false;
        for (const char* operation : {"Relu(a)", "Tanh(a)", "Sigmoid(a)", "LeakyRelu(a)"}) // behind a convolution
            QTest::newRow(operation) << operation << false;
    }

    void theGuidesListDecides()
    {
        QFETCH(QString, operation);
        QFETCH(bool, isListed);
        const auto graph = between(operation.toStdString());
        QCOMPARE(quantizedValues(graph, planOf(graph, kEveryLayer)), std::string(isListed ? "x a b" : "x b"));
    }

    /// In whatever config names it alone; what a convolution does is the one exception, and said.
    void aNamedLayerIsQuantized()
    {
        for (const char* operation : {"Softplus(a)", "Exp(a)", "Sub(a, a)", "Abs(a)"}) {
            const auto graph = between(operation);
            QCOMPARE(quantizedValues(graph, planOf(graph, "{" + entry("f") + "}", "a.json")), std::string("a"));
        }
        for (const auto& [bounds, isPart] :
             {std::pair("{min: 0.0, max: 6.0}", true), {"{min: -2.0, max: 2.0}", false}}) {
            auto text = "graph \"g\" opset 6\ninput x: float32[1,1,1,1]\nconst w: float32[1,1,1,1] = {1}\n"
                        "a: float32[1,1,1,1] = Conv(x, w) name \"c1\"\nb: float32[1,1,1,1] = Clip(a) "
                        + std::string(bounds) + " name \"f\"\noutput b\n";
            const auto clipped = graph::parseGraph(text);
            QCOMPARE(quantizedValues(clipped, planOf(clipped, kEveryLayer)), std::string(isPart ? "x" : "x a"));
        }
        const auto graph = between("Relu(a)");
        const auto text = "{" + entry("c1") + ", " + entry("f") + "}";
        QCOMPARE(quantizedValues(graph, planOf(graph, text, "a.json")), std::string("x"));
        const auto findings = config::simulationFindings(config::ConfigFile::ofText("a.json", text), graph, false);
        QVERIFY(std::ranges::any_of(findings, [](const results::Diagnostic& finding) {
            return finding.rule == "behind-convolution" && finding.subject == "f";
        }));
    }

    void anActivationAnywhereElseIsQuantized()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[2,2]
            a: float32[2,2] = Add(x, x) name "add"
            b: float32[2,2] = Relu(a) name "relu"
            output b)");
        QCOMPARE(quantizedValues(graph, planOf(graph, kEveryLayer)), std::string("x a"));
    }

    void whatIsWrittenOutIsOneLayer()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[2,2]
            a: float32[2,2] = Sigmoid(x) name "/f/Sigmoid" scope "f"
            b: float32[2,2] = Mul(x, a) name "/f/Mul" scope "f"
            output b)");
        QCOMPARE(quantizedValues(graph, planOf(graph, "{" + entry("f") + "}", "a.json")), std::string("x"));
        QCOMPARE(quantizedValues(graph, planOf(graph, kEveryLayer)), std::string("x"));
        const auto byType = std::string("common_config:\n  quant_enable: false\noverride_layer_types:\n- layer_type: "
                                        "torch.nn.SiLU\n  activation_quant_params:\n    quantizer: UlqFakeQuantize\n");
        QCOMPARE(quantizedValues(graph, planOf(graph, byType)), std::string("x"));
    }

    void namesOfTorchFx()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[2,2]
            a: float32[2,2] = Abs(x) name "/block/Abs"
            b: float32[2,2] = Add(a, x) name "/block/Add"
            c: float32[2,2] = Add(b, x) name "/Add"
            output c)");
        QCOMPARE(quantizedValues(graph, planOf(graph, "{" + entry("add_1") + "}", "a.json")), std::string("b x"));
    }

    void aLinearHasOneScale()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[1,2]
            const w: float32[2,2] = {1, 2, 3, 4}
            y: float32[1,2] = Gemm(x, w) name "conv"
            output y)");
        QCOMPARE(weightOf(graph, kEveryLayer).scales.size(), std::size_t(1));
        QCOMPARE(weightOf(graph, weights("ArqWeightFakeQuantize", "channel_wise: true")).scales.size(), std::size_t(1));
        QCOMPARE(weightOf(convolution("1, 2"), kEveryLayer).scales.size(), std::size_t(2));
    }

    void lnqRetrainHasOneScale()
    {
        const std::string text = "retrain_data_quant_config { ulq_retrain {} }\n"
                                 "retrain_weight_quant_config { lnq_retrain { channel_wise: true } }\n";
        const auto graph = convolution("1, 2");
        QCOMPARE(weightOf(graph, text, "a.cfg").scales.size(), std::size_t(1));
        const auto file = config::ConfigFile::ofText("a.cfg", text);
        QVERIFY(std::ranges::any_of(file.findings(), [](const auto& finding) { return finding.rule == "no-effect"; }));
    }

    /// torch.quantization.MinMaxObserver(dtype=torch.qint8, qscheme=torch.per_tensor_symmetric) of [-6.7452636, 2]
    /// gives 0.05290403, AMCT's symmetric schemes 6.7452636 / 127 = 0.05311231 or / 128.
    void torchsSymmetricSchemesHaveHalfAStepMore()
    {
        const auto graph = convolution("-6.7452636, 2");
        const auto torchs = weightOf(graph, weights("torch.quantization.FakeQuantize",
                                                    "observer: torch.quantization.MinMaxObserver, quant_min: -128, "
                                                    "quant_max: 127, qscheme: torch.per_tensor_symmetric"));
        QCOMPARE(torchs.scales, std::vector<float>{float(6.7452636f / 127.5)});
        const auto channels = weightOf(graph, weights("torch.quantization.FakeQuantize",
                                                      "observer: torch.quantization.PerChannelMinMaxObserver, "
                                                      "quant_min: -128, quant_max: 127, "
                                                      "qscheme: torch.per_channel_symmetric"));
        QCOMPARE(channels.scales, (std::vector<float>{float(6.7452636f / 127.5), float(2 / 127.5)}));
        const auto arq = weightOf(graph, weights("ArqWeightFakeQuantize", "channel_wise: false"));
        QCOMPARE(arq.scales, std::vector<float>{float(6.7452636f / 128.0)});
    }

    /// torch: quant_min -64, quant_max 63, and so 127 steps for the whole range, 63.5 for each side.
    void reducedRangesHaveSevenBits()
    {
        const auto reduced = weightOf(convolution("-2, 2"), weights("torch.quantization.FakeQuantize",
                                                                    "observer: torch.quantization.MinMaxObserver, "
                                                                    "qscheme: torch.per_tensor_symmetric, "
                                                                    "reduce_range: true"));
        QCOMPARE(reduced.scales, std::vector<float>{float(2 / 63.5)});
    }

    void arqsLeastScale()
    {
        const auto tiny = [](const char* bias) {
            return weightOf(convolution("1e-6, 1e-6", bias), weights("ArqWeightFakeQuantize", "channel_wise: true"))
                .scales.front();
        };
        QCOMPARE(tiny("1, -6.4"), 1.1920929e-07f);
        QCOMPARE(tiny("1, -6.41"), 7.63312164e-06f);
    }

    /// A simulation says what the chip refuses, in one line; of a config that it takes it says nothing.
    void whatTheChipRefusesIsToldWhileSimulating()
    {
        const auto graph = convolution("1, 2");
        const auto told = [&graph](int activationBits) {
            const auto text =
                fmt::format("{{\"conv\": {{\"quant_enable\": true, \"activation_quant_params\": [{{\"quantizer\": "
                            "\"UlqFakeQuantize\", \"quantizer_args\": {{\"num_bits\": {}, \"observer\": "
                            "\"IFMRObserver\"}}}}], \"weight_quant_params\": {{\"quantizer\": "
                            "\"ArqWeightFakeQuantize\", \"quantizer_args\": {{\"observer\": \"ArqObserver\", "
                            "\"num_bits\": 4, \"channel_wise\": true}}}}}}}}",
                            activationBits);
            QStringList found;
            const auto file = config::ConfigFile::ofText("a.json", text);
            for (const auto& finding : config::simulationFindings(file, graph, false))
                if (finding.rule == "target-rules")
                    found << QString::fromStdString(finding.message.english());
            return found;
        };
        QCOMPARE(told(12).size(), 1);
        QVERIFY2(told(12).first().contains("by the rule width"), qPrintable(told(12).first()));
        QVERIFY(told(4).isEmpty());
    }

    void fixedParametersFitTheirWidth()
    {
        for (const char* args : {"scale: 0.5, zero_point: 300, num_bits: 8", "scale: 0.5, zero_point: 300",
                                 "scale: 0.5, zero_point: -129"})
            QVERIFY_THROWS_EXCEPTION(
                Error,
                planOf(convolution("1, 2"),
                       fmt::format("override_layer_configs:\n- layer_name: conv\n  activation_quant_params:\n    "
                                   "quantizer: FixedFakeQuantize\n    quantizer_args: {{{}}}\n",
                                   args)));
        const auto graph = convolution("1, 2");
        const auto plan = planOf(graph,
                                 "retrain_data_quant_config { fixed_quant_param_retrain { scale: 0.05 zero_point: -128 "
                                 "num_bits: 8 } }\nretrain_weight_quant_config { arq_retrain {} }\n",
                                 "a.cfg");
        const auto& observer = plan.quantizers.at(*plan.find(*graph.findValue("x"))).settings.observer;
        QCOMPARE(observer.method, std::string("fixed"));
        QCOMPARE(observer.fixed.scales, std::vector<float>{0.05f});
        QCOMPARE(observer.fixed.zeroPoints, std::vector<std::int32_t>{-128});
    }
};

QTEST_GUILESS_MAIN(TestAmctSettings)
#include "tst_amct_settings.moc"
