// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/config/constraints/check_config.h"
#include "core/config/convert.h"
#include "core/config/parameter_table.h"
#include "core/graph/text_form/text_form.h"
#include "tests/core/config/config_files.h"

#include <QTest>

using namespace ql::config;
using ql::tests::configText;
using ql::tests::readText;

namespace {

QuantConfig readFixture(const std::string& file, std::vector<ql::results::Diagnostic>* findings = nullptr)
{
    const auto recognised = recognise(configText(file), file);
    std::vector<ql::results::Diagnostic> own;
    auto config = recognised.dialect->read(recognised.document, findings ? *findings : own);
    config.dialect = recognised.dialect->id;
    return config;
}

bool says(const std::vector<ql::results::Diagnostic>& findings, const char* rule, const char* words)
{
    for (const auto& finding : findings)
        if (finding.rule == rule && finding.message.english().find(words) != std::string::npos)
            return true;
    return false;
}

} // namespace

class TestDialects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recognisesAndReadsCleanly_data();
    void recognisesAndReadsCleanly();
    void readsAmctYaml();
    void readsAmctJson();
    void readsTextProto();
    void readsOthers();
    void findsWhatIsWrong_data();
    void findsWhatIsWrong();
    void anOverridesArqInheritsNoWidth();
    void convertsAndReadsBack_data();
    void convertsAndReadsBack();
    void listsWhatIsLost();
    void tableMatchesTheGuide();
    void refusesUnknownFiles();
};

void TestDialects::recognisesAndReadsCleanly_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("dialect");
    for (const auto& fixture : ql::tests::configFixtures())
        QTest::newRow(fixture.file) << QByteArray(fixture.file) << QByteArray(fixture.dialect);
}

void TestDialects::recognisesAndReadsCleanly()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, dialect);
    std::vector<ql::results::Diagnostic> findings;
    const auto config = readFixture(file.toStdString(), &findings);
    QCOMPARE(config.dialect, dialect.toStdString());
    for (const auto& finding : findings)
        QVERIFY2(finding.severity != ql::results::Severity::Error, finding.message.english().c_str());
}

void TestDialects::readsAmctYaml()
{
    const auto config = readFixture("amct_block.yaml");
    // Nothing is quantized but what is listed, by type or by name.
    QVERIFY(!config.resolve("relu", "Relu", {}).isQuantized);
    const auto conv = config.resolve("x", "Conv", {});
    QVERIFY(conv.isQuantized);
    QVERIFY(conv.origin == ResolvedLayer::Origin::Type);
    QVERIFY(conv.activation.observer->kind == ObserverKind::Ifmr);
    // Layer beats type beats common.
    const auto own = config.resolve("block1.conv1", "Conv", {});
    QCOMPARE(own.activation.bits, 16);
    QVERIFY(own.weight.granularity == Granularity::PerChannel);
    QVERIFY(own.origin == ResolvedLayer::Origin::Layer);
    QCOMPARE(own.weight.observer->parameters.numberOr("eps", 0), 1.19209290e-7);
    // A list has one entry per input; an alias and a merge say what their anchor says.
    const auto matmul = config.resolve("m", "MatMul", {});
    QCOMPARE(matmul.inputs.size(), std::size_t(2));
    QCOMPARE(matmul.input(1).isSymmetric, true);
    QVERIFY(config.resolve("p", "MaxPool", {}).activation.observer->kind == ObserverKind::Ifmr);
    QVERIFY(!config.resolve("add_4", "Conv", {}).isQuantized);
    const auto flow = readFixture("amct_flow.yaml");
    QCOMPARE(flow.mappingFile, std::string("./om/tiny.om.json"));
    const auto stem = flow.resolve("stem.conv", "Conv", {});
    QVERIFY(stem.weight.observer->kind == ObserverKind::MinMax);
    QVERIFY(stem.weight.granularity == Granularity::PerChannel);
    QCOMPARE(stem.weight.channelAxis, 0);
    QCOMPARE(stem.weight.bits, 8);
    QVERIFY(stem.activation.observer->kind == ObserverKind::MovingAverage);
    QCOMPARE(stem.activation.isSymmetric, false);
}

