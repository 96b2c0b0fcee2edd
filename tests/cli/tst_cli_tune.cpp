// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

namespace {

QStringList tune(const QStringList& rest)
{
    return QStringList{"tune", "--baseline", demoFile("float.onnx"), "--data", demoFile("calibration.npy"), "--json"} + rest;
}

} // namespace

class TestCliTune : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The demo's mistake is a depthwise convolution with one scale for all its channels.
    void findsTheDemosBadLayer()
    {
        const auto result = runCli(tune({"--target", "sqnr_db=25", "--max-overrides", "3"}));
        QVERIFY2(result.status == 0, result.all().constData());
        const auto json = result.json();
        QCOMPARE(json["schema"].toString(), QString("quantloupe.tune/1"));
        QVERIFY2(json["reached"].toBool(), result.out.constData());
        QVERIFY(json["complete"].toBool());
        const auto start = json["start"].toObject()["metric_value"].toDouble();
        const auto best = json["best"].toObject();
        QVERIFY(start < 25.0 && best["metric_value"].toDouble() >= 25.0);
        QVERIFY(best["overrides"].toArray().at(0).toObject()["layer"].toString().contains("depthwise"));
        QVERIFY(best["cost"].toDouble() > json["start"].toObject()["cost"].toDouble());
        double cost = 0.0;
        double metric = -1e9;
        for (const auto& point : json["pareto"].toArray()) {
            QVERIFY(point.toObject()["cost"].toDouble() > cost);
            QVERIFY(point.toObject()["metric_value"].toDouble() > metric);
            cost = point.toObject()["cost"].toDouble();
            metric = point.toObject()["metric_value"].toDouble();
        }
    }

    void aTargetThatHoldsNeedsNothing()
    {
        const auto result = runCli(tune({"--target", "cosine=0.1"}));
        QVERIFY2(result.status == 0, result.all().constData());
        QVERIFY(result.json()["reached"].toBool());
        QVERIFY(result.json()["best"].toObject()["overrides"].toArray().isEmpty());
    }

    void saysWhatIsNoTarget()
    {
        QCOMPARE(runCli(tune({"--target", "atol=1"})).status, 2);
        QCOMPARE(runCli(tune({"--target", "sqnr_db"})).status, 2);
        QCOMPARE(runCli(tune({"--target", "sqnr_db=much"})).status, 2);
    }
};

QTEST_GUILESS_MAIN(TestCliTune)
#include "tst_cli_tune.moc"
