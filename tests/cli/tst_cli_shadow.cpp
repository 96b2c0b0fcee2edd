// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/support/file_content.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <numeric>
#include <vector>

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

/// What a run over one sample says of each row, and what one over all of them says.
struct Spread {
    std::vector<double> values;
    QJsonObject found;
};

/// Of the rows under @p rows, whose metrics stand under @p metrics and spreads under @p spreads.
std::vector<Spread> spreadsOf(const QStringList& command, const QString& rows, const QString& metrics,
                              const QString& spreads, const QString& metric)
{
    constexpr int kSamples = 3;
    const auto ask = [&](const QStringList& input) {
        const auto result = runCli(command + input + QStringList{"--json"});
        return result.status == 0 ? result.json()[rows].toArray() : QJsonArray();
    };
    const auto data = demoFile("inputs.npy");
    std::vector<Spread> all;
    for (const auto& row : ask({"--data", data, "--samples", QString::number(kSamples), "--threads", "3"}))
        for (const auto& spread : row.toObject()[spreads].toArray())
            if (spread.toObject()["metric"] == metric)
                all.push_back({{}, spread.toObject()});
    for (int sample = 0; sample < kSamples; ++sample) {
        std::size_t i = 0;
        for (const auto& row : ask({"--input", QString("%1[%2]").arg(data).arg(sample)}))
            if (const QJsonValue value = row.toObject()[metrics].toObject()[metric]; value.isDouble() && i < all.size())
                all[i++].values.push_back(value.toDouble());
    }
    return all;
}

/// Worst is @p isWorse than all others; the median of three is the second.
void checkSpreads(const std::vector<Spread>& spreads, bool isLowWorst)
{
    QVERIFY(!spreads.empty());
    for (const auto& [values, found] : spreads) {
        QCOMPARE(values.size(), std::size_t(3));
        const auto worst = isLowWorst ? std::ranges::min_element(values) : std::ranges::max_element(values);
        QCOMPARE(found["worst"].toDouble(), *worst);
        QCOMPARE(found["worst_sample"].toInt(), int(worst - values.begin()));
        QCOMPARE(found["mean"].toDouble(), std::accumulate(values.begin(), values.end(), 0.0) / 3);
        auto sorted = values;
        std::ranges::sort(sorted);
        QCOMPARE(found["p50"].toDouble(), sorted[1]);
        QCOMPARE(found["p5"].toDouble(), sorted[0] + 0.1 * (sorted[1] - sorted[0]));
        QCOMPARE(found["samples"].toInt(), 3);
    }
}

} // namespace

class TestCliShadow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asksForLayersByTheirWholeNames()
    {
        const QString conv = "/block1/depthwise/Conv";
        const auto names = [](const QStringList& options) {
            const auto result = runCli(demoShadow() + options + QStringList{"--json"});
            QStringList found;
            for (const auto& row : result.json()["rows"].toArray())
                found.append(row.toObject()["name"].toString());
            return found;
        };
        QCOMPARE(names({"--module", conv}), QStringList{conv});
        QTemporaryDir folder;
        QFile list(folder.filePath("modules.txt"));
        QVERIFY(list.open(QIODevice::WriteOnly));
        list.write("# what matters\n  /block1/depthwise/Conv  # uneven\n\n");
        list.close();
        QCOMPARE(names({"--module-file", list.fileName()}), QStringList{conv});
        const auto unknown = runCli(demoShadow() + QStringList{"--module", "/block1/depthwise/Con"});
        QVERIFY2(unknown.status == 1 && unknown.isOneErrorLine(), unknown.all().constData());
        QVERIFY(unknown.err.contains("no layer or module is called /block1/depthwise/Con"));
        QCOMPARE(runCli(demoShadow() + QStringList{"--module-file", "/nowhere.txt"}).status, 2);
        const auto block = names({"--module", "block1"}); // by its scope
        QCOMPARE(block, QStringList{"block1"});
    }

    void simulatesAConfig()
    {
        const auto result =
            runCli({"shadow", "--baseline", demoFile("float.onnx"), "--config", demoFile("config.yaml"),
                    "--calibration-data", demoFile("calibration.npy"), "--input", demoFile("bad_case.npy"), "--json"});
        QVERIFY2(result.status == 0, result.all().constData());
        QVERIFY(result.json()["analysis"].toString().contains("config.yaml"));
        QVERIFY(!result.json()["rows"].toArray().isEmpty());
    }

    void datasetsSayWhatSingleRunsSay()
    {
        const QStringList pair{"--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx")};
        checkSpreads(spreadsOf(QStringList{"compare"} + pair, "layers", "metrics", "over_samples", "l1"), false);
        checkSpreads(spreadsOf(QStringList{"compare"} + pair, "outputs", "metrics", "over_samples", "cosine"), true);
        checkSpreads(spreadsOf(QStringList{"shadow"} + pair, "rows", "metrics_on_analysis_inputs",
                               "on_analysis_inputs_over_samples", "mse"),
                     false);
    }

    void datasetsStandInEveryForm()
    {
        QTemporaryDir folder;
        for (const QString command : {"compare", "shadow"}) {
            const auto result =
                runCli({command, "--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx"), "--data",
                        demoFile("inputs.npy"), "--samples", "3", "--out", folder.path()});
            QVERIFY2(result.status == 0, result.all().constData());
            QVERIFY2(result.out.contains("Over 3 samples of") && result.out.contains("worst sample"),
                     result.out.constData());
            const auto csv = contentOf(folder.filePath(command + "_over_samples.csv"));
            QVERIFY2(csv.startsWith("name,what,metric,samples,infinite,mean,worst,worst_sample,p5"), csv.constData());
            const auto page = contentOf(folder.filePath("report.html"));
            QVERIFY(page.contains("spread sortable") && page.contains("Over 3 samples of"));
            QVERIFY(
                runCli({"report", folder.filePath(command + ".json"), "--out", folder.filePath("again.html")}).status
                == 0);
            QVERIFY(contentOf(folder.filePath("again.html")).contains("Over 3 samples of"));
        }
    }

    void filtersThatNothingPassesSaySo()
    {
        const auto result = runCli(demoShadow() + QStringList{"--type", "QuantizableBasicBlock"});
        QVERIFY2(result.isOneErrorLine() && result.err.contains("no layer passes the filters")
                     && result.err.contains("name a block by its path with --module"),
                 result.all().constData());
    }

    void dumpsHaveNoDataset()
    {
        QTemporaryDir folder;
        const auto dump = folder.filePath("dump");
        QVERIFY(runCli({"run", demoFile("float.onnx"), "--input", demoFile("bad_case.npy"), "--dump", dump}).status
                == 0);
        const auto result = runCli(
            {"compare", "--baseline", demoFile("float.onnx"), "--analysis", dump, "--data", demoFile("inputs.npy")});
        QVERIFY2(result.status == 1 && result.err.contains("a dump holds one run"), result.all().constData());
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