void TestDialects::readsAmctJson()
{
    const auto fx = readFixture("amct_fx.json");
    QVERIFY(!fx.resolve("not there", "Conv", {}).isQuantized);
    QVERIFY(fx.resolve("not there", "Conv", {}).origin == ResolvedLayer::Origin::NotListed);
    QVERIFY(!fx.resolve("pool", "MaxPool", {}).isQuantized);
    QCOMPARE(fx.resolve("pool", "MaxPool", {}).activation.fixed->offsets.front(), -128);
    QCOMPARE(fx.resolve("fc", "Gemm", {}).weight.fixed->scales.size(), std::size_t(2));
    QCOMPARE(fx.resolve("conv1", "Conv", {}).activation.bits, 12);
    QCOMPARE(fx.resolve("conv1", "Conv", {}).activation.observer->parameters.numberOr("max_percentile", 0), 0.99999);
    QCOMPARE(fx.batchCount, 2);
    const auto dynamic = readFixture("amct_dynamic.json");
    QCOMPARE(dynamic.batchCount, 2);
    QCOMPARE(dynamic.skipFusion, std::vector<std::string>{"layer1.0.conv2"});
    const auto conv = dynamic.resolve("layer1.0.conv1", "Conv", {});
    QCOMPARE(conv.activation.bits, 16);
    QCOMPARE(conv.activation.observer->parameters.numberOr("search_end", 0), 1.2);
    QVERIFY(conv.weight.granularity == Granularity::PerTensor);
    QVERIFY(dynamic.resolve("layer1.0.add", "Add", {}).input(0).observer->kind == ObserverKind::Hfmg);
    const auto qat = readFixture("amct_qat.json");
    QVERIFY(qat.isForTraining);
    QVERIFY(qat.resolve("layer1.0.conv1", "Conv", {}).weight.quantizer->kind == QuantizerKind::Lnq);
    QCOMPARE(qat.resolve("layer1.0.conv1", "Conv", {}).weight.bits, 4);
}

void TestDialects::readsTextProto()
{
    const auto config = readFixture("quant.cfg");
    QCOMPARE(config.batchCount, 2);
    QVERIFY(!config.resolve("tail.add", "Add", {}).isQuantized);
    QVERIFY(!config.resolve("s", "Softmax", {}).isQuantized);
    QCOMPARE(config.resolve("c", "Conv", {}).activation.bits, 12);
    QCOMPARE(config.resolve("g", "Gemm", {}).activation.observer->parameters.numberOr("search_step", 0), 0.02);
    QVERIFY(config.resolve("g", "torch.nn.Linear", {}).weight.granularity == Granularity::PerTensor);
    const auto own = config.resolve("layer1.2.conv2", "Conv", {});
    QVERIFY(own.weight.observer->kind == ObserverKind::Snq);
    QCOMPARE(own.weight.bits, 4);
    const auto training = readFixture("retrain.cfg");
    QVERIFY(!training.resolve("head", "Gemm", {}).isQuantized);
    QCOMPARE(training.resolve("f", "Gemm", {}).weight.quantizer->parameters.numberOr("cluster_freq", 0), 1200.0);
    QCOMPARE(training.resolve("block2.conv", "Conv", {}).activation.quantizer->parameters.numberOr("clip_min", 0),
             -3.0);
}

