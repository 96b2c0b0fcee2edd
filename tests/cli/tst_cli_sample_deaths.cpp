// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/many_samples.h"
#include "tests/cli/rank_processes.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace ql::tests;

namespace {

constexpr int kCopies = 20; ///< of the demo's 64 samples
constexpr int kAttempts = 5;

/// What @p names hold in @p out, without how long it took.
QByteArray writtenIn(const QString& out, const QStringList& names)
{
    static const QRegularExpression kTimes(R"("seconds": \{[^}]*\})");
    QString all;
    for (const auto& name : names)
        all += QString::fromUtf8(contentOf(out + '/' + name)).remove(kTimes);
    return all.toUtf8();
}

/// It came to its end; a tune that misses its target says so.
bool isDone(int status)
{
    return status == 0 || status == 3;
}

} // namespace

/// One of two ranks dies, then a single process; two others write what a start that nobody disturbed does.
class TestCliSampleDeaths : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { writeManySamples(m_folder.filePath("many.npy"), kCopies); }

    void theNextStartGoesOn_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("exchanges"); ///< before the first death
        QTest::addColumn<QStringList>("files");
        const QStringList over{"--baseline", demoFile("float.onnx"),       "--analysis", demoFile("int8.onnx"),
                               "--data",     m_folder.filePath("many.npy")};
        QTest::newRow("compare") << QStringList{"compare"} + over << 1
                                 << QStringList{"compare.json", "compare_over_samples.csv"};
        QTest::newRow("shadow") << QStringList{"shadow"} + over << 1
                                << QStringList{"shadow.json", "shadow_over_samples.csv"};
        QTest::newRow("tune") << QStringList{"tune",
                                             "--baseline",
                                             demoFile("float.onnx"),
                                             "--data",
                                             demoFile("inputs.npy"),
                                             "--judge-samples",
                                             "0",
                                             "--target",
                                             "sqnr_db=60",
                                             "--max-overrides",
                                             "2"}
                              << 20 << QStringList{"tune.json", "tune.txt"};
    }

    void theNextStartGoesOn()
    {
        QFETCH(const QStringList, words);
        QFETCH(const int, exchanges);
        QFETCH(const QStringList, files);
        const auto undisturbed = m_folder.filePath(words.front() + "_whole");
        const auto whole = runCli(words + QStringList{"--out", undisturbed});
        QVERIFY2(isDone(whole.status), whole.all().constData());
        const auto out = m_folder.filePath(words.front());
        const auto journal = out + '/' + words.front() + "_state.bin";
        QVERIFY(!QFile::exists(undisturbed + '/' + words.front() + "_state.bin"));
        const auto told = words + QStringList{"--threads", "1", "--log-level", "debug", "--out", out};

        const auto hasExchanged = [exchanges](const QByteArray& logged) {
            return logged.count("until all had exchanged theirs") >= exchanges;
        };
        bool isCut = false;
        for (int attempt = 0; attempt < kAttempts && !isCut; ++attempt) {
            QDir(out).removeRecursively(); // done before the kill came
            const auto first = cutOff(2, 1, told, hasExchanged).front();
            QVERIFY2(isDone(first.status) || !first.err.contains("continuing after"), first.all().constData());
            isCut = !isDone(first.status) && QFile::exists(journal);
        }
        QVERIFY2(isCut && QFile::exists(journal), "the job ended before its time, again and again");

        const auto second = cutOff(1, 0, told, onceChanged(journal)).front();
        QVERIFY2(second.err.contains("continuing after"), second.all().constData());
        if (!isDone(second.status)) {                   // or it was done before the kill came
            const bool isKept = QFile::exists(journal); // not if the kill came while results were written
            QVERIFY(!isKept || isLeftover(journal));
            RankProcesses job(2, told);
            const auto last = job.finish();
            QVERIFY2(isDone(last[0].status) && isDone(last[1].status), last[0].all().constData());
            QVERIFY2(!isKept || last[0].err.contains("continuing after"), last[0].all().constData());
        }
        QVERIFY(writtenIn(out, files) == writtenIn(undisturbed, files));
        QVERIFY(!QFile::exists(journal));
    }

private:
    /// Whether `clean` would remove it.
    static bool isLeftover(const QString& file)
    {
        const auto cleaned = runCli({"clean", QFileInfo(file).path()});
        return cleaned.status == 0 && cleaned.out.contains(QFileInfo(file).fileName().toUtf8());
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCliSampleDeaths)
#include "tst_cli_sample_deaths.moc"
