// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/child_process.h"
#include "tests/support/array_files.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace {

constexpr int kPicturesPerSample = 20;
constexpr int kSampleBytes = kPicturesPerSample * 20 * 20 * int(sizeof(float));
constexpr double kMostGrowthMebibytes = 12.0;

QString demoFile(const char* name)
{
    return QStringLiteral(QUANTLOUPE_SOURCE_DIR "/resources/demo/") + name;
}

} // namespace

/// What the program keeps while it works, seen from outside.
class TestCliMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The thousand samples are 32 MB, kept by no one.
    void searchTakesNoMorePeakMemoryForMoreSamples()
    {
        const double few = peakOfSearch(100);
        const double many = peakOfSearch(1000);
        qInfo("peak of a search over 100 samples %.1f MiB, over 1,000 %.1f MiB", few, many);
        QVERIFY(few > 0.0);
        QVERIFY2(many - few < kMostGrowthMebibytes, qPrintable(QString("grew by %1 MiB").arg(many - few)));
    }

private:
    /// Of zeros, so that the file takes no space on disk.
    static double peakOfSearch(int samples)
    {
        const QTemporaryDir folder;
        const auto shape = QByteArray("(") + QByteArray::number(samples) + ", " + QByteArray::number(kPicturesPerSample)
                           + ", 1, 20, 20)";
        QFile file(folder.filePath("samples.npy"));
        const auto header = ql::tests::npyFile(ql::tests::npyDictionary("<f4", shape.constData()), {});
        if (!file.open(QIODevice::WriteOnly) || file.write(header) != header.size()
            || !file.resize(header.size() + qint64(samples) * kSampleBytes))
            return -1.0;
        file.close();
        std::vector<std::string> command;
        for (const auto& word :
             {QStringLiteral(QUANTLOUPE_BIN_DIR "/quantloupe-cli"), QString("badcase"), QString("--baseline"),
              demoFile("float.onnx"), QString("--analysis"), demoFile("int8.onnx"), QString("--data"), file.fileName(),
              QString("--metric"), QString("max(abs(x-y))/max(abs(x))"), QString("--order"), QString("descending"),
              QString("--threads"), QString("1"), QString("--json")})
            command.push_back(word.toStdString());
        const auto usage = ql::bench::runChild(command);
        return usage.exitStatus == 0 ? usage.peakMebibytes : -1.0;
    }
};

QTEST_GUILESS_MAIN(TestCliMemory)
#include "tst_cli_memory.moc"