void TestDialects::readsOthers()
{
    const auto yaml = readFixture("horizon.yaml");
    QCOMPARE(yaml.resolve("Conv_34", "Conv", {}).activation.bits, 16);
    QCOMPARE(yaml.resolve("Conv_34", "Conv", {}).output.bits, 16);
    QVERIFY(!yaml.resolve("Softmax_90", "Softmax", {}).isQuantized);
    QVERIFY(!yaml.resolve("Resize_40", "Resize", {}).isQuantized);
    QVERIFY(yaml.common.activation.observer->kind == ObserverKind::Percentile);
    QCOMPARE(yaml.common.activation.isSymmetric, false);
    QCOMPARE(yaml.outputBits, 16);
    QCOMPARE(readFixture("horizon_string.yaml").resolve("MatMul_7", "MatMul", {}).activation.bits, 16);
    const auto json = readFixture("horizon_quant_config.json");
    QCOMPARE(json.resolve("r", "ReduceMean", {}).activation.bits, 16);
    QVERIFY(!json.resolve("s", "Softmax", {}).isQuantized);
    QCOMPARE(json.resolve("MatMul_9", "MatMul", {}).input(0).bits, 16);
    QCOMPARE(json.resolve("MatMul_9", "MatMul", {}).input(1).bits, 8);
    QVERIFY(json.correctsBias);
    const auto ort = readFixture("onnxruntime.json");
    QVERIFY(!ort.resolve("/stem/Conv", "Conv", {}).isQuantized);
    QVERIFY(!ort.resolve("x", "Softmax", {}).isQuantized);
    QVERIFY(ort.resolve("x", "Conv", {}).isQuantized);
    QCOMPARE(ort.resolveTensor("conv1_out").bits, 16);
    QCOMPARE(ort.resolveTensor("x").fixed->offsets.front(), 0); // 128 of uint8
    const auto rknn = readFixture("rknn.quantization.cfg");
    QVERIFY(!rknn.resolve("Conv__350:0", "Conv", {}).isQuantized);
    QCOMPARE(rknn.resolve("Add__12:0", "Add", {}).activation.bits, 16);
    QCOMPARE(rknn.resolveTensor("Conv__350:0").fixed->scales.size(), std::size_t(2));
    const auto table = readFixture("sophgo_qtable.txt");
    QVERIFY(!table.resolve("input.244_Conv", "Conv", {}).isQuantized);
    QCOMPARE(table.resolve("input.244_Conv", "Conv", {}).activation.floatType, std::string("float16"));
    QVERIFY(table.resolve("stem_Conv", "Conv", {}).isQuantized);
}

void TestDialects::findsWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("rule");
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<int>("line");
    const auto row = [](const char* name, const char* text, const char* rule, const char* words, int line) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(rule) << QByteArray(words) << line;
    };
    row("percentile",
        "override_layer_configs:\n- layer_name: a\n  activation_quant_params:\n    quantizer: UlqFakeQuantize\n"
        "    quantizer_args: {observer: IFMRObserver,\n      max_percentile: 1.5}\n",
        "parameter-range", "IFMRObserver.max_percentile is 1.5, allowed is (0.5, 1]", 6);
    row("weight bits",
        "{\"a\": {\"quant_enable\": true, \"weight_quant_params\":\n {\"quantizer\": \"ArqWeightFakeQuantize\","
        " \"quantizer_args\": {\"num_bits\": 6}}}}",
        "parameter-range", "ArqWeightFakeQuantize.num_bits is 6, allowed is 4 or 8", 2);
    row("wrong type", "{\"a\": {\"quant_enable\": \"yes\"}}", "wrong-type",
        "quant_enable is a text (yes), expected true or false", 1);
    row("no enable", "{\"a\": {\"quant_enable\": true}, \"b\": {}}", "missing-key", "b without quant_enable", 1);
    row("misspelt", "common_config:\n  quant_enabled: true\n", "unknown-key", "quant_enabled", 2);
    row("twice", "batch_num: 1\nbatch_num: 2\n", "duplicate-field", "batch_num a second time", 2);
    row("dst_type", "common_config { ifmr_quantize { dst_type: INT32 } }", "parameter-range", "INT32", 1);
    row("node type", "calibration_parameters: {}\nmodel_parameters:\n  node_info: {c: {InputType: int12}}\n",
        "parameter-range", "InputType is int12", 3);
    row("scale", "{\"nodes_to_exclude\": [], \"TensorQuantOverrides\": {\"x\": [{\"scale\": -1}]}}", "parameter-range",
        "scale is -1", 1);
    row("ada", "common_config {\n arq_quantize {}\n ada_quantize { num_iteration: 10 } }", "not-simulated",
        "ada_quantize", 3);
    row("balancer", "common_config { dmq_balancer {\n migration_strength: 0.5 } }", "not-simulated", "dmq_balancer", 1);
    row("mode", "# quantize_mode\na INT7\n", "parameter-range", "INT7", 2);
}

