// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

class TestCliCheck : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheDemosMistakeWithoutRunningIt()
    {
        const auto result = runCli({"check", demoFile("int8.onnx"), "--json"});
        QVERIFY2(result.status == 0, result.all().constData());
        const auto json = result.json();
        QCOMPARE(json["schema"].toString(), QString("quantloupe.check/1"));
        QCOMPARE(json["kind"].toString(), QString("QDQ"));
        bool isFound = false;
        for (const auto& each : json["findings"].toArray()) {
            const auto finding = each.toObject();
            isFound |= finding["rule"] == "depthwise-weight-per-tensor" && finding["severity"] == "warning"
                       && finding["layer"] == "/block1/depthwise/Conv" && !finding["advice"].toString().isEmpty();
        }
        QVERIFY2(isFound, result.out.constData());
    }

    void failsFromTheSeverityThatIsAsked()
    {
        const auto model = demoFile("int8.onnx");
        QCOMPARE(runCli({"check", model, "--fail-on", "error"}).status, 0);
        const auto warning = runCli({"check", model, "--fail-on", "warning"});
        QVERIFY2(warning.status == 3 && warning.err.contains("of severity warning or worse"),
                 warning.all().constData());
        QCOMPARE(runCli({"check", model, "--fail-on", "info", "--json"}).status, 3);
        QCOMPARE(runCli({"check", demoFile("float.onnx"), "--fail-on", "warning"}).status, 0);
    }

    void checksAConfigAgainstTheModel()
    {
        QTemporaryDir folder;
        const auto path = folder.filePath("config.yaml");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("skip_layers: [/stem/conv/Conv, /nobody]\n");
        file.close();
        const QStringList words{"check", demoFile("float.onnx"), "--config", path, "--fail-on", "error"};
        const auto result = runCli(words + QStringList{"--json"});
        QCOMPARE(result.status, 3);
        QStringList rules;
        for (const auto& each : result.json()["findings"].toArray())
            rules += each.toObject()["rule"].toString();
        QVERIFY2(rules.contains("config-must-be-quantized") && rules.contains("config-unknown-layer"),
                 result.out.constData());
        QVERIFY(runCli(words).out.contains("config.yaml:1"));
        QCOMPARE(
            runCli({"check", demoFile("float.onnx"), "--config", demoFile("config.yaml"), "--fail-on", "error"}).status,
            0);
    }

    void checksWhatAConfigMakesOfTheModel()
    {
        const QStringList words{"check", demoFile("float.onnx"), "--config", demoFile("config.yaml"), "--json"};
        QCOMPARE(runCli(words).json()["kind"].toString(), QString("float"));
        const auto simulated = runCli(words + QStringList{"--calibration-data", demoFile("calibration.npy")});
        QVERIFY2(simulated.status == 0, simulated.all().constData());
        QCOMPARE(simulated.json()["kind"].toString(), QString("QDQ"));
        QVERIFY(simulated.json()["model"].toString().contains("simulated with"));
    }

    void writesItsFiles()
    {
        QTemporaryDir folder;
        const auto result = runCli({"check", demoFile("int8.onnx"), "--out", folder.path()});
        QVERIFY2(result.status == 0, result.all().constData());
        QVERIFY2(result.out.contains("warning depthwise-weight-per-tensor (1)"), result.out.constData());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name),
                 (QStringList{"check.json", "model_check_result.txt", "qconfig_info.txt", "report.html"}));
    }

    void refusesWrongUsage()
    {
        QCOMPARE(runCli({"check"}).status, 2);
        QCOMPARE(runCli({"check", demoFile("int8.onnx"), "--fail-on", "sometimes"}).status, 2);
        const auto missing = runCli({"check", "/nowhere.onnx"});
        QVERIFY2(missing.status == 1 && missing.isOneErrorLine(), missing.all().constData());
    }
};

QTEST_GUILESS_MAIN(TestCliCheck)
#include "tst_cli_check.moc"
