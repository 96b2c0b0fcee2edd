// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/ci/ci_files.h"
#include "core/results/check_rules.h"

#include <nlohmann/json.hpp>

#include <QDirIterator>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QXmlStreamReader>

#include <array>

using namespace ql;
using nlohmann::json;
using report::JudgedCase;

namespace {

/// Element names with their attributes: "testcase classname=… name=…".
QStringList elementsOf(const std::string& xml, QString& problem)
{
    QStringList elements;
    QXmlStreamReader reader(QByteArray::fromStdString(xml));
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement) {
            QString line = reader.name().toString();
            for (const auto& attribute : reader.attributes())
                line += QStringLiteral(" %1=%2").arg(attribute.name(), attribute.value());
            elements << line;
        }
    problem = reader.errorString();
    return elements;
}

results::Diagnostic finding(results::Severity severity, const char* rule, const char* subject, int line = 0)
{
    return {.severity = severity,
            .rule = rule,
            .subject = subject,
            .message = Message("{} is wrong", subject),
            .remedy = "make it right",
            .line = line,
            .column = line > 0 ? 3 : 0};
}

/// Scripts and code hosts know these: a name may be added here, none may leave or change.
constexpr std::array kReleasedRules{"bad-initializer",
                                    "bad-scale",
                                    "bias-overflow",
                                    "bit-width",
                                    "data-movement-mismatch",
                                    "dead-node",
                                    "depthwise-weight-per-tensor",
                                    "duplicate-name",
                                    "dynamic-shape",
                                    "inconsistent-fan-out",
                                    "ineffective-operation",
                                    "linear-bias",
                                    "matmul-second-input",
                                    "mismatched-dequantizer",
                                    "mixed-precision-inputs",
                                    "offline-convolution",
                                    "opset-range",
                                    "placeholder-scale",
                                    "quantized-output",
                                    "range-too-large",
                                    "scale-one",
                                    "shared-module",
                                    "shared-weight",
                                    "sliced-chunk",
                                    "training-mode",
                                    "uncalled-module",
                                    "uneven-channel-scales",
                                    "unfused-run",
                                    "unquantized-between-quantized",
                                    "unquantized-product",
                                    "unsupported-operator",
                                    "unused-initializer",
                                    "unused-output",
                                    "written-layer-norm",
                                    "zero-point-range",
                                    "config-channel-wise",
                                    "config-constant-operand",
                                    "config-contradiction",
                                    "config-doubled-normalization",
                                    "config-duplicate-field",
                                    "config-duplicate-key",
                                    "config-fan-out",
                                    "config-ineffective-operation",
                                    "config-keepdim",
                                    "config-lenient-syntax",
                                    "config-linear-bias",
                                    "config-matmul-second-input",
                                    "config-missing-key",
                                    "config-must-be-quantized",
                                    "config-no-effect",
                                    "config-no-match",
                                    "config-node-name",
                                    "config-not-applied",
                                    "config-not-simulated",
                                    "config-nothing-enabled",
                                    "config-offline-convolution",
                                    "config-parameter-range",
                                    "config-pass-through",
                                    "config-search-range",
                                    "config-sliced-chunk",
                                    "config-unknown-class",
                                    "config-unknown-key",
                                    "config-unknown-layer",
                                    "config-unknown-type",
                                    "config-width",
                                    "config-wrong-type",
                                    "device-attribute",
                                    "device-dimension",
                                    "device-operator",
                                    "device-rank",
                                    "device-type",
                                    "preprocessing"};

} // namespace

class TestCiFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void junitHoldsEveryCaseInItsGroup()
    {
        QString problem;
        const auto elements = elementsOf(
            report::junitXml("compare",
                             {{"outputs", "logits", "too bad"}, {"layers", "conv", ""}, {"outputs", "boxes", ""}}),
            problem);
        QCOMPARE(problem, QString());
        QCOMPARE(elements,
                 (QStringList{"testsuites name=quantloupe compare tests=3 failures=1",
                              "testsuite name=quantloupe.compare.outputs tests=2 failures=1",
                              "testcase classname=quantloupe.compare.outputs name=logits", "failure message=too bad",
                              "testcase classname=quantloupe.compare.outputs name=boxes",
                              "testsuite name=quantloupe.compare.layers tests=1 failures=0",
                              "testcase classname=quantloupe.compare.layers name=conv"}));
    }

    void junitSaysWhatWasMeasured()
    {
        const auto xml = report::junitXml(
            "compare", {{"outputs", "logits", "", "sqnr_db is <31>"}, {"outputs", "boxes", "too bad", "sqnr_db is 2"}});
        QVERIFY(xml.find("<system-out>sqnr_db is &lt;31&gt;</system-out>") != std::string::npos);
        QVERIFY(xml.find("<failure message=\"too bad\"/>\n      <system-out>sqnr_db is 2") != std::string::npos);
        QString problem;
        QCOMPARE(elementsOf(xml, problem).filter("testcase").size(), 2);
        QCOMPARE(problem, QString());
    }

    void junitStaysXmlWhateverLayersAreCalled()
    {
        QString problem;
        const std::string name = "<a href=\"x\">&\x01\x7F \xFF \xEF\xBF\xBF é</a>";
        const auto elements = elementsOf(report::junitXml("compare", {{"layers", name, name}}), problem);
        QCOMPARE(problem, QString());
        QVERIFY2(elements[2].endsWith(QStringLiteral("<a href=\"x\">&\uFFFD\uFFFD \uFFFD \uFFFD é</a>")),
                 qPrintable(elements[2]));
        elementsOf(report::junitXml("compare", {}), problem);
        QCOMPARE(problem, QString());
    }

    void rulesKeepTheirNames()
    {
        QStringList released;
        for (const char* rule : kReleasedRules)
            released << QString::fromLatin1(rule);
        QStringList listed;
        for (const auto& rule : results::checkRules())
            listed << QString::fromStdString(rule.id);
        QCOMPARE(listed, released);
    }

    void configsFindingsAreListed()
    {
        static const QRegularExpression kReport(QStringLiteral("(?:error|warn|ruleError)\\(\\s*\"([a-z-]+)\""));
        QSet<QString> reported;
        for (QDirIterator files(QStringLiteral(QUANTLOUPE_SOURCE_DIR "/core/config"), {QStringLiteral("*.cpp")},
                                QDir::Files, QDirIterator::Subdirectories);
             files.hasNext();) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            for (auto found = kReport.globalMatch(text); found.hasNext();)
                reported << QStringLiteral("config-") + found.next().captured(1);
        }
        QVERIFY(reported.size() > 10);
        for (const auto& rule : results::checkRules())
            reported.remove(QString::fromStdString(rule.id));
        QCOMPARE(reported.values(), QStringList());
    }

    void sarifHoldsFindingsWithTheirRules()
    {
        using enum results::Severity;
        results::CheckResult result;
        result.model = "models/a b.onnx";
        result.findings = {finding(Error, "bad-scale", "conv1"), finding(Warning, "config-duplicate-key", "conv2", 7),
                           finding(Info, "bad-scale", "")};
        const auto sarif = json::parse(report::checkSarif(result, "/etc/ä.yaml"));
        QCOMPARE(sarif["version"].get<std::string>(), std::string("2.1.0"));
        const auto& run = sarif["runs"][0];
        const auto& rules = run["tool"]["driver"]["rules"];
        QVERIFY(rules.size() > 40);
        const auto& results = run["results"];
        QCOMPARE(results.size(), std::size_t(3));
        for (const auto& each : results)
            QVERIFY(rules[each["ruleIndex"].get<std::size_t>()]["id"] == each["ruleId"]);
        QCOMPARE(results[0]["level"].get<std::string>(), std::string("error"));
        QCOMPARE(results[1]["level"].get<std::string>(), std::string("warning"));
        QCOMPARE(results[2]["level"].get<std::string>(), std::string("note"));
        QCOMPARE(results[0]["message"]["text"].get<std::string>(), std::string("conv1 is wrong. make it right"));
        result.findings = {{.rule = "a", .message = "It is wrong.", .remedy = "Make it right."}};
        QCOMPARE(
            json::parse(report::checkSarif(result, {}))["runs"][0]["results"][0]["message"]["text"].get<std::string>(),
            std::string("It is wrong. Make it right."));
    }

    void sarifSaysWhereFindingsStand()
    {
        results::CheckResult result;
        result.model = "models/a b.onnx";
        result.findings = {finding(results::Severity::Error, "bad-scale", "conv1"),
                           finding(results::Severity::Error, "config-duplicate-key", "", 7)};
        const auto sarif = json::parse(report::checkSarif(result, "/etc/ä.yaml"));
        const auto& inModel = sarif["runs"][0]["results"][0]["locations"][0];
        QCOMPARE(inModel["physicalLocation"]["artifactLocation"]["uri"].get<std::string>(),
                 std::string("models/a%20b.onnx"));
        QVERIFY(!inModel["physicalLocation"].contains("region"));
        QCOMPARE(inModel["logicalLocations"][0]["name"].get<std::string>(), std::string("conv1"));
        const auto& inConfig = sarif["runs"][0]["results"][1]["locations"][0];
        QCOMPARE(inConfig["physicalLocation"]["artifactLocation"]["uri"].get<std::string>(),
                 std::string("file:///etc/%C3%A4.yaml"));
        QCOMPARE(inConfig["physicalLocation"]["region"]["startLine"].get<int>(), 7);
        QCOMPARE(inConfig["physicalLocation"]["region"]["startColumn"].get<int>(), 3);
        QVERIFY(!inConfig.contains("logicalLocations"));
    }
};

QTEST_APPLESS_MAIN(TestCiFiles)
#include "tst_ci_files.moc"
