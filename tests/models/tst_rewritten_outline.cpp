// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyses.h"
#include "core/analysis/matching/outline_pair.h"
#include "core/analysis/workspace/workspace.h"
#include "tests/models/rewritten_pairs.h"
#include "tests/support/models.h"

#include <QtTest>

#include <algorithm>
#include <string>

using namespace ql;
using tests::PairFiles;
using tests::Rows;

namespace {

/// By layer of the baseline: how many of the analysis model stand in its place, Identity nodes left out, since
/// scenarios add them.
Rows joined(const PairFiles& files)
{
    analysis::Workspace workspace;
    JobContext ctx;
    const auto [baseline, analysis] = workspace.openPair(files.models, {}, ctx);
    const auto pair = analysis::outlinePair(baseline->graph, analysis->graph);
    Rows rows;
    for (const auto& node : pair.baseline.nodes)
        if (node.opType != "Identity")
            rows[files.formerName(node.name)] = 0.0;
    rows["only in the analysis model"] = 0.0;
    for (std::size_t node = 0; node < pair.partners.size(); ++node) {
        if (pair.analysis.nodes[node].opType == "Identity")
            continue;
        if (!pair.partners[node])
            rows["only in the analysis model"] += 1.0;
        else if (const auto& partner = pair.baseline.nodes[*pair.partners[node]]; partner.opType != "Identity")
            rows[files.formerName(partner.name)] += 1.0;
    }
    return rows;
}

} // namespace

/// What things are called joins and parts nothing in the picture of both models.
class TestRewrittenOutline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        m_pairs = tests::allPairs(*models);
    }

    void picturesJoinTheSameLayers_data()
    {
        tests::addRewrites(m_pairs, [](const tests::TwinPair&) { return true; });
    }
    void picturesJoinTheSameLayers()
    {
        QFETCH(int, pair);
        QFETCH(int, scenario);
        const auto difference =
            m_joined.difference(m_pairs[std::size_t(pair)], tests::scenarios()[std::size_t(scenario)]);
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
    }

private:
    std::vector<tests::TwinPair> m_pairs;
    tests::RewrittenPairs m_joined{joined};
};

QTEST_GUILESS_MAIN(TestRewrittenOutline)
#include "tst_rewritten_outline.moc"
