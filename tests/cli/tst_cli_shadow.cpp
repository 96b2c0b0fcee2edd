// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

namespace {

QStringList demoShadow()
{
    return {"shadow",
            "--baseline",
            demoFile("float.onnx"),
            "--analysis",
            demoFile("int8.onnx"),
            "--input",
            demoFile("bad_case.npy")};
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestCliShadow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void simulatesAConfig()
    {
        const auto result =
            runCli({"shadow", "--baseline", demoFile("float.onnx"), "--config", demoFile("config.yaml"),
                    "--calibration-data", demoFile("calibration.npy"), "--input", demoFile("bad_case.npy"), "--json"});
        QVERIFY2(result.status == 0, result.all().constData());
        QVERIFY(result.json()["analysis"].toString().contains("config.yaml"));
        QVERIFY(!result.json()["rows"].toArray().isEmpty());
    }

    void theDemosCulpritIsTheWorstByItself()
    {
        const auto result = runCli(demoShadow() + QStringList{"--json"});
        QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(result.json()["schema"].toString(), QString("quantloupe.shadow/1"));
        QString worst;
        double worstDb = 1000.0;
        const auto rows = result.json()["rows"].toArray();
        for (const auto& each : rows) {
            const auto db = each.toObject()["metrics"].toObject()["sqnr_db"].toDouble(1000.0);
            if (db < worstDb) {
                worstDb = db;
                worst = each.toObject()["name"].toString();
            }
        }
        QCOMPARE(worst, QString("/block1/depthwise/Conv"));
        // The head looks worst when errors gather; alone it is fine.
        const auto head = rows.last().toObject();
        QVERIFY(head["accumulated"].toObject()["sqnr_db"].toDouble() < 0.0);
        QVERIFY(head["metrics"].toObject()["sqnr_db"].toDouble() > 40.0);
    }

    void writesFiles()
    {
        QTemporaryDir folder;
        const auto result = runCli(demoShadow() + QStringList{"--out", folder.path(), "--type", "Conv", "--top", "1"});
        QVERIFY2(result.status == 0, result.all().constData());
        QVERIFY2(result.out.contains("Each layer's own error, worst sqnr_db first (1 of 7)"), result.out.constData());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name),
                 (QStringList{"report.html", "shadow.csv", "shadow.json", "shadow.txt"}));
        const auto rows = QJsonDocument::fromJson(contentOf(folder.filePath("shadow.json"))).object()["rows"].toArray();
        const auto lines = contentOf(folder.filePath("shadow.csv")).split('\n');
        QCOMPARE(lines.size(), rows.size() + 2); // header, end
        const auto columns = lines[0].split(',');
        for (qsizetype i = 0; i < rows.size(); ++i) {
            const auto cells = lines[i + 1].split(',');
            QCOMPARE(cells.size(), columns.size());
            for (const auto& [column, key] :
                 {std::pair("SQNR", "metrics"), std::pair("accumulated_SQNR", "accumulated"),
                  std::pair("SQNR_on_analysis_inputs", "metrics_on_analysis_inputs")})
                QCOMPARE(cells[columns.indexOf(column)],
                         QByteArray::number(rows[i].toObject()[key].toObject()["sqnr_db"].toDouble(), 'f', 7));
        }
    }

    void refusesWrongUsage()
    {
        QCOMPARE(runCli({"shadow", "--baseline", demoFile("float.onnx")}).status, 2);
        const auto missing =
            runCli({"shadow", "--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx")});
        QVERIFY2(missing.status == 1 && missing.isOneErrorLine(), missing.all().constData());
        QVERIFY(missing.err.contains("image"));
    }
};

QTEST_GUILESS_MAIN(TestCliShadow)
#include "tst_cli_shadow.moc"
