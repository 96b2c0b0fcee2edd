// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/constraints/check_config.h"
#include "core/config/convert.h"
#include "core/config/dialects/dialect.h"
#include "core/config/layer_names.h"
#include "core/config/subgraphs.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

#include <algorithm>

using namespace ql::config;
using ql::graph::Graph;
using ql::graph::parseGraph;

namespace {

/// Conv → Reshape → two readers of one value, a pool, a MatMul of two data inputs, idle operations.
Graph network()
{
    return parseGraph(R"(graph "net" opset 13
        input x: float32[1,1,2,2]
        input y: float32[1,4]
        const w: float32[1,1,1,1] = {1}
        const m: float32[4,4] = {1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1}
        const one: float32[] = {1}
        const shape: int64[2] = {1, 4}
        c: float32[1,1,2,2] = Conv(x, w) name "/stem/conv/Conv"
        p: float32[1,1,2,2] = MaxPool(c) {kernel_shape: [1, 1]} name "pool"
        r: float32[1,4] = Reshape(p, shape) name "reshape"
        a: float32[1,4] = Gemm(r, m) name "left"
        b: float32[1,4] = MatMul(r, m) name "right"
        i: float32[1,4] = Mul(a, one) name "idle"
        t: float32[4,1] = Transpose(b) name "transpose"
        o: float32[1,1] = MatMul(i, t) name "product"
        output o)");
}

QuantConfig configOf(const std::string& text)
{
    const auto recognised = recognise(text, "file", "amct-yaml");
    std::vector<ql::results::Diagnostic> findings;
    auto config = recognised.dialect->read(recognised.document, findings);
    config.dialect = recognised.dialect->id;
    return config;
}

/// From the reshape to the product, both ways.
QuantConfig configWithSubgraph()
{
    const auto recognised = recognise(R"({"model_config": {"all_node_type": "int8"},
        "subgraph_config": {"head": {"inputs": ["reshape"], "outputs": ["o"], "qtype": "int16"}},
        "node_config": {"right": {"qtype": "int8"}, "product": {"input1": "int8"}}})",
                                      "file", "horizon-json");
    std::vector<ql::results::Diagnostic> findings;
    auto config = recognised.dialect->read(recognised.document, findings);
    config.dialect = recognised.dialect->id;
    return findings.empty() ? config : QuantConfig();
}

void checkSpread(const QuantConfig& said)
{
    const auto bits = [&said](const char* layer, const char* type) {
        return said.resolve(layer, type, {}).activation.bits.value_or(8);
    };
    QCOMPARE(bits("left", "Gemm"), 16);
    QCOMPARE(bits("idle", "Mul"), 16);
    QCOMPARE(bits("transpose", "Transpose"), 16);
    QCOMPARE(bits("right", "MatMul"), 8); // named itself
    QCOMPARE(bits("product", "MatMul"), 16);
    QCOMPARE(said.resolve("product", "MatMul", {}).input(0).bits, 16);
    QCOMPARE(said.resolve("product", "MatMul", {}).input(1).bits, 8); // named itself
    QCOMPARE(bits("pool", "MaxPool"), 8);                             // before the subgraph
    QCOMPARE(bits("/stem/conv/Conv", "Conv"), 8);
}

std::string entry(const std::string& layer, int activation, int weight)
{
    return "- {layer_name: " + layer
           + ", activation_quant_params: {quantizer_args: {num_bits: " + std::to_string(activation)
           + "}}, weight_quant_params: {quantizer_args: {num_bits: " + std::to_string(weight) + "}}}\n";
}

const ql::results::Diagnostic* find(const std::vector<ql::results::Diagnostic>& findings, const std::string& rule,
                                    const std::string& layer)
{
    for (const auto& finding : findings)
        if (finding.rule == rule
            && std::find(finding.layers.begin(), finding.layers.end(), layer) != finding.layers.end())
            return &finding;
    return nullptr;
}

} // namespace

class TestConstraints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void acceptsThePlainConfig();
    void spreadsASubgraphOverItsLayers();
    void convertsASubgraph();
    void checksWidths();
    void checksNeighbours();
    void checksUnnamedDataMovement();
    void findsExportsThatAmctDoesNotTake();
    void checksWhatMustBeQuantized();
    void checksChannelWise();
    void checksMatMul();
    void findsIdleOperations();
    void findsThatNothingIsEnabled();
    void findsUnknownLayers();
    void listsValuesWithoutEncodings();
    void namesTheForgottenInput();
    void checksSearchRanges();
    void closesOverSiblings();
    void knowsModulePaths();
};

