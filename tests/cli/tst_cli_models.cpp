// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/support/models.h"

#include <QJsonArray>
#include <QTest>
#include <algorithm>

using namespace ql::tests;

class TestCliModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void comparesRealPairs_data();
    void comparesRealPairs();
    void comparesVariants_data();
    void comparesVariants();
    void pointsAtTheCulpritOfSilero();
    void namesTheFirstWrongLayerOfMnist();
    void refusesToRunACustomDomain();
    void opensACustomDomain();

private:
    QString path(const QString& relative) const { return m_root + "/" + relative; }
    CliResult compare(const QString& baseline, const QString& analysis, const QStringList& inputs) const;

    QString m_root;
};

void TestCliModels::initTestCase()
{
    const auto models = modelsFolder();
    if (!models)
        QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
    m_root = QString::fromStdString(models->string());
}

CliResult TestCliModels::compare(const QString& baseline, const QString& analysis, const QStringList& inputs) const
{
    QStringList arguments{"compare", "--json", "--baseline", path(baseline), "--analysis", path(analysis)};
    for (const auto& input : inputs)
        arguments << "--input" << input;
    return runCli(arguments);
}

void TestCliModels::comparesRealPairs_data()
{
    QTest::addColumn<QString>("baseline");
    QTest::addColumn<QString>("analysis");
    QTest::addColumn<QStringList>("inputs");
    const auto add = [this](const char* baseline, const char* analysis, const QStringList& inputs) {
        QTest::newRow(analysis) << QString("models/%1.onnx").arg(baseline) << QString("quantized/%1.onnx").arg(analysis)
                                << inputs;
    };
    add("cifar_prep", "cifar__qdq_s8_pc", {path("inputs/cifar__cat__modelInput.npy")});
    add("ultraface_prep", "ultraface__qop_u8s8", {path("inputs/ultraface__satya__input.npy")});
    add("dtln1_prep", "dtln1__qdq_s8",
        {"input_2=" + path("inputs/dtln1__en_f200__input_2.npy"),
         "input_3=" + path("inputs/dtln1__en_f200__input_3.npy")});
}

void TestCliModels::comparesRealPairs()
{
    QFETCH(QString, baseline);
    QFETCH(QString, analysis);
    QFETCH(QStringList, inputs);
    const auto result = compare(baseline, analysis, inputs);
    QVERIFY2(result.status == 0, result.err.constData());
    const auto layers = result.json()["layers"].toArray();
    QVERIFY2(layers.size() > 3, result.all().left(2000).constData());
    int compared = 0;
    for (const auto& value : layers) {
        const auto layer = value.toObject();
        if (layer["state"].toString() != "compared")
            continue;
        ++compared;
        QVERIFY2(!layer["match"].toObject()["rule"].toString().isEmpty(), qPrintable(layer["name"].toString()));
    }
    QVERIFY(compared > layers.size() / 2);
}

void TestCliModels::comparesVariants_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("fused");
    const auto add = [this](const char* name, int fused, const QStringList& inputs) {
        for (const char* variant : {"folded", "fused"}) {
            QStringList words{"--baseline", path(QString("models/%1.onnx").arg(name)), "--variant", variant};
            for (const auto& input : inputs)
                words << "--input" << input;
            QTest::addRow("%s %s", name, variant) << words << (QByteArray(variant) == "fused" ? fused : 0);
        }
    };
    add("cifar", 4, {path("inputs/cifar__cat__modelInput.npy")});
    add("mnist", 0, {path("inputs/mnist__digit9__Input3.npy")});
    add("ultraface", 36, {path("inputs/ultraface__satya__input.npy")});
    add("supres", 3, {path("inputs/supres__cat___ppp5_expanded.npy")});
    add("silero_mini_v2_prep", 12, {path("inputs/silero_mini_v2__en_w3__input.npy")});
}

/// Layer by layer, and as near as another order of the same arithmetic is.
void TestCliModels::comparesVariants()
{
    QFETCH(QStringList, words);
    QFETCH(int, fused);
    const auto result = runCli(QStringList{"compare", "--json"} + words);
    QVERIFY2(result.status == 0, result.err.constData());
    const auto document = result.json();
    const auto variant = document["variant"].toObject();
    QVERIFY(document["analysis"].toString().endsWith(QString(" (%1)").arg(variant["name"].toString())));
    QCOMPARE(variant["fused_activations"].toInt(), fused);
    QCOMPARE(variant["folded_constants"].toInt(), words.join(' ').contains("mnist") ? 1 : 0); // it reshapes a weight
    const auto unmatched = document["unmatched"].toObject();
    QVERIFY(unmatched["baseline"].toArray().isEmpty() && unmatched["analysis"].toArray().isEmpty());
    int within = 0;
    double worst = 999.0;
    for (const auto& value : document["layers"].toArray()) {
        const auto layer = value.toObject();
        within += layer["state"].toString() == "fused";
        const QJsonValue sqnr = layer["metrics"].toObject()["sqnr_db"];
        if (sqnr.isDouble())
            worst = std::min(worst, sqnr.toDouble());
    }
    qInfo("worst layer %.1f dB, %d inside of others", worst, within);
    QVERIFY(worst > 90.0);
    QCOMPARE(within, fused);
}

void TestCliModels::pointsAtTheCulpritOfSilero()
{
    const auto result = compare("models/silero_mini_v2_prep.onnx", "quantized/silero_mini_v2__qdq_s8_convmm.onnx",
                                {path("inputs/silero_mini_v2__en_w3__input.npy")});
    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(result.json()["error_origin"].toString(), QString("Conv_34"));
    const auto layers = result.json()["layers"].toArray();
    const auto culprit = std::find_if(layers.begin(), layers.end(),
                                      [](const QJsonValue& layer) { return layer["name"].toString() == "Conv_34"; });
    QVERIFY(culprit != layers.end());
    QVERIFY(!(*culprit).toObject()["advice"].toArray().isEmpty());
}

void TestCliModels::namesTheFirstWrongLayerOfMnist()
{
    const auto result = compare("models/mnist.onnx", "quantized/mnist__thirdparty_convinteger.onnx",
                                {path("inputs/mnist__digit9__Input3.npy")});
    QVERIFY2(result.status == 0, result.err.constData());
    QVERIFY(!result.json()["error_origin"].toString().isEmpty());
}

void TestCliModels::refusesToRunACustomDomain()
{
    const auto result = runCli({"run", path("extra/supres_with_pre_post_processing.onnx"), "--input", "random"});
    QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
    for (const char* word : {"com.microsoft.extensions", "DecodeImage", "node "})
        QVERIFY2(result.err.contains(word), result.all().constData());
}

void TestCliModels::opensACustomDomain()
{
    const auto result = runCli({"info", path("extra/supres_with_pre_post_processing.onnx"), "--json"});
    QVERIFY2(result.status == 0, result.all().constData());
    const auto unsupported = result.json()["unsupported"].toArray();
    QVERIFY(!unsupported.isEmpty());
    QCOMPARE(unsupported.at(0).toObject()["domain"].toString(), QString("com.microsoft.extensions"));
}

QTEST_GUILESS_MAIN(TestCliModels)
#include "tst_cli_models.moc"