void TestDialects::findsWhatIsWrong()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, rule);
    QFETCH(QByteArray, words);
    QFETCH(int, line);
    std::vector<ql::results::Diagnostic> findings;
    readText(text.toStdString(), findings);
    QVERIFY(says(findings, rule.constData(), words.constData()));
    for (const auto& finding : findings)
        if (finding.message.english().find(words.toStdString()) != std::string::npos)
            QCOMPARE(finding.line, line);
}

/// AMCT's own quant.cfg: 4 bits in common, and Gemm by ARQ, whose default is 8.
void TestDialects::anOverridesArqInheritsNoWidth()
{
    std::vector<ql::results::Diagnostic> findings;
    const auto config = readText("common_config { snq_quantize { num_bits: 4 } }\n"
                                 "override_layer_types { layer_type: \"Gemm\"\n"
                                 " calibration_config { arq_quantize { channel_wise: false } } }\n",
                                 findings);
    QCOMPARE(*config.common.weight.bits, 4);
    QCOMPARE(*config.overrides.at(0).settings.weight.bits, 8);
}

void TestDialects::convertsAndReadsBack_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("target");
    for (const auto& fixture : ql::tests::configFixtures())
        for (const auto& dialect : dialects())
            if (dialect.write)
                QTest::addRow("%s to %s", fixture.file, std::string(dialect.id).c_str())
                    << QByteArray(fixture.file) << QByteArray(dialect.id.data(), qsizetype(dialect.id.size()));
}

void TestDialects::convertsAndReadsBack()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, target);
    const auto config = readFixture(file.toStdString());
    const auto converted = convert(config, target.toStdString(), nullptr);
    const auto& dialect = dialectNamed(target.toStdString());
    if (!dialect.read)
        return;
    std::vector<ql::results::Diagnostic> findings;
    const auto back = readText(converted.text, findings, target.constData());
    for (const auto& finding : findings)
        QVERIFY2(finding.severity != ql::results::Severity::Error,
                 (finding.message.english() + "\n" + converted.text).c_str());
    const auto isLost = [&](const std::string& name) {
        for (const auto& [subject, loss] : converted.result.losses)
            if (subject.ends_with(name))
                return true;
        return false;
    };
    // What isn't said to be lost is still there: skips and widths of every named layer.
    for (const auto& override : config.overrides) {
        const auto& name = override.selector.name;
        if (override.selector.kind != Selector::Kind::Layer || isLost(name))
            continue;
        const auto before = config.resolve(name, "", {});
        const auto after = back.resolve(name, "", {});
        QVERIFY2(before.isQuantized == after.isQuantized, (name + "\n" + converted.text).c_str());
        if (before.isQuantized && before.inputs.empty())
            QVERIFY2(before.activation.bits.value_or(8) == after.activation.bits.value_or(8),
                     (name + "\n" + converted.text).c_str());
    }
    for (const auto& skip : config.skips)
        if (skip.selector.kind == Selector::Kind::Layer && !isLost(skip.selector.name))
            QVERIFY2(!back.resolve(skip.selector.name, "", {}).isQuantized,
                     (skip.selector.name + "\n" + converted.text).c_str());
}

