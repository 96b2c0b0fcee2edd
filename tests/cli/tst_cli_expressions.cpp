// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics over several outputs, and outputs that are made of a model's: held against what is measured of the outputs.
#include "tests/cli/cli_process.h"
#include "tests/support/models.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace ql::tests;

namespace {

QStringList demoPair(const QString& command)
{
    return {command, "--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx"), "--json"};
}

QStringList demoSearch()
{
    return demoPair("badcase") + QStringList{"--data", demoFile("inputs.npy")};
}

QJsonArray valuesOf(const QJsonObject& json, const QString& metric, const QString& output)
{
    return json["values"].toObject()[metric].toObject()[output].toArray();
}

} // namespace

class TestCliExpressions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNamedOutputIsMeasuredOnce()
    {
        const QString metric = "argmax(x[\"logits\"]) != argmax(y[0])";
        const auto result = runCli(demoSearch() + QStringList{"--metric", metric, "--order", "descending"});
        QVERIFY2(result.status == 0, result.all().constData());
        const auto json = result.json();
        int flips = 0;
        for (const auto& value : valuesOf(json, "custom", "logits"))
            flips += value.toDouble() == 1.0 ? 1 : 0;
        QCOMPARE(flips, 16); // as badcase --labels counts them
        QCOMPARE(json["metric"].toString(), QString("custom"));
    }

    /// The sum of two outputs' L1 is what an expression over both gives.
    void severalOutputsOfARealModel()
    {
        const auto models = modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        const auto file = [&](const char* name) { return QString::fromStdString((*models / name).string()); };
        const QTemporaryDir folder;
        QVERIFY(QFile::copy(file("inputs/ultraface__satya__input.npy"), folder.filePath("satya.npy")));
        const QStringList pair{"badcase",
                               "--baseline",
                               file("models/ultraface_prep.onnx"),
                               "--analysis",
                               file("quantized/ultraface__qdq_s8_pt.onnx"),
                               "--data",
                               folder.path(),
                               "--json"};
        const QString metric = "mean(abs(x['boxes'] - y['boxes'])) + mean(abs(x['scores'] - y['scores']))";
        const auto result = runCli(pair + QStringList{"--metric", metric, "--order", "descending"});
        QVERIFY2(result.status == 0, result.all().constData());
        const auto json = result.json();
        const auto first = [&](const char* key, const char* output) {
            return valuesOf(json, key, output).at(0).toDouble();
        };
        const double sum = first("l1", "boxes") + first("l1", "scores");
        QVERIFY(sum > 0.0);
        QVERIFY(std::abs(first("custom", "boxes") - sum) < 1e-6 * sum);
        QCOMPARE(first("custom", "scores"), first("custom", "boxes"));
        const auto wrong = runCli(pair + QStringList{"--metric", "max(x[\"classes\"])", "--order", "descending"});
        QCOMPARE(wrong.status, 1);
        QVERIFY2(wrong.err.contains("no output is called classes"), wrong.err.constData());
    }

    void searchesWhatIsMadeOfTheOutputs()
    {
        QTemporaryDir folder;
        const auto search = demoSearch() + QStringList{"--post-process", "p = softmax(x)", "--out", folder.path()};
        const auto result = runCli(search);
        QVERIFY2(result.status == 0, result.all().constData());
        const auto json = result.json();
        QCOMPARE(json["outputs"].toArray(), QJsonArray{"p"});
        QCOMPARE(json["post_process"].toArray(), QJsonArray{"p = softmax(x)"});
        const QString metric = "max(abs(softmax(x) - softmax(y)))";
        const auto plain = runCli(demoSearch() + QStringList{"--metric", metric, "--order", "descending"}).json();
        const auto made = valuesOf(json, "atol", "p");
        const auto expected = valuesOf(plain, "custom", "logits");
        QCOMPARE(made.size(), 64);
        for (int i = 0; i < made.size(); ++i)
            QVERIFY(std::abs(made[i].toDouble() - expected[i].toDouble()) < 1e-6);
    }

    void comparesAndRanksWhatIsMadeOfTheOutputs()
    {
        const QStringList of{"--input", demoFile("bad_case.npy"), "--post-process", "p = softmax(x)"};
        const auto compared = runCli(demoPair("compare") + of);
        QVERIFY2(compared.status == 0, compared.all().constData());
        const auto output = compared.json()["outputs"].toArray().at(0).toObject();
        QCOMPARE(output["name"].toString(), QString("p"));
        QVERIFY(compared.json()["error_origin"].toString().contains("depthwise")); // by the logits
        const double atol = output["metrics"].toObject()["atol"].toDouble();
        QVERIFY(atol > 0.1 && atol <= 1.0);
        const auto ranked = runCli(demoPair("sensitivity") + of + QStringList{"--metric", "max(abs(x - y))"});
        QVERIFY2(ranked.status == 0, ranked.all().constData());
        const auto json = ranked.json();
        QCOMPARE(json["expression"].toString(), QString("max(abs(x - y))"));
        const auto own = json["outputs"].toArray().at(0).toObject();
        QCOMPARE(own["metric"].toString(), QString("custom"));
        QVERIFY(std::abs(own["everything_on"].toDouble() - atol) < 1e-6);
        QVERIFY(own["rows"].toArray().at(0).toObject()["op_name"].toString().contains("depthwise"));
    }

    void refusesWhatItWouldNotObey_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("expected");
        const QStringList input{"--input", demoFile("bad_case.npy")};
        QTest::newRow("no output") << demoPair("compare") + input + QStringList{"--post-process", "softmax(x)"}
                                   << QByteArray("makes no output: expected NAME = EXPRESSION");
        QTest::newRow("dataset") << demoPair("compare")
                                        + QStringList{"--data", demoFile("inputs.npy"), "--post-process", "p = x"}
                                 << QByteArray("--post-process is about the outputs of one run");
        QTest::newRow("two") << demoPair("sensitivity") + input
                                    + QStringList{"--metric", "max(x)", "--metric", "sum(y)"}
                             << QByteArray("there are several metrics of one's own");
    }

    void refusesWhatItWouldNotObey()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, expected);
        const auto result = runCli(arguments);
        QCOMPARE(result.status, 1);
        QVERIFY2(result.err.contains(expected), result.err.constData());
        QCOMPARE(result.err.count("error:"), 1);
    }
};

QTEST_GUILESS_MAIN(TestCliExpressions)
#include "tst_cli_expressions.moc"
