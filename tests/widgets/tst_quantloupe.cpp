// SPDX-License-Identifier: GPL-3.0-or-later
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace {

/// What the whole window looks like: small enough that words of another length hardly change it.
QImage sketchOf(const QImage& picture)
{
    return picture.convertToFormat(QImage::Format_Grayscale8)
        .scaled(144, 90, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

/// Mean of what two pictures of the same size differ by, in grey levels of 255.
double difference(const QImage& left, const QImage& right)
{
    double sum = 0.0;
    for (int y = 0; y < left.height(); ++y)
        for (int x = 0; x < left.width(); ++x)
            sum += std::abs(qGray(left.pixel(x, y)) - qGray(right.pixel(x, y)));
    return sum / (double(left.width()) * left.height());
}

constexpr double kStale = 4.0;

struct Ended {
    int exitCode = -1;
    QString output;
    QString errors;
};

Ended runWindow(const QStringList& arguments, const QProcessEnvironment& environment = {})
{
    QProcess process;
    if (!environment.isEmpty())
        process.setProcessEnvironment(environment);
    process.start(QStringLiteral(QUANTLOUPE_BIN_DIR "/quantloupe"), arguments);
    if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit)
        return {.exitCode = -1, .output = {}, .errors = process.errorString()};
    const auto errors = QString::fromUtf8(process.readAllStandardError());
    if (errors.contains("internal:"))
        QTest::qFail(("a mistake of ours reached the user:\n" + errors).toUtf8().constData(), __FILE__, __LINE__);
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()), errors};
}

} // namespace

/// The real program with the real engine, offscreen.
class TestQuantloupe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Over ssh, say.
    void answersInTextWithoutADisplay()
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.remove("DISPLAY");
        environment.remove("WAYLAND_DISPLAY");
        environment.insert("QT_QPA_PLATFORM", "xcb");
        const Ended version = runWindow({"--version"}, environment);
        QVERIFY2(version.exitCode == 0, qPrintable(version.errors));
        QVERIFY(version.output.contains(QStringLiteral(QUANTLOUPE_VERSION)));
        const Ended help = runWindow({"--help"}, environment);
        QVERIFY2(help.exitCode == 0, qPrintable(help.errors));
        QVERIFY(help.output.contains(QStringLiteral("--baseline")));
    }

    void picturesTheDemo_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("Chinese") << QStringLiteral("zh_CN");
    }
    void picturesTheDemo()
    {
        QFETCH(QString, language);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("window.png"));
        const Ended ended = runWindow({"--demo", "--lang", language, "--screenshot", path});
        QVERIFY2(ended.exitCode == 0, qPrintable(ended.errors));
        const QImage picture(path);
        QCOMPARE(picture.size(), QSize(1440, 900));
    }

    /// The README shows the window of now: whoever changes its looks makes the picture anew.
    void readmeShowsTheWindowOfNow()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("window.png"));
        const Ended ended = runWindow({"--demo", "--lang", "en", "--screenshot", path});
        QVERIFY2(ended.exitCode == 0, qPrintable(ended.errors));
        const QImage shown(QStringLiteral(QUANTLOUPE_SOURCE_DIR "/resources/screenshot.png"));
        const QImage now(path);
        QCOMPARE(shown.size(), now.size());
        const double differ = difference(sketchOf(shown), sketchOf(now));
        qInfo("the README's picture differs by %.2f of 255 grey levels", differ);
        QVERIFY2(differ < kStale, "make it anew: quantloupe --demo --lang en --screenshot resources/screenshot.png");
        QVERIFY(difference(sketchOf(shown), sketchOf(now.mirrored(true, false))) > kStale); // it can tell
    }

    void brokenModelEndsWithOneAndAPicture()
    {
        const QTemporaryDir folder;
        QFile broken(folder.filePath(QStringLiteral("broken.onnx")));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("this is no model");
        broken.close();
        const QString path = folder.filePath(QStringLiteral("window.png"));
        const Ended ended =
            runWindow({"--baseline", broken.fileName(), "--analysis", broken.fileName(), "--screenshot", path});
        QCOMPARE(ended.exitCode, 1);
        QVERIFY(QFile::exists(path));
    }

    void unknownOptionIsRefused() { QVERIFY(runWindow({"--no-such-option"}).exitCode != 0); }
};

QTEST_GUILESS_MAIN(TestQuantloupe)
#include "tst_quantloupe.moc"
