// SPDX-License-Identifier: GPL-3.0-or-later
// What a command reads is not replaced by what it writes, and nobody's file by one of another kind.
#include "tests/cli/cli_process.h"
#include "tests/support/array_files.h"
#include "tests/support/file_content.h"

#include <QDir>
#include <QFileInfo>
#include <QtTest>

using namespace ql::tests;

namespace {

QStringList words(const QString& line)
{
    return line.split(u' ', Qt::SkipEmptyParts);
}

} // namespace

class TestCliOverwrites : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<TemporaryFolder>();
        QDir::setCurrent(QString::fromStdString(m_folder->path().string()));
        QVERIFY(QDir().mkdir(QStringLiteral("d")));
        for (const char* name : {"float.onnx", "int8.onnx"})
            QVERIFY(QFile::copy(demoFile(QString::fromUtf8(name)), QString::fromUtf8(name)));
        QVERIFY(QFile::copy(demoFile(QStringLiteral("calibration.npy")), QStringLiteral("d/image.npy")));
        const auto made = runCli(words(QStringLiteral("config create float.onnx --dialect ppq-json --out tuned.json")));
        const auto other =
            runCli(words(QStringLiteral("config create float.onnx --dialect amct-yaml --out tuned.yaml")));
        QVERIFY2(other.status == 0, (made.all() + other.all()).constData());
        QVERIFY(QFile::link(QStringLiteral("float.onnx"), QStringLiteral("link.onnx")));
        m_folder->write("notes.txt", "mine\n");
        m_folder->write("notes_record.txt", "mine\n");
        m_folder->write("list.json", "[1, 2]\n");
    }

    void refusesBeforeAnythingRuns_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("kept");
        const auto row = [](const char* line, const char* kept) {
            QTest::newRow(line) << QString::fromUtf8(line) << QString::fromUtf8(kept);
        };
        row("config create float.onnx --dialect amct-yaml --out float.onnx", "float.onnx");
        row("config create float.onnx --dialect amct-yaml --out link.onnx", "float.onnx");
        row("config create float.onnx --dialect amct-yaml --out int8.onnx", "int8.onnx");
        row("config create float.onnx --dialect amct-yaml --out notes.txt", "notes.txt");
        row("config convert tuned.yaml --to amct-dynamic-json --out tuned.yaml", "tuned.yaml");
        row("config convert tuned.yaml --to amct-dynamic-json --out d/image.npy", "d/image.npy");
        row("config from-model int8.onnx --baseline float.onnx --dialect amct-yaml --out c.yaml --record float.onnx",
            "float.onnx");
        row("config from-model int8.onnx --baseline float.onnx --dialect amct-yaml --out int8.onnx", "int8.onnx");
        row("config from-model int8.onnx --baseline float.onnx --dialect amct-yaml --out c.yaml --record notes.txt",
            "notes.txt");
        row("config from-model int8.onnx --baseline float.onnx --dialect amct-yaml --out notes.yaml",
            "notes_record.txt");
        row("compare --baseline float.onnx --analysis int8.onnx --junit link.onnx", "float.onnx");
        row("compare --baseline float.onnx --analysis int8.onnx --junit list.json", "list.json");
        row("check float.onnx --sarif float.onnx", "float.onnx");
        row("check float.onnx --sarif list.json", "list.json");
        row("check int8.onnx --junit tuned.yaml --config tuned.yaml", "tuned.yaml");
        row("info float.onnx --log-file float.onnx", "float.onnx");
        row("info float.onnx --log-file int8.onnx", "int8.onnx");
        row("info float.onnx --svg float.onnx", "float.onnx");
        row("info float.onnx --svg notes.txt", "notes.txt");
        row("run float.onnx --input d/image.npy[0] --dump d", "d/image.npy");
        row("tune --baseline float.onnx --config tuned.yaml --data d/image.npy --target sqnr_db=5 --out .",
            "tuned.yaml");
        row("diff list.json list.json --junit list.json", "list.json");
    }
    void refusesBeforeAnythingRuns()
    {
        QFETCH(QString, line);
        QFETCH(QString, kept);
        const auto before = contentOf(kept);
        const auto all = QDir().entryList(QDir::Files);
        const auto result = runCli(words(line));
        QCOMPARE(contentOf(kept), before);
        QVERIFY2(result.status == 1 || result.status == 2, result.all().constData());
        QVERIFY2(result.status == 2 || result.isOneErrorLine(), result.all().constData());
        QCOMPARE(QDir().entryList(QDir::Files), all);
    }

    void forceReplacesOtherKindsButNoInput()
    {
        const auto other = runCli(words(QStringLiteral("check float.onnx --sarif notes.txt --force")));
        QVERIFY2(other.status == 0, other.all().constData());
        QVERIFY(contentOf(QStringLiteral("notes.txt")).contains("sarif"));
        const auto before = contentOf(QStringLiteral("float.onnx"));
        QCOMPARE(runCli(words(QStringLiteral("check float.onnx --sarif float.onnx --force"))).status, 1);
        QCOMPARE(contentOf(QStringLiteral("float.onnx")), before);
    }

    /// What the same command wrote before is its own.
    void theSameCommandMayRunAgain_data()
    {
        QTest::addColumn<QString>("line");
        for (const char* line :
             {"compare --baseline float.onnx --analysis int8.onnx --data d/image.npy --num-steps 2 --out . --junit "
              "j.xml --fail-on cosine<-1 "
              "--log-file run.log --log-file-level trace --pages",
              "badcase --baseline float.onnx --analysis int8.onnx --data d --num-steps 4 --out r",
              "run float.onnx --input d/image.npy[0] --outputs o --dump o2 --dump-format txt --out r",
              "check int8.onnx --sarif s.sarif --out r", "info float.onnx --svg n.svg --out r",
              "config convert tuned.yaml --to amct-dynamic-json --out c.json",
              "config from-model int8.onnx --baseline float.onnx --dialect amct-yaml --out c.yaml",
              "calibrate float.onnx --config tuned.yaml --data d --num-samples 4 --out r --svg",
              "profile float.onnx --input d/image.npy[0] --out r",
              "calibrate float.onnx --config tuned.yaml --data d --num-samples 4 --out .",
              "weights --baseline float.onnx --analysis int8.onnx --out r"})
            QTest::newRow(line) << QString::fromUtf8(line);
    }
    void theSameCommandMayRunAgain()
    {
        QFETCH(QString, line);
        for (int time = 0; time < 2; ++time) {
            const auto result = runCli(words(line));
            QVERIFY2(result.status == 0, result.all().constData());
        }
    }

    void aForeignStateIsNeitherContinuedNorRemoved()
    {
        QVERIFY(QDir().mkdir(QStringLiteral("o")));
        const QByteArray training("PK\x03\x04 somebody's training");
        for (const auto& [name, line] :
             {std::pair("o/badcase_state.bin", "badcase --baseline float.onnx --analysis int8.onnx --data d"),
              std::pair("o/sensitivity_state.bin",
                        "sensitivity --baseline float.onnx --analysis int8.onnx --input random"),
              std::pair("o/calibrate_state.bin", "calibrate float.onnx --config tuned.yaml --data d")}) {
            m_folder->write(name, training);
            const auto result = runCli(words(QString::fromUtf8(line) + QStringLiteral(" --out o")));
            QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
            QCOMPARE(contentOf(QString::fromUtf8(name)), training);
            QVERIFY(QFile::remove(QString::fromUtf8(name)));
        }
    }

    /// As versions before 0.2.0 wrote it.
    void anOlderStateIsNotContinuedAndStays()
    {
        QVERIFY(QDir().mkdir(QStringLiteral("o")));
        const QByteArray older("PK\x03\x04 baseline_top1 mismatched_shapes reproduction_db wholes");
        const auto badcase =
            QStringLiteral("badcase --baseline float.onnx --analysis int8.onnx --data d/image.npy --num-steps 2");
        const auto sensitivity =
            QStringLiteral("sensitivity --baseline float.onnx --analysis int8.onnx --input random");
        for (const auto& [name, line] :
             {std::pair("o/badcase_state.pt", badcase), std::pair("o/sensitivity_state.pt", sensitivity)}) {
            m_folder->write(name, older);
            const auto result = runCli(words(line + QStringLiteral(" --out o")));
            QVERIFY2(result.status == 0, result.all().constData());
            QVERIFY2(result.err.contains(name), result.all().constData());
            QCOMPARE(result.err.count("not continued, the work starts anew: it is of an older version"), 1);
            QCOMPARE(contentOf(QString::fromUtf8(name)), older);
        }
    }

private:
    std::unique_ptr<TemporaryFolder> m_folder;
};

QTEST_GUILESS_MAIN(TestCliOverwrites)
#include "tst_cli_overwrites.moc"
