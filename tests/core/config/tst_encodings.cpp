// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/config/convert.h"
#include "tests/core/config/config_files.h"

#include <QTest>

using namespace ql::config;
using ql::tests::readText;

/// AIMET's encodings of every version, and QNN's overrides.
class TestEncodings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void encodingsKeepEveryScale_data();
    void encodingsKeepEveryScale();
    void parametersWithOneScaleStayParameters();
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

QTEST_GUILESS_MAIN(TestEncodings)
#include "tst_encodings.moc"
