// SPDX-License-Identifier: GPL-3.0-or-later
// What a config's parameters do to the simulation, one by one: obeyed, refused, or named as not simulated.
#include "core/analysis/simulation/quantization_settings.h"
#include "core/base/error.h"
#include "core/config/config_file.h"
#include "core/config/convert.h"
#include "core/config/describe.h"
#include "core/config/parameter_table.h"
#include "core/config/simulated_tensor.h"
#include "core/graph/text_form/text_form.h"
#include "core/quant/calibration.h"

#include <fmt/format.h>

#include <QtTest>

#include <random>

using namespace ql;

namespace {

const graph::Graph& network()
{
    static const auto graph = graph::parseGraph(R"(graph "g" opset 13
        input x: float32[1,1,3,3]
        input a: float32[2,2]
        input b: float32[2,2]
        const w: float32[4,1,1,1] = {0.5, -1, 2, 4}
        y: float32[1,4,3,3] = Conv(x, w) name "conv"
        z: float32[2,2] = MatMul(a, b) name "product"
        output y
        output z)");
    return graph;
}

/// The settings of layer "conv" (or @p layer) with these quantizer_args and this quantizer for one of its sides.
std::string configOf(const std::string& side, const std::string& quantizer, const std::string& args,
                     const std::string& layer = "conv")
{
    return fmt::format(
        "override_layer_configs:\n- layer_name: {}\n  {}:\n    quantizer: {}\n    quantizer_args: {{{}}}\n", layer,
        side, quantizer, args);
}

quant::LayerSettings layerOf(const std::string& text, const std::string& layer = "conv")
{
    return analysis::settingsFromConfig(config::usableOfText("a.yaml", text).config(), network()).layers.at(layer);
}

quant::QuantizerSettings activation(const std::string& quantizer, const std::string& args)
{
    return layerOf(configOf("activation_quant_params", quantizer, args)).activation;
}

quant::QuantizerSettings weight(const std::string& quantizer, const std::string& args)
{
    return layerOf(configOf("weight_quant_params", quantizer, args)).weight;
}

std::vector<results::Diagnostic> findings(const std::string& text, const std::string& name = "a.yaml")
{
    return config::simulationFindings(config::ConfigFile::ofText(name, text), network(), false);
}

bool isSaid(const std::vector<results::Diagnostic>& findings, results::Severity severity, const char* rule,
            const char* words)
{
    return std::ranges::any_of(findings, [&](const results::Diagnostic& finding) {
        return finding.severity == severity && finding.rule == rule
               && finding.message.english().find(words) != std::string::npos;
    });
}

quant::Parameters weightParameters(const std::string& text)
{
    auto plan = quant::planFor(network(),
                               analysis::settingsFromConfig(config::usableOfText("a.yaml", text).config(), network()));
    quant::Observations observations;
    quant::settleParameters(network(), plan, observations);
    for (const auto& quantizer : plan.quantizers)
        if (quantizer.role == quant::QuantizerRole::Weight)
            return quantizer.parameters;
    return {};
}

using Severity = results::Severity;

} // namespace

class TestSimulatedParameters : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everySimulatedParameterChangesWhatIsFound();
    void smallestScaleOfWeights();
    void luqIsSymmetricUnlessItSaysOtherwise();
    void quantizersArgumentsReachTheObserver();
    void clipLimitsBeatTheObserver();
    void clusterCentresHaveFourBits();
    void fixedScales();
    void classesAreKnownOrTheUsersOwn();
    void inputsAreToldApart();
    void whatIsNotSimulatedIsSaid();
    void horizonIsSymmetricUnlessItSaysOtherwise();
    void torchsArgumentsSurviveAConversion();
};

