// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/profile/event_file.h"
#include "core/report/profile/profile_report.h"
#include "tests/core/report/event_reader.h"
#include "tests/core/report/profile_sample.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <numeric>

using ql::report::EventFile;
using ql::report::EventHistogram;
using ql::tests::readEvents;

namespace {

const char* const kFirstRecord = "1800000000000000a37f4b2209000000000000f03f1a0d627261696e2e4576656e743a3286bf577a";
const char* const kHistogramRecord =
    "6500000000000000ebd05a6909000000000000f03f10032a580a560a01772a5109000000000000f0bf11000000000000f03f19000000000000"
    "10"
    "4021000000000000000029000000000000004032100000000000000000000000000000f03f3a100000000000000040000000000000"
    "00402f7c2a75";

EventFile smallFile()
{
    EventFile file(1.0);
    file.addHistogram("w", 3, EventHistogram{-1.0, 1.0, 4.0, 0.0, 2.0, {0.0, 1.0}, {2.0, 2.0}});
    return file;
}

} // namespace

class TestEventFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void checksumsAsTheStandardSays()
    {
        QCOMPARE(ql::report::crc32c("123456789"), 0xe3069283u);
        QCOMPARE(ql::report::crc32c(""), 0u);
    }

    void writesTheGoldenBytes()
    {
        const auto bytes = QByteArray::fromStdString(smallFile().bytes());
        QCOMPARE(bytes.first(40).toHex(), QByteArray(kFirstRecord));
        QCOMPARE(bytes.sliced(40).toHex(), QByteArray(kHistogramRecord));
    }

    void theReaderNoticesWhatIsBroken()
    {
        const auto good = smallFile().bytes();
        QCOMPARE(readEvents(good).problem, std::string());
        for (const std::size_t at : {0, 9, 20, 38, 60, 120}) {
            auto broken = good;
            broken[at] = static_cast<char>(broken[at] ^ 1);
            QVERIFY2(!readEvents(broken).problem.empty(), std::to_string(at).c_str());
        }
        QVERIFY(!readEvents(good.substr(0, good.size() - 1)).problem.empty());
    }

    void longTagsAndStepsAreRead()
    {
        EventFile file(1.7e9);
        const std::string tag(300, 'x');
        file.addHistogram(tag, 1'000'000, {0.0, 1.0, 1.0, 1.0, 1.0, {1.0}, {1.0}});
        const auto events = readEvents(file.bytes());
        QCOMPARE(events.problem, std::string());
        QCOMPARE(events.histograms.at(0).tag, tag);
        QCOMPARE(events.histograms.at(0).step, std::uint64_t(1'000'000));
        QCOMPARE(events.wallTimes, (std::vector<double>{1.7e9, 1.7e9}));
    }

    void aProfileHasOneHistogramPerInputAndOutput()
    {
        const auto events = readEvents(ql::report::profileEvents(ql::tests::profileSample(), 5.0));
        QCOMPARE(events.problem, std::string());
        QCOMPARE(events.fileVersion, std::string("brain.Event:2"));
        std::vector<std::string> tags;
        for (const auto& histogram : events.histograms)
            tags.push_back(histogram.tag + "@" + std::to_string(histogram.step));
        // The weight is no input or output, and add/input-1 has no finite element.
        QCOMPARE(tags,
                 (std::vector<std::string>{"block/conv/input@0", "block/conv/output@0", "block/conv/output/channels@0",
                                           "block/conv/output/channels@1", "add/input-0@0", "add/output@0"}));
    }

    void bucketsRiseAndHoldEveryFiniteElement()
    {
        const auto events = readEvents(ql::report::profileEvents(ql::tests::profileSample(), 5.0));
        for (const auto& histogram : events.histograms) {
            QVERIFY(!histogram.limits.empty());
            QCOMPARE(histogram.limits.size(), histogram.counts.size());
            QVERIFY(std::adjacent_find(histogram.limits.begin(), histogram.limits.end(), std::greater_equal<>())
                    == histogram.limits.end());
            QVERIFY(histogram.limits.back() >= histogram.max);
            QCOMPARE(std::accumulate(histogram.counts.begin(), histogram.counts.end(), 0.0), histogram.count);
        }
        const auto& output = events.histograms.at(1);
        QCOMPARE(output.count, 8.0); // of ten, two are infinite
        QCOMPARE(output.min, -1.0);
        QCOMPARE(output.sum, 4.0);
        QCOMPARE(output.sumOfSquares, 16.0); // the variance is over one element less
        QCOMPARE(output.limits, (std::vector<double>{0.0, 1.0, 2.0, 3.0}));
    }
};

QTEST_APPLESS_MAIN(TestEventFile)
#include "tst_event_file.moc"
