// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers are tried, in which order, alone and in groups, and by which part of an output.
#include "core/analysis/effects/effect_search.h"
#include "core/analysis/effects/site_groups.h"
#include "core/analysis/matching/paired_layers.h"
#include "core/base/numbers.h"
#include "core/runs/pairs/lockstep.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/core/analysis/effects/quantized_text.h"

#include <QTest>

using namespace ql;
using namespace ql::tests;
using analysis::EffectSite;

namespace {

/// Boxes in pixels and scores below 1, which meet in a Concat and are reshaped.
std::string detector(const std::map<std::string, Grid>& grids)
{
    QuantizedText net(grids);
    net.input("x: float32[4,8]");
    net.constant("wb: float32[8,4] = " + numbers(32, 1));
    net.constant("wc: float32[8,4] = " + numbers(32, 2));
    net.constant("stride: float32[] = {640}");
    net.constant("shape: int64[3] = {2, 2, 8}");
    net.layer("b", "MatMul", {"x", "wb"});
    net.layer("c", "MatMul", {"x", "wc"});
    net.layer("bs", "Sigmoid", {"b"});
    net.layer("boxes", "Mul", {"bs", "stride"});
    net.layer("scores", "Sigmoid", {"c"});
    net.layer("both", "Concat", {"boxes", "scores"}, " {axis: 1}");
    net.layer("y", "Reshape", {"both", "shape"});
    return net.text("y");
}

const std::map<std::string, Grid> kShared{{"b", {0.02}},       {"c", {0.02}},        {"bs", {0.004, 0}},
                                          {"boxes", {2.5, 0}}, {"scores", {2.5, 0}}, {"both", {2.5, 0}},
                                          {"y", {2.5, 0}}};

/// Two models that ran on one sample.
struct RunPair {
    explicit RunPair(const std::string& baselineText, const std::string& analysisText)
        : baseline(textModel(baselineText))
        , analysis(textModel(analysisText))
        , paired(baseline.graph, analysis.graph, true, {})
        , models{baseline.graph, analysis.graph, paired.baseline, paired.analysis, paired.matching}
        , inputs{{"x", sample({4, 8}, 1)}}
        , baselineSide(baseline.graph, "float", inputs, ctx)
        , analysisSide(analysis.graph, "int8", inputs, ctx)
    {
        baselineSide.finish();
        analysisSide.finish();
    }

    runs::ThreadGuard threads;
    JobContext ctx;
    importers::ImportedModel baseline;
    importers::ImportedModel analysis;
    analysis::PairedLayers paired;
    analysis::MatchedModels models;
    runs::NamedTensors inputs;
    runs::LockstepSide baselineSide;
    runs::LockstepSide analysisSide;
    analysis::ComparedSide first{.path = {},
                                 .graph = baseline.graph,
                                 .values = baselineSide,
                                 .program = &baselineSide.program(),
                                 .inputs = inputs};
    analysis::ComparedSide second{.path = {},
                                  .graph = analysis.graph,
                                  .values = analysisSide,
                                  .program = &analysisSide.program(),
                                  .inputs = inputs};
    analysis::EffectRuns runs{models, first, second, ctx};
    const std::vector<EffectSite>& sites = runs.sites();

    std::string nameOf(std::size_t site) const { return paired.baseline[sites[site].layer].name; }
    std::size_t siteOf(const std::string& name) const
    {
        for (std::size_t i = 0; i < sites.size(); ++i)
            if (nameOf(i) == name)
                return i;
        qFatal("no site %s", name.c_str());
    }
};

analysis::JudgedOutput judged(const std::string& slice)
{
    results::CompareResult result;
    results::OutputComparison output{.name = "y", .metrics = results::Metrics{.sqnrDb = 40.0}, .shape = {2, 2, 8}};
    if (!slice.empty())
        output.worstSlice = results::WorstSlice{.slice = slice, .sqnrDb = 0.0};
    result.outputs.push_back(output);
    const auto model = textModel(detector({}));
    const analysis::PairedLayers paired(model.graph, model.graph, true, {});
    return analysis::judgedOutputOf(result,
                                    {model.graph, model.graph, paired.baseline, paired.analysis, paired.matching})
        .value();
}

} // namespace

class TestEffectSearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void slices()
    {
        const auto tensor = at::arange(24, at::kFloat).view({2, 3, 4});
        const auto sliced = [&](const char* slice) { return analysis::slicedAs(tensor, slice); };
        QVERIFY(at::equal(sliced("[:, 1:3]"), tensor.slice(1, 1, 3)));
        QVERIFY(at::equal(sliced("[1, :, -1:]"), tensor.slice(0, 1, 2).slice(2, 3, 4)));
        QVERIFY(at::equal(sliced("[-1]"), tensor.slice(0, 1, 2)));
        for (const char* whole : {"", "[]", "[:]", "[:, :, :]", "[0, 0, 0, 0]", "[5]", "[a]", "1:2", "[2:1]"})
            QVERIFY2(at::equal(sliced(whole), tensor), whole);
    }

    /// Set right alone none of them brings back the scores; those that act as one do, and no others are named.
    void quantizersThatActAsOne()
    {
        RunPair pair(detector({}), detector(kShared));
        const auto scores = judged("[:, :, 4:]");
        QCOMPARE(scores.slice, std::string("[:, :, 4:]"));
        analysis::EffectBudget budget(results::CauseRuns::Full, {}, 1);
        analysis::EffectSearch search(pair.runs, scores, budget, pair.sites, pair.models, pair.ctx);
        QVERIFY(search.wholeDb() < 3.0);
        const auto effects = search.run();
        const auto& both = effects[pair.siteOf("both")];
        QVERIFY(*both.setRightDb > 25.0);
        QCOMPARE(both.together, (std::vector{pair.siteOf("scores"), pair.siteOf("y")}));
        for (std::size_t i = 0; i < effects.size(); ++i)
            if (i != pair.siteOf("both") && effects[i].setRightDb)
                QVERIFY2(*effects[i].setRightDb < 3.0, pair.nameOf(i).c_str());
        QVERIFY(*effects[pair.siteOf("scores")].aloneDb < 3.0);
    }

    void groups()
    {
        RunPair pair(detector({}), detector(kShared));
        const auto read = analysis::sitesRead(pair.sites, pair.models);
        const auto found = analysis::siteGroups(pair.sites, pair.models, read);
        QCOMPARE(found.size(), std::size_t(1));
        std::vector<std::string> names;
        for (const auto site : found.front())
            names.push_back(pair.nameOf(site));
        std::ranges::sort(names);
        QCOMPARE(names, (std::vector<std::string>{"both", "boxes", "scores", "y"}));
        QCOMPARE(pair.nameOf(analysis::nameGiverOf(found.front(), pair.sites, read)), std::string("both"));
        // Without quantizers on what moves data, what it merges acts as one where it shares a grid.
        auto grids = kShared;
        grids.erase("both");
        grids.erase("y");
        const auto groupsOf = [](const auto& quantizers) {
            RunPair plain(detector({}), detector(quantizers));
            const auto groups =
                analysis::siteGroups(plain.sites, plain.models, analysis::sitesRead(plain.sites, plain.models));
            return std::pair(groups.size(), groups.empty() ? std::size_t(0) : groups.front().size());
        };
        QCOMPARE(groupsOf(grids), std::pair(std::size_t(1), std::size_t(2)));
        grids.at("scores").scale *= 0.5;
        QCOMPARE(groupsOf(grids).first, std::size_t(0));
    }

    /// The place of the largest rise first, also where only a reader shows it; what is exact is not tried.
    void order()
    {
        const std::vector<EffectSite> sites(4);
        const std::vector<std::vector<std::size_t>> chain{{}, {0}, {1}, {2}};
        const auto orderOf = [&](const std::vector<double>& values, const std::vector<double>& localDb = {}) {
            return analysis::effectOrder(sites, chain, {values, localDb});
        };
        auto first = orderOf({40.0, 38.0, 5.0, 4.9});
        first.resize(2);
        std::ranges::sort(first);
        QCOMPARE(first, (std::vector<std::size_t>{1, 2})); // what is bad, and what it reads
        QCOMPARE(orderOf({kInfinity, 40.0, 5.0, 5.0}).size(), std::size_t(3));
        QCOMPARE(orderOf({30.0, 30.0, 30.0, kNaN}).size(), std::size_t(4));
        // A step that is harmless for the value and lethal for its reader: what is right on exact inputs is not guilty.
        QCOMPARE(orderOf({40.0, 200.0, 2.9, 2.0}, {40.0, kNaN, 39.0, 38.0}).front(), std::size_t(1));
        QCOMPARE(orderOf({40.0, 200.0, 2.9, 2.0}, {40.0, kNaN, 3.0, 38.0}).front(), std::size_t(2));
    }

    void budgets()
    {
        using results::CauseRuns;
        const std::uint64_t million = 1000000;
        const analysis::NodeWork one{10000, 100 * million};
        const analysis::EffectBudget single(CauseRuns::Quick, one, 1); // what a small model takes, and no more
        QVERIFY(single.affords({2048, std::uint64_t{1} << 26}));
        QVERIFY(!single.affords({2049, 0}) && !single.affords({0, (std::uint64_t{1} << 26) + 1}));
        analysis::EffectBudget some(CauseRuns::Quick, one, 5);
        QVERIFY(some.affords({20000, 200 * million}) && !some.affords({20001, 0}));
        QVERIFY(!some.affords({0, 200 * million + 1}) && !some.affords({10001, 0}, 0.5));
        some.spend({15000, 0});
        QVERIFY(some.affords({5000, 0}) && !some.affords({5001, 0}));
        QVERIFY(analysis::EffectBudget(CauseRuns::Full, one, 1).affords({million * million, million * million}));
    }
};

QTEST_APPLESS_MAIN(TestEffectSearch)
#include "tst_effect_search.moc"
