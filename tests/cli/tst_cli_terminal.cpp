// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QRegularExpression>
#include <QTest>

#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

using namespace ql::tests;

namespace {

/// A terminal of its own, @p columns wide, and what is written to it.
class PseudoTerminal {
public:
    explicit PseudoTerminal(int columns)
    {
        winsize size{};
        size.ws_col = static_cast<unsigned short>(columns);
        size.ws_row = 24;
        char name[256]{};
        if (openpty(&m_master, &m_slave, name, nullptr, &size) != 0)
            qFatal("no pseudo-terminal");
        m_name = QString::fromLocal8Bit(name);
        fcntl(m_master, F_SETFL, O_NONBLOCK);
    }
    ~PseudoTerminal()
    {
        close(m_master);
        close(m_slave);
    }
    PseudoTerminal(const PseudoTerminal&) = delete;
    PseudoTerminal& operator=(const PseudoTerminal&) = delete;

    const QString& name() const { return m_name; }
    void drain()
    {
        char buffer[4096];
        for (ssize_t got = 0; (got = read(m_master, buffer, sizeof buffer)) > 0;)
            m_text.append(buffer, got);
    }
    QString text() const { return QString::fromUtf8(m_text).remove(u'\r'); }

private:
    int m_master = -1;
    int m_slave = -1;
    QString m_name;
    QByteArray m_text;
};

struct Shown {
    int status = -1;
    QString out; ///< what stands on the terminal
    QByteArray err;
};

/// Runs the command line with a terminal for its standard output.
Shown runOnTerminal(const QStringList& arguments, int columns, const char* noColour = nullptr)
{
    PseudoTerminal terminal(columns);
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TERM", "xterm-256color");
    environment.remove("NO_COLOR");
    environment.remove("COLUMNS");
    if (noColour)
        environment.insert("NO_COLOR", noColour);
    process.setProcessEnvironment(environment);
    process.setStandardOutputFile(terminal.name());
    startCli(process, arguments);
    constexpr int kPatienceMs = 120'000;
    for (int waited = 0; waited < kPatienceMs && !process.waitForFinished(20); waited += 20)
        terminal.drain();
    terminal.drain();
    return {process.state() == QProcess::NotRunning ? process.exitCode() : -1, terminal.text(),
            process.readAllStandardError()};
}

QString withoutColours(QString text)
{
    static const QRegularExpression kColour("\033\\[[0-9;]*m");
    return text.remove(kColour);
}

/// Lines that are wider than @p columns and could be shorter: a word that is longer stays whole.
QStringList tooWide(const QString& text, int columns)
{
    QStringList lines = withoutColours(text).split(u'\n');
    lines.removeIf([columns](const QString& line) { return line.size() <= columns || !line.trimmed().contains(u' '); });
    return lines;
}

QStringList compareDemo(const QStringList& rest = {})
{
    return QStringList{
               "compare", "-b", demoFile("float.onnx"), "-a", demoFile("int8.onnx"), "-i", demoFile("bad_case.npy")}
           + rest;
}

} // namespace

/// What a person at a terminal sees, and a program behind a pipe doesn't.
class TestCliTerminal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesFit_data();
    void linesFit();
    void pagesOfHelpFit_data();
    void pagesOfHelpFit();
    void helpIsShortAndEndsWithExamples();
    void verboseSaysWhatIsDone();
    void coloursAreForTerminals();
    void theAnswerComesFirst();
    void quietPrintsOneLine();
    void verboseLogs();
    void shortOptionsAreTheLongOnes();
};

void TestCliTerminal::linesFit_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("columns");
    for (const int columns : {60, 80, 120}) {
        QTest::addRow("compare, %d", columns) << compareDemo() << columns;
        QTest::addRow("check, %d", columns) << QStringList{"check", demoFile("int8.onnx")} << columns;
        QTest::addRow("info, %d", columns) << QStringList{"info", demoFile("float.onnx")} << columns;
        QTest::addRow("config, %d", columns) << QStringList{"config", "show", demoFile("config.yaml")} << columns;
        QTest::addRow("badcase, %d", columns) << QStringList{"badcase",
                                                             "-b",
                                                             demoFile("float.onnx"),
                                                             "-a",
                                                             demoFile("int8.onnx"),
                                                             "-d",
                                                             demoFile("inputs.npy")}
                                              << columns;
    }
}

void TestCliTerminal::linesFit()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const int, columns);
    const auto shown = runOnTerminal(arguments, columns);
    QVERIFY2(shown.status == 0, shown.err.constData());
    QVERIFY(shown.out.size() > 200);
    QCOMPARE(tooWide(shown.out, columns), QStringList());
}

void TestCliTerminal::pagesOfHelpFit_data()
{
    QTest::addColumn<QStringList>("arguments");
    for (const char* command : {"", "compare", "sensitivity", "calibrate", "tune", "config set", "config"})
        for (const char* option : {"--help", "--help-all"}) {
            auto words = QString::fromLatin1(command).split(u' ', Qt::SkipEmptyParts);
            QTest::addRow("%s %s", command, option) << words + QStringList{QString::fromLatin1(option)};
        }
}

void TestCliTerminal::pagesOfHelpFit()
{
    QFETCH(const QStringList, arguments);
    for (const int columns : {60, 80, 100}) {
        const auto shown = runOnTerminal(arguments, columns);
        QCOMPARE(shown.status, 0);
        QCOMPARE(tooWide(shown.out, columns), QStringList());
    }
}

