// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyses.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/results/compare_result.h"
#include "tests/models/rewritten_pairs.h"
#include "tests/support/models.h"

#include <QtTest>

#include <cmath>

using namespace ql;
using tests::PairFiles;
using tests::Rows;

namespace {

std::shared_ptr<const results::CompareResult> compare(const PairFiles& files, int threads = 2)
{
    results::CompareRequest request;
    request.models = files.models;
    request.samples.inputs = files.inputWords;
    request.options.threads = threads;
    analysis::Workspace workspace;
    JobContext ctx;
    return analysis::compare(workspace, request, ctx, {});
}

Rows compared(const PairFiles& files)
{
    Rows rows;
    const auto result = compare(files);
    for (const auto& row : result->layers) {
        if (row.metrics)
            rows[files.formerName(row.name)] = row.metrics->sqnrDb;
        else if (row.baseline.empty())
            rows["only in the analysis model"] += 1.0;
        else
            rows[files.formerName(row.name) + (row.fusedInto.empty() ? " without partner" : " fused")] = 0.0;
    }
    for (std::size_t i = 0; i < result->outputs.size(); ++i)
        if (result->outputs[i].metrics)
            rows["output " + std::to_string(i)] = result->outputs[i].metrics->sqnrDb;
    return rows;
}

} // namespace

/// What things are called, and how the file orders them, changes no number of the comparisons.
class TestRewrittenCompare : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        m_pairs = tests::allPairs(*models);
    }

    void comparisonsKeepTheirRows_data()
    {
        tests::addRewrites(m_pairs, [](const tests::TwinPair& pair) { return !pair.title.starts_with("ultraface"); });
    }
    void comparisonsKeepTheirRows() { check(m_compared); }

    void threadsChangeNothing()
    {
        for (const auto& pair : m_pairs) {
            if (pair.title.starts_with("ultraface"))
                continue;
            const auto alone = compare(tests::filesOf(pair), 1);
            for (const int threads : {2, 4}) {
                const auto together = compare(tests::filesOf(pair), threads);
                QCOMPARE(together->layers.size(), alone->layers.size());
                for (std::size_t i = 0; i < alone->layers.size(); ++i) {
                    const auto& x = alone->layers[i].metrics;
                    const auto& y = together->layers[i].metrics;
                    QCOMPARE(y.has_value(), x.has_value());
                    const bool isSame =
                        !x || x->sqnrDb == y->sqnrDb || (std::isnan(x->sqnrDb) && std::isnan(y->sqnrDb));
                    QVERIFY2(isSame, (pair.title + ", " + alone->layers[i].name).c_str());
                }
            }
        }
    }

private:
    void check(tests::RewrittenPairs& pairs)
    {
        QFETCH(int, pair);
        QFETCH(int, scenario);
        const auto difference = pairs.difference(m_pairs[std::size_t(pair)], tests::scenarios()[std::size_t(scenario)]);
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
    }

    std::vector<tests::TwinPair> m_pairs;
    tests::RewrittenPairs m_compared{compared};
};

QTEST_GUILESS_MAIN(TestRewrittenCompare)
#include "tst_rewritten_compare.moc"
