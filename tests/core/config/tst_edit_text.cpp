// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/config/config_file.h"
#include "core/config/edit/render.h"
#include "tests/core/config/config_files.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

using namespace ql::config;
using Action = LayerEdit::Action;

namespace {

LayerEdit setBits(const std::string& layer, int activation, int weight = 0)
{
    LayerEdit edit;
    edit.layer = layer;
    edit.settings.activation.bits = activation;
    if (weight > 0)
        edit.settings.weight.bits = weight;
    return edit;
}

LayerEdit act(Action action, const std::string& layer)
{
    LayerEdit edit;
    edit.action = action;
    edit.layer = layer;
    return edit;
}

/// The removed and added lines of a diff.
QByteArray changes(const ConfigFile& file)
{
    QByteArray lines;
    for (const auto& line : QByteArray::fromStdString(file.diff()).split('\n'))
        if ((line.startsWith('+') || line.startsWith('-')) && !line.startsWith("+++") && !line.startsWith("---"))
            lines += line + "\n";
    return lines;
}

} // namespace

/// What single edits look like, letter by letter.
class TestEditText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void skippedLayersHaveALineEach();
    void longListsOfNamesHaveALineEach();
    void changesOnlyItsLines_data();
    void changesOnlyItsLines();
    void sharedEntriesAreDivided();
    void aliasesAreCopied();
    void scalesPerChannelAreAnAxis();
    void refusesWhatCannotBeSaid();
    void noticesForeignChanges();
    void keepsLinksAndRights();

private:
    ConfigFile opened(const std::string& name, const std::string& text);

    QTemporaryDir m_folder;
};

ConfigFile TestEditText::opened(const std::string& name, const std::string& text)
{
    const auto path = m_folder.filePath(name.c_str()).toStdString();
    std::ofstream(path, std::ios::binary) << text;
    return ConfigFile::open(path);
}

/// Where no list of the file stands between brackets.
void TestEditText::skippedLayersHaveALineEach()
{
    for (const std::string rest : {"", "  # slow ones", "\ncommon_config: {quant_enable: true}"}) {
        auto file = opened("config.yaml", "batch_num: 1\nskip_layers: []" + rest + "\n");
        const auto before = file.text();
        for (const char* layer : {"a", "b"}) {
            const LayerEdit skip{.action = Action::Skip, .layer = layer};
            file.apply({&skip, 1});
        }
        const bool isComment = rest.starts_with("  ");
        QCOMPARE(file.text(), "batch_num: 1\nskip_layers:" + (isComment ? rest : "") + "\n- a\n- b"
                                  + (isComment ? "" : rest) + "\n");
        for (const char* layer : {"a", "b"}) {
            const LayerEdit restore{.action = Action::Restore, .layer = layer};
            file.apply({&restore, 1});
        }
        QCOMPARE(file.text(), before);
    }
}

/// Of lists that are written anew: a difference within a line of a thousand letters isn't seen.
void TestEditText::longListsOfNamesHaveALineEach()
{
    using text::Value;
    const auto written = [](int count, const char* name) {
        Value list = Value::ofSequence();
        for (int i = 0; i < count; ++i)
            list.add({}, Value::ofText(name + std::to_string(i)));
        return QByteArray::fromStdString(
            edit::renderDocument(Value::ofMap({{"skip_layers", list}}), text::Syntax::Yaml));
    };
    QCOMPARE(written(3, "conv_"), QByteArray("skip_layers: [conv_0, conv_1, conv_2]\n"));
    const auto lines = written(30, "encoder.conv_");
    QCOMPARE(lines.count('\n'), qsizetype(31));
    QVERIFY2(lines.startsWith("skip_layers:\n") && lines.contains("- encoder.conv_29\n"), lines.constData());
    QCOMPARE(written(60, "10").count('\n'), qsizetype(1)); // numbers, as of scales
}