/// Holds parameter_table.h's word on what is simulated against the observers.
void TestSimulatedParameters::everySimulatedParameterChangesWhatIsFound()
{
    std::mt19937 random;
    std::normal_distribution<float> distribution(0.3f);
    std::vector<float> values(20000);
    for (auto& value : values)
        value = distribution(random);
    values[7] = 9.0f;
    const auto found = [&](config::ObserverKind kind, const std::string& name, const config::ParameterValue& value) {
        config::TensorSettings said;
        said.observer = config::Observer{kind, {}, {}};
        said.observer->parameters.set(name, value);
        config::ParameterUse use;
        const auto observer = config::simulatedTensor(said, config::TensorRole::Weight, use).observer.value();
        quant::TensorObserver watching(
            {.method = observer.method, .numbers = observer.numbers, .initialization = observer.initialization},
            std::nullopt);
        const auto half = std::span(values).first(10000);
        watching.observe(half, {10000});
        watching.observe(std::span(values).last(10000), {10000});
        return watching.parameters({.bits = kind == config::ObserverKind::Snq ? 4 : 8});
    };
    const std::set<std::string> elsewhere{"num_bits",  "with_offset", "channel_wise", "quant_min",
                                          "quant_max", "qscheme",     "fixed_min"};
    for (int i = 0; i < int(config::ObserverKind::Fixed); ++i) {
        const auto kind = config::ObserverKind(i);
        for (const auto& rule : config::parametersOf(kind)) {
            if (!rule.isSimulated || elsewhere.contains(std::string(rule.name)))
                continue;
            std::vector<config::ParameterValue> tried{0.5,
                                                      0.9,
                                                      0.75,
                                                      1.2,
                                                      1e-3,
                                                      std::int64_t(8),
                                                      std::int64_t(1024),
                                                      std::int64_t(500),
                                                      std::string("gaussian")};
            const auto usual = found(kind, "nothing", 1.0);
            bool isDifferent = false;
            for (const auto& value : tried)
                if (!config::parameterProblem(rule, value))
                    isDifferent = isDifferent || found(kind, std::string(rule.name), value) != usual;
            // Lloyd's iteration is at rest before either of these ends it.
            const bool isEnd = rule.name == "max_iteration";
            QVERIFY2(isDifferent || isEnd, fmt::format("{} of {}", rule.name, toString(kind)).c_str());
        }
    }
}

void TestSimulatedParameters::smallestScaleOfWeights()
{
    const auto text = configOf("weight_quant_params", "ArqWeightFakeQuantize", "observer: ArqObserver, eps: 0.02");
    const auto found = weightParameters(text);
    QCOMPARE(found.scales.size(), std::size_t(4));
    QCOMPARE(found.scales[0], 0.02f);            // 0.5 / 127 is less
    QCOMPARE(found.scales[3], float(4.0 / 127)); // and this is more
}

void TestSimulatedParameters::luqIsSymmetricUnlessItSaysOtherwise()
{
    const auto plain = activation("LuqActivationFakeQuantize", "num_bits: 8");
    QCOMPARE(plain.observer.method, std::string("luq_mse"));
    QVERIFY(plain.format.isSymmetric);
    QVERIFY(!activation("LuqActivationFakeQuantize", "observer: LuqMseObserver, qscheme: affine").format.isSymmetric);
    const auto dynamic = configOf("activation_quant_params", "LuqActivationFakeQuantize", "qscheme: dynamic");
    QVERIFY(layerOf(dynamic).activation.format.isSymmetric);
    QVERIFY(isSaid(findings(dynamic), Severity::Warning, "not-simulated", "qscheme is kept, not simulated"));
    QVERIFY(!activation("UlqFakeQuantize", "num_bits: 8").format.isSymmetric);
    const auto retrained = config::usableOfText(
        "a.cfg", "retrain_data_quant_config { luq_retrain { num_bits: 8 } }\n"
                 "retrain_weight_quant_config { arq_retrain {} }\n"
                 "override_layer_configs { layer_name: \"conv\" retrain_data_quant_config { ulq_retrain {} } }\n");
    const auto settings = analysis::settingsFromConfig(retrained.config(), network());
    QVERIFY(settings.common.activation.format.isSymmetric);
    QVERIFY(!settings.layers.at("conv").activation.format.isSymmetric);
}

void TestSimulatedParameters::quantizersArgumentsReachTheObserver()
{
    const auto raised = activation("LuqActivationFakeQuantize", "observer: LuqMseObserver, max_value_eps: 10");
    QCOMPARE(raised.observer.numbers.at("max_value_eps"), 10.0);
    QVERIFY(activation("UlqFakeQuantize", "observer: IFMRObserver, fixed_min: true").observer.isMinFixed);
    QVERIFY(!activation("UlqFakeQuantize", "observer: IFMRObserver, fixed_min: false").observer.isMinFixed);
}

void TestSimulatedParameters::clipLimitsBeatTheObserver()
{
    const auto clipped = activation("UlqFakeQuantize", "observer: IFMRObserver, clip_max: 3.0, clip_min: -3.0");
    QCOMPARE(clipped.observer.method, std::string("fixed"));
    QCOMPARE(clipped.observer.fixed.scales.at(0), float(6.0 / 255));
    const auto pinned = activation("UlqFakeQuantize", "observer: IFMRObserver, clip_max: 3.0, fixed_min: true");
    QCOMPARE(pinned.observer.fixed.zeroPoints.at(0), -128);
    const auto half = configOf("activation_quant_params", "UlqFakeQuantize", "observer: IFMRObserver, clip_max: 3.0");
    QCOMPARE(layerOf(half).activation.observer.method, std::string("ifmr"));
    QVERIFY(isSaid(findings(half), Severity::Warning, "not-simulated", "clip_max"));
}

