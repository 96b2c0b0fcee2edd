// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/many_samples.h"
#include "tests/cli/rank_processes.h"

#include <QDir>
#include <QTemporaryDir>

using namespace ql::tests;

namespace {

constexpr int kCopies = 240; ///< of the demo's 64 samples
constexpr int kAttempts = 5;

/// What @p names hold in @p out, which documents name.
QByteArray writtenIn(const QString& out, const QStringList& names)
{
    QByteArray all;
    for (const auto& name : names)
        all += contentOf(out + '/' + name).replace(out.toUtf8(), "OUT");
    return all;
}

} // namespace

/// A rank is killed once something is kept, of three and then of two: each next start goes on, and the last one writes
/// what a start that nobody disturbed does.
class TestCliPieceDeaths : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { writeManySamples(m_folder.filePath("many.npy"), kCopies); }

    void theNextStartGoesOn_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QStringList>("files");
        const auto model = demoFile("float.onnx");
        const auto many = m_folder.filePath("many.npy");
        QTest::newRow("calibrate") << QStringList{"calibrate", model, "--data", many, "--observer", "percentile"}
                                   << QStringList{"calibrate.json", "float_qdq.onnx", "float_qoperator.onnx",
                                                  "float_record.txt"};
        QTest::newRow("profile") << QStringList{"profile", model, "--data", many, "--per-channel"}
                                 << QStringList{"profile.json"};
        QTest::newRow("fix") << QStringList{"fix",   "--baseline",     model, "--data", demoFile("inputs.npy"), "--fix",
                                            "range", "--worst-layers", "12"}
                             << QStringList{"fix.json", "float_fixed_qdq.onnx", "float_fixed_record.txt"};
    }

    void theNextStartGoesOn()
    {
        QFETCH(const QStringList, words);
        QFETCH(const QStringList, files);
        const auto undisturbed = m_folder.filePath(words.front() + "_whole");
        const auto whole = runCli(words + QStringList{"--out", undisturbed});
        QVERIFY2(whole.status == 0, whole.all().constData());
        QVERIFY(!whole.err.contains("continuing after"));
        const auto expected = writtenIn(undisturbed, files);

        const auto out = m_folder.filePath(words.front());
        const auto journal = out + '/' + words.front() + "_state.bin";
        const auto told = words + QStringList{"--log-level", "info", "--out", out};
        bool isCut = false;
        for (int attempt = 0; attempt < kAttempts && !isCut; ++attempt) {
            QDir(out).removeRecursively(); // done before the kill came
            isCut = cutOff(3, 1, told, onceChanged(journal)).front().status != 0 && QFile::exists(journal);
        }
        QVERIFY2(isCut && QFile::exists(journal), "the job ended before its time, again and again");
        QVERIFY(!QFile::exists(out + '/' + files.front()));

        const auto second = cutOff(2, 0, told, onceChanged(journal));
        QVERIFY2((second[0].err + second[1].err).contains("continuing after"), second[1].all().constData());
        if (second[0].status != 0) {
            const bool isKnown = QFile::exists(journal); // or the kill came while reports were written
            const auto last = runCli(told);
            QVERIFY2(last.status == 0 && last.err.contains("continuing after") == isKnown, last.all().constData());
        }
        QVERIFY(writtenIn(out, files) == expected);
        QVERIFY(!QFile::exists(journal));
    }

    void whatIsDamagedIsNotTrusted()
    {
        const QStringList words{"calibrate", demoFile("float.onnx"), "--data", demoFile("inputs.npy")};
        const auto fresh = m_folder.filePath("fresh"), damaged = m_folder.filePath("damaged");
        QVERIFY(runCli(words + QStringList{"--out", fresh}).status == 0);
        QVERIFY(QDir().mkpath(damaged));
        QFile journal(damaged + "/calibrate_state.bin");
        QVERIFY(journal.open(QIODevice::WriteOnly));
        journal.write("Quantloupe journal 1\nand then the power failed");
        journal.close();
        const auto result = runCli(words + QStringList{"--out", damaged});
        QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(result.err.count("not continued, the work starts anew"), 1);
        QVERIFY(writtenIn(damaged, {"calibrate.json"}) == writtenIn(fresh, {"calibrate.json"}));
        QVERIFY(!journal.exists());
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCliPieceDeaths)
#include "tst_cli_piece_deaths.moc"