void TestCliTerminal::helpIsShortAndEndsWithExamples()
{
    for (const char* command : {"compare", "sensitivity", "calibrate", "fix"}) {
        const auto brief = runCli({command, "--help"}).out;
        const auto all = runCli({command, "--help-all"}).out;
        QVERIFY2(brief.contains("\nExamples:\n"), command);
        QVERIFY2(brief.contains("--help-all lists more"), command);
        QVERIFY2(!brief.contains("--op-library") && all.contains("--op-library"), command);
        const auto count = [](const QByteArray& page) {
            static const QRegularExpression kEntry("^  (?:-[a-zA-Z], |    )--", QRegularExpression::MultilineOption);
            int found = 0;
            for (auto entries = kEntry.globalMatch(QString::fromUtf8(page)); entries.hasNext(); entries.next())
                ++found;
            return found;
        };
        QVERIFY2(count(brief) < 40, QByteArray::number(count(brief)).constData());
        QVERIFY2(count(all) > count(brief) + 20, command);
    }
    for (const char* action : {"show", "check", "set", "skip", "restore", "convert", "from-model", "create"})
        QVERIFY2(runCli({"config", action, "--help"}).out.contains("\nExamples:\n"), action);
    QVERIFY(runCli({"project", "run", "--help"}).out.contains("\nExamples:\n"));
}

void TestCliTerminal::coloursAreForTerminals()
{
    QVERIFY(runOnTerminal(compareDemo(), 100).out.contains(QStringLiteral("\033[1m")));
    QVERIFY(!runOnTerminal(compareDemo(), 100, "1").out.contains(u'\033')); // no-color.org
    QVERIFY(!runCli(compareDemo()).out.contains('\033'));
    QVERIFY(!runOnTerminal(compareDemo({"--json"}), 100).out.contains(u'\033'));
    QCOMPARE(withoutColours(runOnTerminal(compareDemo(), 500).out).section(u'\n', 0, 5),
             QString::fromUtf8(runCli(compareDemo()).out).section(u'\n', 0, 5));
}

void TestCliTerminal::verboseSaysWhatIsDone()
{
    QVERIFY(runCli(compareDemo()).err.isEmpty());
    const auto err = runCli(compareDemo({"-v"})).err;
    QCOMPARE(err.count("info: read "), 2);
    QVERIFY2(err.contains("float.onnx (onnx, 16 nodes)"), err.constData());
}

void TestCliTerminal::theAnswerComesFirst()
{
    const QStringList pair{"-b", demoFile("float.onnx"), "-a", demoFile("int8.onnx")};
    const QStringList input{"-i", demoFile("bad_case.npy")};
    const QStringList data{"-d", demoFile("inputs.npy"), "--num-steps", "8"};
    const auto firstLine = [](const QStringList& arguments) {
        const auto result = runCli(arguments);
        return QString::fromUtf8(result.status == 0 ? result.out : result.all()).section(u'\n', 0, 0);
    };
    const auto compared = firstLine(compareDemo());
    QVERIFY2(compared.startsWith("Verdict") && compared.contains("The error starts at /block1/depthwise/Conv"),
             qPrintable(compared));
    const auto worst = firstLine(QStringList{"badcase"} + pair + data);
    QVERIFY2(worst.startsWith("The worst sample by atol is "), qPrintable(worst));
    const auto ranked = firstLine(QStringList{"sensitivity"} + pair + input);
    QVERIFY2(ranked.contains("costs logits most") || ranked.contains(" most: sqnr_db "), qPrintable(ranked));
    const auto own = firstLine(QStringList{"shadow"} + pair + input);
    QVERIFY2(own.startsWith("The worst quantized layer by its own error is "), qPrintable(own));
    const auto weight = firstLine(QStringList{"weights"} + pair);
    QVERIFY2(weight.startsWith("The worst weight is "), qPrintable(weight));
    const auto checked = firstLine({"check", demoFile("int8.onnx")});
    QVERIFY2(checked.contains("error") && checked.contains("warning"), qPrintable(checked));
}

void TestCliTerminal::quietPrintsOneLine()
{
    const auto whole = runCli(compareDemo());
    const auto quiet = runCli(compareDemo({"-q"}));
    QCOMPARE(quiet.status, 0);
    QCOMPARE(quiet.out.count('\n'), 1);
    QVERIFY(whole.out.startsWith(quiet.out));
    QVERIFY(quiet.err.isEmpty());
    QCOMPARE(runCli(compareDemo({"-q", "--json"})).json()["schema"].toString(), QString("quantloupe.compare/1"));
}

void TestCliTerminal::verboseLogs()
{
    const QStringList calibrate{"calibrate", demoFile("float.onnx"), "-d", demoFile("calibration.npy")};
    QVERIFY(runCli(calibrate).err.isEmpty());
    const auto some = runCli(calibrate + QStringList{"-v"});
    const auto more = runCli(calibrate + QStringList{"-vv"});
    QCOMPARE(more.status, 0);
    QVERIFY(!some.err.isEmpty());
    QVERIFY(more.err.count('\n') > some.err.count('\n'));
}

void TestCliTerminal::shortOptionsAreTheLongOnes()
{
    const auto dropTimes = [](QByteArray text) { return text.left(text.lastIndexOf("compared in")); };
    const auto brief = runCli(compareDemo({"-n", "3", "-s", "cosine"}));
    const auto full = runCli({"compare", "--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx"),
                              "--input", demoFile("bad_case.npy"), "--top", "3", "--sort", "cosine"});
    QCOMPARE(brief.status, 0);
    QCOMPARE(dropTimes(brief.out), dropTimes(full.out));
    QVERIFY(runCli({"-V"}).out.startsWith("quantloupe-cli "));
}

QTEST_GUILESS_MAIN(TestCliTerminal)
#include "tst_cli_terminal.moc"
