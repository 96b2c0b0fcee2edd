// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/config/config_file.h"
#include "core/config/convert.h"
#include "core/graph/text_form/text_form.h"
#include "tests/core/config/config_files.h"

#include <QTest>

#include <cmath>

using namespace ql::config;
using ql::tests::readText;

/// Files that hold scales by tensor: AIMET's encodings of every version, QNN's overrides, TensorRT's cache, PPQ's JSON.
class TestEncodings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void encodingsKeepEveryScale_data();
    void encodingsKeepEveryScale();
    void blocksKeepEveryScale_data();
    void blocksKeepEveryScale();
    void blocksThatDontGoTogetherAreReported_data();
    void blocksThatDontGoTogetherAreReported();
    void saysWhatIsNotFollowed_data();
    void saysWhatIsNotFollowed();
    void bothHalvesKeepTheirNames();
    void parametersWithOneScaleStayParameters();
    void editsKeepEveryOtherByte_data();
    void editsKeepEveryOtherByte();
    void anotherWidthKeepsTheRange();
    void cacheKeepsEveryBit();
    void cacheSaysWhatItCannotHold();
    void ppqSaysWhatIsQuantizedWhere();
    void ppqIsWrittenForItsOperations();
};

void TestEncodings::encodingsKeepEveryScale_data()
{
    QTest::addColumn<QByteArray>("dialect");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("0.6.1") << QByteArray("aimet-encodings") << QByteArray(R"({"activation_encodings": {
            "x": [{"bitwidth": 8, "dtype": "int", "is_symmetric": "False", "offset": -119, "scale": 0.0113456789012345}],
            "h": [{"bitwidth": 16, "dtype": "float"}]},
        "param_encodings": {
            "w": [{"bitwidth": 8, "dtype": "int", "is_symmetric": "True", "offset": -128, "scale": 0.1},
                  {"bitwidth": 8, "dtype": "int", "is_symmetric": "True", "offset": -128, "scale": 3e-7}]}})");
    QTest::newRow("QNN") << QByteArray("aimet-encodings") << QByteArray(R"({"activation_encodings": {
        "x": [{"bitwidth": 8, "offset": -119, "scale": 0.0113456789012345}], "h": [{"bitwidth": 16, "dtype": "float"}]},
        "param_encodings": {"w": [{"is_symmetric": "true", "offset": -127, "scale": 0.1},
                                  {"is_symmetric": "true", "offset": -127, "scale": 3e-7}]}})");
    QTest::newRow("1.0.0") << QByteArray("aimet-encodings-1") << QByteArray(R"({"version": "1.0.0",
        "activation_encodings": [
            {"name": "x", "bw": 8, "enc_type": "PER_TENSOR", "offset": [-119], "scale": [0.0113456789012345]},
            {"name": "h", "bw": 16, "dtype": "FLOAT"}],
        "param_encodings": [{"name": "w", "bw": 8, "dtype": "INT", "enc_type": "PER_CHANNEL", "is_sym": true,
                             "offset": [-128, -128], "scale": [0.1, 3e-7]}]})");
    QTest::newRow("2.0.0") << QByteArray("aimet-encodings-2") << QByteArray(R"({"version": "2.0.0", "encodings": [
        {"name": "x", "output_dtype": "uint8", "y_scale": 0.0113456789012345, "y_zero_point": 119},
        {"name": "h", "output_dtype": "float16"},
        {"name": "w", "output_dtype": "int8", "y_scale": [0.1, 3e-7], "axis": 0}]})");
}

