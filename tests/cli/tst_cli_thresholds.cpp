// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

namespace {

QStringList pair(const QString& command, const QStringList& rest)
{
    return QStringList{command, "-b", demoFile("float.onnx"), "-a", demoFile("int8.onnx")} + rest;
}

QStringList onBadCase(const QString& command, const QStringList& rest = {})
{
    return pair(command, QStringList{"-i", demoFile("bad_case.npy")} + rest);
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Conditions that a build server sets: what crosses them ends with 3, and what is about nothing is an error.
class TestCliThresholds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void setTheStatus_data();
    void setTheStatus();
    void areAboutSomething_data();
    void areAboutSomething();
    void aMissedTargetIsCrossed();
    void reportsWhatPassed();
    void analyzeJudgesItsComparison();
};

void TestCliThresholds::setTheStatus_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("says");
    const auto add = [](const char* name, const QStringList& arguments, const QString& says) {
        QTest::newRow(name) << arguments << (says.isEmpty() ? 0 : 3) << says;
    };
    const QString logits = "logits";
    const QStringList search{"-d", demoFile("inputs.npy"), "--labels", demoFile("labels.npy")};
    add("compare, crossed", onBadCase("compare", {"--fail-on", "sqnr_db<20"}), "output logits: sqnr_db is ");
    add("compare, holds", onBadCase("compare", {"--fail-on", "sqnr_db<-50"}), {});
    add("compare, slice", onBadCase("compare", {"--fail-on", "logits[:, 2:]:sqnr_db<20"}), "output logits[:, 2:]: ");
    add("compare, layer", onBadCase("compare", {"--fail-on-layer", "/block1/depthwise/Conv:sqnr_db<20"}),
        "layer /block1/depthwise/Conv: sqnr_db is ");
    add("badcase, crossed", pair("badcase", search + QStringList{"--fail-on", "logits:sqnr_db<20"}),
        "output logits: sqnr_db is ");
    add("badcase, accuracy", pair("badcase", search + QStringList{"--fail-on", "accuracy<0.9"}),
        "output logits: accuracy is 0.7");
    add("badcase, accuracy holds", pair("badcase", search + QStringList{"--fail-on", "accuracy<0.5"}), {});
    add("badcase, accuracy lost", pair("badcase", search + QStringList{"--fail-on", "accuracy_drop>0.01"}),
        "output logits: accuracy_drop is 0.2");
    add("sensitivity, output", onBadCase("sensitivity", {"--fail-on", "sqnr_db<20"}), "output logits: sqnr_db is ");
    add("sensitivity, layer", onBadCase("sensitivity", {"--fail-on-layer", "sqnr_db<20"}),
        "layer /block1/depthwise/Conv: sqnr_db is ");
    add("shadow", onBadCase("shadow", {"--fail-on-layer", "cosine<0.99"}), "layer /block1/depthwise/Conv: cosine is ");
    add("shadow, holds", onBadCase("shadow", {"--fail-on-layer", "cosine<-1"}), {});
    add("weights", pair("weights", {"--fail-on-layer", "worst_slice<20"}),
        "layer block1.depthwise.weight: sqnr_db of channel ");
    add("attribution", onBadCase("attribution", {"--fail-on-layer", "local_db<17"}),
        "layer /block1/depthwise/Conv: local_db is ");
    const QStringList calibrate{"calibrate",   demoFile("float.onnx"), "-d",       demoFile("calibration.npy"),
                                "--eval-data", demoFile("inputs.npy"), "--labels", demoFile("labels.npy")};
    add("calibrate", calibrate + QStringList{"--fail-on", "accuracy<0.99"}, "output logits: accuracy is ");
    add("calibrate, holds", calibrate + QStringList{"--fail-on", "accuracy<0.1", "--fail-on", "integer_sqnr_db<-20"},
        {});
    const QStringList fix{"-d", demoFile("calibration.npy"), "--fix", "per_channel"};
    add("fix", pair("fix", fix + QStringList{"--fail-on", "sqnr_db<300"}), "output logits: sqnr_db is ");
}

void TestCliThresholds::setTheStatus()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const int, status);
    QFETCH(const QString, says);
    const auto result = runCli(arguments);
    QVERIFY2(result.status == status, result.all().constData());
    QVERIFY2(says.isEmpty() ? result.err.isEmpty() : result.err.contains("threshold crossed: "),
             result.all().constData());
    QVERIFY2(result.err.contains(says.toUtf8()), result.all().constData());
}

