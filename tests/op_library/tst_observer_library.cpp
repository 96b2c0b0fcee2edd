// SPDX-License-Identifier: GPL-3.0-or-later
// Calibration algorithms from a library: the example that is installed, built outside the tree, and what one can do
// wrong.
#include "tests/cli/cli_process.h"

#include <QDir>
#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace ql::tests;

namespace {

/// Output and errors of @p program, when it fails; empty when it doesn't.
QByteArray failureOf(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    const bool hasEnded = process.waitForFinished(120000);
    const bool isFine = hasEnded && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    return isFine ? QByteArray() : program.toUtf8() + ": " + process.readAll();
}

QStringList simulation(const QStringList& more)
{
    return QStringList{"compare",
                       "--baseline",
                       demoFile("float.onnx"),
                       "--calibration-data",
                       demoFile("calibration.npy"),
                       "--input",
                       demoFile("bad_case.npy"),
                       "--causes",
                       "none",
                       "--json"}
           + more;
}

} // namespace

class TestObserverLibrary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void findsRangesByItsOwnMeans();
    void takesTheConfigsNumbers();
    void saysSoWhereTheLibraryIsMissing();
    void roundsWeightsItself_data();
    void roundsWeightsItself();
    void refusesFaultyOnes_data();
    void refusesFaultyOnes();
    void refusesRoundingsThatAreOutOfRange();

private:
    double scaleOf(const QStringList& more);
    QString config(const QByteArray& observer);
    QString weightConfig(const QByteArray& quantizer, bool isPerChannel);

    QTemporaryDir m_folder;
    QString m_plugin;
};

/// Installs the program and builds the example from there, as its user would.
void TestObserverLibrary::initTestCase()
{
    const QString prefix = m_folder.filePath("prefix");
    const QString build = m_folder.filePath("build");
    QCOMPARE(failureOf(CMAKE_PROGRAM, {"--install", BUILD_FOLDER, "--prefix", prefix}), QByteArray());
    QCOMPARE(failureOf(CMAKE_PROGRAM, {"-S", prefix + "/share/doc/quantloupe/examples/plugin", "-B", build,
                                       "-DCMAKE_PREFIX_PATH=" + prefix, "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON"}),
             QByteArray());
    QCOMPARE(failureOf(CMAKE_PROGRAM, {"--build", build}), QByteArray());
    m_plugin = build + "/my_plugin.so";
    QVERIFY(QFileInfo::exists(m_plugin));
}

/// Of the first Relu's output.
double TestObserverLibrary::scaleOf(const QStringList& more)
{
    const auto result = runCli(simulation(QStringList{"--op-library", m_plugin} + more));
    if (result.status != 0)
        qFatal("%s", result.all().constData());
    for (const auto& layer : result.json()["layers"].toArray())
        if (layer.toObject()["name"] == "/stem/conv/Relu")
            return layer.toObject()["qscale"].toDouble();
    qFatal("the demo has no such layer");
}

/// The demo's config with another observer of activations.
QString TestObserverLibrary::config(const QByteArray& observer)
{
    QFile demo(demoFile("config.yaml"));
    QFile file(m_folder.filePath("config.yaml"));
    if (!demo.open(QIODevice::ReadOnly) || !file.open(QIODevice::WriteOnly))
        qFatal("the config can't be written");
    file.write(demo.readAll().replace("torch.quantization.MinMaxObserver", observer));
    return file.fileName();
}

/// The demo's config with another quantizer of weights.
QString TestObserverLibrary::weightConfig(const QByteArray& quantizer, bool isPerChannel)
{
    QFile demo(demoFile("config.yaml"));
    QFile file(m_folder.filePath("weights.yaml"));
    if (!demo.open(QIODevice::ReadOnly) || !file.open(QIODevice::WriteOnly))
        qFatal("the config can't be written");
    auto text = QString::fromUtf8(demo.readAll())
                    .replace("quantizer: ArqWeightFakeQuantize", "quantizer: " + QString::fromUtf8(quantizer))
                    .remove(QRegularExpression(" *observer: ArqObserver\n"));
    const QString common = "channel_wise: false";
    if (isPerChannel)
        text.replace(text.indexOf(common), common.size(), "channel_wise: true");
    file.write(text.toUtf8());
    return file.fileName();
}

void TestObserverLibrary::roundsWeightsItself_data()
{
    QTest::addColumn<bool>("isPerChannel");
    QTest::newRow("per tensor") << false;
    QTest::newRow("per channel") << true;
}

