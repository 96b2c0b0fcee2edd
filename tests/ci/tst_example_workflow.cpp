// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/support/file_content.h"

#include <yaml-cpp/yaml.h>

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

namespace {

/// A step that runs a command.
struct Step {
    QString name;
    QString command;
};

/// The repository of somebody who took the workflow over, with the demo's models.
class Repository {
public:
    Repository(const QString& analysis)
        : m_workflow(YAML::LoadFile(QUANTLOUPE_SOURCE_DIR "/resources/ci/quantloupe.yml"))
    {
        for (const auto& [variable, file] : {std::pair("BASELINE", QStringLiteral("float.onnx")),
                                             {"ANALYSIS", analysis},
                                             {"INPUT", QStringLiteral("bad_case.npy")}})
            QVERIFY(copy(demoFile(file), path(variable)));
    }

    /// Where the workflow expects what the variable @p name stands for.
    QString path(const char* name) const
    {
        return m_folder.filePath(QString::fromStdString(m_workflow["env"][name].as<std::string>()));
    }

    QString report(const QString& name) const { return m_folder.filePath(QStringLiteral("reports/") + name); }

    /// The steps with commands but the first, which installs the program.
    QList<Step> steps() const
    {
        QList<Step> found;
        for (const auto& step : m_workflow["jobs"]["quantized-model"]["steps"])
            if (step["run"] && step["name"].as<std::string>() != "Install")
                found << Step{QString::fromStdString(step["name"].as<std::string>()),
                              QString::fromStdString(step["run"].as<std::string>())};
        return found;
    }

    /// The exit status of @p command, run as the build server runs a step.
    int run(const QString& command) const
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"),
                           QStringLiteral(QUANTLOUPE_BIN_DIR ":") + environment.value(QStringLiteral("PATH")));
        for (const auto& variable : m_workflow["env"])
            environment.insert(QString::fromStdString(variable.first.as<std::string>()),
                               QString::fromStdString(variable.second.as<std::string>()));
        QProcess bash;
        bash.setProcessEnvironment(environment);
        bash.setWorkingDirectory(m_folder.path());
        bash.start(QStringLiteral("bash"),
                   {QStringLiteral("--noprofile"), QStringLiteral("--norc"), QStringLiteral("-eo"),
                    QStringLiteral("pipefail"), QStringLiteral("-c"), command});
        return bash.waitForFinished(120000) ? bash.exitCode() : -1;
    }

    static bool copy(const QString& from, const QString& to)
    {
        QDir().mkpath(QFileInfo(to).path());
        return QFile::copy(from, to);
    }

private:
    QTemporaryDir m_folder;
    YAML::Node m_workflow;
};

} // namespace

class TestExampleWorkflow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passesOnAGoodModel()
    {
        const Repository repository(QStringLiteral("float.onnx"));
        QCOMPARE(repository.run(repository.steps().first().command), 0);
        QVERIFY(Repository::copy(repository.report(QStringLiteral("compare.json")), repository.path("STORED")));
        for (const Step& step : repository.steps())
            QCOMPARE(qMakePair(step.name, repository.run(step.command)), qMakePair(step.name, 0));
    }

    void failsOnABadOne()
    {
        const Repository good(QStringLiteral("float.onnx"));
        const Repository bad(QStringLiteral("int8.onnx"));
        QCOMPARE(good.run(good.steps().first().command), 0);
        QVERIFY(Repository::copy(good.report(QStringLiteral("compare.json")), bad.path("STORED")));
        QStringList crossed;
        for (const Step& step : bad.steps())
            if (const int status = bad.run(step.command); status != 0)
                crossed << QStringLiteral("%1: %2").arg(step.name).arg(status);
        QCOMPARE(crossed,
                 (QStringList{QStringLiteral("Compare: 3"), QStringLiteral("Hold against the stored result: 3")}));
        for (const char* report : {"compare.xml", "check.xml", "diff.xml"})
            QVERIFY2(contentOf(bad.report(QString::fromLatin1(report))).contains("<testsuites"), report);
        const auto sarif = QJsonDocument::fromJson(contentOf(bad.report(QStringLiteral("check.sarif"))));
        QVERIFY(!sarif[u"runs"][0][u"results"].toArray().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestExampleWorkflow)
#include "tst_example_workflow.moc"
