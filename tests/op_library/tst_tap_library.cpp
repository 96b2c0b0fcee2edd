// SPDX-License-Identifier: GPL-3.0-or-later
// Loggers from a library: what the example writes down is what the commands say themselves.
#include "tests/cli/cli_process.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <map>

using namespace ql::tests;

namespace {

const QString kExample = OPERATOR_LIBRARIES "/example_taps.so";

struct Logged {
    double magnitude = 0.0;
    double difference = 0.0;
    int times = 0;
};

QStringList pair(const QStringList& more)
{
    return QStringList{"--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx"), "--json"} + more;
}

} // namespace

class TestTapLibrary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanupTestCase() { qunsetenv("MY_LAYERS"); }
    void seesBothModels();
    void seesWhatIsAskedForOnly();
    void seesTheSampleThatIsShown();
    void seesTheTwinsOfAShadow();
    void seesOneModelsRun();
    void changesNoNumber();
    void refusesFaultyOnes_data();
    void refusesFaultyOnes();

private:
    QJsonObject run(const QStringList& arguments, bool isTapped = true);
    std::map<QString, Logged> logged() const;

    QTemporaryDir m_folder;
    QString m_log;
};

void TestTapLibrary::init()
{
    m_log = m_folder.filePath("layers.csv");
    QFile::remove(m_log);
    qputenv("MY_LAYERS", m_log.toUtf8());
}

QJsonObject TestTapLibrary::run(const QStringList& arguments, bool isTapped)
{
    const auto result = runCli(arguments + (isTapped ? QStringList{"--op-library", kExample} : QStringList()));
    if (result.status != 0)
        qFatal("%s", result.all().constData());
    return result.json();
}

std::map<QString, Logged> TestTapLibrary::logged() const
{
    std::map<QString, Logged> layers;
    QFile file(m_log);
    if (!file.open(QIODevice::ReadOnly))
        return layers;
    for (const auto& line : file.readAll().trimmed().split('\n')) {
        const auto end = line.lastIndexOf('"');
        const auto numbers = line.mid(end + 2).split(',');
        auto& layer = layers[QString::fromUtf8(line.mid(1, end - 1))];
        layer = {numbers.value(0).toDouble(), numbers.value(1).toDouble(), layer.times + 1};
    }
    return layers;
}

void TestTapLibrary::seesBothModels()
{
    const auto result = run(QStringList{"compare", "--causes", "none", "--input", demoFile("bad_case.npy")} + pair({}));
    const auto layers = logged();
    std::size_t compared = 0;
    for (const auto& value : result["layers"].toArray()) {
        const auto row = value.toObject();
        if (row["state"] != "compared")
            continue;
        ++compared;
        const auto found = layers.find(row["name"].toString());
        QVERIFY2(found != layers.end() && found->second.times == 1, qPrintable(row["name"].toString()));
        const double atol = row["metrics"].toObject()["atol"].toDouble();
        QVERIFY(std::abs(found->second.difference - atol) <= 1e-6 * (1.0 + atol));
    }
    QVERIFY(compared > 10);
    QCOMPARE(layers.size(), compared);
}

void TestTapLibrary::seesWhatIsAskedForOnly()
{
    run(QStringList{"compare", "--causes", "none", "--input", demoFile("bad_case.npy"), "--prefix", "/head"}
        + pair({}));
    const auto layers = logged();
    QVERIFY(!layers.empty());
    for (const auto& [name, layer] : layers)
        QVERIFY2(name.startsWith("/head"), qPrintable(name));
}

void TestTapLibrary::seesTheSampleThatIsShown()
{
    const auto result =
        run(QStringList{"compare", "--causes", "none", "--data", demoFile("calibration.npy"), "--num-steps", "5"}
            + pair({}));
    const auto layers = logged();
    for (const auto& value : result["layers"].toArray()) {
        const auto row = value.toObject();
        if (row["state"] != "compared")
            continue;
        const double atol = row["metrics"].toObject()["atol"].toDouble();
        QVERIFY(std::abs(layers.at(row["name"].toString()).difference - atol) <= 1e-6 * (1.0 + atol));
    }
}

void TestTapLibrary::seesTheTwinsOfAShadow()
{
    const auto result = run(QStringList{"shadow", "--input", demoFile("bad_case.npy")} + pair({}));
    const auto layers = logged();
    const auto rows = result["rows"].toArray();
    QVERIFY(!rows.isEmpty());
    for (const auto& value : rows) {
        const auto row = value.toObject();
        const double atol = row["metrics_on_analysis_inputs"].toObject()["atol"].toDouble();
        QVERIFY(std::abs(layers.at(row["name"].toString()).difference - atol) <= 1e-6 * (1.0 + atol));
    }
}

void TestTapLibrary::seesOneModelsRun()
{
    run({"run", demoFile("float.onnx"), "--input", demoFile("bad_case.npy"), "--json"});
    const auto layers = logged();
    QVERIFY(layers.size() > 10);
    for (const auto& [name, layer] : layers)
        QCOMPARE(layer.difference, 0.0);
    QVERIFY(layers.at("/stem/conv/Conv").magnitude > 0.0);
}

void TestTapLibrary::changesNoNumber()
{
    const auto asked = QStringList{"compare", "--causes", "none", "--input", demoFile("bad_case.npy")} + pair({});
    QCOMPARE(run(asked)["layers"], run(asked, false)["layers"]);
}

void TestTapLibrary::refusesFaultyOnes_data()
{
    QTest::addColumn<QString>("library");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("other version") << "other_version" << QByteArray("built against version 2 of quantloupe/taps.h");
    QTest::newRow("no version") << "no_version" << QByteArray("no function quantloupe_taps_version");
    QTest::newRow("incomplete") << "incomplete" << QByteArray("its tap faulty.Tap lacks a name or a function");
    QTest::newRow("refuses") << "refuses" << QByteArray("tap faulty.Tap: the disk is full");
}

void TestTapLibrary::refusesFaultyOnes()
{
    QFETCH(const QString, library);
    QFETCH(const QByteArray, words);
    const auto result = runCli(QStringList{"compare", "--input", demoFile("bad_case.npy"), "--op-library",
                                           OPERATOR_LIBRARIES "/faulty_tap_" + library + ".so"}
                               + pair({}));
    QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
    QVERIFY2(result.err.contains(words), result.err.constData());
}

QTEST_GUILESS_MAIN(TestTapLibrary)
#include "tst_tap_library.moc"