void TestConstraints::acceptsThePlainConfig()
{
    for (const auto& finding : checkConfig(configOf("skip_layers: []\n"), network()))
        QVERIFY2(finding.severity != ql::results::Severity::Error, finding.message.english().c_str());
}

void TestConstraints::checksWidths()
{
    const auto graph = network();
    const auto wide = checkConfig(configOf("override_layer_configs:\n" + entry("left", 12, 4)), graph);
    QVERIFY(find(wide, "width", "left"));
    QCOMPARE(find(wide, "width", "left")->line, 2);
    QVERIFY(find(checkConfig(configOf("override_layer_configs:\n" + entry("left", 4, 8)), graph), "width", "left"));
    QVERIFY(!find(checkConfig(configOf("override_layer_configs:\n" + entry("left", 4, 4)), graph), "width", "left"));
    QVERIFY(!find(checkConfig(configOf("override_layer_configs:\n" + entry("left", 16, 8)), graph), "width", "left"));
    QVERIFY(find(checkConfig(configOf("override_layer_configs:\n" + entry("left", 8, 5))), "width",
                 "left")); // no graph needed
}

void TestConstraints::spreadsASubgraphOverItsLayers()
{
    const auto graph = network();
    auto config = configWithSubgraph();
    QCOMPARE(config.subgraphs.size(), std::size_t(1));
    checkSpread(withSubgraphs(config, graph));
    QVERIFY(!find(checkConfig(config, graph), "unknown-layer", "o"));
    config.subgraphs[0].outputs = {"left"};
    const auto shorter = withSubgraphs(config, graph);
    QCOMPARE(shorter.resolve("left", "Gemm", {}).activation.bits, 16);
    QCOMPARE(shorter.resolve("idle", "Mul", {}).activation.bits, 8);
    config.subgraphs[0].outputs = {"nobody"};
    QVERIFY(find(checkConfig(config, graph), "unknown-layer", "nobody"));
}

void TestConstraints::convertsASubgraph()
{
    const auto graph = network();
    const auto converted = convert(configWithSubgraph(), "horizon-json", &graph);
    const auto recognised = recognise(converted.text, "file", "horizon-json");
    std::vector<ql::results::Diagnostic> findings;
    checkSpread(recognised.dialect->read(recognised.document, findings));
    QVERIFY(findings.empty());
    const auto isLost = [](const Converted& done) {
        return std::ranges::any_of(done.result.losses, [](const auto& loss) { return loss.first == "subgraph head"; });
    };
    QVERIFY(!isLost(converted));
    QVERIFY(isLost(convert(configWithSubgraph(), "horizon-json", nullptr)));
}

void TestConstraints::checksNeighbours()
{
    const auto graph = network();
    const auto one = checkConfig(configOf("override_layer_configs:\n" + entry("left", 16, 8)), graph);
    const auto* fanOut = find(one, "fan-out", "left");
    QVERIFY(fanOut);
    QCOMPARE(fanOut->layers, (std::vector<std::string>{"left", "right"}));
    QVERIFY(fanOut->message.english().find("left wants int16") != std::string::npos);
    const auto both = configOf("override_layer_configs:\n" + entry("left", 16, 8) + entry("right", 16, 8));
    QVERIFY(!find(checkConfig(both, graph), "fan-out", "left"));
    // Who is left in float because nobody speaks of it wants nothing; who is told so does.
    const auto only = "common_config:\n  quant_enable: false\noverride_layer_configs:\n" + entry("left", 8, 8);
    QVERIFY(!find(checkConfig(configOf(only), graph), "fan-out", "left"));
    // An operator that only moves data must agree with who reads it, unless nobody does.
    const auto moved = configOf("override_layer_configs:\n" + entry("reshape", 16, 8));
    QVERIFY(find(checkConfig(moved, graph), "pass-through", "reshape"));
    const auto tail = parseGraph("graph \"t\" opset 13 input x: float32[2,2] y = Transpose(x) name \"end\" output y");
    QVERIFY(
        !find(checkConfig(configOf("override_layer_configs:\n" + entry("end", 16, 8)), tail), "pass-through", "end"));
}

