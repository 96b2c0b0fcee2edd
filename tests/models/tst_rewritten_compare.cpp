// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyses.h"
#include "core/analysis/workspace/workspace.h"
#include "core/results/compare_result.h"
#include "tests/models/rewritten_test.h"

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
class TestRewrittenCompare : public tests::RewrittenTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { open(); }

    void comparisonsKeepTheirRows_data()
    {
        addRewrites([](const tests::TwinPair&) { return true; });
    }
    void comparisonsKeepTheirRows() { check(m_compared); }

    void threadsChangeNothing_data()
    {
        QTest::addColumn<int>("pair");
        for (std::size_t i = 0; i < pairs().size(); ++i)
            if (!pairs()[i].inputs.empty())
                QTest::newRow(pairs()[i].title.c_str()) << int(i);
    }
    void threadsChangeNothing()
    {
        QFETCH(int, pair);
        const auto files = tests::filesOf(pairs()[std::size_t(pair)]);
        const auto alone = compare(files, 1);
        for (const int threads : {2, 4}) {
            const auto together = compare(files, threads);
            QCOMPARE(together->layers.size(), alone->layers.size());
            for (std::size_t i = 0; i < alone->layers.size(); ++i) {
                const auto& x = alone->layers[i].metrics;
                const auto& y = together->layers[i].metrics;
                QCOMPARE(y.has_value(), x.has_value());
                const bool isSame = !x || x->sqnrDb == y->sqnrDb || (std::isnan(x->sqnrDb) && std::isnan(y->sqnrDb));
                QVERIFY2(isSame, alone->layers[i].name.c_str());
            }
        }
    }

private:
    tests::RewrittenPairs m_compared{orRefusal(compared)};
};

QTEST_GUILESS_MAIN(TestRewrittenCompare)
#include "tst_rewritten_compare.moc"
