// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/support/file_content.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

class TestCliDumps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (const auto* name : {"float", "int8"}) {
            const auto run = runCli({"run", demoFile(QString(name) + ".onnx"), "--input", demoFile("bad_case.npy"),
                                     "--dump", dumpOf(name)});
            QVERIFY2(run.status == 0, run.all().constData());
        }
        const auto models =
            compare(demoFile("float.onnx"), demoFile("int8.onnx"), {"--input", demoFile("bad_case.npy")});
        QVERIFY2(models.status == 0, models.all().constData());
        m_expected = numbersOf(models);
        QCOMPARE(m_expected.size(), 2);
    }

    void dumpsInTextAreTheSameNumbers()
    {
        const auto dump = dumpOf("text");
        const auto run = runCli({"run", demoFile("int8.onnx"), "--input", demoFile("bad_case.npy"), "--dump", dump,
                                 "--dump-format", "float"});
        QVERIFY2(run.status == 0, run.all().constData());
        QVERIFY(!QDir(dump).entryList({"*.float"}).isEmpty() && QDir(dump).entryList({"*.npy"}).isEmpty());
        const auto compared = compare(demoFile("float.onnx"), dump, {"--input", demoFile("bad_case.npy")});
        QCOMPARE(numbersOf(compared), m_expected);
    }

    /// What lies beside a dump isn't its program's; listed before removed.
    void cleansDumpsAway()
    {
        QTemporaryDir folder;
        const auto dump = folder.filePath("dump");
        const auto run = runCli({"run", demoFile("float.onnx"), "--input", demoFile("bad_case.npy"), "--dump", dump});
        QVERIFY2(run.status == 0, run.all().constData());
        const auto count = QDir(dump).entryList(QDir::Files).size();
        for (const auto* name : {"/mine.npy", "/../sensitivity_state.pt", "/../compare.json"})
            QVERIFY(QFile::copy(demoFile("inputs.npy"), dump + name));
        const auto listed = runCli({"clean", folder.path(), "--json"});
        QVERIFY2(listed.status == 0, listed.all().constData());
        QCOMPARE(listed.json()["files"].toArray().size(), count);
        QVERIFY(!listed.json()["removed"].toBool());
        QCOMPARE(QDir(dump).entryList(QDir::Files).size(), count + 1);
        const auto removed = runCli({"clean", folder.path(), "--remove"});
        QVERIFY2(removed.status == 0 && removed.out.contains("Removed"), removed.all().constData());
        QCOMPARE(QDir(dump).entryList(QDir::Files), QStringList{"mine.npy"});
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name),
                 (QStringList{"compare.json", "sensitivity_state.pt"}));
        const auto nowhere = runCli({"clean", folder.filePath("nowhere")});
        QVERIFY2(nowhere.status == 1 && nowhere.isOneErrorLine(), nowhere.all().constData());
    }

    void dumpsCompareAsTheirModels_data()
    {
        QTest::addColumn<QString>("baseline");
        QTest::addColumn<QString>("analysis");
        QTest::addColumn<QStringList>("more");
        const QStringList input{"--input", demoFile("bad_case.npy")};
        QTest::newRow("dump, dump") << dumpOf("float") << dumpOf("int8") << QStringList();
        QTest::newRow("model, dump") << demoFile("float.onnx") << dumpOf("int8") << input;
        QTest::newRow("dump, model") << dumpOf("float") << demoFile("int8.onnx") << input;
        QTest::newRow("dump, model on the dump's inputs") << dumpOf("float") << demoFile("int8.onnx") << QStringList();
    }

    void dumpsCompareAsTheirModels()
    {
        QFETCH(QString, baseline);
        QFETCH(QString, analysis);
        QFETCH(QStringList, more);
        const auto result = compare(baseline, analysis, more + QStringList{"--fail-on", "sqnr_db<1"});
        QVERIFY2(result.status == 3, result.all().constData()); // the demo's bad case is below 1 dB
        QCOMPARE(numbersOf(result), m_expected);
    }

    /// A board's files without any description, channels last, in the first of SNPE's folders of results.
    void bareFilesOfABoardCompareAsTheirModels()
    {
        QTemporaryDir board, arrays;
        QDir(board.path()).mkdir("Result_0");
        for (const auto& each :
             objects(QJsonDocument::fromJson(contentOf(dumpOf("int8") + "/index.json"))["tensors"])) {
            const auto name = each["file"].toString();
            QFile raw(board.filePath("Result_0/" + QString(name).replace(".npy", ".raw")));
            if (each["dtype"] != "float32" || !raw.open(QIODevice::WriteOnly))
                continue;
            QVERIFY(QFile::copy(dumpOf("int8") + "/" + name, arrays.filePath(name)));
            raw.write(channelsLast(contentOf(arrays.filePath(name)).mid(128), each["shape"].toArray()));
        }
        const QStringList options{"--input", demoFile("bad_case.npy"), "--causes", "none"};
        const auto expected = compare(demoFile("float.onnx"), arrays.path(), options);
        const auto found = compare(demoFile("float.onnx"), board.path(), options);
        QVERIFY2(found.status == 0, found.all().constData());
        int layers = 0, paired = 0, channelsLast = 0;
        QHash<QString, QJsonValue> metrics;
        for (const auto& layer : objects(expected.json()["layers"]))
            metrics.insert(layer["name"].toString(), layer["metrics"]);
        for (const auto& layer : objects(found.json()["layers"])) {
            if (layer["baseline"].isNull())
                continue;
            ++layers;
            paired += layer["state"] == "compared" && layer["metrics"].isObject()
                      && layer["metrics"] == metrics[layer["name"].toString()];
            channelsLast += layer["reading"].toObject()["layout"] == "NHWC";
        }
        QVERIFY(layers > 15);
        QVERIFY2(paired >= 0.95 * layers, qPrintable(QStringLiteral("%1 of %2").arg(paired).arg(layers)));
        QVERIFY(channelsLast > 10);
        QVERIFY(found.out.contains("read as float32 NHWC"));
        QVERIFY(found.json()["outputs"] == expected.json()["outputs"]);
    }

    void saysWhatIsWrong()
    {
        const auto needless = compare(dumpOf("float"), dumpOf("int8"), {"--input", demoFile("bad_case.npy")});
        QVERIFY2(needless.status == 1 && needless.isOneErrorLine(), needless.all().constData());
        QVERIFY(needless.err.contains("leave out --input"));
        QTemporaryDir empty;
        const auto nothing = compare(empty.path(), dumpOf("int8"), {});
        QVERIFY2(nothing.status == 1 && nothing.isOneErrorLine(), nothing.all().constData());
        QVERIFY(nothing.err.contains("holds no tensors") && nothing.err.contains(empty.path().toUtf8()));
    }

    void unknownOutputsCantBeChecked()
    {
        QTemporaryDir bare;
        const auto name = QDir(dumpOf("float")).entryList({"*.npy"}).value(0);
        QVERIFY(QFile::copy(dumpOf("float") + "/" + name, bare.filePath(name)));
        const auto result = compare(bare.path(), bare.path(), {"--fail-on", "sqnr_db<1"});
        QVERIFY2(result.status == 1, result.all().constData());
        QVERIFY2(result.err.contains("--fail-on can't be checked"), result.err.constData());
    }