void TestSimulatedParameters::clusterCentresHaveFourBits()
{
    const auto centres = weight("LnqFakeQuantize", "cluster_freq: 400, symmetric: true");
    QCOMPARE(centres.format.bits, 4);
    QCOMPARE(centres.observer.method, std::string("snq"));
    const auto text = configOf("weight_quant_params", "LnqFakeQuantize", "cluster_freq: 400, clip_max: 2.0");
    QVERIFY(isSaid(findings(text), Severity::Info, "not-simulated", "cluster_freq, clip_max"));
}

void TestSimulatedParameters::fixedScales()
{
    const auto text =
        configOf("weight_quant_params", "FixedFakeQuantize", "scale: [0.01, 0.02, 0.03, 0.04], num_bits: 8");
    QCOMPARE(weightParameters(text).scales, (std::vector<float>{0.01f, 0.02f, 0.03f, 0.04f}));
    QCOMPARE(weightParameters(configOf("weight_quant_params", "FixedFakeQuantize", "scale: 0.01")).scales,
             std::vector<float>(4, 0.01f));
    try {
        weightParameters(configOf("weight_quant_params", "FixedFakeQuantize", "scale: [0.01, 0.02]"));
        QFAIL("accepted");
    } catch (const Error& error) {
        QCOMPARE(error.message().english(), std::string("layer conv: weight w has 2 fixed scales, expected 1 or 4, "
                                                        "one for each channel"));
    }
    QCOMPARE(activation("FixedFakeQuantize", "scale: 0.5, zero_point: 0").observer.fixed.zeroPoints.at(0), 0);
    for (const char* args : {"zero_point: 0", "scale: 0.5", "num_bits: 8", "scale: [0.5, 0.5], zero_point: 0"})
        QVERIFY_THROWS_EXCEPTION(Error, activation("FixedFakeQuantize", args));
    QVERIFY_THROWS_EXCEPTION(Error, weight("FixedFakeQuantize", "num_bits: 8"));
}

void TestSimulatedParameters::classesAreKnownOrTheUsersOwn()
{
    for (const char* misspelt : {"UlqFakeQuant", "UlqFakeQuantise", "FakeQuantizeUlq"})
        QVERIFY_THROWS_EXCEPTION(Error, activation(misspelt, "num_bits: 8"));
    try {
        activation("UlqFakeQuantize", "observer: IFMRObserverX");
        QFAIL("accepted");
    } catch (const Error& error) {
        QVERIFY(error.message().english().find("IFMRObserverX is no class of AMCT") != std::string::npos);
    }
    const auto open =
        config::ConfigFile::ofText("a.yaml", configOf("activation_quant_params", "UlqFakeQuant", "num_bits: 8"));
    QCOMPARE(open.findings().front().remedy.english(), std::string("did you mean UlqFakeQuantize?"));
    const auto own = configOf("activation_quant_params", "mypkg.quant.MyQuantizer", "num_bits: 8, anything: 3");
    QCOMPARE(layerOf(own).activation.observer.method, std::string("min_max"));
    QVERIFY(
        isSaid(findings(own), Severity::Warning, "not-simulated", "mypkg.quant.MyQuantizer is a class of the user's"));
    QVERIFY_THROWS_EXCEPTION(Error,
                             activation("torch.quantization.FakeQuantize", "quant_min: 0, quant_max: 255, dtype: "
                                                                           "torch.quint8"));
}

void TestSimulatedParameters::inputsAreToldApart()
{
    const std::string entry =
        "    - quantizer: LuqActivationFakeQuantize\n      quantizer_args: {{observer: IFMRObserver, "
        "num_bits: {}, with_offset: {}}}\n";
    const auto text = "override_layer_configs:\n- layer_name: product\n  activation_quant_params:\n"
                      + fmt::format(fmt::runtime(entry), 12, "true") + fmt::format(fmt::runtime(entry), 8, "false");
    const auto plan = quant::planFor(
        network(), analysis::settingsFromConfig(config::usableOfText("a.yaml", text).config(), network()));
    const auto formatOf = [&](const char* value) {
        return plan.quantizers.at(plan.find(network().findValue(value).value()).value()).settings.format;
    };
    QCOMPARE(formatOf("a").bits, 12);
    QVERIFY(!formatOf("a").isSymmetric);
    QCOMPARE(formatOf("b").bits, 8);
    QVERIFY(formatOf("b").isSymmetric);
}

