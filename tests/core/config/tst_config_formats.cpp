// SPDX-License-Identifier: GPL-3.0-or-later
// Number formats in place of widths: which configs say them, and what is told where they can't.
#include "core/base/error.h"
#include "core/config/config_file.h"
#include "core/config/convert.h"
#include "core/graph/formats/number_format.h"
#include "tests/core/config/config_files.h"

#include <QTest>

using namespace ql;
using config::ConfigFile;
using config::LayerEdit;
using config::TensorSettings;

namespace {

const char* const kTable = "# op_name   quantize_mode\na F8E4M3\nb W4BF16\nc BF16\nd INT8\ne W8F16\n";

config::QuantConfig read(const std::string& text, const char* dialect)
{
    std::vector<results::Diagnostic> findings;
    auto config = tests::readText(text, findings, dialect);
    if (!findings.empty())
        throw Error(ErrorCode::BadArgument, findings.front().message);
    config.dialect = dialect;
    return config;
}

LayerEdit setFormats(const std::string& layer, const char* activation, const char* weight = nullptr)
{
    LayerEdit edit;
    edit.layer = layer;
    if (activation)
        edit.settings.activation.numberFormat = activation;
    if (weight)
        edit.settings.weight.numberFormat = weight;
    return edit;
}

/// What is said of the one layer or tensor @p name.
TensorSettings said(const config::QuantConfig& config, const std::string& name)
{
    const auto tensor = config.resolveTensor(name);
    return tensor.isEmpty() ? config.resolve(name, "Conv", {}).activation : tensor;
}

} // namespace