/// Read from each version and written to each.
void TestEncodings::encodingsKeepEveryScale()
{
    QFETCH(QByteArray, dialect);
    QFETCH(QByteArray, text);
    std::vector<ql::results::Diagnostic> findings;
    const auto config = readText(text.toStdString(), findings);
    QCOMPARE(std::string(recognise(text.toStdString(), "x.json").dialect->id), dialect.toStdString());
    QVERIFY(findings.empty());
    const auto holds = [](const QuantConfig& read) {
        const auto x = read.resolveTensor("x");
        const auto w = read.resolveTensor("w");
        return x.bits == 8 && x.fixed && x.fixed->scales == std::vector<double>{0.0113456789012345}
               && x.fixed->offsets == std::vector<std::int64_t>{119 - 128} && w.fixed
               && w.fixed->scales == std::vector<double>{0.1, 3e-7}
               && w.fixed->offsets == std::vector<std::int64_t>{0, 0} && w.granularity == Granularity::PerChannel
               && read.resolveTensor("h").floatType == std::string("float16");
    };
    QVERIFY(holds(config));
    for (const char* target : {"aimet-encodings", "aimet-encodings-1", "aimet-encodings-2"}) {
        const auto converted = convert(config, target, nullptr);
        QVERIFY2(converted.result.losses.empty(), converted.text.c_str());
        QVERIFY2(recognise(converted.text, "x.json").dialect->id == target, converted.text.c_str());
        QVERIFY2(holds(readText(converted.text, findings)), converted.text.c_str());
    }
    for (qsizetype size = 0; size < text.size(); ++size) // cut off anywhere, it is read or refused
        try {
            readText(text.left(size).toStdString(), findings);
        } catch (const ql::Error&) {
        }
}

void TestEncodings::blocksKeepEveryScale_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("1, blocks") << QByteArray(R"({"version": "1.0.0", "param_encodings": [{"name": "w", "bw": 4,
        "block_size": 32, "enc_type": "PER_BLOCK", "offset": [-8, -8], "scale": [0.0113456789012345, 3e-7]}]})");
    QTest::newRow("1, LPBQ") << QByteArray(R"({"version": "1.0.0", "param_encodings": [{"name": "w", "bw": 8,
        "block_size": 32, "compressed_bw": 4, "enc_type": "LPBQ", "dtype": "INT", "is_sym": true,
        "offset": [-128, -128], "per_block_int_scale": [7, 16, 3, 1], "scale": [0.0113456789012345, 3e-7]}]})");
    QTest::newRow("2, blocks") << QByteArray(R"({"version": "2.0.0", "encodings": [{"name": "w",
        "output_dtype": "int4", "axis": 0, "block_size": 32, "y_scale": [[0.0113456789012345, 3e-7, 1.5]]}]})");
    QTest::newRow("2, LPBQ") << QByteArray(R"({"version": "2.0.0", "encodings": [{"name": "w",
        "output_dtype": "int4", "axis": 1, "block_size": 32,
        "per_channel_float_scale": [[[[0.0113456789012345]]], [[[3e-7]]]],
        "per_block_int_scale": [[[[7]], [[16]]], [[[3]], [[1]]]]}]})");
}

/// From the version that says them to both that can, and back.
void TestEncodings::blocksKeepEveryScale()
{
    QFETCH(QByteArray, text);
    std::vector<ql::results::Diagnostic> findings;
    const auto config = readText(text.toStdString(), findings);
    QVERIFY2(findings.empty(), findings.empty() ? "" : findings.front().message.english().c_str());
    const auto known = config.resolveTensor("w");
    QVERIFY(known.fixed && known.fixed->blocks && known.fixed->blocks->size == 32);
    QCOMPARE(known.bits, Located<int>(4));
    for (const char* target : {"aimet-encodings-1", "aimet-encodings-2"}) {
        const auto converted = convert(config, target, nullptr);
        const auto again = readText(converted.text, findings).resolveTensor("w");
        QVERIFY2(findings.empty() && again.fixed && again.fixed->blocks, converted.text.c_str());
        QCOMPARE(again.fixed->scales, known.fixed->scales);
        QCOMPARE(again.fixed->blocks->channelScales, known.fixed->blocks->channelScales);
        QCOMPARE(again.fixed->blocks->factors, known.fixed->blocks->factors);
        QCOMPARE(again.bits, known.bits);
        const bool isSameVersion = recognise(text.toStdString(), "x").dialect->id == target;
        QVERIFY2(!isSameVersion || again.fixed == known.fixed || !known.fixed->blocks->axis, converted.text.c_str());
    }
    QCOMPARE(convert(config, "aimet-encodings", nullptr).result.losses.size(), std::size_t(1));
    auto file = ConfigFile::ofText("x", text.toStdString());
    LayerEdit wider{.layer = "w"};
    wider.settings.activation.bits = 8;
    QVERIFY_THROWS_EXCEPTION(ql::Error, file.apply({&wider, 1}));
    for (qsizetype size = 0; size < text.size(); ++size) // cut off anywhere, it is read or refused
        try {
            readText(text.left(size).toStdString(), findings);
        } catch (const ql::Error&) {
        }
}

