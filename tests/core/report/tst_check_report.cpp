// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/check/check_report.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace ql;
using results::Severity;

namespace {

results::CheckResult sample()
{
    results::CheckResult result;
    result.model = "model.onnx";
    result.kind = "QDQ";
    result.quantizerState = "quantized";
    result.findings = {{Severity::Error, "bad-scale", "q", "the scale of x (0) is zero.", "Calibrate again."},
                       {Severity::Warning, "unfused-run", "conv", "conv+relu could be one operator.", "Fuse it."},
                       {Severity::Info, "unused-output", "lstm", "nobody reads its output h.", "Leave it out."},
                       {Severity::Info, "unused-output", "lstm2", "nobody reads its output h2.", "Leave it out."}};
    result.fusableRuns = {{"conv+relu", {{"conv", "Conv"}, {"relu", "Relu"}}, true}};
    result.weightUses = {{"w", {"conv"}}, {"shared", {"a", "b"}}, {"left", {}}};
    result.layers = {{"x", "Input", "float32", "int8", {}, "fixed"},
                     {"conv", "Conv", "int8", "int8", 1, "fixed"},
                     {"relu", "Relu", "int8", "float32", {}, ""}};
    result.weights = {{"conv", "Conv", "w", "int8", 0, 8, "fixed"}};
    return result;
}

} // namespace

class TestCheckReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFileHasTheSeedsFiveParts()
    {
        const auto text = QString::fromStdString(report::modelCheckResult(sample()));
        int at = -1;
        for (const auto* part : {"Fusable modules are listed below:", "Weights that are used by no module",
                                 "Each layer out qconfig:", "Weight qconfig:", "Abnormal qconfig and structure:"}) {
            const auto next = text.indexOf(part);
            QVERIFY2(next > at, part);
            at = int(next);
        }
        QVERIFY(text.contains("conv+relu\n  name  type\n"));
        QVERIFY(text.contains("| shared   |              2 | a, b      |"));
        QVERIFY(text.contains("| left     |              0 |           |"));
        QVERIFY(!text.contains("| w        |              1 |"));
        QVERIFY(text.contains("| relu          | Relu          | int8          | float32     | qconfig = None |"));
        QVERIFY(text.contains("| bad-scale"));
    }

    /// The parts on layers, weights and uses alone; what is odd stands in the other file.
    void theConfigsHaveAFileOfTheirOwn()
    {
        auto checked = sample();
        checked.layers[1].scales = {0.0123};
        checked.layers[1].zeroPoints = {-3};
        checked.weights[0].scales = {0.001, 0.02, 0.005};
        const auto text = QString::fromStdString(report::qconfigInfo(checked));
        int at = -1;
        for (const auto* part : {"Each layer out qconfig:", "Weight qconfig:", "Weights that are used by no module"}) {
            const auto next = text.indexOf(part);
            QVERIFY2(next > at, part);
            at = int(next);
        }
        for (const auto* other : {"Fusable modules", "Abnormal qconfig", "bad-scale"})
            QVERIFY2(!text.contains(other), other);
        QVERIFY2(
            text.contains("| conv          | Conv          | int8          | int8        | 1              | fixed"),
            qPrintable(text));
        QVERIFY2(text.contains("| 0.0123"), qPrintable(text));
        QVERIFY2(text.contains("3: 0.001 … 0.02"), qPrintable(text)); // of three channels, from least to largest
        QVERIFY(QString::fromStdString(report::modelCheckResult(checked)).contains("3: 0.001 … 0.02"));
    }

    void aGoodModelSaysSo()
    {
        const auto text = QString::fromStdString(report::modelCheckResult({}));
        QVERIFY(text.contains("No fusable modules are left unfused."));
        QVERIFY(text.contains("All modules in the model run exactly once."));
        QVERIFY(text.contains("Nothing abnormal was found."));
    }

    void jsonHasTheContractsKeys()
    {
        const auto json = nlohmann::json::parse(report::checkJson(sample()));
        QCOMPARE(json["schema"].get<std::string>(), "quantloupe.check/1");
        QCOMPARE(json["counts"]["error"].get<int>(), 1);
        QCOMPARE(json["counts"]["info"].get<int>(), 2);
        const auto& finding = json["findings"][1];
        QCOMPARE(finding.size(), std::size_t(5));
        QCOMPARE(finding["severity"].get<std::string>(), "warning");
        QCOMPARE(finding["rule"].get<std::string>(), "unfused-run");
        QCOMPARE(finding["layer"].get<std::string>(), "conv");
        QVERIFY(finding.contains("message") && finding.contains("advice"));
        QCOMPARE(json["weight_uses"][1]["uses"].get<int>(), 2);
        QCOMPARE(json["layers"][1]["channel_axis"].get<int>(), 1);
        QVERIFY(json["layers"][2]["observer"].is_null());
    }

    void textGroupsByRuleAndCutsLongLists()
    {
        const auto text = QString::fromStdString(report::checkText(sample(), 1));
        QVERIFY(text.contains("info unused-output (2)\n  lstm: nobody reads its output h.\n  … and 1 more\n"));
        QVERIFY(text.startsWith("1 error, 1 warning, 2 notes.\n\nmodel "));
        QVERIFY(QString::fromStdString(report::checkText(sample(), 0)).contains("lstm2:"));
    }

    void writesItsFiles()
    {
        QTemporaryDir folder;
        report::writeCheckFiles(sample(), folder.path().toStdString());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name),
                 (QStringList{"check.json", "model_check_result.txt", "qconfig_info.txt"}));
        QFile file(folder.filePath("qconfig_info.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().toStdString(), report::qconfigInfo(sample()));
    }
};

QTEST_APPLESS_MAIN(TestCheckReport)
#include "tst_check_report.moc"
