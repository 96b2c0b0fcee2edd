// SPDX-License-Identifier: GPL-3.0-or-later
// A project from elsewhere: it runs nobody's code and writes nowhere else before its user says so.
#include "tests/cli/cli_process.h"
#include "tests/support/array_files.h"

#include <QDir>
#include <QFileInfo>
#include <QtTest>

using namespace ql::tests;

namespace {

/// A project in a folder of its own, and what its user trusted in another.
struct Project {
    explicit Project(const QString& settings)
        : file(QString::fromStdString(
            folder.write("project.quantloupe", (QStringLiteral("quantloupe: 1\n") + settings).toUtf8()).string()))
    {
        qputenv("XDG_STATE_HOME", QByteArray::fromStdString(state.path().string()));
    }

    QString place(const QString& name) const { return QString::fromStdString(folder.path().string()) + '/' + name; }
    CliResult run(const QStringList& more = {}) const
    {
        return runCli(QStringList{QStringLiteral("project"), QStringLiteral("run"), file} + more);
    }

    TemporaryFolder folder;
    TemporaryFolder state;
    QString file;
};

QString library(const QString& name)
{
    return QStringLiteral(OPERATOR_LIBRARIES "/%1.so").arg(name);
}

QString questionOnDemo(const QString& more)
{
    return QStringLiteral("baseline: %1\nanalysis: %2\ninput: random\n%3\n")
        .arg(demoFile(QStringLiteral("float.onnx")), demoFile(QStringLiteral("int8.onnx")), more);
}

bool wasRefused(const CliResult& result)
{
    return result.status == 1 && result.isOneErrorLine() && result.err.contains("--trust");
}

} // namespace

class TestProjectTrust : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void loadsNoLibraryUntrusted()
    {
        const Project project(questionOnDemo(
            QStringLiteral("op-library: %1\nrun: [compare]").arg(library(QStringLiteral("faulty_exits")))));
        const auto refused = project.run();
        QVERIFY2(wasRefused(refused), refused.all().constData());
        QVERIFY(refused.err.contains("faulty_exits.so"));
        QVERIFY2(refused.out.isEmpty(), "nothing ran");
        const auto trusted = project.run({QStringLiteral("--trust")});
        QVERIFY2(!wasRefused(trusted), trusted.all().constData());
    }

    void remembersByContent()
    {
        const Project project(questionOnDemo(QStringLiteral("op-library: mine.so\nrun: [compare]")));
        QVERIFY(QFile::copy(library(QStringLiteral("example_operators")), project.place(QStringLiteral("mine.so"))));
        QVERIFY(wasRefused(project.run()));
        const auto trusted = project.run({QStringLiteral("--trust")});
        QVERIFY2(trusted.status == 0, trusted.all().constData());
        const auto again = project.run();
        QVERIFY2(again.status == 0, again.all().constData());
        QFile changed(project.place(QStringLiteral("mine.so")));
        QVERIFY(changed.open(QIODevice::Append));
        changed.write("\n");
        changed.close();
        QVERIFY2(wasRefused(project.run()), "the library is another one now");
    }

    void writesInItsOwnFolderOnly_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<bool>("isInside");
        QTest::newRow("its own") << QStringLiteral("reports") << true;
        QTest::newRow("a way round") << QStringLiteral("reports/../other") << true;
        QTest::newRow("beside it") << QStringLiteral("../beside_%1") << false;
        QTest::newRow("a name that begins alike") << QStringLiteral("../%1x") << false;
        QTest::newRow("through a link") << QStringLiteral("link/reports") << false;
        QTest::newRow("absolute") << QDir::tempPath() + QStringLiteral("/quantloupe_trust_%1") << false;
    }
    void writesInItsOwnFolderOnly()
    {
        QFETCH(const QString, place);
        QFETCH(const bool, isInside);
        TemporaryFolder elsewhere;
        Project project({});
        const auto own = QFileInfo(project.file).dir();
        const auto out = place.contains('%') ? place.arg(own.dirName()) : place;
        project.folder.write(
            "project.quantloupe",
            ("quantloupe: 1\n" + questionOnDemo(QStringLiteral("out: %1\nrun: [compare]").arg(out))).toUtf8());
        QVERIFY(QFile::link(QString::fromStdString(elsewhere.path().string()), project.place(QStringLiteral("link"))));
        const auto written = QDir::cleanPath(own.absoluteFilePath(out)) + QStringLiteral("/compare/compare.json");
        const auto result = project.run();
        QCOMPARE(wasRefused(result), !isInside);
        QCOMPARE(QFileInfo::exists(written), isInside);
        if (isInside)
            return;
        const auto trusted = project.run({QStringLiteral("--trust")});
        QVERIFY2(trusted.status == 0, trusted.all().constData());
        QVERIFY(QFileInfo::exists(written));
        QVERIFY2(project.run().status == 0, "it is remembered");
        QDir(QFileInfo(QFileInfo(written).path()).path()).removeRecursively();
    }

    void theCallerMayWriteAnywhere()
    {
        const TemporaryFolder elsewhere;
        const Project project(questionOnDemo(QStringLiteral("out: /nowhere\nrun: [compare]")));
        const auto place = QString::fromStdString(elsewhere.path().string());
        const auto result = project.run({QStringLiteral("--out"), place});
        QVERIFY2(result.status == 0, result.all().constData());
        QVERIFY(QFileInfo::exists(place + QStringLiteral("/compare/compare.json")));
    }

    void changesNoConfigElsewhere()
    {
        const TemporaryFolder elsewhere;
        const auto config = QString::fromStdString(elsewhere.write("config.yaml", QByteArray("version: 1\n")).string());
        const Project project(QStringLiteral("baseline: %1\nconfig: %2\ndata: random\n"
                                             "run:\n  - tune: {apply: true}\n")
                                  .arg(demoFile(QStringLiteral("float.onnx")), config));
        const auto refused = project.run();
        QVERIFY2(refused.status != 0, refused.all().constData());
        QVERIFY2(refused.err.contains("config.yaml") && refused.err.contains("--trust"), refused.all().constData());
    }

    void oneProjectsPlaceIsNotAnothers()
    {
        const TemporaryFolder elsewhere;
        const auto settings = questionOnDemo(
            QStringLiteral("out: %1\nrun: [compare]").arg(QString::fromStdString(elsewhere.path().string())));
        const Project one(settings);
        const Project two(settings);
        QVERIFY(two.run({QStringLiteral("--trust")}).status == 0);
        QVERIFY2(wasRefused(one.run()), "the state folder is the same, the project is another");
    }
};

QTEST_GUILESS_MAIN(TestProjectTrust)
#include "tst_project_trust.moc"
