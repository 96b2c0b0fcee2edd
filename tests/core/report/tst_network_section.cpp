// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_sections.h"
#include "core/report/format/badness_colours.h"
#include "core/report/html/network_layout.h"
#include "core/report/html/network_routes.h"
#include "tests/core/report/large_sample.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <limits>
#include <random>
#include <set>

using namespace ql;
using namespace ql::report;

namespace {

QString page(const results::ResultParts& parts, Language language = Language::English)
{
    return QString::fromStdString(htmlReport(parts, language));
}

qsizetype count(const QString& text, const char* pattern)
{
    return text.count(QRegularExpression(QString::fromUtf8(pattern)));
}

using Reads = std::vector<std::vector<std::size_t>>;

/// How many boxes lie on the ways of all edges; ends may touch theirs.
int boxesOnEdges(const Reads& reads)
{
    const auto layout = layOutNetwork(reads);
    NetworkRoutes routes(layout);
    int hits = 0;
    for (std::size_t to = 0; to < reads.size(); ++to)
        for (const auto from : reads[to]) {
            const auto way = routes.corners(from, to);
            for (std::size_t i = 1; i < way.size(); ++i)
                hits += int(std::ranges::count_if(layout.places, [&](const auto& box) {
                    return std::max(way[i - 1].x, way[i].x) > box.x
                           && std::min(way[i - 1].x, way[i].x) < box.x + NetworkLayout::kBoxWidth
                           && std::max(way[i - 1].y, way[i].y) > box.y
                           && std::min(way[i - 1].y, way[i].y) < box.y + NetworkLayout::kBoxHeight;
                }));
        }
    return hits;
}

/// @p count boxes, each of which reads up to three earlier ones, most of them near.
Reads randomNetwork(unsigned seed, std::size_t count)
{
    std::mt19937 random(seed);
    Reads reads(count);
    for (std::size_t i = 1; i < count; ++i) {
        std::set<std::size_t> chosen;
        for (unsigned more = random() % 3 + 1; more > 0; --more)
            chosen.insert(random() % 5 == 0 ? random() % i : i - 1 - random() % std::min<std::size_t>(i, 4));
        reads[i].assign(chosen.begin(), chosen.end());
    }
    return reads;
}

} // namespace

