// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyses.h"
#include "core/analysis/matching/outline_pair.h"
#include "core/analysis/workspace/workspace.h"
#include "core/results/check_result.h"
#include "core/results/graph_outline.h"
#include "core/results/tune_result.h"
#include "core/results/weights_result.h"
#include "tests/models/rewritten_test.h"

using namespace ql;
using tests::PairFiles;
using tests::Rows;

namespace {

/// What a picture of the baseline holds.
Rows drawn(const PairFiles& files)
{
    analysis::Workspace workspace;
    const auto outline = analysis::outlineOf(workspace.open(files.models.baseline)->graph);
    Rows rows;
    const auto name = [&](std::size_t node) { return files.formerName(outline.nodes[node].name); };
    for (std::size_t i = 0; i < outline.nodes.size(); ++i)
        rows[name(i) + " " + outline.nodes[i].opType + " " + outline.nodes[i].shape] = 1.0;
    for (const auto& edge : outline.edges)
        rows[name(edge.from) + " to " + name(edge.to)] = 1.0;
    return rows;
}

/// The findings about the baseline, counted by rule, and its weights.
Rows checked(const PairFiles& files)
{
    results::CheckRequest request;
    request.model = files.models.baseline;
    analysis::Workspace workspace;
    JobContext ctx;
    const auto result = analysis::check(workspace, request, ctx, {});
    Rows rows;
    // The rewriting can't follow the names of Identities in bodies, which are no nodes here, and adds some itself.
    for (const auto& finding : result->findings)
        rows[finding.rule == "ineffective-operation" ? finding.rule
                                                     : finding.rule + " " + files.formerName(finding.subject)] = 1.0;
    for (const auto& run : result->fusableRuns)
        rows[run.pattern] += 1.0;
    for (const auto& layer : result->layers)
        rows[files.formerName(layer.name) + " " + layer.inputDtype + " " + layer.outputDtype] = 1.0;
    for (const auto& weight : result->weights)
        rows[weight.tensor + " " + weight.dtype] = 1.0;
    return rows;
}

Rows weights(const PairFiles& files)
{
    results::WeightsRequest request;
    request.models = files.models;
    analysis::Workspace workspace;
    JobContext ctx;
    Rows rows;
    const auto result = analysis::weights(workspace, request, ctx, {});
    for (const auto& row : result->rows)
        if (row.metrics)
            rows[files.formerName(row.baseline.name)] = row.metrics->sqnrDb;
    return rows;
}

Rows tuned(const PairFiles& files)
{
    const QTemporaryDir folder;
    copyInputs(files, folder.path().toStdString());
    results::TuneRequest request;
    request.baseline = files.models.baseline;
    request.quantization.data = folder.path().toStdString();
    request.targets = {{{}, 45.0}};
    request.mostOverrides = 2;
    request.options.threads = 2;
    analysis::Workspace workspace;
    JobContext ctx;
    const auto result = analysis::tune(workspace, request, ctx, {});
    Rows rows{{"start", result->start.metric}, {"best", result->best.metric}};
    for (const auto& one : result->best.overrides)
        rows[files.formerName(one.layer) + " " + one.action] = one.alone;
    for (const auto& one : result->ranking)
        rows["rank of " + files.formerName(one.layer)] = one.alone;
    return rows;
}

} // namespace

/// What things are called, and how the file orders them, changes nothing of checks, pictures, weights and
/// repairs.
class TestRewrittenSingleModels : public tests::RewrittenTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { open(); }

    void outlinesStay_data()
    {
        addRewrites([](const tests::TwinPair& pair) {
            return pair.title.find("qdq_s8") != std::string::npos || isOf(pair, "extra");
        });
    }
    void outlinesStay() { check(m_drawn); }

    void checksStay_data()
    {
        addRewrites([](const tests::TwinPair& pair) {
            return pair.title.find("qdq_s8") != std::string::npos || isOf(pair, "extra");
        });
    }
    void checksStay() { check(m_checked); }

    void weightsKeepTheirRows_data()
    {
        addRewrites([](const tests::TwinPair& pair) { return !pair.title.empty(); });
    }
    void weightsKeepTheirRows() { check(m_weights); }

    void repairsStay_data()
    {
        addRewrites([](const tests::TwinPair& pair) {
            return pair.title == "mnist__qdq_s8" || pair.title == "dtln1__qdq_s8" || pair.title == "cifar__qdq_s8_pc";
        });
    }
    void repairsStay() { check(m_tuned); }

private:
    tests::RewrittenPairs m_drawn{drawn};
    tests::RewrittenPairs m_checked{checked};
    tests::RewrittenPairs m_tuned{tuned};
    tests::RewrittenPairs m_weights{weights};
};

QTEST_GUILESS_MAIN(TestRewrittenSingleModels)
#include "tst_rewritten_single_models.moc"
