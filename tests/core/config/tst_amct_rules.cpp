// SPDX-License-Identifier: GPL-3.0-or-later
// What AMCT's guide requires of a config and what its tool chain refuses.
#include "core/base/error.h"
#include "core/config/config_file.h"
#include "core/config/describe.h"
#include "core/graph/text_form/text_form.h"

#include <QtTest>

#include <algorithm>

using namespace ql;

namespace {

using Severity = results::Severity;

std::string rulesOf(const std::vector<results::Diagnostic>& findings, Severity least)
{
    std::string rules;
    for (const auto& finding : findings)
        if (finding.severity >= least)
            rules += (rules.empty() ? "" : " ") + finding.rule;
    return rules;
}

std::string rules(const char* name, const std::string& text, Severity least = Severity::Warning)
{
    return rulesOf(config::findingsOf(config::ConfigFile::ofText(name, text), nullptr), least);
}

std::string rulesWith(const graph::Graph& graph, const char* name, const std::string& text)
{
    return rulesOf(config::findingsOf(config::ConfigFile::ofText(name, text), &graph), Severity::Warning);
}

const std::string kQuantizer =
    "\"quantizer\": \"UlqFakeQuantize\", \"quantizer_args\": {\"observer\": \"IFMRObserver\", \"num_bits\": 8}";

std::string layerJson(const std::string& layer, const std::string& activation = kQuantizer)
{
    return "{\"" + layer + "\": {\"quant_enable\": true, \"activation_quant_params\": [{" + activation + "}]}}";
}

graph::Graph network(const char* body)
{
    return graph::parseGraph(std::string("graph \"g\" opset 13\ninput x: float32[2,2]\n") + body);
}

} // namespace

class TestAmctRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void requiredKeysAreAskedFor()
    {
        QCOMPARE(rules("a.json", layerJson("a")), std::string());
        QCOMPARE(rules("a.json", layerJson("a", "\"quantizer_args\": {\"num_bits\": 8}")), std::string("missing-key"));
        QCOMPARE(rules("a.json", layerJson("a", "\"quantizer\": \"UlqFakeQuantize\"")), std::string("missing-key"));
        const std::string data = "retrain_data_quant_config { ulq_retrain {} }\n";
        const std::string weight = "retrain_weight_quant_config { arq_retrain {} }\n";
        QCOMPARE(rules("a.cfg", data + weight), std::string());
        QCOMPARE(rules("a.cfg", weight), std::string("missing-key"));
        QCOMPARE(rules("a.cfg", data), std::string("missing-key"));
        QCOMPARE(rules("a.cfg", data + weight + "om_config {}\n"), std::string("missing-key"));
        QCOMPARE(rules("a.cfg", "common_config { snq_quantize { num_bits: 8 } }"), std::string("parameter-range"));
        QCOMPARE(rules("a.cfg", "common_config { snq_quantize { num_bits: 4 } }"), std::string());
    }

    /// Every config.json that AMCT makes has batch_num.
    void whatAmctMakesPassesWithoutAWarning()
    {
        const auto text = layerJson("a", "\"quantizer\": \"UlqFakeQuantize\", \"quantizer_args\": {\"observer\": "
                                         "\"IFMRObserver\", \"num_bits\": 8, \"batch_num\": 1}");
        QCOMPARE(rules("a.json", text), std::string());
        QCOMPARE(rules("a.json", text, Severity::Info), std::string("not-simulated"));
        const auto graph = network("y: float32[2,2] = Abs(x) name \"a\"\noutput y\n");
        QCOMPARE(rulesWith(graph, "a.json", text), std::string());
    }

    void misspeltTypesAreFound()
    {
        const auto of = [](const char* type) {
            return rules("a.yaml", std::string("override_layer_types:\n- layer_type: ") + type
                                       + "\n  activation_quant_params:\n    quantizer: UlqFakeQuantize\n");
        };
        for (const char* type : {"torch.nn.Conv2d", "torch.nn.functional.max_pool2d_with_indices", "operator.matmul",
                                 "matmul", "Conv", "torch.nn.SiLU", "amct.nn.Warp", "Tensor.add_"})
            QCOMPARE(of(type), std::string());
        for (const char* type : {"torch.nn.Conv2dd", "Convv", "Nosuch"})
            QCOMPARE(of(type), std::string("unknown-type"));
        QCOMPARE(rules("a.cfg", "skip_layer_types: \"Convv\"\n"), std::string("unknown-type"));
        const auto graph = network("y: float32[2,2] = Abs(x) name \"a\"\noutput y\n");
        QCOMPARE(rulesWith(graph, "a.cfg", "skip_fusion_layers: \"nolayer2\"\ndo_fusion: true\n"),
                 std::string("unknown-layer"));
    }

    void aMissingBraceIsFoundWhereItIsMissing()
    {
        const auto messageOf = [](const char* text) {
            try {
                config::ConfigFile::ofText("quant.cfg", text);
            } catch (const Error& error) {
                return error.message().english();
            }
            return std::string("read");
        };
        QCOMPARE(messageOf("batch_num: 2\ncommon_config : {\n  arq_quantize : {\n    channel_wise: true\n  }\n"),
                 std::string("quant.cfg:6:1: the message common_config of line 2 has no closing brace"));
        QCOMPARE(messageOf("common_config : {\n  arq_quantize : {\n    channel_wise: true\n  ifmr_quantize : {\n    "
                           "num_bits: 8\n  }\n}\n"),
                 std::string("quant.cfg:2:3: the message arq_quantize of line 2 has no closing brace"));
    }

    void productsWithConstantsAreRefused()
    {
        const auto text = layerJson("m");
        const auto data = network("y: float32[2,2] = MatMul(x, x) name \"m\"\noutput y\n");
        QCOMPARE(rulesWith(data, "a.json", text), std::string("matmul-second-input"));
        const auto constant =
            network("const w: float32[2,2] = {1, 2, 3, 4}\ny: float32[2,2] = MatMul(x, w) name \"m\"\n"
                    "output y\n");
        QCOMPARE(rulesWith(constant, "a.json", text), std::string("constant-operand"));
    }

    void maximaKeepTheirDimension()
    {
        const auto kept = network("y: float32[2,1] = ReduceMax(x) {axes: [1]} name \"m\"\noutput y\n");
        const auto dropped = network("y: float32[2] = ReduceMax(x) {axes: [1], keepdims: 0} name \"m\"\noutput y\n");
        QCOMPARE(rulesWith(kept, "a.json", layerJson("m")), std::string());
        QCOMPARE(rulesWith(dropped, "a.json", layerJson("m")), std::string("keepdim"));
    }

    /// Arithmetic on a shape, as torch.chunk is exported, is no business of a quantizer.
    void idleArithmeticOnShapesIsNothing()
    {
        const auto graph = network("const one: int64[1] = {1}\ns: int64[2] = Shape(x) name \"s\"\n"
                                   "t: int64[2] = Mul(s, one) name \"t\"\ny: float32[2,2] = Reshape(x, t) name \"r\"\n"
                                   "z: float32[2,2] = Abs(y) name \"a\"\noutput z\n");
        QCOMPARE(rulesWith(graph, "a.json", layerJson("a")), std::string());
    }

    void eightBitsTakeTheSettingsOfCentresAway()
    {
        auto file = config::ConfigFile::ofText(
            "a.json",
            "{\"version\": 1, \"a\": {\"retrain_enable\": true, \"retrain_data_config\": {\"algo\": "
            "\"ulq_quantize\"}, \"retrain_weight_config\": {\"algo\": \"lnq_retrain\", \"num_bits\": 4, "
            "\"clip_max\": 3.0, \"cluster_freq\": 1200, \"max_iteration\": 1000, \"min_distance\": 0.0001}}}");
        config::LayerEdit edit{.layer = "a"};
        edit.settings.weight.bits = 8;
        file.apply(std::span(&edit, 1));
        for (const char* key : {"clip_max", "cluster_freq", "max_iteration", "min_distance", "lnq_retrain"})
            QVERIFY2(file.text().find(key) == std::string::npos, file.text().c_str());
        QVERIFY(file.text().find("arq_retrain") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestAmctRules)
#include "tst_amct_rules.moc"
