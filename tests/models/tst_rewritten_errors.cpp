// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyses.h"
#include "core/analysis/workspace/workspace.h"
#include "core/results/attribution_result.h"
#include "core/results/badcase_result.h"
#include "core/results/shadow_result.h"
#include "tests/models/rewritten_test.h"

using namespace ql;
using tests::PairFiles;
using tests::Rows;

namespace {

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

/// On all inputs of the model that the shared folder has, or on the pair's own.
void copySamples(const PairFiles& files, const std::filesystem::path& folder)
{
    const std::filesystem::path file = files.inputWords.at(0).substr(files.inputWords[0].find('=') + 1);
    const auto name = file.filename().string();
    const auto model = name.substr(0, name.find("__"));
    if (files.inputWords.size() > 1 || model == name)
        return copyInputs(files, folder);
    for (const auto& entry : std::filesystem::directory_iterator(file.parent_path()))
        if (entry.path().filename().string().starts_with(model))
            std::filesystem::copy(entry.path(), folder / entry.path().filename());
}

Rows searched(const PairFiles& files)
{
    const QTemporaryDir folder;
    copySamples(files, folder.path().toStdString());
    results::BadCaseRequest request;
    request.models = files.models;
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
class TestRewrittenErrors : public tests::RewrittenTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { open(); }

    void attributionsKeepTheirRows_data()
    {
        addRewrites([](const tests::TwinPair&) { return true; });
    }
    void attributionsKeepTheirRows() { check(m_attributed); }

    void shadowsKeepTheirRows_data()
    {
        addRewrites([](const tests::TwinPair& pair) { return !isOf(pair, "extra"); });
    }
    void shadowsKeepTheirRows() { check(m_shadowed); }

    void searchesKeepTheirValues_data()
    {
        addRewrites([](const tests::TwinPair&) { return true; });
    }
    void searchesKeepTheirValues() { check(m_searched); }

private:
    tests::RewrittenPairs m_attributed{orRefusal(attributed)};
    tests::RewrittenPairs m_shadowed{shadowed};
    tests::RewrittenPairs m_searched{orRefusal(searched)};
};

QTEST_GUILESS_MAIN(TestRewrittenErrors)
#include "tst_rewritten_errors.moc"