/// What rounding adds is taken back, so that the sum of a weight's errors, or of a channel's, is half a step at most.
void TestObserverLibrary::roundsWeightsItself()
{
    QFETCH(const bool, isPerChannel);
    const auto rows = [&](const QByteArray& quantizer) {
        const auto result =
            runCli({"weights", "--baseline", demoFile("float.onnx"), "--calibration-data", demoFile("calibration.npy"),
                    "--config", weightConfig(quantizer, isPerChannel), "--op-library", m_plugin, "--json"});
        if (result.status != 0)
            qFatal("%s", result.all().constData());
        return result.json()["rows"].toArray();
    };
    const auto nearest = rows("torch.quantization.FakeQuantize");
    const auto own = rows("example.quantizers.KeepsSum");
    QCOMPARE(own.size(), nearest.size());
    int differing = 0;
    for (int i = 0; i < own.size(); ++i) {
        const auto row = own[i].toObject();
        if (!row["name"].toString().endsWith(".weight"))
            continue;
        double count = 1.0;
        for (const auto& size : row["shape"].toArray())
            count *= size.toDouble();
        const auto meanOf = [&row](const char* side) { return row[side].toObject()["mean"].toDouble(); };
        const auto scales = row["qscale"].isArray() ? row["qscale"].toArray() : QJsonArray{row["qscale"]};
        double steps = 0.0;
        for (const auto& scale : scales)
            steps += scale.toDouble();
        const double sum = std::abs(meanOf("analysis") - meanOf("baseline")) * count;
        QVERIFY2(steps > 0.0 && sum <= 0.5 * steps * 1.001,
                 qPrintable(QString("%1: %2 %3").arg(row["name"].toString()).arg(sum).arg(steps)));
        // Nothing is nearer than the nearest.
        const auto errorOf = [](const QJsonObject& of) { return of["metrics"].toObject()["mse"].toDouble(); };
        QVERIFY(errorOf(row) >= errorOf(nearest[i].toObject()) * 0.999);
        differing += errorOf(row) > errorOf(nearest[i].toObject()) * 1.1 ? 1 : 0;
    }
    QVERIFY2(differing > 3, qPrintable(QString::number(differing)));
}

void TestObserverLibrary::findsRangesByItsOwnMeans()
{
    const double usual = scaleOf({"--observer", "min_max"});
    const double own = scaleOf({"--observer", "example.observers.Deviation"});
    QVERIFY2(own > 0.0 && own < usual, qPrintable(QString("%1 %2").arg(own).arg(usual)));
}

void TestObserverLibrary::takesTheConfigsNumbers()
{
    const double wide = scaleOf({"--config", config("example.observers.Deviation\n      sigmas: 4.0")});
    const double narrow = scaleOf({"--config", config("example.observers.Deviation\n      sigmas: 1.0")});
    QVERIFY2(narrow > 0.0 && narrow < wide, qPrintable(QString("%1 %2").arg(narrow).arg(wide)));
    const auto refused = runCli(
        simulation({"--op-library", m_plugin, "--config", config("example.observers.Deviation\n      sigmas: -1.0")}));
    QVERIFY2(refused.status == 1 && refused.isOneErrorLine(), refused.all().constData());
    QVERIFY2(refused.err.contains("sigmas must be positive"), refused.err.constData());
}

void TestObserverLibrary::saysSoWhereTheLibraryIsMissing()
{
    const auto unknown = runCli(simulation({"--observer", "example.observers.Deviation"}));
    QVERIFY2(unknown.status == 1 && unknown.err.contains("is not known"), unknown.all().constData());
    const auto replaced = runCli(simulation({"--config", config("example.observers.Deviation")}));
    QVERIFY2(replaced.status == 0 && replaced.out.contains("min_max stands for it"), replaced.all().constData());
}

void TestObserverLibrary::refusesFaultyOnes_data()
{
    QTest::addColumn<QString>("library");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("other version") << "other_version"
                                   << QByteArray("built against version 2 of quantloupe/observers.h");
    QTest::newRow("no list") << "no_list" << QByteArray("no function quantloupe_observers");
    QTest::newRow("incomplete") << "incomplete" << QByteArray("its observer faulty.Observer lacks");
    QTest::newRow("takes a name") << "takes_a_name" << QByteArray("its observer min_max is there already");
    QTest::newRow("no state") << "no_state" << QByteArray("observer faulty.Observer can't be made");
    QTest::newRow("refuses") << "refuses" << QByteArray("observer faulty.Observer: the moon is full");
    QTest::newRow("rounds nobody") << "rounds_nobody" << QByteArray("its rounding of faulty.Nobody lacks the observer");
    QTest::newRow("scale") << "scale" << QByteArray("found scale -1");
    QTest::newRow("zero point") << "zero_point" << QByteArray("zero point 1000");
}

void TestObserverLibrary::refusesFaultyOnes()
{
    QFETCH(const QString, library);
    QFETCH(const QByteArray, words);
    const auto result = runCli(simulation(
        {"--op-library", OPERATOR_LIBRARIES "/faulty_observer_" + library + ".so", "--observer", "faulty.Observer"}));
    QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
    QVERIFY2(result.err.contains(words), result.err.constData());
}

void TestObserverLibrary::refusesRoundingsThatAreOutOfRange()
{
    const auto result = runCli(simulation({"--op-library", OPERATOR_LIBRARIES "/faulty_observer_rounds_too_far.so",
                                           "--config", weightConfig("faulty.Observer", false)}));
    QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
    QVERIFY2(result.err.contains("observer faulty.Observer rounds a weight to 128, expected -12"),
             result.err.constData());
}

QTEST_GUILESS_MAIN(TestObserverLibrary)
#include "tst_observer_library.moc"