void TestEncodings::blocksThatDontGoTogetherAreReported_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::newRow("no size") << QByteArray(R"("axis": 1, "block_size": 0, "y_scale": [[1]])");
    QTest::newRow("no scales") << QByteArray(R"("axis": 1, "block_size": 4)");
    QTest::newRow("lists of two lengths") << QByteArray(R"("axis": 1, "block_size": 4, "y_scale": [[1, 2], [3]])");
    QTest::newRow("a word") << QByteArray(R"("axis": 1, "block_size": 4, "y_scale": [[1, "2x"]])");
    QTest::newRow("negative") << QByteArray(R"("axis": 1, "block_size": 4, "y_scale": [[1, -2]])");
    QTest::newRow("axis") << QByteArray(R"("axis": 2, "block_size": 4, "y_scale": [[1, 2]])");
    QTest::newRow("offsets") << QByteArray(
        R"("axis": 1, "block_size": 4, "y_scale": [[1, 2]], "y_zero_point": [[0, 1]])");
    QTest::newRow("half a factor") << QByteArray(
        R"("axis": 1, "block_size": 4, "per_channel_float_scale": [[1]], "per_block_int_scale": [[1, 1.5]])");
    QTest::newRow("a factor too large") << QByteArray(
        R"("axis": 1, "block_size": 4, "per_channel_float_scale": [[1]], "per_block_int_scale": [[1, 17]])");
    QTest::newRow("channels") << QByteArray(
        R"("axis": 1, "block_size": 4, "per_channel_float_scale": [[1], [2]], "per_block_int_scale": [[1, 2, 3]])");
}

void TestEncodings::blocksThatDontGoTogetherAreReported()
{
    QFETCH(QByteArray, entry);
    std::vector<ql::results::Diagnostic> findings;
    const auto config = readText(R"({"version": "2.0.0", "encodings": [{"name": "w", "output_dtype": "int4", )"
                                     + entry.toStdString() + "}]}",
                                 findings);
    QCOMPARE(findings.size(), std::size_t(1));
    QVERIFY(findings.front().severity == ql::results::Severity::Error);
    QVERIFY(!config.resolveTensor("w").fixed);
}

void TestEncodings::saysWhatIsNotFollowed_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("LPBQ without a width")
        << QByteArray(R"({"version": "1.0.0", "param_encodings": [{"name": "w", "bw": 8, "block_size": 4,
            "enc_type": "LPBQ", "scale": [1], "offset": [-128], "per_block_int_scale": [1, 2]}]})")
        << QByteArray("compressed_bw of 0, expected one for each block and 2 to 8 bits");
    QTest::newRow("wide blocks") << QByteArray(
        R"({"version": "1.0.0", "param_encodings": [{"name": "w", "bw": 32, "block_size": 4,
            "enc_type": "PER_BLOCK", "scale": [1, 2], "offset": [-2147483648, -2147483648]}]})")
                                 << QByteArray("blocks of 32 bits are not followed, only of 2 to 16");
    QTest::newRow("channels of two widths")
        << QByteArray(R"({"version": "0.6.1", "activation_encodings": {}, "param_encodings": {"w": [
            {"bitwidth": 4, "scale": 1, "offset": -8}, {"bitwidth": 8, "scale": 1, "offset": -128}]}})")
        << QByteArray("channels of 4 and of 8 bits are not followed");
    QTest::newRow("float8") << QByteArray(R"({"version": "2.0.0", "encodings": [{"name": "w",
            "output_dtype": "float8e4m3fn", "y_scale": 0.5}]})")
                            << QByteArray("encodings of type float8e4m3fn are not followed");
}

void TestEncodings::saysWhatIsNotFollowed()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, says);
    std::vector<ql::results::Diagnostic> findings;
    readText(text.toStdString(), findings);
    QCOMPARE(findings.size(), std::size_t(1));
    QVERIFY2(QByteArray::fromStdString(findings.front().message.english()).contains(says),
             findings.front().message.english().c_str());
    QVERIFY(findings.front().severity == ql::results::Severity::Error);
}

void TestEncodings::bothHalvesKeepTheirNames()
{
    std::vector<ql::results::Diagnostic> findings;
    const auto config = readText(R"({"version": "2.0.0", "encodings": [{"name": "a", "output_dtype": "bfloat16"},
        {"name": "b", "output_dtype": "float16"}]})",
                                 findings);
    QVERIFY(findings.empty());
    QCOMPARE(config.resolveTensor("a").floatType, Located<std::string>("bfloat16"));
    QCOMPARE(config.resolveTensor("b").floatType, Located<std::string>("float16"));
}

