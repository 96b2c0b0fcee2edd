// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/external_program.h"
#include "core/base/job_context.h"
#include "tests/support/error_message.h"

#include <QElapsedTimer>
#include <QtTest>

#include <csignal>
#include <fstream>
#include <sys/stat.h>
#include <thread>

using namespace ql;
using namespace std::chrono_literals;

namespace {

ProgramEnding runShell(const std::string& script, ProgramLimits limits = {20s, 1000})
{
    return runProgram({"/bin/sh", "-c", script}, limits, {});
}

} // namespace

/// Other people's programs: whatever one does, this process goes on and knows how it ended.
class TestExternalProgram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void splitsCommandsAsAShellDoes()
    {
        using Words = std::vector<std::string>;
        QCOMPARE(wordsOfCommand("  judge  a\tb "), (Words{"judge", "a", "b"}));
        const std::string script = "sh -c 'echo \"$1\" | wc' x";
        QCOMPARE(wordsOfCommand(script), (Words{"sh", "-c", "echo \"$1\" | wc", "x"}));
        const std::string quotes = "a \"b \\\"c\\\" \\\\ \\d\" e\\ f '' g\"h\"'i'"; // a "b \"c\" \\ \d" e\ f '' g"h"'i'
        QCOMPARE(wordsOfCommand(quotes), (Words{"a", "b \"c\" \\ \\d", "e f", "", "ghi"}));
        QCOMPARE(wordsOfCommand("a $HOME *.npy `ls` ~ # b;c"),
                 (Words{"a", "$HOME", "*.npy", "`ls`", "~", "#", "b;c"})); // nothing is expanded
        for (const char* wrong : {"a 'b", "a \"b", "'"})
            QVERIFY(tests::messageOf([&] { wordsOfCommand(wrong); }).contains("without its end"));
        for (const char* none : {"", "  \t", "''"})
            QVERIFY(tests::messageOf([&] { wordsOfCommand(none); }).contains("names no program"));
    }

    void saysWhatItPrintedAndHowItEnded()
    {
        const auto ending = runShell("echo 0.5; echo one >&2; echo 'two ' >&2; echo >&2; exit 3");
        QCOMPARE(ending.output, std::string("0.5\n"));
        QCOMPARE(ending.lastWarning, std::string("two"));
        QCOMPARE(ending.exitStatus, 3);
        QVERIFY(!ending.isTimeUp && !ending.isTooLong && ending.signal == 0);
        QCOMPARE(runShell("kill -SEGV $$").signal, SIGSEGV);
    }

    void readsNothingAndInheritsNothing()
    {
        QCOMPARE(runShell("cat; ls /proc/self/fd | wc -l").output, std::string("4\n")); // 0, 1, 2 and the folder
    }

    void endsWhatHangs()
    {
        QElapsedTimer timer;
        timer.start();
        // The second holds the pipe when the first is gone.
        for (const char* script : {"sleep 60", "sleep 60 & sleep 60", "trap '' TERM INT; while :; do :; done"}) {
            const auto ending = runShell(script, {200ms, 1000});
            QVERIFY2(ending.isTimeUp, script);
        }
        QVERIFY(!runShell("echo 1; exec >&- 2>&-").isTimeUp);
        const auto left = runShell("sleep 60 & echo 7"); // what stays behind is not waited for
        QCOMPARE(left.output, std::string("7\n"));
        QVERIFY(timer.elapsed() < 10000);
    }

    void endsWhatPrintsWithoutEnd()
    {
        const auto ending = runShell("yes");
        QVERIFY(ending.isTooLong && ending.output.size() > 1000);
        const auto warnings = runShell("yes 123456789 | head -100000 >&2; echo 1");
        QCOMPARE(warnings.output, std::string("1\n"));
        QCOMPARE(warnings.lastWarning, std::string("123456789"));
    }

    void isCancelled()
    {
        const QTemporaryDir folder;
        const auto begun = folder.filePath("begun").toStdString();
        QCOMPARE(::mkfifo(begun.c_str(), 0600), 0);
        std::stop_source source;
        std::jthread stopper([&] {
            std::ifstream open(begun); // returns when the program opens it, too
            source.request_stop();
        });
        QElapsedTimer timer;
        timer.start();
        QVERIFY_EXCEPTION_THROWN(
            runProgram({"/bin/sh", "-c", ": > \"$0\"; exec sleep 60", begun}, {}, source.get_token()), Cancelled);
        QVERIFY(timer.elapsed() < 5000);
    }

    void saysWhatCannotBeStarted()
    {
        const auto message = tests::messageOf([] { runProgram({"no-such-program-anywhere"}, {}, {}); });
        QVERIFY2(message.contains("no-such-program-anywhere can't be started: No such file"), qPrintable(message));
        QVERIFY(tests::messageOf([] { runProgram({"/etc/passwd"}, {}, {}); }).contains("Permission denied"));
    }
};

QTEST_GUILESS_MAIN(TestExternalProgram)
#include "tst_external_program.moc"