private:
    static QList<QJsonObject> objects(const QJsonValue& list)
    {
        QList<QJsonObject> found;
        for (const auto& each : list.toArray())
            found.append(each.toObject());
        return found;
    }

    static QByteArray channelsLast(const QByteArray& floats, const QJsonArray& shape)
    {
        if (shape.size() != 4)
            return floats;
        const int channels = shape[1].toInt(), pixels = shape[2].toInt() * shape[3].toInt();
        QByteArray turned;
        for (int n = 0; n < shape[0].toInt(); ++n)
            for (int p = 0; p < pixels; ++p)
                for (int c = 0; c < channels; ++c)
                    turned += floats.mid(((n * channels + c) * pixels + p) * 4, 4);
        return turned;
    }

    QString dumpOf(const char* name) const { return m_folder.filePath(name); }

    static CliResult compare(const QString& baseline, const QString& analysis, const QStringList& more)
    {
        return runCli(QStringList{"compare", "--json", "--baseline", baseline, "--analysis", analysis} + more);
    }

    /// Outputs and layers but for what they advise: a dump has no weights.
    static QJsonArray numbersOf(const CliResult& result)
    {
        QJsonArray layers;
        const auto rows = result.json()["layers"].toArray();
        for (const auto& each : rows) {
            auto layer = each.toObject();
            layer.remove("advice");
            layer.remove("causes");
            layer.remove("replay");
            layer.remove("effect"); // of controlled runs, which dumps have none of
            layers.append(layer);
        }
        return {result.json()["outputs"], layers};
    }

    QTemporaryDir m_folder;
    QJsonArray m_expected;
};

QTEST_GUILESS_MAIN(TestCliDumps)
#include "tst_cli_dumps.moc"
