// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/faulty_folder.h"
#include "tests/support/file_content.h"

#include <QFile>
#include <QJsonDocument>
#include <QTest>

using namespace ql::tests;

namespace {

/// Some hold a time; then they are whole when they can be read, or have the length.
bool isWhole(const QString& name, const QByteArray& found, const QByteArray& expected)
{
    if (name.contains(".tfevents."))
        return found.size() == expected.size();
    return found == expected || (name.endsWith(".json") && !QJsonDocument::fromJson(found).isNull());
}

/// What is wrong with the files that @p ending found; empty when each is the old or the new one.
QByteArray damage(const Save& save, const Ending& ending, const Files& after)
{
    for (auto file = save.before.begin(); file != save.before.end(); ++file)
        if (!ending.files.contains(file.key()))
            return file.key().toUtf8() + " is gone";
    for (auto file = ending.files.begin(); file != ending.files.end(); ++file) {
        if (!after.contains(file.key()))
            return file.key().toUtf8() + " should not be there";
        const bool isOld = save.before.contains(file.key()) && file.value() == save.before[file.key()];
        if (!isOld && !isWhole(file.key(), file.value(), after[file.key()]))
            return file.key().toUtf8() + " is neither old nor new";
    }
    return {};
}

bool isComplete(const Ending& ending, const Files& after)
{
    bool is = ending.files.keys() == after.keys();
    for (auto file = ending.files.begin(); is && file != ending.files.end(); ++file)
        is = isWhole(file.key(), file.value(), after[file.key()]);
    return is;
}

/// What is wrong with a save that went through or ended with an error.
QByteArray complaint(const Save& save, const Ending& ending, const Files& after)
{
    if (const auto found = damage(save, ending, after); !found.isEmpty())
        return found;
    if (!ending.temporaries.isEmpty())
        return "left " + ending.temporaries.join(' ').toUtf8();
    if (ending.result.status == 0)
        return isComplete(ending, after) ? QByteArray() : QByteArray("says it is done and isn't");
    const bool isOne = ending.result.status == 1 && ending.result.isOneErrorLine();
    return isOne && !ending.result.err.contains("internal") ? QByteArray()
                                                            : QByteArray("fails otherwise than it should");
}

/// The same of one that was killed.
QByteArray complaintAfterKill(const Save& save, const Ending& ending, const Files& after)
{
    if (ending.result.status != -1)
        return "wasn't killed";
    return damage(save, ending, after);
}

QStringList without(const QString& word, QStringList words)
{
    words.removeOne(word);
    return words;
}

/// What another run may have left in the place of what is written: only a file of that kind is replaced.
const QByteArray kOldConfig = "quantloupe_schema: 1\nskip_layers: [old]\n";
const QByteArray kOldRecord = "record {\n  key: \"old\"\n}\n";
const QByteArray kOldPage = "<!DOCTYPE html><html>old</html>";
const QByteArray kOldAnswer = "{\"schema\": \"quantloupe.compare/1\"}";
const QByteArray kOldArchive("PK\x03\x04old", 7);
const QByteArray kOldModel("\x08\x07old\0", 6);
const QByteArray kOldArray("\x93NUMPYold", 9);

constexpr int kEndless = 2000;
constexpr int kStride = 7; // a file takes some ten calls

} // namespace

/// Everything that the program writes while its disk fails, call by call, and while it is killed.
class TestFaultySaves : public QObject {
    Q_OBJECT

