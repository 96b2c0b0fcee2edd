// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

using namespace ql::tests;

namespace {

/// Where the manuals of the programs lie that were built.
QStringList manuals()
{
    return {
        QStringLiteral(CLI_MANUAL),
#ifdef WINDOW_MANUAL
        QStringLiteral(WINDOW_MANUAL),
#endif
    };
}

struct Output {
    bool hasSucceeded = false;
    QString out;
    QString err;
};

Output run(const QString& program, const QStringList& arguments)
{
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    environment.insert(QStringLiteral("MANWIDTH"), QStringLiteral("80"));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(QStringLiteral(QUANTLOUPE_SOURCE_DIR));
    process.start(program, arguments);
    const bool hasEnded = process.waitForFinished(60000);
    return {hasEnded && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0,
            QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

bool isInstalled(const char* program)
{
    return !QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty();
}

QStringList pages()
{
    QStringList found;
    for (const QString& manual : manuals())
        for (const QFileInfo& page : QDir(manual + QStringLiteral("/man/man1")).entryInfoList(QDir::Files))
            found << page.filePath();
    return found;
}

/// The first words of the lines of @p help below lines that begin with @p title and end with a colon.
QStringList listedIn(const QByteArray& help, const QString& title)
{
    QStringList names;
    bool isInside = false;
    for (const QString& line : QString::fromUtf8(help).split(u'\n')) {
        if (!line.isEmpty() && !line.startsWith(u' '))
            isInside = line.startsWith(title) && line.endsWith(u':');
        else if (isInside && line.size() > 2 && line[2] != u' ')
            names << line.mid(2).section(u' ', 0, 0);
    }
    return names;
}

/// What the shell offers after @p line; for zsh the whole line, completed.
QStringList completed(const QString& shell, const QString& line)
{
    const QString manual = QStringLiteral(CLI_MANUAL);
    if (shell == QStringLiteral("zsh"))
        return {run(shell, {QStringLiteral("-f"), QStringLiteral(ZSH_SCRIPT),
                            manual + QStringLiteral("/zsh/vendor-completions"), line})
                    .out.trimmed()
                    .section(u' ', -1)};
    const QString fish = QStringLiteral("source %1/fish/vendor_completions.d/quantloupe-cli.fish; complete -C \"%2\"");
    const QString bash = QStringLiteral("source %1/bash-completion/completions/quantloupe-cli; COMP_WORDS=(%2); "
                                        "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _quantloupe_cli 2>/dev/null; "
                                        "printf '%s\\n' \"${COMPREPLY[@]}\"");
    const auto& script = shell == QStringLiteral("fish") ? fish : bash;
    QStringList words;
    for (const QString& word : run(shell, {QStringLiteral("-c"), script.arg(manual, line)}).out.split(u'\n'))
        if (!word.isEmpty())
            words << word.section(u'\t', 0, 0);
    return words;
}

} // namespace

class TestManual : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyCommandHasAPage();
    void everyOptionHasAnEntry_data();
    void everyOptionHasAnEntry();
    void pagesAreClean_data();
    void pagesAreClean();
    void shellsComplete_data();
    void shellsComplete();
};

void TestManual::everyCommandHasAPage()
{
    const QDir folder(QStringLiteral(CLI_MANUAL "/man/man1"));
    const QStringList commands = listedIn(runCli({QStringLiteral("--help")}).out, QStringLiteral("Commands"));
    QVERIFY(commands.size() > 15);
    for (const QString& command : commands)
        QVERIFY2(folder.exists(QStringLiteral("quantloupe-cli-%1.1.gz").arg(command)), qPrintable(command));
    QVERIFY(folder.exists(QStringLiteral("quantloupe-cli-config-set.1.gz")));
    QVERIFY(folder.exists(QStringLiteral("quantloupe-cli.1.gz")));
#ifdef WINDOW_MANUAL
    QVERIFY(QFileInfo::exists(QStringLiteral(WINDOW_MANUAL "/man/man1/quantloupe.1.gz")));
#endif
}

void TestManual::everyOptionHasAnEntry_data()
{
    QTest::addColumn<QStringList>("command");
    for (const char* command : {"compare", "sensitivity", "config set", "project run"})
        QTest::newRow(command) << QString::fromLatin1(command).split(u' ');
}

void TestManual::everyOptionHasAnEntry()
{
    QFETCH(const QStringList, command);
    const QString page =
        QStringLiteral(CLI_MANUAL "/man/man1/quantloupe-cli-%1.1.gz").arg(command.join(QStringLiteral("-")));
    const QString text = run(QStringLiteral("zcat"), {page}).out.remove(u'\\');
    const auto help = QString::fromUtf8(runCli(command + QStringList{QStringLiteral("--help-all")}).out);
    static const QRegularExpression kOption(QStringLiteral("^ +(?:-[a-zA-Z], )?(--[a-z-]+)"),
                                            QRegularExpression::MultilineOption);
    int count = 0;
    for (auto options = kOption.globalMatch(help); options.hasNext(); ++count) {
        const QString name = options.next().captured(1);
        QVERIFY2(text.contains(QStringLiteral("fB%1fR").arg(name)), qPrintable(name));
    }
    QVERIFY(count > 1);
    QCOMPARE(text.contains(QStringLiteral(".SH EXAMPLES\n")), help.contains(QStringLiteral("\nExamples:\n")));
}

void TestManual::pagesAreClean_data()
{
    QTest::addColumn<QString>("page");
    for (const QString& page : pages())
        QTest::newRow(qPrintable(QFileInfo(page).fileName())) << page;
}

void TestManual::pagesAreClean()
{
    QFETCH(const QString, page);
    if (!isInstalled("mandoc") && !isInstalled("man"))
        QSKIP("SKIPPED: neither mandoc nor man is installed");
    if (isInstalled("mandoc")) {
        const Output lint = run(QStringLiteral("mandoc"), {QStringLiteral("-T"), QStringLiteral("lint"),
                                                           QStringLiteral("-W"), QStringLiteral("warning"), page});
        QVERIFY2(lint.hasSucceeded, qPrintable(lint.out + lint.err));
    }
    if (isInstalled("groff") && isInstalled("man")) {
        const Output man = run(QStringLiteral("man"), {QStringLiteral("--warnings"), QStringLiteral("-l"), page});
        QVERIFY2(man.hasSucceeded && man.err.isEmpty(), qPrintable(man.err));
        QVERIFY(man.out.contains(QStringLiteral("SYNOPSIS")));
    }
}

void TestManual::shellsComplete_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("word");
    const std::pair<const char*, const char*> cases[]{
        {"quantloupe-cli compa", "compare"},
        {"quantloupe-cli config from-m", "from-model"},
        {"quantloupe-cli compare --iter", "--iterations"},
        {"quantloupe-cli compare --causes qu", "quick"},
        {"quantloupe-cli sensitivity --metric sq", "sqnr_db"},
        {"quantloupe-cli compare --log-level warn", "warning"},
        {"quantloupe-cli config convert x --to sop", "sophgo-qtable"},
        {"quantloupe-cli config skip x y --dry", "--dry-run"},
        {"quantloupe-cli config skip x y --js", "--json"},
        {"quantloupe-cli schema config-sh", "config-show"},
        {"quantloupe-cli info resources/demo/float.o", "resources/demo/float.onnx"},
        {"quantloupe-cli compare --baseline resources/demo/float.o", "resources/demo/float.onnx"},
    };
    for (const char* shell : {"bash", "zsh", "fish"})
        for (const auto& [line, word] : cases)
            QTest::addRow("%s: %s", shell, line)
                << QString::fromLatin1(shell) << QString::fromLatin1(line) << QString::fromLatin1(word);
}

void TestManual::shellsComplete()
{
    QFETCH(const QString, shell);
    QFETCH(const QString, line);
    QFETCH(const QString, word);
    if (!isInstalled(qPrintable(shell)))
        QSKIP(qPrintable(QStringLiteral("SKIPPED: %1 is not installed").arg(shell)));
    QCOMPARE(completed(shell, line), QStringList{word});
}

QTEST_GUILESS_MAIN(TestManual)
#include "tst_manual.moc"
