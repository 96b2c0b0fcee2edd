// SPDX-License-Identifier: GPL-3.0-or-later
// What files of other tools say of layers, by their documentation: tests/data/config holds one of each.
#include "core/base/error.h"
#include "core/config/config_file.h"
#include "core/config/constraints/check_config.h"
#include "core/config/convert.h"
#include "core/config/describe.h"
#include "core/config/edit_layers.h"
#include "core/config/layer_names.h"
#include "core/config/subgraphs.h"
#include "tests/core/config/config_files.h"
#include "tests/core/config/named_network.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql;
using config::ConfigFile;
using config::LayerEdit;
using config::QuantConfig;

namespace {

ConfigFile fileOf(const char* text, const char* dialect = "")
{
    return ConfigFile::ofText("file", text, dialect);
}

QuantConfig fixture(const char* file)
{
    return ConfigFile::ofText(file, tests::configText(file)).config();
}

config::ResolvedLayer layerOf(const QuantConfig& config, const char* name)
{
    static const auto graph = tests::network();
    const auto said = config::withSubgraphs(config, graph);
    return config::LayerNames(said, graph).resolve(graph.node(*graph.findNode(name)));
}

/// Rules that were broken, by their words.
std::vector<std::string> rulesOf(const ConfigFile& file, results::Severity least = results::Severity::Warning)
{
    static const auto graph = tests::network();
    std::vector<std::string> rules;
    for (const auto& finding : config::findingsOf(file, &graph))
        if (int(finding.severity) >= int(least))
            rules.push_back(finding.rule);
    return rules;
}

bool holds(const std::vector<std::string>& words, const char* word)
{
    return std::ranges::find(words, word) != words.end();
}

std::string adviceOf(const ConfigFile& file, const char* rule)
{
    static const auto graph = tests::network();
    for (const auto& finding : config::findingsOf(file, &graph))
        if (finding.rule == rule)
            return finding.message.english() + " | " + finding.remedy.english();
    return {};
}

} // namespace