    /// Every fault at every call if @p isShort, and otherwise a few of them: those take half a second each.
    static void add(const char* name, const QStringList& words, const Files& before = {}, bool isShort = false)
    {
        QTest::newRow(name) << QStringLiteral(QUANTLOUPE_BIN_DIR "/quantloupe-cli") << words << before << isShort;
    }
    static void addConfigs()
    {
        const Files config{{"quant.yaml", contentOf(demoFile("config.yaml"))}};
        const QString layer = "/block1/depthwise/Conv";
        add("config set", {"config", "set", "@/quant.yaml", layer, "--activation-bits", "16"}, config, true);
        add("config skip", {"config", "skip", "@/quant.yaml", layer}, config, true);
        add("config restore", {"config", "restore", "@/quant.yaml", layer},
            {{"quant.yaml", "quantloupe_schema: 1\nskip_layers: [" + layer.toUtf8() + "]\n"}}, true);
        add("config convert",
            {"config", "convert", demoFile("config.yaml"), "--to", "horizon-yaml", "--out", "@/horizon.yaml"},
            {{"horizon.yaml", kOldConfig}}, true);
        add("config from-model",
            {"config", "from-model", demoFile("int8.onnx"), "--baseline", demoFile("float.onnx"), "--dialect",
             "amct-yaml", "--out", "@/made.yaml"},
            {{"made.yaml", kOldConfig}, {"made_record.txt", kOldRecord}});
    }
    static void addResults()
    {
        const QStringList pair{"--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx")};
        const QString sample = demoFile("bad_case.npy");
        const QString samples = demoFile("calibration.npy");
        add("compare", QStringList{"compare"} + pair + QStringList{"--input", sample, "--causes", "none", "--out", "@"},
            {{"report.html", kOldPage}, {"compare.json", kOldAnswer}});
        add("badcase", QStringList{"badcase"} + pair + QStringList{"--data", samples, "--out", "@"},
            {{"badcase.pt", kOldArchive}});
        add("calibrate", {"calibrate", demoFile("float.onnx"), "--data", samples, "--out", "@"},
            {{"float_record.txt", kOldRecord}, {"float_qdq.onnx", kOldModel}});
        add("run --outputs", {"run", demoFile("float.onnx"), "--input", sample, "--outputs", "@"},
            {{"logits.npy", kOldArray}});
        add("profile", {"profile", demoFile("float.onnx"), "--input", sample, "--out", "@"},
            {{"statistic.txt", "old"}});
        add("tune --apply",
            {"tune", "--baseline", demoFile("float.onnx"), "--data", samples, "--target", "sqnr_db=20", "--config",
             "@/quant.yaml", "--apply", "--num-samples", "2"},
            {{"quant.yaml", contentOf(demoFile("config.yaml"))}});
    }
    static Save fetched()
    {
        QFETCH(const QString, program);
        QFETCH(const QStringList, words);
        QFETCH(const Files, before);
        return {program, words, before};
    }

