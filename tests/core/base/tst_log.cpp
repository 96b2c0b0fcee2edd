// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/log.h"

#include <QTest>

#include <spdlog/spdlog.h>

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

    void refusesUnknownLevels() { QVERIFY_EXCEPTION_THROWN(ql::setUpLogging("loud"), ql::Error); }
};

QTEST_APPLESS_MAIN(TestLog)
#include "tst_log.moc"
