// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/base/message_catalog.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <spdlog/sinks/sink.h>
#include <spdlog/spdlog.h>
#include <thread>

class TestLog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void handsLinesToASink()
    {
        std::vector<std::string> lines;
        ql::setUpLogging("warning");
        ql::addLogSink([&lines](std::string_view level, std::string_view message) {
            lines.push_back(std::string(level) + ": " + std::string(message));
        });
        spdlog::info("not this");
        spdlog::warn("but {}", "this");
        QCOMPARE(lines, std::vector<std::string>{"warning: but this"});
        ql::setUpLogging("off");
    }

    /// The window says a message in its own language; what a library logs are words.
    void handsMessagesToWhoTranslatesThem()
    {
        std::vector<ql::Message> messages;
        ql::setUpLogging("info");
        ql::addMessageSink([&messages](std::string_view, const ql::Message& message) { messages.push_back(message); });
        ql::logWarning(ql::Message("continuing after {} of {} samples", 3, 8));
        spdlog::info("words of a library");
        QCOMPARE(messages.size(), std::size_t(2));
        QCOMPARE(ql::chineseMessages().translated(messages[0]), std::string("在 8 个样本中的 3 个之后继续"));
        QCOMPARE(messages[1].english(), std::string("words of a library"));
        QCOMPARE(ql::chineseMessages().translated(messages[1]), messages[1].english());
        ql::setUpLogging("off");
    }

    /// The window's log dock joins while the engine already works on another thread.
    void takesSinksWhileOthersLog()
    {
        constexpr int kSinks = 50;
        std::atomic<int> heard = 0;
        ql::setUpLogging("off");
        spdlog::default_logger()->set_level(spdlog::level::info);
        spdlog::default_logger()->sinks().front()->set_level(spdlog::level::off); // not on stderr
        {
            const std::jthread other([](const std::stop_token& stop) {
                while (!stop.stop_requested())
                    spdlog::info("a line");
            });
            for (int i = 0; i < kSinks; ++i)
                ql::addLogSink([&heard](std::string_view, std::string_view) { ++heard; });
        }
        heard = 0;
        spdlog::info("the last");
        QCOMPARE(heard.load(), kSinks);
        ql::setUpLogging("off");
    }

    void writesAFileAtALevelOfItsOwn()
    {
        QTemporaryDir folder;
        const auto path = folder.filePath("run.log").toStdString();
        std::vector<std::string> heard;
        ql::setUpLogging("error");
        ql::addLogSink([&heard](std::string_view, std::string_view message) { heard.emplace_back(message); });
        ql::addLogFile(path, "info");
        spdlog::debug("not this");
        spdlog::info("but this");
        ql::setUpLogging("off");
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto text = file.readAll();
        QVERIFY2(text.endsWith(" info: but this\n") && text.count('\n') == 1, text.constData());
        QVERIFY(heard.empty()); // stderr and those that listen keep their level
        QVERIFY_EXCEPTION_THROWN(ql::addLogFile(path + "/below", "info"), ql::Error);
        QVERIFY_EXCEPTION_THROWN(ql::addLogFile(path, "loud"), ql::Error);
    }

    void refusesUnknownLevels() { QVERIFY_EXCEPTION_THROWN(ql::setUpLogging("loud"), ql::Error); }
};

QTEST_APPLESS_MAIN(TestLog)
#include "tst_log.moc"
