// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDirIterator>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

/// What readelf says of @p file.
QString readElf(const QString& options, const QString& file)
{
    QProcess readelf;
    readelf.start(QStringLiteral("readelf"), {options, QStringLiteral("-W"), file});
    if (!readelf.waitForFinished() || readelf.exitCode() != 0)
        return {};
    return QString::fromLocal8Bit(readelf.readAllStandardOutput());
}

bool isElf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly)
           && file.read(4)
                  == "\x7f"
                     "ELF";
}

QStringList elfFilesIn(const QString& folder)
{
    QStringList found;
    for (QDirIterator files(folder, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories); files.hasNext();)
        if (const QString file = files.next(); isElf(file))
            found << file;
    return found;
}

/// The folders that @p file looks for libraries in, by RUNPATH or RPATH.
QStringList libraryFolders(const QString& dynamicSection)
{
    static const QRegularExpression kEntry(QStringLiteral("\\((?:RUNPATH|RPATH)\\)[^\\[]*\\[([^\\]]*)\\]"));
    const auto match = kEntry.match(dynamicSection);
    return match.hasMatch() ? match.captured(1).split(u':') : QStringList();
}

/// What is wrong with where @p file looks for libraries; an empty entry means the current directory.
QString runpathProblem(const QString& dynamicSection)
{
    for (const QString& folder : libraryFolders(dynamicSection))
        if (!folder.startsWith(QStringLiteral("$ORIGIN")) && !folder.startsWith(u'/'))
            return QStringLiteral("looks for libraries in \"%1\"").arg(folder);
    return {};
}

QString hardeningProblem(const QString& file, const QString& dynamicSection)
{
    const QString segments = readElf(QStringLiteral("-l"), file);
    if (!segments.contains(QStringLiteral("GNU_RELRO")))
        return QStringLiteral("has no RELRO segment");
    if (!dynamicSection.contains(QStringLiteral("NOW")))
        return QStringLiteral("binds its functions late");
    static const QRegularExpression kExecutableStack(QStringLiteral("GNU_STACK .* RWE "));
    if (segments.contains(kExecutableStack))
        return QStringLiteral("has an executable stack");
    if (!readElf(QStringLiteral("-h"), file).contains(QStringLiteral("DYN (")))
        return QStringLiteral("is loaded at a fixed address");
    return {};
}

/// What the compiler left out of one of our files.
QString protectionProblem(const QString& file)
{
    const QString symbols = readElf(QStringLiteral("--dyn-syms"), file);
    if (!symbols.contains(QStringLiteral("__stack_chk_fail")))
        return QStringLiteral("has no canaries on its stack");
    const bool isLibrary = QFileInfo(file).fileName().startsWith(QStringLiteral("libquantloupe_core"));
    if (isLibrary && !symbols.contains(QStringLiteral("_chk@")))
        return QStringLiteral("copies unchecked");
#ifdef __x86_64__
    QFile code(file);
    constexpr int kFewest = 10;
    if (!code.open(QIODevice::ReadOnly) || code.readAll().count("\xf3\x0f\x1e\xfa") < kFewest) // endbr64
        return QStringLiteral("has no landing pads for indirect jumps");
#endif
    return {};
}

} // namespace

class TestBinaries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (readElf(QStringLiteral("-h"), program()).isEmpty())
            QSKIP("SKIPPED: readelf is not installed");
        QVERIFY(m_tree.isValid());
        QProcess install;
        install.start(QStringLiteral(CMAKE_PROGRAM), {QStringLiteral("--install"), QStringLiteral(BUILD_FOLDER),
                                                      QStringLiteral("--prefix"), m_tree.path()});
        QVERIFY(install.waitForFinished(60000));
        QVERIFY2(install.exitCode() == 0, install.readAllStandardError().constData());
    }

    void documentsSchemasAreInstalled()
    {
        QVERIFY(QFileInfo::exists(m_tree.filePath(QStringLiteral("share/quantloupe/schemas/compare.schema.json"))));
    }

    void filesLookForLibrariesBesideThemselvesOnly_data() { addFiles(); }
    void filesLookForLibrariesBesideThemselvesOnly()
    {
        QFETCH(QString, file);
        const QString problem = runpathProblem(readElf(QStringLiteral("-d"), file));
        QVERIFY2(problem.isEmpty(), qPrintable(file + u' ' + problem));
    }

    void filesAreHardened_data() { addFiles(); }
    void filesAreHardened()
    {
        QFETCH(QString, file);
        const QString problem = hardeningProblem(file, readElf(QStringLiteral("-d"), file));
        QVERIFY2(problem.isEmpty(), qPrintable(file + u' ' + problem));
    }

    void codeIsProtected_data() { addFiles(); }
    void codeIsProtected()
    {
        QFETCH(QString, file);
        const QString name = QFileInfo(file).fileName();
        if (!name.startsWith(QStringLiteral("quantloupe")) && !name.startsWith(QStringLiteral("libquantloupe")))
            return;
        const QString problem = protectionProblem(file);
        QVERIFY2(problem.isEmpty(), qPrintable(file + u' ' + problem));
    }

    void thePlantedLibraryOfTheCurrentFolderIsNotLoaded()
    {
        QTemporaryDir folder;
        for (const char* name : {"libquantloupe_core.so", "libquantloupe_engine.so", "libfmt.so.9", "libtorch.so"}) {
            QFile planted(folder.filePath(QString::fromLatin1(name)));
            QVERIFY(planted.open(QIODevice::WriteOnly));
            planted.write("no library");
        }
        QProcess cli;
        cli.setWorkingDirectory(folder.path());
        cli.start(program(),
                  {QStringLiteral("info"), QStringLiteral(QUANTLOUPE_SOURCE_DIR "/resources/demo/float.onnx")});
        QVERIFY(cli.waitForFinished(60000));
        QVERIFY2(cli.exitCode() == 0, cli.readAllStandardError().constData());
    }

    void seesWhatIsWrong()
    {
        QVERIFY(runpathProblem(QStringLiteral(" 0x1d (RUNPATH)  Library runpath: [/usr/lib/x:]")).contains(u'"'));
        QVERIFY(runpathProblem(QStringLiteral(" 0x1d (RUNPATH)  Library runpath: [:::]")).contains(u'"'));
        QVERIFY(runpathProblem(QStringLiteral(" 0x1d (RUNPATH)  Library runpath: [lib]")).contains(u'"'));
        QVERIFY(runpathProblem(QStringLiteral(" 0x1d (RUNPATH)  Library runpath: [$ORIGIN/../lib]")).isEmpty());
    }

private:
    static QString program() { return QStringLiteral(QUANTLOUPE_BIN_DIR "/quantloupe-cli"); }

    /// The programs and libraries of the build and of an installed tree.
    void addFiles()
    {
        QTest::addColumn<QString>("file");
        QStringList files = elfFilesIn(m_tree.path());
        QVERIFY2(files.size() >= 4, "too little was installed");
        files << program() << elfFilesIn(QStringLiteral(BUILD_FOLDER "/" LIBRARY_FOLDER));
        for (const QString& file : files)
            QTest::newRow(qPrintable(file)) << file;
    }

    QTemporaryDir m_tree;
};

QTEST_APPLESS_MAIN(TestBinaries)
#include "tst_binaries.moc"
