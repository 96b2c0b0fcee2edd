// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/support/array_files.h"
#include "tests/support/file_content.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

using namespace ql::tests;

namespace {

QStringList demoRanking(const QStringList& more)
{
    return QStringList{"sensitivity", "--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx")} + more;
}

QJsonObject firstOutput(const CliResult& result)
{
    return result.json()["outputs"].toArray().at(0).toObject();
}

QString firstName(const CliResult& result)
{
    return firstOutput(result)["rows"].toArray().at(0).toObject()["op_name"].toString();
}

/// So many pictures that nobody ranks them before the test has interrupted.
QByteArray manyPictures()
{
    constexpr int kPictures = 4'000;
    constexpr int kPictureBytes = 20 * 20 * int(sizeof(float));
    return npyFile(npyDictionary("<f4", "(4000, 1, 20, 20)"), QByteArray(kPictures * kPictureBytes, '\0'));
}

} // namespace

class TestCliSensitivity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ranksOneInput()
    {
        const auto result = runCli(demoRanking({"--input", demoFile("bad_case.npy"), "--json"}));
        QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(result.json()["schema"].toString(), QString("quantloupe.sensitivity/1"));
        QVERIFY(result.json()["is_complete"].toBool());
        QCOMPARE(firstName(result), QString("/block1/depthwise/Conv"));
        QCOMPARE(firstOutput(result)["cumulative"].toArray().size(), 8);
        QVERIFY(result.json()["executed_nodes"].toInt() <= 0.6 * result.json()["naive_nodes"].toInt());
    }

    void ranksADatasetByManyMetrics()
    {
        const auto result =
            runCli(demoRanking({"--data", demoFile("inputs.npy"), "--num-steps", "3", "--metric", "l1", "--metric",
                                "cosine", "--mode", "one-off", "--cumulative", "2", "--json"}));
        QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(result.json()["samples"].toInt(), 3);
        const auto outputs = result.json()["outputs"].toArray();
        QCOMPARE(outputs.size(), 2);
        QCOMPARE(outputs[1].toObject()["metric"].toString(), QString("cosine"));
        QCOMPARE(outputs[1].toObject()["cumulative"].toArray().size(), 2);
        QVERIFY(!outputs[1].toObject()["scopes"].isUndefined());
        QCOMPARE(firstName(result), QString("/block1/depthwise/Conv"));
    }

    /// Horizon's tool ranks by L1 where nobody says otherwise; here it is asked for. The worst has the largest.
    void ranksByL1AsHorizonDoes()
    {
        const auto result = runCli(demoRanking({"--input", demoFile("bad_case.npy"), "--metric", "l1", "--json"}));
        QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(firstOutput(result)["metric"].toString(), QString("l1"));
        const auto rows = firstOutput(result)["rows"].toArray();
        QVERIFY(rows.size() > 3);
        for (int i = 1; i < rows.size(); ++i)
            QVERIFY(rows[i - 1].toObject()["metric_value"].toDouble() >= rows[i].toObject()["metric_value"].toDouble());
        const auto byNoise = runCli(demoRanking({"--input", demoFile("bad_case.npy"), "--json"}));
        QCOMPARE(firstOutput(byNoise)["metric"].toString(), QString("sqnr_db"));
    }

    void groupsAndFilters()
    {
        const QStringList input{"--input", demoFile("bad_case.npy"), "--json"};
        const auto scopes = runCli(demoRanking(input + QStringList{"--group", "scope"}));
        QCOMPARE(firstName(scopes), QString("block1/depthwise"));
        const auto siblings = runCli(demoRanking(input + QStringList{"--group", "siblings", "--what", "activation"}));
        QVERIFY2(siblings.status == 0, siblings.all().constData());
        const auto one = runCli(demoRanking(input + QStringList{"--layer", "/head/gemm/Gemm", "--output", "logits"}));
        QCOMPARE(firstName(one), QString("/head/gemm/Gemm"));
        const auto classes = runCli(demoRanking(input + QStringList{"--type", "torch.nn.modules.conv.Conv2d"}));
        QCOMPARE(firstName(classes), QString("/block1/depthwise/Conv"));
        QCOMPARE(firstOutput(classes)["rows"],
                 firstOutput(runCli(demoRanking(input + QStringList{"--type", "Conv"})))["rows"]);
        const auto unknown = runCli(demoRanking(input + QStringList{"--layer", "nobody"}));
        QVERIFY2(unknown.status == 1 && unknown.isOneErrorLine(), unknown.all().constData());
        QVERIFY(unknown.err.contains("no quantized layer is called nobody"));
        QCOMPARE(runCli(demoRanking(input + QStringList{"--group", "nothing"})).status, 2);
        QCOMPARE(runCli(demoRanking(input + QStringList{"--data", demoFile("inputs.npy")})).status, 1);
    }

    void takesBadCasesAndReverses()
    {
        QTemporaryDir folder;
        QVERIFY(runCli({"badcase", "--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx"), "--data",
                        demoFile("inputs.npy"), "--num-steps", "14", "--out", folder.path()})
                    .status
                == 0);
        const auto text = runCli(demoRanking({"--badcase", folder.filePath("badcase.pt"), "--reverse", "--top", "1",
                                              "--replay-decisions", "--out", folder.filePath("ranked")}));
        QVERIFY2(text.status == 0, text.all().constData());
        QVERIFY2(text.out.contains("1 of 20 rows, least sensitive first"), text.out.constData());
        QVERIFY2(text.out.contains("no operator of the baseline decides anything"), text.out.constData());
        const auto files = QDir(folder.filePath("ranked")).entryList(QDir::Files, QDir::Name);
        QCOMPARE(files, (QStringList{"error_budget.csv", "logits_sqnr_db_sensitive_ops.txt", "report.html",
                                     "sensitivity.json"}));
    }

    /// A baseline may be quantized itself, with 16 bits: rows go by layers all the same.
    void aQuantizedBaselineHasLayers()
    {
        const QTemporaryDir folder;
        const auto made = runCli({"calibrate", demoFile("float.onnx"), "--data", demoFile("calibration.npy"),
                                  "--activation-bits", "16", "--out", folder.path()});
        QVERIFY2(made.status == 0, made.all().constData());
        const auto result = runCli({"sensitivity", "--baseline", folder.filePath("float_qdq.onnx"), "--analysis",
                                    demoFile("int8.onnx"), "--input", demoFile("bad_case.npy"), "--json"});
        QVERIFY2(result.status == 0, result.all().constData());
        QStringList names;
        for (const auto& each : firstOutput(result)["rows"].toArray()) {
            const auto row = each.toObject();
            QVERIFY2(!row["op_type"].toString().endsWith("quantizeLinear", Qt::CaseInsensitive),
                     result.out.constData());
            names += row["op_name"].toString();
        }
        QVERIFY2(names.contains("/block1/depthwise/Conv") && names.contains("image"), qPrintable(names.join(' ')));
        QVERIFY2(names.filter("quantizeLinear", Qt::CaseInsensitive).isEmpty(), qPrintable(names.join(' ')));
    }

    void anInterruptedRankingContinues()
    {
        const TemporaryFolder folder;
        const auto data = QString::fromStdString(folder.write("many.npy", manyPictures()).string());
        const auto out = QString::fromStdString((folder.path() / "out").string());
        const auto arguments = demoRanking({"--data", data, "--out", out, "--progress", "always", "--json"});
        QProcess process;
        startCli(process, arguments);
        process.setReadChannel(QProcess::StandardError);
        QByteArray drawn;
        while (!drawn.contains("Conv") && process.waitForReadyRead(60'000))
            drawn += process.readAllStandardError();
        QVERIFY2(drawn.contains("measuring sensitivity"), drawn.constData());
        ::kill(pid_t(process.processId()), SIGINT);
        const auto cancelled = finishCli(process);
        QVERIFY2(cancelled.status == 130, cancelled.all().constData());
        QVERIFY2(cancelled.err.contains("the same command continues there"), cancelled.err.constData());
        const auto left = runCli({"clean", out, "--json"}).json();
        QCOMPARE(left["files"].toArray().size(), 1);
        QCOMPARE(left["files"].toArray()[0].toObject()["kind"].toString(), QString("state"));
        QCOMPARE(QDir(out).entryList(QDir::Files, QDir::Name),
                 (QStringList{"logits_sqnr_db_sensitive_ops.txt", "sensitivity.json", "sensitivity_state.bin"}));

        // With fewer samples wanted the rest is soon done, unless more are known already.
        const auto known =
            QString::number(1 + CliResult{0, contentOf(out + "/sensitivity.json"), {}}.json()["samples"].toInt());
        const auto rest = demoRanking({"--data", data, "--out", out, "--num-steps", known, "--json"});
        const auto continued = runCli(rest);
        QVERIFY2(continued.status == 0, continued.all().constData());
        QVERIFY(continued.json()["resumed_rows"].toInt() > 0);
        QVERIFY(!QFile::exists(out + "/sensitivity_state.bin"));
    }

private:
};

QTEST_GUILESS_MAIN(TestCliSensitivity)
#include "tst_cli_sensitivity.moc"