void TestEditText::changesOnlyItsLines_data()
{
    QTest::addColumn<QByteArray>("fixture");
    QTest::addColumn<int>("action");
    QTest::addColumn<QByteArray>("layer");
    QTest::addColumn<int>("bits");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* fixture, Action action, const char* layer, int bits,
                        const char* expected) {
        QTest::newRow(name) << QByteArray(fixture) << int(action) << QByteArray(layer) << bits << QByteArray(expected);
    };
    row("flow value", "amct_flow.yaml", Action::Set, "head.fc", 16,
        "-          quantizer_args: { num_bits: 12, observer: \"IFMRObserver\" }\n"
        "+          quantizer_args: { num_bits: 16, observer: \"IFMRObserver\" }\n");
    row("empty flow list", "amct_flow.yaml", Action::Skip, "conv9", 0, "-skip_layers: []\n+skip_layers: [\"conv9\"]\n");
    row("block list", "amct_block.yaml", Action::Skip, "add_5", 0, "+- 'add_5'\n");
    row("out of a block list", "amct_block.yaml", Action::Restore, "add_3", 0, "-- add_3\n");
    row("fx value", "amct_fx.json", Action::Set, "conv1", 16,
        "-                    \"num_bits\":12,\n+                    \"num_bits\":16,\n");
    row("fx skip", "amct_fx.json", Action::Skip, "conv1", 0,
        "-        \"quant_enable\":true,\n+        \"quant_enable\":false,\n");
    row("tabs", "amct_qat.json", Action::Skip, "conv1", 0,
        "-\t\t\"retrain_enable\": true,\n+\t\t\"retrain_enable\": false,\n");
    row("text-proto list", "retrain.cfg", Action::Skip, "neck", 0,
        "-skip_layers: [\"stem.conv\", \"head\"]\n+skip_layers: [\"stem.conv\", \"head\", \"neck\"]\n");
    row("text-proto value", "quant.cfg", Action::Set, "layer1.2.conv2", 8, "-      num_bits: 4\n+      num_bits: 8\n");
    row("semicolons", "horizon.yaml", Action::Skip, "Gather_9", 0,
        "-  run_on_cpu: 'Resize_12;Resize_40'\n+  run_on_cpu: 'Resize_12;Resize_40;Gather_9'\n");
    row("node_info", "horizon.yaml", Action::Set, "MatMul_7", 16,
        "-    \"Softmax_90\": {'ON': 'CPU'}\n+    \"Softmax_90\": {'ON': 'CPU'},\n"
        "+    \"MatMul_7\": {\"ON\": 'BPU', \"InputType\": 'int16'}\n");
    row("node_info as text", "horizon_string.yaml", Action::Set, "Add_3", 16,
        "-    node_info: \"Conv_1:int16;MatMul_7:int16\"\n+    node_info: "
        "\"Conv_1:int16;MatMul_7:int16;Add_3:int16\"\n");
    row("node_config", "horizon_quant_config.json", Action::Set, "Conv_5", 16,
        "-    \"MatMul_9\": {\"input0\": \"int16\", \"input1\": \"int8\"}\n"
        "+    \"MatMul_9\": {\"input0\": \"int16\", \"input1\": \"int8\"},\n"
        "+    \"Conv_5\": {\n+      \"qtype\": \"int16\"\n+    }\n");
    row("tensor", "onnxruntime.json", Action::Set, "conv1_out", 8,
        "-            \"conv1_out\": [{\"quant_type\": \"QUInt16\"}],\n+            \"conv1_out\": [{\"quant_type\": "
        "\"QUInt8\"}],\n");
    row("hybrid", "rknn.quantization.cfg", Action::Set, "Add__12:0", 8,
        "-    \"Add__12:0\": int16\n+    \"Add__12:0\": int8\n");
    row("qtable", "sophgo_qtable.txt", Action::Restore, "317_Add", 0, "-317_Add F32\n");
    row("qtable float", "sophgo_qtable.txt", Action::Skip, "stem_Conv", 0, "-stem_Conv INT8\n+stem_Conv F16\n");
}

void TestEditText::changesOnlyItsLines()
{
    QFETCH(QByteArray, fixture);
    QFETCH(int, action);
    QFETCH(QByteArray, layer);
    QFETCH(int, bits);
    QFETCH(QByteArray, expected);
    auto file = opened(fixture.toStdString(), ql::tests::configText(fixture.toStdString()));
    const auto edit = bits > 0 ? setBits(layer.toStdString(), bits) : act(Action(action), layer.toStdString());
    file.apply({&edit, 1});
    QCOMPARE(changes(file), expected);
    file.save();
    QVERIFY(!file.isModified());
    QCOMPARE(ConfigFile::open(file.path()).text(), file.text());
}

void TestEditText::sharedEntriesAreDivided()
{
    auto file = opened("shared.yaml", ql::tests::configText("amct_block.yaml"));
    const auto edit = setBits("block1.conv2", 12);
    file.apply({&edit, 1});
    QCOMPARE(file.config().resolve("block1.conv2", "Conv", {}).activation.bits, 12);
    QCOMPARE(file.config().resolve("block1.conv1", "Conv", {}).activation.bits, 16);
    QVERIFY(file.text().find("eps: 0.000000119209290     # smallest scale") != std::string::npos);
    const auto* eps = file.config().resolve("block1.conv2", "Conv", {}).weight.observer->parameters.find("eps");
    QVERIFY(eps);
}