void TestSimulatedParameters::whatIsNotSimulatedIsSaid()
{
    const auto channels = configOf("activation_quant_params", "torch.quantization.FakeQuantize",
                                   "observer: torch.quantization.PerChannelMinMaxObserver");
    QVERIFY(isSaid(findings(channels), Severity::Warning, "not-simulated", "an activation has one scale"));
    const auto batches = configOf("activation_quant_params", "UlqFakeQuantize", "observer: IFMRObserver, batch_num: 2");
    QVERIFY(isSaid(findings(batches), Severity::Warning, "not-simulated", "batch_num is kept, not simulated"));
    const auto file = config::ConfigFile::ofText("a.yaml", batches);
    QVERIFY(
        !isSaid(config::simulationFindings(file, network(), true), Severity::Warning, "not-simulated", "batch_num"));
    const std::string dynamic(R"({"version": 1, "batch_num": 1, "update_bn": true, "conv": {"quant_enable": true}})");
    QVERIFY(isSaid(findings(dynamic, "a.json"), Severity::Warning, "not-simulated",
                   "normalizations keep the statistics of the model"));
    QVERIFY(!isSaid(findings(R"({"version": 1, "update_bn": false, "conv": {"quant_enable": true}})", "a.json"),
                    Severity::Warning, "not-simulated", "normalizations"));
    const auto stranger = configOf("activation_quant_params", "UlqFakeQuantize", "num_bits: 8", "nobody");
    QVERIFY(isSaid(findings(stranger), Severity::Error, "unknown-layer", "nobody"));
    for (const char* type : {"load", "skip"}) {
        const auto horizon = fmt::format("calibration_parameters:\n  calibration_type: {}\n", type);
        QVERIFY2(isSaid(findings(horizon), Severity::Warning, "not-simulated", "calibration_type is kept"), type);
    }
    const auto narrow = configOf("activation_quant_params", "torch.quantization.FakeQuantize",
                                 "quant_min: -127, quant_max: 127, dtype: torch.qint8");
    QVERIFY(isSaid(findings(narrow), Severity::Warning, "not-simulated", "quant_min -127 and quant_max 127"));
}

void TestSimulatedParameters::horizonIsSymmetricUnlessItSaysOtherwise()
{
    const auto symmetric = [](const std::string& text, const char* name) {
        return analysis::settingsFromConfig(config::usableOfText(name, text).config(), network())
            .common.activation.format.isSymmetric;
    };
    const std::string yaml = "calibration_parameters:\n  calibration_type: max\n";
    QVERIFY(symmetric(yaml, "a.yaml"));
    QVERIFY(!symmetric(yaml + "  optimization: asymmetric\n", "a.yaml"));
    QVERIFY(symmetric("{\"model_config\": {\"activation\": {}}}", "a.json"));
    QVERIFY(!symmetric("{\"model_config\": {\"activation\": {\"asymmetric\": true}}}", "a.json"));
}

void TestSimulatedParameters::torchsArgumentsSurviveAConversion()
{
    const auto text =
        configOf("activation_quant_params", "torch.quantization.FakeQuantize",
                 "observer: torch.quantization.MovingAverageMinMaxObserver, quant_min: -128, quant_max: 127, "
                 "dtype: torch.qint8, qscheme: torch.per_tensor_affine, reduce_range: false");
    const auto before = config::usableOfText("a.yaml", text).config();
    const auto converted = config::convert(before, "amct-fx-json", &network()).text;
    for (const char* kept : {"\"quant_min\": -128", "\"quant_max\": 127", "\"dtype\": \"torch.qint8\"",
                             "\"qscheme\": \"torch.per_tensor_affine\"", "\"reduce_range\": false"})
        QVERIFY2(QString::fromStdString(converted).remove(' ').contains(QString(kept).remove(' ')), converted.c_str());
    const auto torchs =
        QString::fromStdString(converted).section("torch.quantization.FakeQuantize", 1).section('}', 0, 0);
    QVERIFY2(!torchs.contains("num_bits"), qPrintable(torchs));
    const auto after = config::usableOfText("b.json", converted).config();
    QCOMPARE(after.resolve("conv", "Conv", {}).activation.bits, before.resolve("conv", "Conv", {}).activation.bits);
    QVERIFY(after.resolve("conv", "Conv", {}).activation.observer->kind == config::ObserverKind::MovingAverage);
}

QTEST_GUILESS_MAIN(TestSimulatedParameters)
#include "tst_simulated_parameters.moc"