void TestCliThresholds::areAboutSomething_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("says");
    QTemporaryDir folder;
    const auto junit = folder.filePath("none.xml");
    for (const char* command : {"compare", "sensitivity", "shadow", "attribution", "profile"}) {
        auto arguments = onBadCase(command, {"--prefix", "/nosuch"});
        if (QByteArray(command) == "profile")
            arguments =
                QStringList{"profile", demoFile("float.onnx"), "-i", demoFile("bad_case.npy"), "--prefix", "/nosuch"};
        QTest::addRow("%s, no such prefix", command) << arguments << 1 << "";
    }
    QTest::newRow("weights, no such prefix") << pair("weights", {"--prefix", "/nosuch"}) << 1 << "";
    QTest::newRow("no such prefix, judged")
        << onBadCase("compare", {"--prefix", "/nosuch", "--fail-on-layer", "cosine<0.9"}) << 1 << "";
    QTest::newRow("no such output") << onBadCase("compare", {"--fail-on", "scores:sqnr_db<20"}) << 1 << "scores";
    QTest::newRow("no such layer") << onBadCase("shadow", {"--fail-on-layer", "conv9:sqnr_db<20"}) << 1 << "conv9";
    QTest::newRow("not measured") << onBadCase("sensitivity", {"--fail-on", "cosine<0.9"}) << 1 << "cosine";
    QTest::newRow("accuracy without labels")
        << pair("badcase", {"-d", demoFile("inputs.npy"), "--fail-on", "accuracy<0.9"}) << 1 << "accuracy";
    QTest::newRow("nothing judged") << onBadCase("compare", {"--junit", "/tmp/quantloupe-none.xml"}) << 1 << "no test";
    QTest::newRow("no metric") << onBadCase("shadow", {"--fail-on-layer", "accuracy<0.9"}) << 2 << "accuracy";
}

void TestCliThresholds::areAboutSomething()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const int, status);
    QFETCH(const QString, says);
    const auto result = runCli(arguments);
    QVERIFY2(result.status == status, result.all().constData());
    QVERIFY2(result.err.contains("error: ") && result.err.contains(says.toUtf8()), result.all().constData());
    QVERIFY(!QFile::exists("/tmp/quantloupe-none.xml"));
}

void TestCliThresholds::aMissedTargetIsCrossed()
{
    QTemporaryDir folder;
    const auto junit = folder.filePath("tune.xml");
    const auto tune = [&](const QString& target) {
        return runCli({"tune", "-b", demoFile("float.onnx"), "-d", demoFile("calibration.npy"), "--target", target,
                       "--junit", junit});
    };
    const auto missed = tune("sqnr_db=300");
    QVERIFY2(missed.status == 3, missed.all().constData());
    QVERIFY2(missed.err.contains("threshold crossed: worst output: sqnr_db is "), missed.all().constData());
    QVERIFY2(contentOf(junit).contains("name=\"worst output: sqnr_db &gt;= 300\""), contentOf(junit).constData());
    QVERIFY(contentOf(junit).contains("failures=\"1\""));
    const auto reached = tune("sqnr_db=1");
    QVERIFY2(reached.status == 0 && reached.err.isEmpty(), reached.all().constData());
    QVERIFY(contentOf(junit).contains("failures=\"0\""));
    QVERIFY(reached.out.contains("the target holds"));
}

void TestCliThresholds::reportsWhatPassed()
{
    QTemporaryDir folder;
    const auto junit = folder.filePath("junit.xml");
    const auto result =
        runCli(onBadCase("compare", {"--fail-on", "cosine<-1", "--fail-on", "sqnr_db<200", "--junit", junit}));
    QCOMPARE(result.status, 3);
    const auto xml = contentOf(junit);
    QVERIFY2(xml.contains("name=\"output logits: cosine &gt;= -1\""), xml.constData());
    QVERIFY2(xml.contains("name=\"output logits: sqnr_db &gt;= 200\""), xml.constData());
    QVERIFY2(xml.contains("<system-out>cosine is "), xml.constData());
    QCOMPARE(xml.count("<failure "), qsizetype(1));
    // A model without a finding has passed every rule.
    QCOMPARE(runCli({"check", demoFile("float.onnx"), "--fail-on", "error", "--junit", junit}).status, 0);
    const auto rules = contentOf(junit);
    QVERIFY2(rules.contains("name=\"bad-scale: no finding\"") && rules.contains("failures=\"0\""), rules.constData());
}

void TestCliThresholds::analyzeJudgesItsComparison()
{
    QTemporaryDir folder;
    const auto junit = folder.filePath("analyze.xml");
    const auto analyze = [&](const QString& condition, const QStringList& rest = {}) {
        return runCli(onBadCase("analyze", QStringList{"-o", folder.filePath("found"), "--part", "compare", "--part",
                                                       "weights", "--fail-on", condition, "--junit", junit}
                                               + rest));
    };
    const auto crossed = analyze("sqnr_db<20");
    QVERIFY2(crossed.status == 3, crossed.all().constData());
    QVERIFY(crossed.err.contains("output logits: sqnr_db is "));
    QVERIFY2(crossed.out.contains("Verdict"), crossed.all().constData()); // it goes on
    QVERIFY(contentOf(junit).contains("failures=\"1\""));
    QCOMPARE(analyze("sqnr_db<-50").status, 0);
    const auto nothing =
        runCli(onBadCase("analyze", {"-o", folder.filePath("found"), "--part", "weights", "--fail-on", "sqnr_db<20"}));
    QVERIFY2(nothing.status == 1 && nothing.isOneErrorLine(), nothing.all().constData());
}

QTEST_GUILESS_MAIN(TestCliThresholds)
#include "tst_cli_thresholds.moc"