void TestEncodings::parametersWithOneScaleStayParameters()
{
    std::vector<ql::results::Diagnostic> findings;
    const auto config = readText(R"({"activation_encodings": {"x": [{"bitwidth": 8, "offset": -119, "scale": 0.5}]},
        "param_encodings": {"w": [{"bitwidth": 8, "is_symmetric": "True", "offset": -128, "scale": 0.25}]}})",
                                 findings);
    for (const char* target : {"aimet-encodings", "aimet-encodings-1"}) {
        const auto text = convert(config, target, nullptr).text;
        const auto parameters = text.find("param_encodings");
        QVERIFY2(text.find("\"x\"") < parameters && text.find("\"w\"") > parameters, text.c_str());
    }
}

void TestEncodings::editsKeepEveryOtherByte_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("gone"); ///< what an edit of "input" may take from the file
    QTest::newRow("0.6.1") << QByteArray("aimet.encodings")
                           << QByteArray("[\n            {\"bitwidth\": 8, \"dtype\": \"int\", \"is_symmetric\": "
                                         "\"False\", \"offset\": -128, \"scale\": 0.0078125}\n        ]");
    QTest::newRow("1.0.0") << QByteArray("aimet_1.encodings")
                           << QByteArray(R"("bw": 8, "dtype": "INT", "enc_type": "PER_TENSOR", "is_sym": false, )"
                                         R"("offset": [-119], "scale": [0.0113])");
    QTest::newRow("2.0.0") << QByteArray("aimet_2.encodings")
                           << QByteArray(R"("output_dtype": "uint8", "y_scale": 0.0113, "y_zero_point": 119)");
    QTest::newRow("TensorRT") << QByteArray("tensorrt.cache") << QByteArray("input: 3c010a14");
}

/// Skipped and given a scale: what stands before and behind the tensor's own entry stays as it was.
void TestEncodings::editsKeepEveryOtherByte()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, gone);
    const auto text = ql::tests::configText(file.toStdString());
    const auto begin = text.find(gone.toStdString());
    QVERIFY(begin != text.npos);
    const auto head = text.substr(0, begin);
    const auto tail = text.substr(begin + std::size_t(gone.size()));
    LayerEdit scaled{.layer = "input"};
    scaled.settings.activation.fixed = FixedScale{{0.25}};
    scaled.settings.activation.bits = 8;
    const LayerEdit skipped{.action = LayerEdit::Action::Skip, .layer = "input"};
    for (const auto& edit : {scaled, skipped}) {
        auto opened = ConfigFile::ofText(file.toStdString(), text);
        opened.apply({&edit, 1});
        const auto& edited = opened.text();
        QVERIFY2(edited.starts_with(head) && edited.ends_with(tail.substr(tail.find('\n') + 1)), edited.c_str());
        const auto tensor = opened.config().resolveTensor("input");
        if (edit.action == LayerEdit::Action::Skip)
            QVERIFY(!tensor.fixed && (tensor.floatType == std::string("float32") || file == "tensorrt.cache"));
        else
            QCOMPARE(tensor.fixed->scales, std::vector<double>{0.25});
    }
}

void TestEncodings::anotherWidthKeepsTheRange()
{
    auto file = ConfigFile::ofText("x", ql::tests::configText("aimet.encodings"));
    LayerEdit edit{.layer = "conv1_out"};
    edit.settings.activation.bits = 16;
    file.apply({&edit, 1});
    const auto tensor = file.config().resolveTensor("conv1_out");
    const double low = (-32768.0 - double(tensor.fixed->offsets.at(0))) * tensor.fixed->scales.at(0);
    const double high = (32767.0 - double(tensor.fixed->offsets.at(0))) * tensor.fixed->scales.at(0);
    QVERIFY(std::abs(low + 42 * 0.011764705882352941) < 1e-4 && std::abs(high - 213 * 0.011764705882352941) < 1e-4);
    edit.layer = "nothing";
    QVERIFY_THROWS_EXCEPTION(ql::Error, file.apply({&edit, 1}));
}

