// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyses.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/results/sensitivity_result.h"
#include "tests/models/rewritten_pairs.h"
#include "tests/support/models.h"

#include <QtTest>

#include <cmath>

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
    Rows rows;
    try {
        const auto result = rank(files, 2);
        for (const auto& output : result->outputs)
            for (const auto& row : output.rows)
                rows[output.name + ", " + files.formerName(row.opName) + ", " + row.sensitiveType] = row.metricValue;
        rows["without place"] = double(result->unplaced.size());
        rows["inside the analysis model"] = result->inside ? 1.0 : 0.0;
    } catch (const Error& error) {
        rows[error.what()] = 0.0; // a model that can't be ranked is refused in the same words
    }
    return rows;
}

} // namespace

/// What things are called, and how the file orders them, changes no number of the rankings.
class TestRewrittenSensitivity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        m_pairs = tests::allPairs(*models);
    }

    void rankingsKeepTheirRows_data()
    {
        tests::addRewrites(m_pairs, [](const tests::TwinPair& pair) {
            return !pair.title.starts_with("ultraface") && !pair.title.ends_with("fix")
                   && pair.title != "silero_mini_v2__qdq_s8_pc";
        });
    }
    void rankingsKeepTheirRows() { check(m_ranked); }

    void threadsChangeNothing()
    {
        for (const auto& pair : m_pairs) {
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
    void check(tests::RewrittenPairs& pairs)
    {
        QFETCH(int, pair);
        QFETCH(int, scenario);
        const auto difference = pairs.difference(m_pairs[std::size_t(pair)], tests::scenarios()[std::size_t(scenario)]);
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
    }

    std::vector<tests::TwinPair> m_pairs;
    tests::RewrittenPairs m_ranked{ranked};
};

QTEST_GUILESS_MAIN(TestRewrittenSensitivity)
#include "tst_rewritten_sensitivity.moc"