void TestDialects::listsWhatIsLost()
{
    const auto converted = convert(readFixture("quant.cfg"), "sophgo-qtable", nullptr);
    const auto loses = [&](const std::string& subject) {
        for (const auto& [of, loss] : converted.result.losses)
            if (of == subject)
                return true;
        return false;
    };
    QVERIFY(loses("type Gemm"));
    QVERIFY(loses("network")); // batches, the mapping file, layers that aren't folded
    // With the network known, a dialect of layers can say what holds by type.
    const auto graph =
        ql::graph::parseGraph("graph \"g\" opset 13 input x: float32[1,4] const w: float32[4,4] = {1,0,0,0,0,1,0,0,"
                              "0,0,1,0,0,0,0,1} y = Gemm(x, w) name \"fc\" z = Softmax(y) name \"soft\" output z");
    const auto listed = convert(readFixture("quant.cfg"), "amct-fx-json", &graph);
    std::vector<ql::results::Diagnostic> findings;
    const auto back = readText(listed.text, findings);
    QCOMPARE(back.resolve("fc", "Gemm", {}).activation.bits, 8);
    QVERIFY(back.resolve("fc", "Gemm", {}).weight.granularity == Granularity::PerTensor);
    QVERIFY(!back.resolve("soft", "Softmax", {}).isQuantized);
}

void TestDialects::tableMatchesTheGuide()
{
    const auto ifmr = parametersOf(ObserverKind::Ifmr);
    QCOMPARE(defaultNumber(ifmr, "max_percentile"), 0.999999);
    QCOMPARE(defaultNumber(ifmr, "search_start"), 0.7);
    const auto problem = [](std::span<const ParameterRule> rules, const char* name, const ParameterValue& value) {
        return parameterProblem(*findParameter(rules, name), value);
    };
    QVERIFY(!problem(ifmr, "num_bits", std::int64_t(4)));
    QVERIFY(problem(ifmr, "num_bits", std::int64_t(5)));
    QVERIFY(!problem(ifmr, "num_bits", std::int64_t(16)));
    QVERIFY(problem(ifmr, "num_bits", std::int64_t(17)));
    QVERIFY(problem(ifmr, "max_percentile", 0.5));
    QVERIFY(problem(ifmr, "num_bits", 8.0)); // an integer is asked for
    const auto snq = parametersOf(ObserverKind::Snq);
    QVERIFY(problem(snq, "max_iteration", std::int64_t(499)));
    QVERIFY(problem(snq, "init_algo", std::string("random")));
    QVERIFY(!problem(snq, "cali_min_distance", 1e-10));
    QVERIFY(problem(parametersOf(QuantizerKind::Luq, true), "num_bits", std::int64_t(16)));
}

void TestDialects::refusesUnknownFiles()
{
    for (const char* text : {"", "hello", "a: 1\n", "{\"a\": 1}", "[1, 2]", "x y z\n"})
        QVERIFY_THROWS_EXCEPTION(ql::Error, recognise(text, "file"));
    QVERIFY_THROWS_EXCEPTION(ql::Error, recognise("a: 1\n", "file", "nonsense"));
    try {
        recognise("{\"a\": {\"quant_enable\": true,\n  \"b\" 1}}", "broken.json");
        QFAIL("broken JSON was read");
    } catch (const ql::Error& error) {
        QVERIFY2(QByteArray(error.what()).startsWith("broken.json:2:7: expected ':'"), error.what());
    }
    try {
        recognise(R"({"mapping": {"a_b.safetensors": "a/b"}, "metadata": {"backend": "ONNX"}})", "statistics.json");
        QFAIL("recognised");
    } catch (const ql::Error& error) {
        QVERIFY(std::string(error.what()).find("NNCF's statistics") != std::string::npos);
    }
}

QTEST_GUILESS_MAIN(TestDialects)
#include "tst_dialects.moc"
