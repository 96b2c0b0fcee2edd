// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/child_process.h"
#include "tests/cli/cli_process.h"
#include "tests/support/array_files.h"
#include "tests/support/large_models.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace {

constexpr int kPicturesPerSample = 20;
constexpr int kSampleBytes = kPicturesPerSample * 20 * 20 * int(sizeof(float));
constexpr double kMostGrowthMebibytes = 12.0;

using ql::tests::demoFile;
using ql::tests::runCli;

/// Of a sensitivity ranking in @p folder, whose layers give 4 MiB each.
std::vector<std::string> rankingOf(const std::filesystem::path& folder, const std::vector<std::string>& more)
{
    std::vector<std::string> command{QUANTLOUPE_BIN_DIR "/quantloupe-cli",
                                     "sensitivity",
                                     "--baseline",
                                     folder / "model.onnx",
                                     "--analysis",
                                     folder / "model_qdq.onnx",
                                     "--input",
                                     "random",
                                     "--layer",
                                     "product_3",
                                     "--cumulative",
                                     "0",
                                     "--threads",
                                     "1"};
    command.insert(command.end(), more.begin(), more.end());
    return command;
}

/// Forty products of a large picture with little weights, one after the other.
class DeepModel : public ql::tests::ModelBuilder {
public:
    static constexpr int kDepth = 40;
    static constexpr int kSide = 1024;

    DeepModel()
    {
        input("x", {1, kSide, kSide}).output("y");
        graph().mutable_output(0)->mutable_type()->mutable_tensor_type()->clear_shape();
        std::string previous = "x";
        for (int i = 0; i < kDepth; ++i) {
            const auto weight = "w" + std::to_string(i);
            initializer(weight, std::vector<float>(kSide, 0.9f + 0.01f * float(i % 20)));
            const auto next = i + 1 == kDepth ? std::string("y") : "v" + std::to_string(i);
            ql::tests::addNode(graph(), "Mul", {previous, weight}, {next}, "product_" + std::to_string(i));
            previous = next;
        }
        save();
    }
};

/// Thirty-two products one after the other, whose weights, 16 MiB of zeros each, are a hole in a file.
class DeepWeights : public ql::tests::ModelBuilder {
public:
    static constexpr int kDepth = 32;
    static constexpr int kSide = 2048;
    static constexpr std::uintmax_t kBytesEach = std::uintmax_t(kSide) * kSide * sizeof(float);

    DeepWeights()
    {
        input("x", {1, kSide}).output("y");
        graph().mutable_output(0)->mutable_type()->mutable_tensor_type()->clear_shape();
        std::string previous = "x";
        for (int i = 0; i < kDepth; ++i) {
            const auto weight = "w" + std::to_string(i);
            addWeight(weight, std::uintmax_t(i) * kBytesEach);
            const auto next = i + 1 == kDepth ? std::string("y") : "v" + std::to_string(i);
            ql::tests::addNode(graph(), "MatMul", {previous, weight}, {next}, "product_" + std::to_string(i));
            previous = next;
        }
        std::ofstream(folder() / kFile);
        std::filesystem::resize_file(folder() / kFile, kDepth * kBytesEach);
        save();
    }
    static double mebibytes() { return double(kDepth * kBytesEach) / (1 << 20); }

private:
    static constexpr const char* kFile = "weights.bin";

