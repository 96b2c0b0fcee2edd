// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/project/pair_file.h"
#include "core/project/project_file.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ql;
using namespace ql::project;

class TestProjectText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void beginsAProject()
    {
        const auto text = withSettings({}, {{"baseline", {"float.onnx"}}, {"input", {"x=a.npy", "random:7"}}},
                                       {{"compare", {}}, {"sensitivity", {{"mode", {"one-off"}}}}}, "new");
        QCOMPARE(QString::fromStdString(text), QStringLiteral("quantloupe: 1\n"
                                                              "baseline: float.onnx\n"
                                                              "input: [\"x=a.npy\", random:7]\n"
                                                              "run: [compare, {sensitivity: {mode: one-off}}]\n"));
        const auto project = reread(text);
        QCOMPARE(project.steps.size(), std::size_t(2));
        QCOMPARE(project.steps[1].settings[0].values, std::vector<std::string>{"one-off"});
    }

    /// A name has one partner at most; what is no pair stays.
    void pairsMadeByHand()
    {
        const auto first = withPair("# mine\nconv_1 c1 # sure\n", "conv_2", "c2");
        QCOMPARE(first, std::string("# mine\nconv_1 c1 # sure\nconv_2 c2\n"));
        QCOMPARE(withPair(first, "conv_1", "c2"), std::string("# mine\nconv_1 c2\n"));
        QCOMPARE(withoutPair(first, "conv_2"), std::string("# mine\nconv_1 c1 # sure\n"));
        QVERIFY_EXCEPTION_THROWN(withPair({}, "conv 1", "c1"), Error);
        QVERIFY_EXCEPTION_THROWN(withPair({}, "conv_1", "c#1"), Error);
    }

    void commentsAndTheRestStay()
    {
        const std::string text = "# The night's run\n"
                                 "quantloupe: 1\n"
                                 "baseline: old.onnx # the one from May\n"
                                 "analysis: int8.onnx\n"
                                 "threads: 2\n"
                                 "run:\n"
                                 "  - compare: {all_nodes: true} # everything\n"
                                 "  - badcase\n";
        const auto changed = withSettings(text, {{"baseline", {"new.onnx"}}, {"analysis", {"int8.onnx"}}},
                                          {{"badcase", {{"num-steps", {"10"}}}}}, "project.yaml");
        QCOMPARE(QString::fromStdString(changed), QString::fromUtf8("# The night's run\n"
                                                                    "quantloupe: 1\n"
                                                                    "baseline: new.onnx # the one from May\n"
                                                                    "analysis: int8.onnx\n"
                                                                    "threads: 2\n"
                                                                    "run:\n"
                                                                    "  - compare: {all_nodes: true} # everything\n"
                                                                    "  - {badcase: {num-steps: \"10\"}}\n"));
    }

    void takesOut()
    {
        const std::string text =
            "quantloupe: 1\nbaseline: a.onnx\ndata: samples\nrun:\n  - sensitivity: {mode: one-off, what: weight}\n";
        const auto changed = withSettings(text, {{"data", {}}}, {{"sensitivity", {{"mode", {}}}}}, "project.yaml");
        QCOMPARE(QString::fromStdString(changed),
                 QString::fromUtf8("quantloupe: 1\nbaseline: a.onnx\nrun:\n  - sensitivity: {what: weight}\n"));
    }

    void theSameSettingIsNotTouched()
    {
        const std::string text = "quantloupe: 1\ninput: [ x.npy ]\nrun: [compare]\n";
        QCOMPARE(withSettings(text, {{"input", {"x.npy"}}}, {{"compare", {}}}, "project.yaml"), text);
    }

    void refusesWhatIsNoYaml()
    {
        QVERIFY_EXCEPTION_THROWN(withSettings("baseline: [", {{"baseline", {"a"}}}, {}, "broken.yaml"), Error);
        for (const char* run : {"run: {compare: {mode: quick}}\n", "run: {other: {compare: {}}}\n", "run: {}\n"})
            QVERIFY_EXCEPTION_THROWN(withSettings(run, {}, {{"compare", {{"mode", {"full"}}}}}, "map.yaml"), Error);
    }

    void pathsAreRelativeToTheFile()
    {
        QCOMPARE(relativeWord("/work/models/a.onnx", "/work/project"), std::string("../models/a.onnx"));
        QCOMPARE(relativeWord("x=/work/project/in/a.npy[3]", "/work/project"), std::string("x=in/a.npy[3]"));
        QCOMPARE(relativeWord("random:7", "/work"), std::string("random:7"));
        QCOMPARE(relativeWord("x=random", "/work"), std::string("x=random"));
        QCOMPARE(absoluteWord("x=../in/a.bin:float32:1x3", "/work/project"),
                 std::string("x=/work/in/a.bin:float32:1x3"));
        QCOMPARE(absoluteWord("random", "/work"), std::string("random"));
    }

    void movesWhatExists()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("a"));
        QVERIFY(QDir(folder.path()).mkpath("b"));
        QFile map(folder.filePath("a/names.txt"));
        QVERIFY(map.open(QIODevice::WriteOnly));
        const std::string text = "quantloupe: 1\nmap: names.txt\nout: reports\nrun:\n  - compare\n";
        const auto moved =
            movedTo(text, folder.filePath("a").toStdString(), folder.filePath("b").toStdString(), "p.yaml");
        QCOMPARE(moved, std::string("quantloupe: 1\nmap: ../a/names.txt\nout: reports\nrun:\n  - compare\n"));
    }

private:
    static ProjectFile reread(const std::string& text)
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("p.yaml"));
        if (file.open(QIODevice::WriteOnly))
            file.write(text.data(), qint64(text.size()));
        file.close();
        return readProject(file.fileName().toStdString());
    }
};

QTEST_APPLESS_MAIN(TestProjectText)
#include "tst_project_text.moc"
