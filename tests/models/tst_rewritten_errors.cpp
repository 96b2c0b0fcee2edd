// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyses.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/results/attribution_result.h"
#include "core/results/badcase_result.h"
#include "core/results/shadow_result.h"
#include "tests/models/rewritten_pairs.h"
#include "tests/support/models.h"

#include <QtTest>

#include <cmath>

using namespace ql;
using tests::PairFiles;
using tests::Rows;

namespace {

/// The others have rows of their own in tst_rewritten_compare and tst_rewritten_large_sensitivity.
bool isSmall(const tests::TwinPair& pair)
{
    return !pair.title.starts_with("ultraface") && !pair.title.starts_with("extra") && !pair.title.ends_with("_fix")
           && pair.title != "silero_mini_v2__qdq_s8_pc";
}

Rows attributed(const PairFiles& files)
{
    results::AttributionRequest request;
    request.models = files.models;
    request.samples.inputs = files.inputWords;
    request.options.threads = 2;
    analysis::Workspace workspace;
    JobContext ctx;
    Rows rows;
    const auto result = analysis::attribution(workspace, request, ctx, {});
    for (const auto& row : result->rows) {
        rows[files.formerName(row.name) + ", accumulated"] = row.accumulatedDb;
        rows[files.formerName(row.name) + ", local"] = row.localDb;
    }
    if (result->origin)
        rows["origin " + files.formerName(result->origin->layer)] = result->origin->inputDb;
    return rows;
}

Rows shadowed(const PairFiles& files)
{
    results::ShadowRequest request;
    request.models = files.models;
    request.samples.inputs = files.inputWords;
    request.options.threads = 2;
    analysis::Workspace workspace;
    JobContext ctx;
    Rows rows;
    const auto result = analysis::shadow(workspace, request, ctx, {});
    for (const auto& row : result->rows)
        if (row.onBaselineInputs)
            rows[files.formerName(row.name)] = row.onBaselineInputs->sqnrDb;
    return rows;
}

/// On all inputs of the model that the shared folder has.
Rows searched(const PairFiles& files)
{
    const QTemporaryDir folder;
    results::BadCaseRequest request;
    request.models = files.models;
    request.samples.data = files.inputWords.at(0).substr(files.inputWords[0].find('=') + 1);
    const auto parent = std::filesystem::path(request.samples.data).parent_path();
    const auto name = std::filesystem::path(request.samples.data).filename().string();
    for (const auto& entry : std::filesystem::directory_iterator(parent))
        if (entry.path().filename().string().starts_with(name.substr(0, name.find("__"))))
            std::filesystem::copy(entry.path(), folder.path().toStdString() / entry.path().filename());
    request.samples.data = folder.path().toStdString();
    request.metric = "sqnr";
    request.options.threads = 2;
    analysis::Workspace workspace;
    JobContext ctx;
    const auto result = analysis::badcase(workspace, request, ctx, {});
    Rows rows;
    for (std::size_t i = 0; i < result->values.size(); ++i)
        rows[std::to_string(i)] = result->values[i];
    return rows;
}

} // namespace

/// What things are called, and how the file orders them, changes nothing of where errors come from, nor bad cases.
class TestRewrittenErrors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        m_pairs = tests::allPairs(*models);
    }

    void attributionsKeepTheirRows_data()
    {
        tests::addRewrites(m_pairs, [](const tests::TwinPair& pair) {
            return isSmall(pair) && pair.title.find("qdq_s8") != std::string::npos;
        });
    }
    void attributionsKeepTheirRows() { check(m_attributed); }

    void shadowsKeepTheirRows_data()
    {
        tests::addRewrites(m_pairs, [](const tests::TwinPair& pair) { return isSmall(pair); });
    }
    void shadowsKeepTheirRows() { check(m_shadowed); }

    void searchesKeepTheirValues_data()
    {
        tests::addRewrites(m_pairs,
                           [](const tests::TwinPair& pair) { return isSmall(pair) && pair.inputs.size() == 1; });
    }
    void searchesKeepTheirValues() { check(m_searched); }

private:
    void check(tests::RewrittenPairs& pairs)
    {
        QFETCH(int, pair);
        QFETCH(int, scenario);
        const auto difference = pairs.difference(m_pairs[std::size_t(pair)], tests::scenarios()[std::size_t(scenario)]);
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
    }

    std::vector<tests::TwinPair> m_pairs;
    tests::RewrittenPairs m_attributed{attributed};
    tests::RewrittenPairs m_shadowed{shadowed};
    tests::RewrittenPairs m_searched{searched};
};

QTEST_GUILESS_MAIN(TestRewrittenErrors)
#include "tst_rewritten_errors.moc"