    void addWeight(const std::string& name, std::uintmax_t offset)
    {
        auto& weight = *graph().add_initializer();
        weight.set_name(name);
        weight.set_data_type(onnx::TensorProto::FLOAT);
        weight.add_dims(kSide);
        weight.add_dims(kSide);
        weight.set_data_location(onnx::TensorProto::EXTERNAL);
        const std::pair<const char*, std::string> place[] = {
            {"location", kFile}, {"offset", std::to_string(offset)}, {"length", std::to_string(kBytesEach)}};
        for (const auto& [key, value] : place) {
            auto& entry = *weight.add_external_data();
            entry.set_key(key);
            entry.set_value(value);
        }
    }
};

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

    /// A gibibyte of weights is in memory once, wherever it stands; what the program needs besides counts, too.
    void aLargeModelIsInMemoryOnce_data()
    {
        QTest::addColumn<bool>("isEmbedded");
        QTest::newRow("external data") << false;
        QTest::newRow("in the file itself") << true;
    }
    void aLargeModelIsInMemoryOnce()
    {
        QFETCH(bool, isEmbedded);
        constexpr double kMostTimesItsSize = 1.3;
        if (availableMebibytes() < 3000)
            QSKIP("less than 3 GB of memory are free: nothing was tested on a model of 1 GiB");
        ql::tests::LargeModel model(16384);
        if (isEmbedded)
            model.saveWithEmbeddedData();
        else
            model.saveWithExternalData(4096);
        const auto usage = ql::bench::runChild(
            {QUANTLOUPE_BIN_DIR "/quantloupe-cli", "run", model.path().string(), "--input", "random"});
        QCOMPARE(usage.exitStatus, 0);
        const double ratio = usage.peakMebibytes / (double(model.weightBytes()) / (1 << 20));
        qInfo("peak %.0f MiB, %.2f times the weights, in %.1f s", usage.peakMebibytes, ratio, usage.seconds);
        QVERIFY2(ratio >= 1.0, "the weights were not read");
        QVERIFY2(ratio <= kMostTimesItsSize, qPrintable(QString::number(ratio)));
    }

    /// Weights are mapped; both written forms share their integers, a fourth of them, and go to the files as they are.
    /// Each form may keep what it made of constants while it runs.
    void calibratesInLessThanTheWeights()
    {
        constexpr double kMostKeptMebibytes = 256;
        if (availableMebibytes() < 3000)
            QSKIP("less than 3 GB of memory are free: nothing was calibrated");
        const DeepWeights model;
        const auto folder = model.folder();
        const auto data = QString::fromStdString((folder / "x.npy").string());
        QFile file(data);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(ql::tests::npyFile(ql::tests::npyDictionary("<f4", "(1, 1, 2048)"),
                                      QByteArray(DeepWeights::kSide * int(sizeof(float)), '\x3f')));
        file.close();
        const auto usage =
            ql::bench::runChild({QUANTLOUPE_BIN_DIR "/quantloupe-cli", "calibrate", model.path().string(), "--data",
                                 data.toStdString(), "--out", folder.string()});
        QCOMPARE(usage.exitStatus, 0);
        QVERIFY(std::filesystem::file_size(folder / "model_qdq.onnx") > model.kDepth * model.kBytesEach / 4);
        QVERIFY(std::filesystem::file_size(folder / "model_qoperator.onnx") > model.kDepth * model.kBytesEach / 4);
        const double ratio = (usage.ownMebibytes - kMostKeptMebibytes) / DeepWeights::mebibytes();
        qInfo("peak %.0f MiB, %.2f times the weights and what is kept, in %.1f s", usage.ownMebibytes, ratio,
              usage.seconds);
        QVERIFY2(ratio < 1.0, qPrintable(QString::number(usage.ownMebibytes)));
    }

    /// Offsets beyond 2 GiB, and a message larger than protobuf reads; only what is asked for gets into memory.
    void opensMoreThanTwoGibibytes()
    {
        ql::tests::LargeModel external(64);
        external.saveWithExternalData(std::uintmax_t{5} << 29);
        const auto run = ql::bench::runChild(
            {QUANTLOUPE_BIN_DIR "/quantloupe-cli", "run", external.path().string(), "--input", "random"});
        QCOMPARE(run.exitStatus, 0);
        QVERIFY2(run.peakMebibytes < 1000, qPrintable(QString::number(run.peakMebibytes)));
        if (availableMebibytes() < 5000)
            QSKIP("less than 5 GB of memory are free: no file of more than 2 GiB was read");
        const ql::tests::LargeModel embedded(23300);
        embedded.saveWithEmbeddedData();
        QVERIFY(std::filesystem::file_size(embedded.path()) > std::uintmax_t{1} << 31);
        const auto info = ql::bench::runChild({QUANTLOUPE_BIN_DIR "/quantloupe-cli", "info", embedded.path().string()});
        QCOMPARE(info.exitStatus, 0);
    }

    /// Every value of both networks is 320 MiB.
    void aLimitTakesLess()
    {
        if (availableMebibytes() < 3000)
            QSKIP("less than 3 GB of memory are free: no limit was tested");
        const DeepModel model;
        const auto folder = QString::fromStdString(model.folder().string());
        const auto made = runCli({"calibrate", folder + "/model.onnx", "--data", picture(folder + "/picture.npy"),
                                  "--quantize-type", "Mul", "--out", folder});
        QVERIFY2(made.status == 0, made.all().constData());
        const auto free = ql::bench::runChild(rankingOf(model.folder(), {}));
        const auto limited = ql::bench::runChild(rankingOf(model.folder(), {"--max-memory", "50M"}));
        QCOMPARE(free.exitStatus, 0);
        QCOMPARE(limited.exitStatus, 0);
        qInfo("peak %.0f MiB, with a limit of 50 MiB %.0f", free.ownMebibytes, limited.ownMebibytes);
        QVERIFY(free.ownMebibytes > limited.ownMebibytes + 150.0);
    }

    void aLimitChangesNoNumber_data()
    {
        QTest::addColumn<QStringList>("question");
        QTest::addColumn<QStringList>("answers");
        QTest::newRow("sensitivity") << QStringList{"sensitivity"} << QStringList{"outputs", "verdict"};
        QTest::newRow("cumulative, one off")
            << QStringList{"sensitivity", "--mode", "one-off", "--cumulative", "4"} << QStringList{"outputs"};
        QTest::newRow("gradient") << QStringList{"sensitivity", "--method", "gradient", "--exact-top", "3"}
                                  << QStringList{"outputs"};
        QTest::newRow("attribution") << QStringList{"attribution"} << QStringList{"rows"};
        // What the output becomes with a layer set right takes all values at once, and is left out under a limit.
        QTest::newRow("compare") << QStringList{"compare", "--causes", "none"}
                                 << QStringList{"layers", "outputs", "verdict"};
    }
    void aLimitChangesNoNumber()
    {
        QFETCH(const QStringList, question);
        QFETCH(const QStringList, answers);
        const auto asked =
            question + QStringList{"--baseline", demoFile("float.onnx"),   "--analysis", demoFile("int8.onnx"),
                                   "--input",    demoFile("bad_case.npy"), "--json"};
        const auto free = runCli(asked);
        const auto limited = runCli(asked + QStringList{"--max-memory", "1K"});
        QVERIFY2(free.status == 0, free.all().constData());
        QVERIFY2(limited.status == 0, limited.all().constData());
        for (const auto& answer : answers) {
            QVERIFY(free.json().contains(answer));
            QCOMPARE(limited.json()[answer], free.json()[answer]);
        }
        if (question.size() == 1 && question.front() == "sensitivity")
            QVERIFY(limited.json()["executed_nodes"].toInt() > free.json()["executed_nodes"].toInt());
    }

    void aLimitIsASize()
    {
        for (const auto* wrong : {"much", "-1", "2X"})
            QCOMPARE(runCli({"run", demoFile("float.onnx"), "--input", "random", "--max-memory", wrong}).status, 2);
    }

private:
    /// From -1 to 1, as the one sample of a dataset.
    static QString picture(const QString& path)
    {
        constexpr int kCount = DeepModel::kSide * DeepModel::kSide;
        QList<float> values(kCount);
        for (int i = 0; i < kCount; ++i)
            values[i] = float(i) / float(kCount / 2) - 1.0f;
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(ql::tests::npyFile(
                ql::tests::npyDictionary("<f4", "(1, 1, 1024, 1024)"),
                {reinterpret_cast<const char*>(values.constData()), qsizetype(kCount * sizeof(float))}));
        return path;
    }

    static double availableMebibytes()
    {
        QFile facts("/proc/meminfo");
        if (!facts.open(QIODevice::ReadOnly))
            return 0;
        for (const auto& line : facts.readAll().split('\n'))
            if (line.startsWith("MemAvailable:"))
                return line.mid(13).chopped(2).trimmed().toDouble() / 1024;
        return 0;
    }

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
