// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/ci/junit.h"
#include "core/report/ci/sarif.h"

#include <nlohmann/json.hpp>

#include <QTest>
#include <QXmlStreamReader>

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

    void sarifHoldsFindingsWithTheirRules()
    {
        using enum results::Severity;
        results::CheckResult result;
        result.model = "models/a b.onnx";
        result.findings = {finding(Error, "nan-weight", "conv1"), finding(Warning, "config-duplicate-key", "conv2", 7),
                           finding(Info, "nan-weight", "")};
        const auto sarif = json::parse(report::checkSarif(result, "/etc/ä.yaml"));
        QCOMPARE(sarif["version"].get<std::string>(), std::string("2.1.0"));
        const auto& run = sarif["runs"][0];
        const auto& rules = run["tool"]["driver"]["rules"];
        QCOMPARE(rules.size(), std::size_t(2));
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
        result.findings = {finding(results::Severity::Error, "nan-weight", "conv1"),
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