/// The network on the page, and a page about a large model.
class TestNetworkSection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void boxesGoDownByWhoReadsWhom()
    {
        // 0 → 1 → 3, 0 → 2 → 3: the branches stand beside each other.
        const auto layout = layOutNetwork({{}, {0}, {0}, {1, 2}});
        QVERIFY(layout.places[0].y < layout.places[1].y && layout.places[1].y < layout.places[3].y);
        QCOMPARE(layout.places[1].y, layout.places[2].y);
        QVERIFY(layout.places[2].x >= layout.places[1].x + NetworkLayout::kBoxWidth);
        QVERIFY(layOutNetwork({}).places.empty());
        QCOMPARE(layOutNetwork({{0}}).places.size(), std::size_t(1)); // reads itself: no endless climb
    }

    /// A chain of 1,000 is not a hair: about as wide as a page, and no two boxes overlap.
    void aDeepNetworkGoesOnInColumns()
    {
        std::vector<std::vector<std::size_t>> reads(1000);
        for (std::size_t i = 1; i < reads.size(); ++i)
            reads[i] = {i - 1};
        const auto layout = layOutNetwork(reads);
        QVERIFY2(layout.width / layout.height > 1.4 && layout.width / layout.height < 2.6,
                 qPrintable(QString::number(layout.width / layout.height)));
        auto places = layout.places;
        std::ranges::sort(places, {}, [](const auto& place) { return std::pair(place.x, place.y); });
        for (std::size_t i = 1; i < places.size(); ++i)
            QVERIFY(places[i].y >= places[i - 1].y + NetworkLayout::kBoxHeight
                    || places[i].x >= places[i - 1].x + NetworkLayout::kBoxWidth);
        for (const auto& place : places)
            QVERIFY(place.x >= 0.0 && place.x + NetworkLayout::kBoxWidth <= layout.width
                    && place.y + NetworkLayout::kBoxHeight <= layout.height);
    }

    void edgesGoBehindNoBox()
    {
        Reads residual(60);
        for (std::size_t i = 1; i < residual.size(); ++i)
            residual[i] = i % 3 == 0 ? Reads::value_type{i - 1, i - 3} : Reads::value_type{i - 1};
        residual[59].push_back(0); // over all columns
        QCOMPARE(boxesOnEdges(residual), 0);
        QCOMPARE(boxesOnEdges({{}, {0, 2}, {1}}), 0); // a loop goes up again
        for (unsigned seed = 0; seed < 40; ++seed)
            QCOMPARE(boxesOnEdges(randomNetwork(seed, 20 + seed * 7)), 0);
    }

    /// Two inputs that are read far below: side by side, not one upon the other.
    void edgesKeepApart()
    {
        const auto layout = layOutNetwork({{}, {}, {0, 1}, {2}, {3}, {4, 0, 1}});
        NetworkRoutes routes(layout);
        std::set<double> lanes;
        for (const std::size_t from : {0U, 1U}) {
            const auto way = routes.corners(from, 5);
            for (std::size_t i = 1; i < way.size(); ++i)
                if (way[i].x == way[i - 1].x && std::abs(way[i].y - way[i - 1].y) > NetworkLayout::kBoxHeight)
                    lanes.insert(way[i].x);
        }
        QCOMPARE(lanes.size(), std::size_t(2));
        QVERIFY(*lanes.rbegin() - *lanes.begin() >= 3.0);
    }

    void drawsEveryLayerAndEdge()
    {
        const auto html = page(results::ResultParts(tests::LargeSample(40).comparison()));
        QVERIFY(html.contains("<section id=\"network\">"));
        QCOMPARE(count(html, "<g data-layer="), 40);
        QCOMPARE(count(html, "data-e="), 39 + 3);
        QCOMPARE(count(html, "<g data-layer=\"20\" class=\"box k\\d+ origin\""), 1);
        QVERIFY(html.contains(">Conv_12</text>"));
        // Nobody knows who reads whom.
        QVERIFY(!page(tests::sampleParts()).contains("<section id=\"network\">"));
        auto evil = tests::LargeSample(3).comparison();
        evil->layers[1].name = "a/<b>\"&";
        QVERIFY(page(results::ResultParts(evil)).contains(">&lt;b&gt;&quot;&amp;</text>"));
    }

    /// Boxes have the colours of the table's bars.
    void oneScaleSaysHowBadSomethingIs()
    {
        const auto html = page(results::ResultParts(tests::LargeSample(40).comparison()));
        QCOMPARE(count(html, "\\.b(\\d+), \\.k\\1 \\{ --c: #[0-9a-f]{6}; \\}"),
                 15); // four of them for a dark or a light screen
        QVERIFY(html.contains(".network [class*=\" k\"] rect { fill: var(--c); }"));
        QCOMPARE(count(html, "\\.k\\d+ rect"), 0);
        for (std::size_t step = 0; step < kBadnessColours.size(); ++step)
            QVERIFY(html.contains(QStringLiteral(".b%1, .k%1 { --c: %2; }")
                                      .arg(step)
                                      .arg(QString::fromUtf8(kBadnessColours.at(step).data(), 7))));
        QVERIFY(count(html, "class=\"dot k\\d+\"") > 3);
        QVERIFY(html.contains(".strip .dot { stroke: var(--c);"));
    }

    /// 146.8 dB isn't drawn as if it were 80.
    void whatAChartHasNoRoomForIsMarked()
    {
        auto result = tests::LargeSample(20).comparison();
        for (auto& layer : result->layers)
            layer.metrics->sqnrDb = 30.0;
        const auto chart = [&result] {
            return QString::fromStdString(
                stripChart(*result, results::MetricId::Sqnr, Labels(Language::English), true));
        };
        QVERIFY(!chart().contains("beyond"));
        result->layers[3].metrics->sqnrDb = 146.8;
        QVERIFY(chart().contains("class=\"beyond\""));
        QVERIFY(chart().contains("▲ 146.8<"));
        result->layers[4].metrics->sqnrDb = std::numeric_limits<double>::infinity();
        QVERIFY(chart().contains("▲ 146.8 … ∞<"));
    }

    /// A filter may have taken away what a row reads.
    void missingRowsAreNoEdges()
    {
        auto result = tests::LargeSample(20).comparison();
        result->layers.erase(result->layers.begin() + 5);
        QCOMPARE(count(page(results::ResultParts(result)), "data-e="), 20 - 1 + 1 - 2);
    }

    /// One file to send: everything about a model of 1,000 layers.
    void aThousandLayersStayBelowFiveMegabytes()
    {
        const auto parts = tests::LargeSample(1000).parts();
        for (const auto language : {Language::English, Language::Chinese}) {
            const auto html = htmlReport(parts, language);
            const auto bytes = qPrintable(QString::number(html.size()));
            QVERIFY2(html.size() < 5'000'000, bytes);
            QVERIFY2(html.size() > 1'000'000, bytes); // it is all there
            for (const char* section :
                 {"verdict", "trials", "network", "layerwise", "causes", "shadow", "weights", "profile", "statistics"})
                QVERIFY2(html.find(fmt::format("<section id=\"{}\">", section)) != std::string::npos, section);
            QCOMPARE(count(QString::fromStdString(html), "<details><summary>"), 30); // a config for every trial
        }
    }
};

QTEST_GUILESS_MAIN(TestNetworkSection)
#include "tst_network_section.moc"
