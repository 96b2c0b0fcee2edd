// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QDir>
#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

using namespace ql::tests;

class TestCliCancel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void stopsOnInterrupt_data();
    void stopsOnInterrupt();
    void drawsProgressOnlyWhenAsked();

private:
    QTemporaryDir m_folder;
    QString m_hugeInput;
};

namespace {

/// Many thousand pictures at once keep every node busy long enough to be interrupted.
constexpr int kPictures = 20'000;
constexpr int kPictureElements = 20 * 20;

} // namespace

void TestCliCancel::initTestCase()
{
    QFile file(m_folder.filePath("huge.bin"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.resize(qint64(kPictures) * kPictureElements * qint64(sizeof(float))));
    m_hugeInput = QString("image=%1:float32:%2x1x20x20").arg(file.fileName()).arg(kPictures);
}

void TestCliCancel::stopsOnInterrupt_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("stage");
    const auto out = m_folder.filePath("out");
    QTest::newRow("run") << QStringList{"run", demoFile("float.onnx"), "--outputs", out} << "running the model";
    QTest::newRow("compare") << QStringList{"compare",    "--baseline",          demoFile("float.onnx"),
                                            "--analysis", demoFile("int8.onnx"), "--out",
                                            out}
                             << "comparing layers";
}

void TestCliCancel::stopsOnInterrupt()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, stage);
    QProcess process;
    startCli(process, arguments + QStringList{"--input", m_hugeInput, "--progress", "always", "--json"});
    process.setReadChannel(QProcess::StandardError);
    QByteArray drawn;
    while (!drawn.contains(stage.toUtf8()) && process.waitForReadyRead(60'000))
        drawn += process.readAllStandardError();
    QVERIFY2(drawn.contains(stage.toUtf8()), drawn.constData());
    ::kill(pid_t(process.processId()), SIGINT);
    const auto result = finishCli(process);
    QVERIFY2(result.status == 130, result.all().constData());
    QVERIFY2(result.out.isEmpty(), result.all().constData());
    QVERIFY2(result.err.endsWith("cancelled\n"), result.all().constData());
    QDirIterator left(m_folder.filePath("out"), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    QVERIFY2(!left.hasNext(), qPrintable(left.hasNext() ? left.next() : QString()));
}

void TestCliCancel::drawsProgressOnlyWhenAsked()
{
    const QStringList arguments{"run", demoFile("float.onnx"), "--input", demoFile("bad_case.npy")};
    QVERIFY(runCli(arguments).err.isEmpty()); // stderr is no terminal here
    const auto always = runCli(arguments + QStringList{"--progress", "always"});
    QVERIFY2(always.err.contains("100 %"), always.err.constData());
    QVERIFY2(always.err.endsWith("\r\033[K"), "the bar must be gone at the end");
}

QTEST_GUILESS_MAIN(TestCliCancel)
#include "tst_cli_cancel.moc"
