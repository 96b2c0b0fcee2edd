// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

class TestCliDemo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void infoTellsTheModel();
    void runWritesOutputsAndDump();
    void compareNamesTheBadLayer();
    void compareGuessesWithoutRuns();
    void comparePrintsOneDocument();
    void compareWritesReports();
    void compareSortsAndCutsTheTable();
    void compareMeasuresWhatIsAskedFor();
    void failsOnThreshold();
    void sameSeedSameBytes();
    void demoTellsTheStory();

private:
    static QStringList comparison(const QStringList& more = {});
};

namespace {

const char* const kCulprit = "/block1/depthwise/Conv";

} // namespace

QStringList TestCliDemo::comparison(const QStringList& more)
{
    return QStringList{"compare",
                       "--baseline",
                       demoFile("float.onnx"),
                       "--analysis",
                       demoFile("int8.onnx"),
                       "--input",
                       demoFile("bad_case.npy")}
           + more;
}

void TestCliDemo::infoTellsTheModel()
{
    const auto result = runCli({"info", demoFile("int8.onnx"), "--json"});
    QVERIFY2(result.status == 0, result.all().constData());
    const auto json = result.json();
    QCOMPARE(json["schema"].toString(), QString("quantloupe.info/1"));
    QCOMPARE(json["kind"].toString(), QString("QDQ"));
    QCOMPARE(json["opsets"].toObject()["ai.onnx"].toInt(), 13);
    QCOMPARE(json["inputs"].toArray().at(0).toObject()["name"].toString(), QString("image"));
    QVERIFY(json["unsupported"].toArray().isEmpty());
    QVERIFY(runCli({"info", demoFile("float.onnx")}).out.contains("Every operator is supported."));
}

void TestCliDemo::runWritesOutputsAndDump()
{
    const QTemporaryDir folder;
    const auto result = runCli({"run", demoFile("float.onnx"), "--input", demoFile("bad_case.npy"), "--json",
                                "--outputs", folder.filePath("o"), "--dump", folder.filePath("d")});
    QVERIFY2(result.status == 0, result.all().constData());
    const auto output = result.json()["outputs"].toArray().at(0).toObject();
    QCOMPARE(output["name"].toString(), QString("logits"));
    QCOMPARE(output["shape"].toArray(), (QJsonArray{1, 10}));
    QVERIFY(QFile::exists(folder.filePath("o/logits.npy")));
    QVERIFY(QFile::exists(folder.filePath("o/index.json")));
    QVERIFY(QFile::exists(folder.filePath("d/index.json")));
    QCOMPARE(QDir(folder.filePath("d")).entryList({"*.npy"}).size(), result.json()["dumped_tensors"].toInt());
    QVERIFY(QDir(folder.filePath("d")).entryList({"*.part"}, QDir::Files | QDir::Hidden).isEmpty());
}

void TestCliDemo::compareNamesTheBadLayer()
{
    const auto result = runCli(comparison());
    QVERIFY2(result.status == 0, result.all().constData());
    QVERIFY2(result.out.contains(QByteArray("The error starts at ") + kCulprit), result.all().constData());
    QVERIFY2(result.err.isEmpty(), result.err.constData());
}

void TestCliDemo::compareGuessesWithoutRuns()
{
    const auto text = runCli(comparison({"--causes", "none"}));
    QVERIFY2(text.status == 0, text.all().constData());
    QVERIFY2(!text.out.contains("The error starts at") && text.out.contains("is a guess"), text.all().constData());
    const auto json = runCli(comparison({"--causes", "none", "--json"})).json();
    QVERIFY(!json["error_origin_measured"].toBool());
    QCOMPARE(json["seconds"].toObject()["causes"].toDouble(), 0.0);
    QCOMPARE(json["causes"].toObject()["executed_nodes"].toInt(), 0);
    QCOMPARE(runCli(comparison({"--causes", "some"})).status, 2);
}

void TestCliDemo::comparePrintsOneDocument()
{
    const auto result = runCli(comparison({"--json"}));
    QVERIFY2(result.status == 0, result.all().constData());
    const auto json = result.json();
    QCOMPARE(json["schema"].toString(), QString("quantloupe.compare/1"));
    QCOMPARE(json["error_origin"].toString(), QString(kCulprit));
    QVERIFY(json["error_origin_measured"].toBool());
    QCOMPARE(json["causes"].toObject()["runs"].toString(), QString("quick"));
    QVERIFY(json["seconds"].toObject()["causes"].toDouble() > 0.0);
    QVERIFY(!json["layers"].toArray().isEmpty());
    for (const auto& value : json["layers"].toArray()) {
        const auto layer = value.toObject();
        const auto name = layer["name"].toString().toUtf8();
        const bool isCompared = layer["state"].toString() == "compared";
        QVERIFY2(layer["metrics"].isObject() == isCompared, name.constData());
        QVERIFY2(!isCompared || !layer["match"].toObject()["rule"].toString().isEmpty(), name.constData());
    }
}

