// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyses.h"
#include "core/analysis/workspace/workspace.h"
#include "core/results/sensitivity_result.h"
#include "tests/models/rewritten_test.h"

using namespace ql;
using tests::PairFiles;
using tests::Rows;

namespace {

std::shared_ptr<const results::SensitivityResult> rank(const PairFiles& files, int threads)
{
    results::SensitivityRequest request;
    request.models = files.models;
    request.samples.inputs = files.inputWords;
    request.growingSets = 0;
    request.options.threads = threads;
    analysis::Workspace workspace;
    JobContext ctx;
    return analysis::sensitivity(workspace, request, ctx, {});
}

Rows ranked(const PairFiles& files)
{
    const auto result = rank(files, 2);
    Rows rows{{"without place", double(result->unplaced.size())},
              {"inside the analysis model", result->inside ? 1.0 : 0.0}};
    for (const auto& output : result->outputs)
        for (const auto& row : output.rows)
            rows[output.name + ", " + files.formerName(row.opName) + ", " + row.sensitiveType] = row.metricValue;
    return rows;
}

} // namespace

/// What things are called, and how the file orders them, changes no number of the rankings.
class TestRewrittenSensitivity : public tests::RewrittenTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { open(); }

    void rankingsKeepTheirRows_data()
    {
        addRewrites([](const tests::TwinPair&) { return true; });
    }
    void rankingsKeepTheirRows() { check(m_ranked); }

    void threadsChangeNothing()
    {
        for (const auto& pair : pairs()) {
            if (!pair.title.ends_with("qdq_s8") && !pair.title.ends_with("convmm"))
                continue;
            const auto alone = rank(tests::filesOf(pair), 1);
            for (const int threads : {2, 4}) {
                const auto together = rank(tests::filesOf(pair), threads);
                for (std::size_t i = 0; i < alone->outputs.size(); ++i)
                    for (std::size_t j = 0; j < alone->outputs[i].rows.size(); ++j) {
                        const auto& row = alone->outputs[i].rows[j];
                        QCOMPARE(together->outputs.at(i).rows.at(j).opName, row.opName);
                        QCOMPARE(together->outputs[i].rows[j].metricValue, row.metricValue);
                    }
            }
        }
    }

private:
    tests::RewrittenPairs m_ranked{orRefusal(ranked)};
};

QTEST_GUILESS_MAIN(TestRewrittenSensitivity)
#include "tst_rewritten_sensitivity.moc"
