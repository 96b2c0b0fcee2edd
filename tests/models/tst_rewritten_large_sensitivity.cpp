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

/// As tst_rewritten_sensitivity, for the network with the most quantizers.
class TestRewrittenLargeSensitivity : public QObject {
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
        tests::addRewrites(m_pairs, [](const tests::TwinPair& pair) { return pair.title == "ultraface__qdq_s8_pc"; });
    }
    void rankingsKeepTheirRows()
    {
        QFETCH(int, scenario);
        if (scenario % 2 == 1)
            QSKIP("takes long: tst_rewritten_sensitivity has this scenario with other models");
        check(m_ranked);
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

QTEST_GUILESS_MAIN(TestRewrittenLargeSensitivity)
#include "tst_rewritten_large_sensitivity.moc"