class TestRuleDialects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// By content alone: names say nothing, and no other dialect takes them.
    void areRecognisedByContent()
    {
        for (const auto& known : tests::configFixtures())
            QCOMPARE(std::string(config::recognise(tests::configText(known.file), "file").dialect->id),
                     std::string(known.dialect));
    }

    void rknnKeysAreOutputs()
    {
        const auto file = fileOf("custom_quantize_layers:\n  stem_out: float16\n  a: int16\n");
        QVERIFY(rulesOf(file).empty());
        QVERIFY(!layerOf(file.config(), "/stem/conv/Conv").isQuantized);
        QCOMPARE(layerOf(file.config(), "/head/fc/Gemm").activation.bits, 16);
        QVERIFY(layerOf(file.config(), "/head/Add").isQuantized);
        // A node's name is understood, and told of.
        const auto byNode = fileOf("custom_quantize_layers:\n  /head/fc/Gemm: float16\n");
        QVERIFY(!layerOf(byNode.config(), "/head/fc/Gemm").isQuantized);
        QVERIFY(holds(rulesOf(byNode), "node-name"));
        QVERIFY(adviceOf(byNode, "node-name").ends_with("| write a"));
        // What is neither is an error before anything runs; what the toolkit made itself is named.
        const auto unknown = fileOf("custom_quantize_layers:\n  output0-rs: float16\n");
        QVERIFY(holds(rulesOf(unknown, results::Severity::Error), "unknown-layer"));
        QVERIFY(adviceOf(unknown, "unknown-layer").find("output0-rs") != std::string::npos);
        // The network's input is a tensor.
        const auto input = fileOf("custom_quantize_layers:\n  x: float16\n");
        QVERIFY(rulesOf(input).empty());
        const auto graph = tests::network();
        QVERIFY(config::withSubgraphs(input.config(), graph).resolveTensor("x").floatType == "float16");
    }

    void rknnIsWrittenAndEditedByOutputs()
    {
        const auto graph = tests::network();
        auto file = fileOf("custom_quantize_layers: {}\n");
        config::editLayers(file, {{.action = LayerEdit::Action::Skip, .layer = "/head/fc/Gemm"}}, &graph, false);
        QCOMPARE(file.text(), std::string("custom_quantize_layers: {a: float16}\n"));
        QuantConfig said;
        said.addSkip(config::Selector::Kind::Layer, "/stem/conv/Conv", {});
        const auto written = config::convert(said, "rknn-yaml", &graph);
        QVERIFY2(written.text.find("stem_out: float16") != std::string::npos, written.text.c_str());
        const auto back = config::convert(fileOf(written.text.c_str()).config(), "onnxruntime-json", &graph);
        QVERIFY2(back.text.find("\"/stem/conv/Conv\"") != std::string::npos, back.text.c_str());
        const auto blind = config::convert(said, "rknn-yaml", nullptr);
        QVERIFY(!blind.result.losses.empty()); // names of layers are no outputs
    }

    /// Toolkit 1: Acuity's counted names; zero points of unsigned integers.
    void firstRknnHasCountedNames()
    {
        const auto file =
            fileOf("customized_quantize_layers:\n    \"Conv_/stem/conv/Conv_12\": dynamic_fixed_point-i16\n"
                   "quantize_parameters:\n    '@Gemm_/head/fc/Gemm_20:out0': {dtype: asymmetric_affine, "
                   "method: layer, zero_point: [193], scale: [0.5], qtype: u8}\n");
        QVERIFY(rulesOf(file).empty());
        QVERIFY(layerOf(file.config(), "/stem/conv/Conv").activation.numberFormat == "int16_pow2");
        const auto graph = tests::network();
        const auto tensor = config::withSubgraphs(file.config(), graph).resolveTensor("a");
        QCOMPARE(tensor.fixed->offsets, std::vector<std::int64_t>{193 - 128});
        QVERIFY(holds(rulesOf(fileOf("customized_quantize_layers: {Gemm_/stem/conv/Conv_12: float32}\n")),
                      "unknown-layer"));
    }

    /// Whole names only; a module's path excludes nothing, and the node that it means is named.
    void onnxRuntimeComparesWholeNames()
    {
        const auto file = fileOf(R"({"nodes_to_exclude": ["head.fc"]})");
        QVERIFY(layerOf(file.config(), "/head/fc/Gemm").isQuantized);
        QVERIFY(holds(rulesOf(file, results::Severity::Error), "unknown-layer"));
        QVERIFY2(adviceOf(file, "unknown-layer").ends_with("| did you mean /head/fc/Gemm?"),
                 adviceOf(file, "unknown-layer").c_str());
        const auto exact = fileOf(R"({"nodes_to_exclude": ["/head/fc/Gemm"]})");
        QVERIFY(rulesOf(exact).empty() && !layerOf(exact.config(), "/head/fc/Gemm").isQuantized);
    }

    void nncfScopes()
    {
        const auto config = fixture("nncf.json");
        QVERIFY(!config.resolve("ResNet/x/layer4/1/conv", "Conv", {}).isQuantized); // searched for
        QVERIFY(config.resolve("ResNet/x/layer3/conv", "Conv", {}).isQuantized);
        QVERIFY(!config.resolve("ResNet/NNCFLinear[fc]/linear_0", "Gemm", {}).isQuantized);
        QCOMPARE(config.resolve("ResNet/NNCFConv2d[conv1]/conv2d_0", "Conv", {}).weight.bits, 4);
        QVERIFY(config.common.activation.isSymmetric == false && config.common.weight.isSymmetric == true);
        const auto scope = fixture("nncf_ignored_scope.json");
        QVERIFY(!scope.resolve("/layer1/Conv", "Conv", {}).isQuantized);
        QVERIFY(scope.resolve("/x/layer1/Conv", "Conv", {}).isQuantized); // patterns match from the beginning
        QVERIFY(!scope.resolve("any", "Mul", {}).isQuantized);            // OpenVINO's Multiply
        QCOMPARE(scope.subgraphs.size(), std::size_t(1));
        // NNCF refuses a scope that matches nothing, unless it is told not to.
        const char* strict = R"({"compression": {"algorithm": "quantization", "ignored_scopes": ["{re}.*gone.*"]}})";
        QVERIFY(holds(rulesOf(fileOf(strict), results::Severity::Error), "unknown-layer"));
        const char* lenient =
            R"({"compression": {"algorithm": "quantization", "validate_scopes": false, "ignored_scopes": ["{re}.*gone.*"]}})";
        QVERIFY(!holds(rulesOf(fileOf(lenient)), "unknown-layer"));
        const char* module = R"({"compression": {"algorithm": "quantization", "ignored_scopes": ["{re}^head\\."]}})";
        QVERIFY(!layerOf(fileOf(module).config(), "/head/fc/Gemm").isQuantized);
        const char* broken = R"x({"compression": {"algorithm": "quantization", "ignored_scopes": ["{re}(?=a)"]}})x";
        QVERIFY(holds(rulesOf(fileOf(broken), results::Severity::Error), "parameter-range"));
    }

    void neuralCompressorTakesTheFirstOfAList()
    {
        const auto config = fixture("neural_compressor.yaml");
        const auto first = config.resolve("conv1", "Conv", {});
        QVERIFY(first.isQuantized && first.activation.bits == 8 && first.activation.isUnsigned == true);
        QVERIFY(first.activation.isSymmetric == true && config.common.activation.isSymmetric == false);
        QVERIFY(!config.resolve("conv2", "Conv", {}).isQuantized);
        QVERIFY(!config.resolve("head/x", "Conv", {}).isQuantized
                && config.resolve("my/head/x", "Conv", {}).isQuantized);
    }

    void oliveGivesOnnxRuntimesOptions()
    {
        const auto config = fixture("olive.json");
        QVERIFY(!config.resolve("/backbone.0/Conv", "Conv", {}).isQuantized);
        QVERIFY(!config.resolve("any", "Gemm", {}).isQuantized && config.resolve("any", "Conv", {}).isQuantized);
        QVERIFY(config.common.activation.bits == 16 && config.common.activation.isUnsigned == true);
        QVERIFY(config.naming == config::LayerNaming::Nodes);
        const auto nested = fileOf(R"({"passes": {"a": {"type": "OnnxMatMul4Quantizer",
                                       "config": {"block_size": 64, "nodes_to_exclude": ["/head/fc/Gemm"]}}}})");
        QVERIFY(nested.config().common.weight.numberFormat == "int4_g64");
        QVERIFY(!layerOf(nested.config(), "/head/fc/Gemm").isQuantized);
        QVERIFY_THROWS_EXCEPTION(Error, fileOf(R"({"passes": {"a": {"type": "OnnxConversion"}}})"));
    }

    void quarkHasGlobsAndParts()
    {
        const auto config = fixture("quark.json");
        QVERIFY(config.resolve("model.0.down_proj", "MatMul", {}).weight.numberFormat == "int4_g32");
        QVERIFY(!config.resolve("lm_head", "MatMul", {}).isQuantized
                && !config.resolve("a.gate", "Conv", {}).isQuantized);
        QCOMPARE(config.resolve("head.fc", "Gemm", {}).activation.bits, 16);
        QVERIFY(config.common.weight.granularity == config::Granularity::PerChannel);
        const auto parts = fileOf(R"({"global_config": {"weight": {"data_type": "int8"}, "input_tensors": {"data_type":
            "uint8"}}, "exclude": ["x", [["/stem/conv/Conv"], ["/stem/act/Relu"]]]})");
        QVERIFY(!layerOf(parts.config(), "/stem/act/Relu").isQuantized);
        QVERIFY(layerOf(parts.config(), "/head/fc/Gemm").isQuantized);
    }

    void pulsarNamesBeatTypes()
    {
        const auto config = fixture("pulsar2.json");
        QCOMPARE(config.resolve("any", "Add", {}).activation.bits, 16);
        QCOMPARE(config.resolve("/backbone.1/Conv", "Conv", {}).activation.bits, 16);
        QVERIFY(!config.resolve("conv6_4", "Add", {}).isQuantized);
        QCOMPARE(config.subgraphs.size(), std::size_t(1));
    }

    void hailoCommandsMayTakeSeveralLines()
    {
        const auto config = fixture("hailo.alls");
        QCOMPARE(config.resolve("conv54", "Conv", {}).weight.bits, 16);
        QCOMPARE(config.resolve("yolov8n/conv65", "Conv", {}).activation.bits, 16);
        const auto wide = config.resolve("dw12", "Conv", {});
        QVERIFY(wide.activation.bits == 8 && wide.weight.bits == 4);
        auto file = ConfigFile::ofText("a", tests::configText("hailo.alls"));
        LayerEdit edit{.action = LayerEdit::Action::Set, .layer = "fc1"};
        edit.settings.activation.bits = 8;
        edit.settings.weight.bits = 8;
        file.apply({&edit, 1});
        QVERIFY2(file.text().ends_with("quantization_param([fc1], precision_mode=a8_w8)\n"), file.text().c_str());
        QVERIFY(file.text().find("fc1, precision_mode=a16_w16") == std::string::npos);
        QVERIFY(file.text().find("# heads are sensitive\n") != std::string::npos);
        const LayerEdit skip{.action = LayerEdit::Action::Skip, .layer = "fc1"};
        QVERIFY_THROWS_EXCEPTION(Error, file.apply({&skip, 1}));
        QVERIFY(holds(rulesOf(file, results::Severity::Error), "unknown-layer")); // and what to do stands there
        QVERIFY(adviceOf(file, "unknown-layer").find("hailo har info") != std::string::npos);
    }

    /// The last rule that fits counts; what none fits stays in float.
    void aiEdgeRulesAreInOrder()
    {
        const auto config = fixture("ai_edge.json");
        QVERIFY(config.resolve("conv", "Conv", {}).isQuantized);
        QVERIFY(!config.resolve("x/StatefulPartitionedCall:0", "Gemm", {}).isQuantized);
        QVERIFY(config.resolve("x/StatefulPartitionedCall:0", "Conv", {}).isQuantized);
        const auto one = fileOf(R"([{"regex": "^stem_out$", "operation": "CONV_2D", "algorithm_key":
            "min_max_uniform_quantize", "op_config": {"weight_tensor_config": {"num_bits": 4, "symmetric": true,
            "granularity": "BLOCKWISE_32"}, "compute_precision": "FLOAT", "explicit_dequantize": true}}])");
        const auto stem = layerOf(one.config(), "/stem/conv/Conv");
        QVERIFY(stem.isQuantized && stem.weight.numberFormat == "int4_g32" && stem.activation.numberFormat == "fp16");
        QVERIFY(!layerOf(one.config(), "/head/fc/Gemm").isQuantized);
        const auto wide = fileOf(R"([{"regex": ".*", "operation": "*", "algorithm_key": "min_max_uniform_quantize",
            "op_config": {"activation_tensor_config": {"num_bits": 16, "symmetric": true}}}])");
        QCOMPARE(layerOf(wide.config(), "/head/Add").activation.bits, 16);
    }

    void coremlIsAboutWeights()
    {
        const auto config = fixture("coreml.yaml");
        QVERIFY(!config.resolve("backbone_0_conv", "Conv", {}).isQuantized);
        QVERIFY(config.resolve("any", "Conv", {}).weight.numberFormat == "int4_g32");
        const auto other = config.resolve("backbone_1_conv", "Gemm", {});
        QVERIFY(other.weight.bits == 8 && other.weight.isUnsigned == true && other.activation.numberFormat == "fp16");
    }

    void mctSaysHowMany()
    {
        const auto file = ConfigFile::ofText("mct.json", tests::configText("mct.json"));
        QVERIFY2(adviceOf(file, "not-simulated").starts_with("2 of 4 configurable layers"),
                 adviceOf(file, "not-simulated").c_str());
    }

    void modelOptimizerRulesAreInOrder()
    {
        const auto config = fixture("modelopt.yaml");
        const auto usual = config.resolve("model.fc", "Gemm", {});
        QVERIFY(usual.isQuantized && usual.weight.bits == 8 && usual.activation.bits == 8);
        QVERIFY(usual.weight.granularity == config::Granularity::PerChannel && usual.weight.channelAxis == 0);
        QVERIFY(config.resolve("a.mlp.experts.0", "Gemm", {}).weight.numberFormat == "nvfp4");
        QVERIFY(!config.resolve("a.norm1", "Mul", {}).isQuantized
                && !config.resolve("lm_head", "Gemm", {}).isQuantized);
        const auto weights =
            fileOf("quant_cfg:\n- quantizer_name: '*'\n  enable: false\n"
                   "- quantizer_name: '*weight_quantizer'\n  cfg: {num_bits: 4, block_sizes: {-1: 128}}\n");
        const auto only = layerOf(weights.config(), "/head/fc/Gemm");
        QVERIFY(only.isQuantized && only.weight.numberFormat == "int4_g128" && only.activation.numberFormat == "fp16");
        const auto older = fileOf(R"({"quant_cfg": {"*weight_quantizer": {"num_bits": 8, "axis": 0}, "*input_quantizer":
            {"num_bits": 8}, "default": {"enable": false}}, "algorithm": "max"})");
        QVERIFY(layerOf(older.config(), "/head/fc/Gemm").isQuantized);
    }

    void checkpointsSayWhatIsStored()
    {
        const auto rounded = fixture("quantization_config.json");
        QVERIFY(rounded.common.weight.numberFormat == "int4_g128");
        QVERIFY(!rounded.resolve("model.layers.0.mlp.down_proj", "MatMul", {}).isQuantized);
        QVERIFY(rounded.resolve("model.layers.1.mlp.down_proj", "MatMul", {}).weight.numberFormat == "int8_g64");
        QVERIFY(!rounded.resolve("any", "Conv", {}).isQuantized); // linear layers only
        const auto optimizer = fixture("hf_quant_config.json");
        QVERIFY(optimizer.common.weight.numberFormat == "nvfp4");
        QVERIFY(!optimizer.resolve("model.layers.0.q", "MatMul", {}).isQuantized);
        const auto mixed = fileOf(R"({"quantization": {"quant_algo": "MIXED_PRECISION", "quantized_layers":
            {"head.fc": {"quant_algo": "FP8"}}}})");
        QVERIFY(layerOf(mixed.config(), "/head/fc/Gemm").weight.numberFormat == "fp8_e4m3");
        QVERIFY(!mixed.config().resolve("other", "MatMul", {}).isQuantized);
        const auto description = fixture("quant_model_description.json");
        QCOMPARE(description.resolve("model.layers.0.self_attn.q_proj", "MatMul", {}).weight.bits, 8);
        const auto wide = description.resolve("model.layers.0.mlp.up_proj", "MatMul", {});
        QVERIFY(wide.weight.bits == 4 && wide.activation.numberFormat == "fp16");
        QVERIFY(!description.resolve("model.layers.2.mlp.down_proj", "MatMul", {}).isQuantized);
    }

    void compressedTensorsHaveTargets()
    {
        const auto config = fixture("compressed_tensors.json");
        const auto linear = config.resolve("model.layers.0.q_proj", "MatMul", {});
        QVERIFY(linear.isQuantized && linear.weight.numberFormat == "int4_g128");
        QVERIFY(linear.activation.numberFormat == "fp16" && !config.resolve("conv", "Conv", {}).isQuantized);
        QVERIFY(!config.resolve("lm_head", "MatMul", {}).isQuantized);
        QVERIFY(!config.resolve("model.0.mlp.gate", "MatMul", {}).isQuantized);
        QVERIFY(config.resolve("model.0.mlp.gate_proj", "MatMul", {}).isQuantized);
    }

    void msmodelslimGroupsAreInOrder()
    {
        const auto config = fixture("msmodelslim.yaml");
        QCOMPARE(config.resolve("a.q_proj", "MatMul", {}).weight.bits, 8);
        QVERIFY(config.resolve("a.down_proj", "MatMul", {}).weight.numberFormat == "int4_g64");
        QVERIFY(!config.resolve("a.gate", "MatMul", {}).isQuantized);
    }

    /// A range of 0 to 1 is 255 steps, and one from -2 to 3.25 of 16 bits, symmetric, 2 · 32767.
    void nncaseRangesAreScales()
    {
        const auto config = fixture("nncase.json");
        const auto input = config.resolveTensor("input");
        QVERIFY(std::abs(input.fixed->scales.at(0) - 0.99999493 / 255.0) < 1e-12);
        QCOMPARE(input.fixed->offsets.at(0), std::int64_t(-128));
        const auto wide = config.resolveTensor("conv1_out");
        QVERIFY(wide.bits == 16 && std::abs(wide.fixed->scales.at(0) - 3.25 / 32767.0) < 1e-12);
        QVERIFY(config.resolveTensor("Const_90").isEmpty());
    }

    /// A factor is one by the scale; layers without lines stay in float.
    void ncnnFactorsAreInverse()
    {
        const auto config = fixture("ncnn.table");
        const auto layer = config.resolve("conv_0", "Conv", {});
        QVERIFY(std::abs(layer.activation.fixed->scales.at(0) - 1.0 / 127.0) < 1e-12);
        QCOMPARE(layer.weight.fixed->scales.size(), std::size_t(4));
        QVERIFY(!config.resolve("conv_9", "Conv", {}).isQuantized);
        const auto broken = fileOf("a_param_0 0.0 2.0\na 1.0\n");
        QVERIFY(holds(rulesOf(broken, results::Severity::Error), "parameter-range"));
    }

    void listsNameNodesOrOutputs()
    {
        const auto file = fileOf("# left\n/head/fc/Gemm\nstem_out\n");
        QVERIFY(rulesOf(file).empty());
        QVERIFY(!layerOf(file.config(), "/head/fc/Gemm").isQuantized);
        QVERIFY(!layerOf(file.config(), "/stem/conv/Conv").isQuantized);
        QVERIFY(layerOf(file.config(), "/head/Add").isQuantized);
        auto edited = file;
        const LayerEdit skip{.action = LayerEdit::Action::Skip, .layer = "/head/Add"};
        edited.apply({&skip, 1});
        QCOMPARE(edited.text(), std::string("# left\n/head/fc/Gemm\nstem_out\n/head/Add\n"));
        auto row = fileOf("/head/fc/Gemm, /head/Add\n");
        QVERIFY(!layerOf(row.config(), "/head/Add").isQuantized);
        const LayerEdit restore{.action = LayerEdit::Action::Restore, .layer = "/head/fc/Gemm"};
        row.apply({&restore, 1});
        QCOMPARE(row.text(), std::string("/head/Add\n"));
        LayerEdit wide{.action = LayerEdit::Action::Set, .layer = "/head/Add"};
        wide.settings.activation.bits = 16;
        QVERIFY_THROWS_EXCEPTION(Error, edited.apply({&wide, 1}));
        QVERIFY_THROWS_EXCEPTION(Error, fileOf("hello\n"));
        QVERIFY_THROWS_EXCEPTION(Error, fileOf("a b c\n"));
        QCOMPARE(fileOf("['a.1', \"b\"]\n").config().skips.size(), std::size_t(2)); // as Python prints them
    }

    /// What patterns say is said of each layer in a dialect that has none.
    void patternsAreSpreadWhenConverted()
    {
        const auto graph = tests::network();
        const auto file =
            fileOf(R"({"compression": {"algorithm": "quantization", "ignored_scopes": ["{re}.*head.*"]}})");
        const auto converted = config::convert(file.config(), "layer-list", &graph);
        QCOMPARE(converted.text, std::string("# layers that stay in float\n/head/fc/Gemm\n/head/Add\n"));
        const auto blind = config::convert(file.config(), "layer-list", nullptr);
        QVERIFY(std::ranges::any_of(blind.result.losses,
                                    [](const auto& loss) { return loss.first.starts_with("pattern "); }));
        QVERIFY_THROWS_EXCEPTION(Error, config::convert(file.config(), "hailo-script", &graph));
    }
};

QTEST_APPLESS_MAIN(TestRuleDialects)
#include "tst_rule_dialects.moc"
