// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/project/project_judge.h"
#include "core/project/project_trust.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ql;
using namespace ql::project;

/// The judge that a project names: where, in which words, and what may run.
class TestProjectJudge : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aQuestionsOwnJudgeComesFirst()
    {
        ProjectFile file{{{"judge-command", {"shared"}}, {"judge-time-limit", {"7"}}}, {{"compare", {}}}};
        QCOMPARE(judgeOf(file), (results::JudgeOptions{"shared", 7.0, false}));
        QVERIFY(judgePlacesIn(file).isShared && judgePlacesIn(file).commands.empty());
        file.steps.push_back({"fix", {{"judge-command", {"own"}}, {"judge-better", {"lower"}}}});
        QCOMPARE(judgeOf(file), (results::JudgeOptions{"own", 7.0, true}));
        QCOMPARE(judgePlacesIn(file).commands, std::vector<std::string>{"fix"});
        QCOMPARE(judgeOf({{{"judge-better", {"lower"}}}, {{"compare", {}}}}), results::JudgeOptions());
    }

    void onlyWhatIsUnusualIsSaid()
    {
        const auto settings = judgeSettings({"wer", 0.5, true});
        QCOMPARE(judgeOf({settings, {}}), (results::JudgeOptions{"wer", 0.5, true}));
        const auto usual = judgeSettings({"top1"});
        QCOMPARE(usual[0].values, std::vector<std::string>{"top1"});
        QVERIFY(usual[1].values.empty() && usual[2].values.empty());
        for (const auto& setting : judgeSettings({}))
            QVERIFY(setting.values.empty()); // all are taken out
    }

    /// Words that name files, from the project's folder and from anywhere.
    void filesOfTheProjectAreFoundFromAnywhere()
    {
        const QTemporaryDir folder;
        const std::string root = folder.path().toStdString();
        for (const char* name : {"judge.sh", "right labels.npy"})
            QVERIFY(QFile(folder.filePath(QLatin1String(name))).open(QIODevice::WriteOnly));
        const std::string written = "./judge.sh 'right labels.npy' --top 1";
        const std::string whole = root + "/judge.sh '" + root + "/right labels.npy' --top 1";
        QCOMPARE(absoluteCommand(written, root), whole);
        QCOMPARE(relativeCommand(whole, root), written);
        QCOMPARE(relativeCommand(whole, root + "/elsewhere"), whole);
        for (const std::string same : {"judge.sh  \"x y\"", "sh -c 'echo $1 | wc' x"}) { // looked for on the PATH
            QCOMPARE(absoluteCommand(same, root), same);
            QCOMPARE(relativeCommand(same, root), same);
        }
    }

    void aCommandOfOnesOwnIsNotAskedFor()
    {
        const QTemporaryDir folder;
        qputenv("XDG_STATE_HOME", QFile::encodeName(folder.filePath(QStringLiteral("state"))));
        const std::string root = folder.path().toStdString();
        QVERIFY(QFile(folder.filePath(QStringLiteral("judge.py"))).open(QIODevice::WriteOnly));
        const auto isAskedFor = [&](const std::string& command) {
            return !TrustStore().untrusted({root, {}, {}, {command}}).isEmpty();
        };
        QVERIFY(isAskedFor("python3 judge.py"));
        trustTypedJudge("python3 judge.py", root); // named from here, where there is none
        QVERIFY(isAskedFor("python3 judge.py"));
        trustTypedJudge("python3 " + root + "/judge.py", root);
        QVERIFY(!isAskedFor("python3 judge.py"));
    }
};

QTEST_GUILESS_MAIN(TestProjectJudge)
#include "tst_project_judge.moc"