void TestCliDemo::compareWritesReports()
{
    const QTemporaryDir folder;
    const auto result = runCli(comparison({"--out", folder.filePath("new/reports")}));
    QVERIFY2(result.status == 0, result.all().constData());
    const auto files = QDir(folder.filePath("new/reports")).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    QCOMPARE(files, (QStringList{"abnormal_layer_advisor.txt", "compare.json", "compare_per_layer_out.csv",
                                 "compare_per_layer_out.txt", "report.html"}));
    QFile csv(folder.filePath("new/reports/compare_per_layer_out.csv"));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QVERIFY(csv.readLine().startsWith("index,mod_name,base_op_type,analy_op_type,shape,quant_dtype,qscale,Cosine,"));
    while (!csv.atEnd())
        QCOMPARE(csv.readLine().count(','), 20);
    QVERIFY(result.out.contains("wrote "));
}

void TestCliDemo::compareSortsAndCutsTheTable()
{
    const auto worst = runCli(comparison({"--sort", "cosine", "--top", "2"}));
    QVERIFY2(worst.out.contains("Layers, worst cosine first (3 of "), worst.all().constData());
    const auto ordered = runCli(comparison({"--sort", "order", "--top", "0"}));
    QVERIFY2(ordered.out.contains("Layers, in order of execution"), ordered.all().constData());
    const auto filtered = runCli(comparison({"--json", "--type", "Conv", "--prefix", "/block1/"})).json();
    QVERIFY(!filtered["layers"].toArray().isEmpty());
    for (const auto& layer : filtered["layers"].toArray())
        QVERIFY(layer.toObject()["name"].toString().startsWith("/block1/"));
}

/// KL and JS of layers, which take a second pass, where something asks for them.
void TestCliDemo::compareMeasuresWhatIsAskedFor()
{
    const auto isMeasured = [](const CliResult& result, const char* metric) {
        for (const auto& layer : result.json()["layers"].toArray())
            if (layer.toObject()["name"].toString() == kCulprit)
                return layer.toObject()["metrics"].toObject()[metric].isDouble();
        return false;
    };
    const auto usual = runCli(comparison({"--json"}));
    QVERIFY(isMeasured(usual, "mse") && !isMeasured(usual, "kl") && !isMeasured(usual, "js"));
    for (const QStringList& asked : {QStringList{"--metrics", "kl"}, QStringList{"--sort", "js"},
                                     QStringList{"--fail-on-layer", "kl>1000"}, QStringList{"--fail-on", "js>9"}}) {
        const auto result = runCli(comparison(asked + QStringList{"--json"}));
        QVERIFY2(result.status == 0 && isMeasured(result, "kl"), (asked.join(' ').toUtf8() + result.err).constData());
    }
    const auto table = runCli(comparison({"--metrics", "kl,l1"}));
    const auto& text = table.out;
    QVERIFY2(text.contains(" KL") && text.contains(" L1") && !text.contains("rel. L2"), table.all().constData());
    QCOMPARE(runCli(comparison({"--metrics", "entropy"})).status, 2);
}

void TestCliDemo::failsOnThreshold()
{
    const auto crossed = runCli(comparison({"--json", "--fail-on", "sqnr_db<20"}));
    QCOMPARE(crossed.status, 3);
    QVERIFY2(crossed.err.startsWith("threshold crossed: output logits: sqnr_db is "), crossed.all().constData());
    QCOMPARE(crossed.json()["schema"].toString(), QString("quantloupe.compare/1"));
    QCOMPARE(runCli(comparison({"--fail-on", "sqnr_db<-100"})).status, 0);
    QCOMPARE(runCli(comparison({"--fail-on", "sqnr_db<-100", "--fail-on", "cosine<2"})).status, 3);
}

void TestCliDemo::sameSeedSameBytes()
{
    const auto outputs = [](const char* seed) -> QJsonValue {
        return runCli({"run", demoFile("float.onnx"), "--input", "random", "--seed", seed, "--json"}).json()["outputs"];
    };
    QVERIFY(outputs("7").isArray());
    QCOMPARE(outputs("7"), outputs("7"));
    QVERIFY(outputs("7") != outputs("8"));
}

void TestCliDemo::demoTellsTheStory()
{
    const QTemporaryDir folder;
    const auto text = runCli({"demo", "--out", folder.filePath("demo")});
    QVERIFY2(text.status == 0, text.all().constData());
    QVERIFY2(text.out.contains("100.0 %") && text.out.contains("75.0 %"), text.all().constData());
    QVERIFY(text.out.contains(kCulprit));
    const auto files = QDir(folder.filePath("demo")).entryList(QDir::Files);
    QVERIFY(files.contains("demo.txt") && files.contains("demo.json") && files.contains("compare_per_layer_out.txt"));
    const auto json = runCli({"demo", "--json"}).json();
    const auto accuracy = json["accuracy"].toObject();
    QCOMPARE(accuracy["baseline"].toObject()["correct"].toInt(), 64);
    QCOMPARE(accuracy["analysis"].toObject()["correct"].toInt(), 48);
    QCOMPARE(json["compare"].toObject()["error_origin"].toString(), QString(kCulprit));
}

QTEST_GUILESS_MAIN(TestCliDemo)
#include "tst_cli_demo.moc"
