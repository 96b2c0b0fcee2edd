// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/project/project_file.h"
#include "core/project/trials_file.h"
#include "tests/support/error_message.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace ql;
using namespace ql::project;
using results::ChangeRow;
using results::Metrics;
using results::Trial;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Trial sampleTrial(const std::string& time, const std::string& text = "skip_layers: [conv_2]\n")
{
    const Metrics before{.cosine = 0.1 + 0.2,
                         .l1 = 1e-300,
                         .atol = kNaN,
                         .mse = 5e-324,
                         .sqnrDb = -kInfinity,
                         .relL2 = 1.0 / 3.0,
                         .kl = 0.0,
                         .js = 0.6931471805599453,
                         .maxQscaleDiff = std::nullopt};
    Metrics after = before;
    after.sqnrDb = 37.13;
    after.maxQscaleDiff = 1.5;
    results::TrialChange change{"/work/models/int8.onnx", "float.onnx (simulated with /work/night/quant.yaml)", {}};
    change.rows = {ChangeRow{"logits", {}, true, before, after, {}, {}},
                   ChangeRow{"/a/\"b\": {c}, 层\n", "Conv", false, std::nullopt, after, "int8", {}}};
    return {.time = time,
            .edits = "Skip conv_2; Typing",
            .note = "the first: \"good\" # 好",
            .config = "/work/night/quant.yaml",
            .text = text,
            .change = std::make_shared<const results::TrialChange>(std::move(change))};
}

QByteArray times(const std::vector<Trial>& trials)
{
    QByteArrayList words;
    for (const auto& trial : trials)
        words.append(QByteArray::fromStdString(trial.time));
    return words.join(' ');
}

/// Everything that the text says, with every bit of every number.
QString meaning(const Trial& trial)
{
    return QString::fromStdString(trialsText({trial}, "/elsewhere"));
}

} // namespace

class TestTrialsFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyBitComesBack()
    {
        const Trial trial = sampleTrial("2026-11-22T02:16:08.123Z");
        const auto file = trialsOf(trialsText({trial}, {}), "/work/night");
        QVERIFY(file.problems.empty());
        QCOMPARE(file.trials.size(), std::size_t(1));
        QCOMPARE(meaning(file.trials[0]), meaning(trial));
        const auto& row = file.trials[0].change->rows[0];
        QVERIFY(std::isnan(row.before->atol));
        QCOMPARE(row.before->sqnrDb, -kInfinity);
        QCOMPARE(row.before->cosine, 0.1 + 0.2);
        QCOMPARE(row.before->mse, 5e-324);
        QVERIFY(!row.before->maxQscaleDiff);
        QCOMPARE(file.trials[0].change->rows[1].name, std::string("/a/\"b\": {c}, 层\n"));
        QVERIFY(!file.trials[0].change->rows[1].before);
    }

    void configsComeBackByteForByte_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no last line end") << QByteArray("a: 1\nb: 2");
        QTest::newRow("several line ends") << QByteArray("a: 1\n\n\n");
        QTest::newRow("only line ends") << QByteArray("\n\n");
        QTest::newRow("Windows") << QByteArray("a: 1\r\nb: 2\r\n");
        QTest::newRow("tabs and indentation") << QByteArray("    a:\n\t- 1   \n  b\n\n   \n");
        QTest::newRow("separators") << QByteArray("---\na: 1\n---\n...\nb: 2\n");
        QTest::newRow("comment and quotes") << QByteArray("# \"x\" 'y' \\ %TAG\n&a *b !c |d >e @f `g\n");
        QTest::newRow("Chinese") << QByteArray("层: 卷积\n");
        QTest::newRow("no UTF-8") << QByteArray("a: \xff\xfe\x80\n");
        QTest::newRow("zero bytes") << QByteArray("a\0b\n", 4);
        QTest::newRow("control characters") << QByteArray("\x01\x1b[0m\x7f\n");
        QTest::newRow("JSON") << QByteArray("{\"a\": [1, 2],\n \"b\": \"\\u00e9\"}\n");
    }
    void configsComeBackByteForByte()
    {
        QFETCH(QByteArray, text);
        const auto file = trialsOf(trialsText({sampleTrial("1", text.toStdString()), sampleTrial("2")}, "/"), "/");
        QVERIFY(file.problems.empty());
        QCOMPARE(file.trials.size(), std::size_t(2));
        QCOMPARE(QByteArray::fromStdString(file.trials[0].text), text);
        QCOMPARE(file.trials[1].text, sampleTrial("2").text);
    }

    void peopleCanReadIt()
    {
        const auto text = QString::fromStdString(trialsText({sampleTrial("2026-11-22T02:16:08.123Z")}, "/work/night"));
        QVERIFY(text.contains(QStringLiteral("\nquantloupe-trials: 1\n---\ntime: \"2026-11-22T02:16:08.123Z\"\n")));
        QVERIFY(text.contains(QStringLiteral("\ntext: |2\n  skip_layers: [conv_2]\nvalues: |2\n  kind,name,op,")));
        QVERIFY(text.contains(QStringLiteral("\n  output,logits,,,,0.30000000000000004,1e-300,nan,5e-324,-inf,")));
    }

    void pathsMoveWithTheFolder()
    {
        const auto text = trialsText({sampleTrial("1")}, "/work/night");
        QVERIFY(QString::fromStdString(text).contains(QStringLiteral("config: \"quant.yaml\"")));
        const auto moved = trialsOf(text, "/home/me/day").trials.at(0);
        QCOMPARE(moved.config, std::string("/home/me/day/quant.yaml"));
        QCOMPARE(moved.change->after, std::string("float.onnx (simulated with quant.yaml)"));
        QCOMPARE(moved.change->before, std::string("../models/int8.onnx")); // to be read by people
    }

    void damageCostsOneTrial_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("problem");
        QTest::newRow("not YAML") << "note: \"b"
                                  << "note: \"\"b"
                                  << "line ";
        QTest::newRow("no number") << "1e-300,nan"
                                   << "1e-300,much"
                                   << "row 1 of the values: much is no number";
        QTest::newRow("fewer numbers") << ",1.5\n"
                                       << "\n"
                                       << "row 1 of the values: 22 values, expected 23";
        QTest::newRow("no value") << "1e-300,nan"
                                  << ",nan"
                                  << "row 1 of the values: l1 has no value";
        QTest::newRow("neither") << "\n  output,"
                                 << "\n  channel,"
                                 << "row 1 of the values: channel, expected output";
        QTest::newRow("other titles") << "kind,name"
                                      << "kind,title"
                                      << "the line of titles is not  kind,name,op,";
        QTest::newRow("breaks off") << "complete: true\n---\ntime: \"3\""
                                    << "---\ntime: \"3\""
                                    << "breaks off";
        QTest::newRow("no time") << "time: \"2\""
                                 << "hour: \"2\""
                                 << "time must be one value";
    }
    void damageCostsOneTrial()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, problem);
        std::vector<Trial> trials{sampleTrial("1"), sampleTrial("2"), sampleTrial("3")};
        trials[1].note = "b";
        auto text = QString::fromStdString(trialsText(trials, "/"));
        const auto second = text.indexOf(QStringLiteral("time: \"2\""));
        const auto at = text.indexOf(from, second);
        QVERIFY(at >= 0);
        text.replace(at, from.size(), to);
        const auto file = trialsOf(text.toStdString(), "/");
        QCOMPARE(file.problems.size(), std::size_t(1));
        const auto told = QString::fromUtf8(file.problems[0].what());
        QVERIFY2(told.contains(problem), qPrintable(told));
        const int line = told.section(u' ', 1, 1).chopped(1).toInt();
        QVERIFY2(line > text.left(second).count(u'\n') && line <= text.left(second).count(u'\n') + 14,
                 qPrintable(told));
        QCOMPARE(file.trials.size(), std::size_t(2));
        QCOMPARE(file.trials[1].time, std::string("3"));
    }

    void halfAFileKeepsTheWholeTrials()
    {
        const auto text = trialsText({sampleTrial("1"), sampleTrial("2")}, "/");
        const auto second = text.find("time: \"2\"");
        int problems = 0;
        for (auto length = text.find("\n---\n"); length < text.size(); length += 3) {
            const auto file = trialsOf(text.substr(0, length), "/");
            QVERIFY(file.trials.size() + file.problems.size() <= 2);
            if (length > second && length + 1 < text.size()) // the last line end may be missing
                QCOMPARE(file.trials.size(), std::size_t(1));
            problems += int(file.problems.size());
        }
        QVERIFY(problems > 10);
    }

    /// Whatever a disk or an editor does to the file.
    void anyDamageIsSurvived()
    {
        const auto whole = trialsText({sampleTrial("1"), sampleTrial("2")}, {});
        const std::string begun = whole.substr(0, whole.find("\n---\n") + 5);
        for (const char* unit : {"[", "{a: ", "- ", "&a [*a, ", "!!binary "}) {
            std::string nested = begun;
            while (nested.size() < 100'000)
                nested += unit;
            QCOMPARE(trialsOf(nested, "/").trials.size(), std::size_t(0));
        }
        std::minstd_rand random(7);
        for (int round = 0; round < 500; ++round) {
            auto text = whole;
            for (int damage = 0; damage < 3; ++damage)
                text[begun.size() + random() % (text.size() - begun.size())] = char(random() % 256);
            const auto file = trialsOf(text, "/");
            QVERIFY(file.trials.size() <= 3 && file.trials.size() + file.problems.size() > 0);
        }
    }

    void linesMayEndAsOnWindows()
    {
        auto text = QByteArray::fromStdString(trialsText({sampleTrial("1"), sampleTrial("2")}, {}));
        const auto file = trialsOf(text.replace("\n", "\r\n").toStdString(), "/");
        QVERIFY(file.problems.empty());
        QCOMPARE(meaning(file.trials.at(1)), meaning(sampleTrial("2")));
    }

    void foreignFilesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("project") << QByteArray("quantloupe: 1\nrun: [compare]\n") << "these are no trials";
        QTest::newRow("empty") << QByteArray() << "these are no trials";
        QTest::newRow("bytes") << QByteArray("\x89PNG\r\n\x1a\n\0\0", 10) << "these are no trials";
        QTest::newRow("newer") << QByteArray("quantloupe-trials: 2\n") << "quantloupe-trials is 2, expected 1";
    }
    void foreignFilesAreRefused()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        const QTemporaryDir folder;
        QFile file(folder.filePath("p.trials.yaml"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        const auto path = file.fileName().toStdString();
        const auto told = tests::fileProblem(path, ErrorCode::UnsupportedFormat, [&path] { readTrials(path); });
        QVERIFY2(told.startsWith(message) || told.contains(message), qPrintable(told));
        QVERIFY(!told.startsWith(QStringLiteral("else")));
    }

    void nothingIsOverwritten()
    {
        const QTemporaryDir folder;
        const auto path = trialsBeside(folder.filePath("night.quantloupe").toStdString());
        QCOMPARE(path.filename().string(), std::string("night.quantloupe.trials.yaml"));
        TrialsKeeper keeper(path, true, {});
        QVERIFY(keeper.load().trials.empty());
        QVERIFY(keeper.save({sampleTrial("1")}).spare.empty());
        QCOMPARE(times(readTrials(path).trials), "1");
        // Another window adds one and deletes none.
        TrialsKeeper other(path, true, {});
        QCOMPARE(times(other.load().trials), "1");
        other.save({sampleTrial("1"), sampleTrial("2")});
        keeper.save({sampleTrial("1"), sampleTrial("3")});
        QCOMPARE(times(readTrials(path).trials), "1 2 3");
        // Deleted is deleted.
        TrialsKeeper third(path, true, {});
        third.load();
        third.save({sampleTrial("3")});
        QCOMPARE(times(readTrials(path).trials), "3");
    }

    void damageIsPutAside()
    {
        const QTemporaryDir folder;
        const auto path = folder.filePath("p.trials.yaml").toStdString();
        const std::string damaged = trialsText({sampleTrial("1")}, {}) + "---\ntime: [\n";
        for (const char* aside : {".damaged", ".damaged-2"}) {
            QFile file(QString::fromStdString(path));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(damaged.data(), qint64(damaged.size()));
            file.close();
            TrialsKeeper keeper(path, true, {});
            const auto loaded = keeper.load();
            QCOMPARE(times(loaded.trials), "1");
            QCOMPARE(loaded.problems.size(), std::size_t(1));
            QVERIFY(std::string(loaded.problems[0].what()).starts_with(path + ": line "));
            QVERIFY(!std::filesystem::exists(path + aside)); // as long as nothing is written
            QCOMPARE(keeper.save({sampleTrial("1"), sampleTrial("2")}).aside.string(), path + aside);
            QFile kept(QString::fromStdString(path + aside));
            QVERIFY(kept.open(QIODevice::ReadOnly));
            QCOMPARE(kept.readAll().toStdString(), damaged);
            QCOMPARE(times(readTrials(path).trials), "1 2");
            QVERIFY(keeper.save({}).aside.empty());
        }
    }

    void theSpareFileIsTakenWhereNothingCanBeWritten()
    {
        const QTemporaryDir folder;
        const auto spare = folder.filePath("spare/trials.yaml").toStdString();
        QFile wall(folder.filePath("wall"));
        QVERIFY(wall.open(QIODevice::WriteOnly));
        const auto path = folder.filePath("wall/p.trials.yaml").toStdString(); // below a file
        TrialsKeeper keeper(path, true, spare);
        keeper.load();
        QCOMPARE(keeper.save({sampleTrial("1")}).spare.string(), spare);
        QVERIFY(wall.remove());
        TrialsKeeper later(path, true, spare);
        QCOMPARE(times(later.load().trials), "1");
        QVERIFY(later.save({sampleTrial("1"), sampleTrial("2")}).spare.empty());
        QVERIFY(!std::filesystem::exists(spare));
        QCOMPARE(times(readTrials(path).trials), "1 2");
        QVERIFY(QDir(folder.filePath("wall")).removeRecursively());
        QVERIFY(wall.open(QIODevice::WriteOnly));
        QVERIFY_EXCEPTION_THROWN(TrialsKeeper(path, true, {}).save({sampleTrial("1")}), Error);
    }

    void listsAreMergedByTime()
    {
        Trial mine = sampleTrial("2");
        mine.note = "mine";
        const auto both = merged({sampleTrial("3"), mine}, {sampleTrial("1"), sampleTrial("2")});
        QCOMPARE(both.size(), std::size_t(3));
        QCOMPARE(both[0].time, std::string("1"));
        QCOMPARE(both[1].note, std::string("mine"));
    }

    void manyTrialsOfABigModelAreReadInSeconds()
    {
        Trial trial = sampleTrial("1");
        auto change = *trial.change;
        change.rows.assign(1000, change.rows.back());
        trial.change = std::make_shared<const results::TrialChange>(std::move(change));
        const std::string text = trialsText(std::vector<Trial>(5, trial), "/");
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(trialsOf(text, "/").trials.size(), std::size_t(5));
        qInfo("5 trials of 1,000 layers: %.1f kB, read in %lld ms", double(text.size()) / 1000.0, timer.elapsed());
    }
};

QTEST_APPLESS_MAIN(TestTrialsFile)
#include "tst_trials_file.moc"