void TestConstraints::checksUnnamedDataMovement()
{
    const auto graph = network();
    const std::string wide = "common_config: {activation_quant_params: {quantizer_args: {num_bits: 16}}}\n";
    const std::string layers = "override_layer_configs:\n" + entry("left", 8, 8) + entry("right", 8, 8);
    const auto findings = checkConfig(configOf(wide + layers), graph);
    const auto* finding = find(findings, "pass-through", "reshape");
    QVERIFY(finding);
    QCOMPARE(finding->severity, ql::results::Severity::Warning);
    // What its type is told counts, too; what is left in float because nothing is said of it does not.
    QVERIFY(
        find(checkConfig(
                 configOf(layers
                          + "override_layer_types:\n- {layer_type: Reshape, activation_quant_params: {quantizer_args: "
                            "{num_bits: 16}}}\n"),
                 graph),
             "pass-through", "reshape"));
    QVERIFY(!find(checkConfig(configOf("common_config: {quant_enable: false}\n" + layers), graph), "pass-through",
                  "reshape"));
    QVERIFY(!find(checkConfig(configOf(layers), graph), "pass-through", "reshape"));
    QVERIFY(!find(checkConfig(configOf(wide), graph), "pass-through", "reshape"));
}

void TestConstraints::findsExportsThatAmctDoesNotTake()
{
    const auto graph = parseGraph(R"(graph "net" opset 13
        input x: float32[1,3,4]
        const picture: float32[1,1,2,2] = {1, 2, 3, 4}
        const w: float32[1,1,1,1] = {2}
        const m: float32[4,4] = {1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1}
        const b: float32[4] = {1, 2, 3, 4}
        c: float32[1,1,2,2] = Conv(picture, w) name "offline"
        p: float32[1,3,4] = MatMul(x, m) name "fc"
        y: float32[1,3,4] = Add(b, p) name "bias"
        output c
        output y)");
    const auto findings = checkConfig(configOf("skip_layers: []\n"), graph);
    const auto* linear = find(findings, "linear-bias", "fc");
    QVERIFY(linear);
    QCOMPARE(linear->severity, ql::results::Severity::Warning);
    QVERIFY(find(findings, "offline-convolution", "offline"));
    const auto skipped = checkConfig(configOf("skip_layers: [fc, offline]\n"), graph);
    QVERIFY(!find(skipped, "linear-bias", "fc"));
    QVERIFY(!find(skipped, "offline-convolution", "offline"));
}

void TestConstraints::checksWhatMustBeQuantized()
{
    const auto findings = checkConfig(configOf("skip_layers: [pool, stem.conv, product]\n"), network());
    QVERIFY(find(findings, "must-be-quantized", "pool"));
    QVERIFY(find(findings, "must-be-quantized", "stem.conv"));
    QVERIFY(!find(findings, "must-be-quantized", "product"));
}

void TestConstraints::checksChannelWise()
{
    const std::string weights = ", weight_quant_params: {quantizer_args: {channel_wise: true}}}\n";
    const auto findings = checkConfig(
        configOf("override_layer_configs:\n- {layer_name: left" + weights + "- {layer_name: stem.conv" + weights),
        network());
    QVERIFY(find(findings, "channel-wise", "left"));
    QVERIFY(!find(findings, "channel-wise", "stem.conv"));
}

void TestConstraints::checksMatMul()
{
    const auto findings = checkConfig(configOf("override_layer_configs:\n" + entry("product", 16, 8)), network());
    const auto* finding = find(findings, "matmul-second-input", "product");
    QVERIFY(finding);
    QCOMPARE(finding->severity, ql::results::Severity::Error);
    const auto split =
        configOf("override_layer_configs:\n- layer_name: product\n  activation_quant_params:\n"
                 "  - quantizer_args: {num_bits: 16}\n  - quantizer_args: {num_bits: 8, with_offset: false}\n");
    QVERIFY(!find(checkConfig(split, network()), "matmul-second-input", "product"));
}

void TestConstraints::findsIdleOperations()
{
    const auto findings = checkConfig(configOf("skip_layers: []\n"), network());
    const auto* finding = find(findings, "ineffective-operation", "idle");
    QVERIFY(finding);
    QCOMPARE(finding->severity, ql::results::Severity::Warning);
}

void TestConstraints::findsThatNothingIsEnabled()
{
    const auto findings = checkConfig(configOf("common_config: {quant_enable: false}\n"), network());
    QVERIFY(!findings.empty());
    const auto isRule = [](const auto& finding) { return finding.rule == "nothing-enabled"; };
    QVERIFY(std::any_of(findings.begin(), findings.end(), isRule));
    QCOMPARE(checkConfig(configOf("common_config: {quant_enable: false}\n")).front().rule,
             std::string("nothing-enabled"));
}

void TestConstraints::listsValuesWithoutEncodings()
{
    const auto graph = ql::graph::parseGraph("graph \"g\" opset 13 input x: float32[1,2] const w: float32[2,2] = "
                                             "{1, 0, 0, 1} y = MatMul(x, w) name \"fc\" z = Relu(y) name \"r\" "
                                             "output z");
    QuantConfig config;
    config.addOverride(Selector::Kind::Tensor, "y", {}, {});
    QVERIFY(!find(checkConfig(config, graph), "missing-key", "fc")); // others' tensors are only exceptions
    config.dialect = "aimet-encodings";
    const auto findings = checkConfig(config, graph);
    const auto* finding = find(findings, "missing-key", "fc");
    QVERIFY(finding && finding->message.english().starts_with("x,"));
    QVERIFY(!find(findings, "missing-key", "r"));
}