private Q_SLOTS:
    void initTestCase() { qRegisterMetaType<Files>(); }

    void eachFileIsOldOrNew_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<Files>("before");
        QTest::addColumn<bool>("isShort");
        addConfigs();
        addResults();
        const QString helper = QUANTLOUPE_BIN_DIR "/save_files";
        QTest::newRow("trials") << helper << QStringList{"trials", "@"} << Files{} << true;
        QTest::newRow("project") << helper << QStringList{"project", "@"}
                                 << Files{{"session.quantloupe", "quantloupe: 1\nout: reports\n"}} << true;
    }
    void eachFileIsOldOrNew()
    {
        QFETCH(const bool, isShort);
        const bool isEvery = isShort || qEnvironmentVariableIsSet("QUANTLOUPE_EVERY_FAULT");
        const auto save = fetched();
        const auto undisturbed = endingOf(save, {});
        QVERIFY2(undisturbed.result.status == 0, undisturbed.result.all().constData());
        QVERIFY(undisturbed.temporaries.isEmpty());
        const QStringList kinds{"full", "broken", "kill"};
        QStringList open = kinds; // what still disturbs
        int tried = 0;
        for (int at = 1; !open.isEmpty(); at += isEvery ? 1 : kStride) {
            QVERIFY(at < kEndless);
            const QStringList now = isEvery ? open : QStringList{kinds[at % kinds.size()]};
            for (const auto& kind : now) {
                const auto ending = endingOf(save, {kind, at});
                if (!ending.isDisturbed) {
                    open = isEvery ? without(kind, open) : QStringList();
                    continue;
                }
                ++tried;
                const auto found = kind == "kill" ? complaintAfterKill(save, ending, undisturbed.files)
                                                  : complaint(save, ending, undisturbed.files);
                QVERIFY2(found.isEmpty(),
                         qPrintable(QString("%1 at %2: ").arg(kind).arg(at) + found + '\n' + ending.result.all()));
            }
        }
        qInfo("%d faults", tried);
        QVERIFY(tried >= (isEvery ? 15 : 3));
    }

    void interruptionsAndPartsDoNoHarm_data() { eachFileIsOldOrNew_data(); }
    void interruptionsAndPartsDoNoHarm()
    {
        const auto save = fetched();
        const auto undisturbed = endingOf(save, {});
        for (const QString kind : {"interrupted", "short"}) {
            const auto ending = endingOf(save, {kind});
            QVERIFY(ending.isDisturbed);
            QVERIFY2(ending.result.status == 0, (kind.toUtf8() + '\n' + ending.result.all()).constData());
            const auto found = complaint(save, ending, undisturbed.files);
            QVERIFY2(found.isEmpty(), (kind.toUtf8() + ": " + found).constData());
        }
    }

    /// A stream that fails looks as one at its end: half a list of names would pair the wrong layers.
    void halfReadFilesAreNotWhole_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("content");
        const QStringList pair{"--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx")};
        const QStringList sample{"--input", demoFile("bad_case.npy")};
        QTest::newRow("map") << QStringList{"compare", "--map", "@/file"} + pair + sample << QByteArray("a b\n");
        QTest::newRow("labels") << QStringList{"badcase", "--data", demoFile("inputs.npy"), "--labels", "@/file"} + pair
                                << QByteArray("1\n").repeated(64);
        QTest::newRow("list") << QStringList{"badcase", "--data", "@/file.txt"} + pair
                              << demoFile("bad_case.npy").toUtf8();
        QTest::newRow("preprocessing") << QStringList{"run", demoFile("float.onnx"), "--preprocess", "@/file"} + sample
                                       << QByteArray("color: gray\n");
        QTest::newRow("project") << QStringList{"project", "run", "@/file.yaml"}
                                 << QByteArray("quantloupe: 1\nrun: [demo]\n");
        QTest::newRow("config") << QStringList{"config", "show", "@/file.yaml"} << contentOf(demoFile("config.yaml"));
        QTest::newRow("result") << QStringList{"diff", "@/file.json", "@/file.json"} << QByteArray("{}");
    }
    void halfReadFilesAreNotWhole()
    {
        QFETCH(const QStringList, words);
        QFETCH(const QByteArray, content);
        const auto file = words.filter("@").front().mid(2);
        const Save save{QStringLiteral(QUANTLOUPE_BIN_DIR "/quantloupe-cli"), words, {{file, content}}};
        const auto ending = endingOf(save, {"broken", 2}); // it is opened, and then read
        QVERIFY(ending.isDisturbed);
        QVERIFY2(ending.result.status == 1 && ending.result.isOneErrorLine(), ending.result.all().constData());
        QVERIFY2(ending.result.err.contains("read"), ending.result.all().constData());
    }

    /// What was killed leaves a temporary file; the next save takes it away.
    void theNextSaveClearsUp()
    {
        const Save save{QStringLiteral(QUANTLOUPE_BIN_DIR "/quantloupe-cli"),
                        {"config", "convert", demoFile("config.yaml"), "--to", "horizon-yaml", "--out", "@/x.yaml"},
                        {}};
        int leftBehind = 0;
        for (int at = 1;; ++at) {
            const auto killed = endingOf(save, {"kill", at});
            if (!killed.isDisturbed)
                break;
            if (killed.temporaries.isEmpty())
                continue;
            ++leftBehind;
            const auto next = endingAfterKill(save, at);
            QVERIFY2(next.result.status == 0, next.result.all().constData());
            QVERIFY2(next.temporaries.isEmpty(), qPrintable(QString("killed at %1").arg(at)));
            QVERIFY(next.files.contains("x.yaml"));
        }
        QVERIFY(leftBehind > 2);
    }
};

QTEST_GUILESS_MAIN(TestFaultySaves)
#include "tst_faulty_saves.moc"