class TestConfigFormats : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsThem()
    {
        const auto table = read(kTable, "sophgo-qtable");
        const auto a = table.resolve("a", "Conv", {});
        QVERIFY(a.isQuantized && a.activation.numberFormat == "fp8_e4m3" && a.weight.numberFormat == "fp8_e4m3");
        const auto b = table.resolve("b", "Conv", {});
        QVERIFY(b.isQuantized && b.activation.numberFormat == "bf16" && b.weight.bits == 4 && !b.weight.numberFormat);
        const auto c = table.resolve("c", "Conv", {});
        QVERIFY(!c.isQuantized && c.activation.floatType == "bfloat16");
        QVERIFY(!table.resolve("d", "Conv", {}).activation.numberFormat);
        QCOMPARE(table.resolve("e", "Conv", {}).weight.bits, 8);
        const auto rknn = read("custom_quantize_layers:\n  a: dynamic_fixed_point-i16\n  b: int16\n", "rknn-yaml");
        QVERIFY(said(rknn, "a").numberFormat == "int16_pow2" && said(rknn, "a").bits == 16);
        QVERIFY(said(rknn, "a").isSymmetric == true && !said(rknn, "b").numberFormat);
        const auto given =
            read("custom_quantize_layers: {}\nquantize_parameters:\n  a: {dtype: dynamic_fixed_point-i8, "
                 "scale: 0.03, zero_point: 0}\n",
                 "rknn-yaml");
        QVERIFY(!said(given, "a").numberFormat && said(given, "a").fixed->scales == std::vector<double>{0.03});
        const auto ort =
            read(R"({"TensorQuantOverrides": {"a": [{"quant_type": "QFLOAT8E4M3FN"}]}})", "onnxruntime-json");
        QVERIFY(said(ort, "a").numberFormat == "fp8_e4m3");
        const auto horizon =
            read(R"({"node_config": {"a": {"qtype": "mxint8"}, "b": {"qtype": "int8"}}})", "horizon-json");
        QVERIFY(said(horizon, "a").numberFormat == "mxint8"
                && horizon.resolve("a", "Conv", {}).weight.numberFormat == "mxint8");
        QVERIFY(!said(horizon, "b").numberFormat && said(horizon, "b").bits == 8);
    }

    /// A word of one layer wins over one of all, whatever either speaks of.
    void takesTheirPlace()
    {
        TensorSettings base;
        base.bits = 8;
        base.fixed = config::FixedScale{{0.5}};
        TensorSettings format;
        format.numberFormat = "mxfp4";
        const auto mixed = config::merged(base, format);
        QVERIFY(!mixed.bits && !mixed.fixed && mixed.numberFormat == "mxfp4");
        TensorSettings width;
        width.bits = 16;
        QVERIFY(!config::merged(mixed, width).numberFormat);
        TensorSettings half;
        half.floatType = "float16";
        QVERIFY(!config::merged(mixed, half).numberFormat);
    }

    void writesThem_data()
    {
        QTest::addColumn<QByteArray>("dialect");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("format");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* dialect, const char* text, const char* format, const char* expected) {
            QTest::addRow("%s %s", dialect, format)
                << QByteArray(dialect) << QByteArray(text) << QByteArray(format) << QByteArray(expected);
        };
        row("sophgo-qtable", "# op_name quantize_mode\nd INT8\n", "fp8_e5m2", "d F8E5M2");
        row("sophgo-qtable", "# op_name quantize_mode\nd INT8\n", "fp16", "d W8F16");
        row("rknn-yaml", "custom_quantize_layers:\n  d: int8\n", "int8_pow2", "d: dynamic_fixed_point-i8");
        row("onnxruntime-json", R"({"TensorQuantOverrides": {"d": [{"quant_type": "QUInt16"}]}})", "fp8_e4m3",
            R"("d": [{"quant_type": "QFLOAT8E4M3FN"}])");
        row("horizon-json", R"({"node_config": {"d": {"qtype": "int8"}}})", "mxfp4", R"({"qtype": "mxfp4"})");
    }

    void writesThem()
    {
        QFETCH(QByteArray, dialect);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, format);
        QFETCH(QByteArray, expected);
        auto file = ConfigFile::ofText("config", text.toStdString(), dialect.toStdString());
        const auto edit = setFormats("d", format.constData());
        file.apply({&edit, 1});
        QVERIFY2(file.text().find(expected.toStdString()) != std::string::npos, file.text().c_str());
        QVERIFY(said(file.config(), "d").numberFormat == format.toStdString());
    }

    /// Whatever a dialect says that it can, it can; of anything else it tells.
    void eachDialectKeepsItsWord()
    {
        for (const auto& fixture : tests::configFixtures()) {
            const auto file = ConfigFile::ofText(fixture.file, tests::configText(fixture.file), fixture.dialect);
            const auto& known = file.dialect().numberFormats;
            if (!file.dialect().edit)
                continue;
            for (const auto name : known)
                QVERIFY2(graph::findNumberFormat(name), std::string(name).c_str());
            for (const char* format : {"nvfp4", "int4_g32"}) {
                auto copy = file;
                const auto edit = setFormats("conv1", format);
                try {
                    copy.apply({&edit, 1});
                    QFAIL(fixture.file);
                } catch (const Error& error) {
                    QVERIFY(error.code() == ErrorCode::BadArgument);
                    QVERIFY2(std::string(error.what()).find(format) != std::string::npos, error.what());
                }
                QCOMPARE(copy.text(), file.text());
            }
        }
    }

    void convertsOrTells()
    {
        const auto table = read(kTable, "sophgo-qtable");
        const auto same = config::convert(table, "sophgo-qtable", nullptr);
        QVERIFY2(same.text.find("a F8E4M3") != std::string::npos && same.text.find("b W4BF16") != std::string::npos
                     && same.text.find("c BF16") != std::string::npos && same.text.find("e W8F16") != std::string::npos,
                 same.text.c_str());
        QVERIFY(same.result.losses.empty());
        for (const char* dialect : {"rknn-yaml", "horizon-json", "amct-yaml", "horizon-yaml"}) {
            const auto other = config::convert(table, dialect, nullptr);
            const bool isTold = std::ranges::any_of(other.result.losses, [](const auto& loss) {
                return loss.second.find("fp8_e4m3") != std::string::npos;
            });
            QVERIFY2(isTold, dialect);
        }
        const auto shifts = read("custom_quantize_layers:\n  a: dynamic_fixed_point-i16\n", "rknn-yaml");
        const auto back = config::convert(shifts, "rknn-yaml", nullptr);
        QVERIFY2(back.text.find("dynamic_fixed_point-i16") != std::string::npos, back.text.c_str());
    }

    void refusesUnknownModes()
    {
        std::vector<results::Diagnostic> findings;
        tests::readText("# op_name quantize_mode\na F8\n", findings, "sophgo-qtable");
        QCOMPARE(findings.size(), std::size_t(1));
        QVERIFY(findings.front().message.english().find("F8E4M3") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestConfigFormats)
#include "tst_config_formats.moc"