void TestEditText::scalesPerChannelAreAnAxis()
{
    auto file = opened("axis.json", ql::tests::configText("onnxruntime.json"));
    LayerEdit edit{.action = Action::Set, .layer = "conv9", .opType = "ConvTranspose"};
    edit.weightTensors = {"conv9.weight"};
    edit.settings.weight.granularity = Granularity::PerChannel;
    QVERIFY_EXCEPTION_THROWN(file.apply({&edit, 1}), ql::Error); // along which axis?
    edit.weightAxis = 1;
    file.apply({&edit, 1});
    QVERIFY(file.config().resolveTensor("conv9.weight").granularity == Granularity::PerChannel);
    QCOMPARE(file.config().resolveTensor("conv9.weight").channelAxis, 1);
    QVERIFY2(changes(file).contains("\"axis\": 1"), changes(file).constData());
    edit.settings.weight.granularity = Granularity::PerTensor;
    file.apply({&edit, 1});
    QVERIFY(file.config().resolveTensor("conv9.weight").granularity != Granularity::PerChannel);
}

void TestEditText::aliasesAreCopied()
{
    auto file = opened("alias.yaml", ql::tests::configText("amct_block.yaml"));
    const auto edit = setBits("head", 16);
    file.apply({&edit, 1});
    QCOMPARE(changes(file), QByteArray("-    activation_quant_params: *activation\n"
                                       "+    activation_quant_params: {quantizer: UlqFakeQuantize, quantizer_args: "
                                       "{observer: IFMRObserver, num_bits: 16}}\n"));
    QCOMPARE(file.config().resolve("fc", "torch.nn.Linear", {}).activation.bits, 8);
}

void TestEditText::refusesWhatCannotBeSaid()
{
    auto table = opened("table.txt", ql::tests::configText("sophgo_qtable.txt"));
    const auto twelve = setBits("stem_Conv", 12);
    QVERIFY_THROWS_EXCEPTION(ql::Error, table.apply({&twelve, 1}));
    auto yaml = opened("a.yaml", ql::tests::configText("amct_block.yaml"));
    const auto five = setBits("block1.conv1", 16, 5);
    try {
        yaml.apply({&five, 1});
        QFAIL("5 bits were taken");
    } catch (const ql::Error& error) {
        QVERIFY2(QByteArray(error.what()).contains("num_bits is 5, allowed is 4 or 8"), error.what());
        QVERIFY2(QByteArray(error.what()).contains("a.yaml:"), error.what());
    }
    QVERIFY(!yaml.isModified());
    // All or nothing: the first edit of a refused pair is taken back.
    const std::vector pair{setBits("block1.conv2", 9), five};
    QVERIFY_THROWS_EXCEPTION(ql::Error, yaml.apply(pair));
    QVERIFY(!yaml.isModified());
}

void TestEditText::noticesForeignChanges()
{
    auto file = opened("foreign.yaml", "skip_layers: [a]\n");
    const auto edit = act(Action::Skip, "b");
    file.apply({&edit, 1});
    std::ofstream(file.path(), std::ios::binary) << "skip_layers: [z]\n"; // same size
    QVERIFY_THROWS_EXCEPTION(ql::Error, file.save());
    QCOMPARE(ConfigFile::open(file.path()).text(), std::string("skip_layers: [z]\n"));
    std::filesystem::remove(file.path());
    QVERIFY_THROWS_EXCEPTION(ql::Error, file.save());
}

void TestEditText::keepsLinksAndRights()
{
    namespace fs = std::filesystem;
    auto target = opened("target.yaml", "skip_layers: [a]\n");
    fs::permissions(target.path(), fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_write);
    const fs::path link = m_folder.filePath("link.yaml").toStdString();
    fs::create_symlink(target.path(), link);
    auto file = ConfigFile::open(link);
    const auto edit = act(Action::Skip, "b");
    file.apply({&edit, 1});
    file.save();
    QVERIFY(fs::is_symlink(link));
    QCOMPARE(QByteArray::fromStdString(ConfigFile::open(target.path()).text()), QByteArray("skip_layers: [a, b]\n"));
    QCOMPARE(fs::status(target.path()).permissions(),
             fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_write);
}

QTEST_GUILESS_MAIN(TestEditText)
#include "tst_edit_text.moc"