/// Of two inputs one has no encoding; what the product hands its bias and its Relu never has one.
void TestConstraints::namesTheForgottenInput()
{
    const auto graph = ql::graph::parseGraph(R"(graph "g" opset 13
        input a: float32[1,2]
        input b: float32[1,2]
        const w: float32[2,2] = {1, 0, 0, 1}
        const c: float32[2] = {1, 1}
        p = MatMul(a, w) name "p"
        s = Add(p, c) name "s"
        r = Relu(s) name "r"
        q = MatMul(b, w) name "q"
        o = Mul(r, q) name "o"
        output o)");
    QuantConfig config;
    config.dialect = "aimet-encodings";
    for (const char* value : {"a", "r", "o"})
        config.addOverride(Selector::Kind::Tensor, value, {}, {});
    const auto findings = checkConfig(config, graph);
    QVERIFY(!find(findings, "missing-key", "s"));
    QVERIFY(!find(findings, "missing-key", "r"));
    const auto* input = find(findings, "missing-key", "q");
    QVERIFY(input && input->message.english().starts_with("b,"));
    QCOMPARE(input->severity, ql::results::Severity::Warning);
    const auto* product = find(findings, "missing-key", "o"); // between two layers
    QVERIFY(product && product->message.english().starts_with("q,"));
    QCOMPARE(product->severity, ql::results::Severity::Info);
    config.addOverride(Selector::Kind::Tensor, "b", {}, {});
    QVERIFY(!find(checkConfig(config, graph), "missing-key", "q"));
}

void TestConstraints::findsUnknownLayers()
{
    const auto findings = checkConfig(configOf("skip_layers: [poool]\n"), network());
    const auto* finding = find(findings, "unknown-layer", "poool");
    QVERIFY(finding);
    QVERIFY(finding->remedy.english().find("pool") != std::string::npos);
}

void TestConstraints::checksSearchRanges()
{
    const auto rulesOf = [](const std::string& arguments) {
        QStringList rules;
        const auto config = configOf("override_layer_configs:\n- {layer_name: left, activation_quant_params: "
                                     "{quantizer_args: {observer: IFMRObserver"
                                     + arguments + "}}}\n");
        for (const auto& finding : checkConfig(config))
            rules << QString::fromStdString(finding.rule + " " + finding.message.english());
        return rules.join(u'\n');
    };
    QCOMPARE(rulesOf(""), QString());
    QCOMPARE(rulesOf(", search_start: 0.8, search_end: 1.2, search_step: 0.4"), QString());
    QCOMPARE(rulesOf(", search_start: 1.2, search_end: 0.8"),
             "search-range a search from 1.2 to 0.8: it has to end above its start");
    QCOMPARE(rulesOf(", search_end: 0.7"), "search-range a search from 0.7 to 0.7: it has to end above its start");
    QCOMPARE(rulesOf(", search_end: 0.9, search_step: 0.5"),
             "search-range a search from 0.7 to 0.9 in steps of 0.5: the first step leaves it");
}

void TestConstraints::closesOverSiblings()
{
    const std::vector<std::string> asked{"left"};
    const auto closure = closureOf(network(), asked);
    std::vector<std::string> names;
    for (const auto& follower : closure)
        names.push_back(follower.layer);
    // right reads the same value; reshape makes it without computing.
    QCOMPARE(names, (std::vector<std::string>{"reshape", "left", "right"}));
    QCOMPARE(closure[1].because, std::string("asked for"));
    QCOMPARE(closure[1].macs, std::uint64_t(16));
    // 4 of the Conv, 16 of each product with m, 4 of the last one.
    QCOMPARE(closure[2].macShare, 16.0 / 40.0);
}

void TestConstraints::knowsModulePaths()
{
    ql::graph::Node node;
    node.name = "/layer1/layer1.0/conv1/Conv";
    QCOMPARE(namesOf(node), (std::vector<std::string>{"/layer1/layer1.0/conv1/Conv", "layer1.0.conv1"}));
    node.name = "/fc/Gemm";
    QCOMPARE(namesOf(node).back(), std::string("fc"));
    node.name = "Conv_3";
    QCOMPARE(namesOf(node).size(), std::size_t(1));
}

QTEST_GUILESS_MAIN(TestConstraints)
#include "tst_constraints.moc"