/// Names hold blanks and colons; a scale is the bits of a float32.
void TestEncodings::cacheKeepsEveryBit()
{
    const auto text = ql::tests::configText("tensorrt.cache");
    std::vector<ql::results::Diagnostic> findings;
    const auto config = readText(text, findings);
    QVERIFY(findings.empty());
    QCOMPARE(config.resolveTensor("x:0").fixed->scales, std::vector<double>{0.017903357744216919});
    QVERIFY(config.resolveTensor("(Unnamed Layer* 50) [Shuffle]_output").fixed);
    const auto written = convert(config, "tensorrt-cache", nullptr);
    QCOMPARE(written.text, text);
    QVERIFY(written.result.losses.empty());
    for (const char* wrong : {"TRT-1\nx: 3c010g14\n", "TRT-1\nx: 00000000\n", "TRT-1\nx: 7f800000\n"}) {
        findings.clear();
        readText(wrong, findings);
        QVERIFY2(findings.size() == 1 && findings[0].severity == ql::results::Severity::Error, wrong);
    }
    for (const char* wrong : {"TRT-1\nx 3c010a14\n", "TRT-1\n: 3c010a14\n", "TRT-1\nx:\n", "TRT-1\nx: 1 2\n"})
        QVERIFY_THROWS_EXCEPTION(ql::Error, readText(wrong, findings));
}

void TestEncodings::cacheSaysWhatItCannotHold()
{
    std::vector<ql::results::Diagnostic> findings;
    const auto config = readText(R"({"activation_encodings": {"a": [{"bitwidth": 8, "offset": -119, "scale": 0.5}],
        "b": [{"bitwidth": 16, "offset": -32768, "scale": 0.5}], "c": [{"bitwidth": 8, "offset": -128, "scale": 0.1}],
        "d": [{"bitwidth": 8, "offset": -128, "scale": 0.5}]},
        "param_encodings": {"w": [{"bitwidth": 8, "offset": -128, "scale": 0.25}]}})",
                                 findings);
    const auto converted = convert(config, "tensorrt-cache", nullptr);
    QCOMPARE(converted.result.losses.size(), std::size_t(4));
    QCOMPARE(converted.text, std::string("TRT-8601-EntropyCalibration2\nd: 3f000000\n"));
}

void TestEncodings::ppqSaysWhatIsQuantizedWhere()
{
    std::vector<ql::results::Diagnostic> findings;
    const auto config = readText(ql::tests::configText("ppq.json"), findings);
    QVERIFY(findings.empty());
    const auto input = config.resolveTensor("input");
    QCOMPARE(input.fixed->scales, std::vector<double>{0.0113456789012345});
    QCOMPARE(input.fixed->offsets, std::vector<std::int64_t>{119 - 128});
    QCOMPARE(config.resolveTensor("conv1.weight").fixed->scales, (std::vector<double>{0.1, 3e-7}));
    // Inside a fused pair nothing is rounded.
    QCOMPARE(config.resolveTensor("conv1_out").floatType, std::string("float32"));
    QCOMPARE(config.resolveTensor("relu1_out").fixed->offsets, std::vector<std::int64_t>{-128});
}

void TestEncodings::ppqIsWrittenForItsOperations()
{
    std::vector<ql::results::Diagnostic> findings;
    const auto config = readText(ql::tests::configText("ppq.json"), findings);
    const auto graph = ql::graph::parseGraph(R"(graph "net" opset 13
        input input: float32[1,2,4,4]
        const conv1.weight: float32[2,2,1,1] = {1, 2, 3, 4}
        conv1_out: float32[1,2,4,4] = Conv(input, conv1.weight) name "conv1"
        relu1_out: float32[1,2,4,4] = Relu(conv1_out) name "relu1"
        output relu1_out
    )");
    const auto written = convert(config, "ppq-json", &graph);
    QVERIFY2(written.result.losses.empty(), written.text.c_str());
    const auto back = readText(written.text, findings);
    for (const char* tensor : {"input", "conv1.weight", "conv1_out", "relu1_out"}) {
        QVERIFY2(back.resolveTensor(tensor).fixed == config.resolveTensor(tensor).fixed, written.text.c_str());
        QCOMPARE(back.resolveTensor(tensor).floatType, config.resolveTensor(tensor).floatType);
    }
    QVERIFY(!convert(config, "ppq-json", nullptr).result.losses.empty());
}

QTEST_GUILESS_MAIN(TestEncodings)
#include "tst_encodings.moc"
