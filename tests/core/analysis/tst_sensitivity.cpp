// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/ranked_models.h"

#include "core/analysis/simulation/quantizer_switches.h"
#include "core/base/error.h"
#include "core/data/inputs.h"
#include "core/data/tensors/npy.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/runs/threads/thread_guard.h"
#include "core/runs/what_if.h"
#include "tests/models/manifest.h"
#include "tests/support/models.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <limits>
#include <set>

using namespace ql;
using namespace ql::tests;
using results::MetricId;
using results::SensitivityMode;
using results::SensitivityRequest;
using results::SensitivityResult;
using results::SensitivityWhat;

namespace {

/// The first samples of the demo's stacked data.
analysis::SampleSource stackedSamples(const Models& models, std::size_t count)
{
    return analysis::openSamples(models.baseline.graph, {{}, (kDemo / "inputs.npy").string(), count, {}}, {});
}

void compareRankings(const SensitivityResult& found, const SensitivityResult& expected)
{
    const auto& rows = expected.outputs.at(0).rows;
    QCOMPARE(found.outputs.at(0).rows.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& row = found.outputs[0].rows[i];
        QCOMPARE(row.opName, rows[i].opName);
        QCOMPARE(row.metricValue, rows[i].metricValue);
        QCOMPARE(row.macs, rows[i].macs);
    }
    QCOMPARE(found.outputs[0].everythingOn, expected.outputs[0].everythingOn);
}

} // namespace

class TestSensitivity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theDemosCulpritComesFirst()
    {
        const auto result = rank(openDemo());
        const auto& first = result->outputs.at(0).rows.at(0);
        QCOMPARE(QString::fromStdString(first.opName), QString("/block1/depthwise/Conv"));
        QCOMPARE(QString::fromStdString(first.sensitiveType), QString("weight"));
        QVERIFY(first.macs > 0);
        QVERIFY(result->isComplete);
        QVERIFY(result->unplaced.empty());
    }

    void oneOffTellsWhatASkipWins()
    {
        const auto result = rank(openDemo(), {.mode = SensitivityMode::OneOff, .what = SensitivityWhat::Together});
        const auto& output = result->outputs.at(0);
        QCOMPARE(QString::fromStdString(output.rows.at(0).opName), QString("/block1/depthwise/Conv"));
        QVERIFY(output.rows.at(0).metricValue > output.everythingOn + 15.0);
    }

    void scopesAreScoredWhole()
    {
        const auto result = rank(openDemo(), {.group = results::SensitivityGroup::Scope});
        const auto* block = findRow(*result, "block1/depthwise", "both");
        QVERIFY(block);
        QCOMPARE(QString::fromStdString(block->opType), QString("Scope"));
    }

    void filtersByNameAndType()
    {
        const auto result = rank(openDemo(), {.what = SensitivityWhat::Weight, .filter = {{"/block1/"}, {"Conv"}}});
        const auto& rows = result->outputs.at(0).rows;
        QCOMPARE(rows.size(), std::size_t(3));
        for (const auto& row : rows)
            QVERIFY(row.opName.starts_with("/block1/") && row.opType == "Conv");
    }

    void rankingsGrow()
    {
        const auto models = openDemo();
        const runs::ThreadGuard threads;
        JobContext ctx;
        std::vector<std::size_t> seen;
        const analysis::SampleSource samples{1, [&](std::size_t) { return models.inputs; }};
        analysis::sensitivity(models.baseline.graph, models.analysis.graph, samples, {}, ctx, [&](const auto& partial) {
            QVERIFY(!partial->isComplete);
            seen.push_back(partial->outputs.at(0).rows.size());
        });
        QVERIFY(!seen.empty());
        QVERIFY(std::is_sorted(seen.begin(), seen.end()));
    }

    void rowsAreMeansOverSamples()
    {
        const auto models = openDemo();
        const auto samples = stackedSamples(models, 3);
        QCOMPARE(samples.count, std::size_t(3));
        const auto result = rank(models, {.growingSets = 0}, samples);
        QCOMPARE(result->samples, std::uint64_t(3));
        double sum = 0.0;
        for (std::size_t i = 0; i < samples.count; ++i) {
            const auto single = rank(models, {.growingSets = 0}, {1, [&](std::size_t) { return samples.read(i); }});
            sum += findRow(*single, "/block1/depthwise/Conv", "weight")->metricValue;
        }
        const auto* row = findRow(*result, "/block1/depthwise/Conv", "weight");
        QVERIFY(std::abs(row->metricValue - sum / 3.0) < 1e-9);
    }

    void aCancelledRankingContinues()
    {
        const auto models = openDemo();
        const auto samples = stackedSamples(models, 2);
        QTemporaryDir folder;
        const SensitivityRequest request{
            .models = {(kDemo / "float.onnx").string(), (kDemo / "int8.onnx").string(), {}},
            .folder = folder.path().toStdString()};
        const auto expected = rank(models, {}, samples);
        const auto stopAtFirstNews = [&] {
            const runs::ThreadGuard threads;
            std::stop_source stop;
            JobContext ctx(stop.get_token(), {});
            std::size_t known = 0;
            QVERIFY_EXCEPTION_THROWN(analysis::sensitivity(models.baseline.graph, models.analysis.graph, samples,
                                                           request, ctx,
                                                           [&](const auto& partial) {
                                                               QVERIFY(!partial->isComplete);
                                                               known = partial->outputs.at(0).rows.size();
                                                               stop.request_stop();
                                                           }),
                                     Cancelled);
            QCOMPARE(known, std::size_t(1)); // what it was told of; the second row stopped
        };
        stopAtFirstNews();
        QVERIFY(QFile::exists(folder.filePath("sensitivity_state.bin")));
        const auto continued = rank(models, request, samples);
        QCOMPARE(continued->resumedRows, std::uint64_t(1));
        QVERIFY(!QFile::exists(folder.filePath("sensitivity_state.bin")));
        compareRankings(*continued, *expected);
        QCOMPARE(continued->executedNodes, expected->executedNodes);

        stopAtFirstNews();
        auto other = request;
        other.mode = SensitivityMode::OneOff;
        QCOMPARE(rank(models, other, samples)->resumedRows, std::uint64_t(0));
        stopAtFirstNews();
        other = request;
        other.isFresh = true;
        QCOMPARE(rank(models, other, samples)->resumedRows, std::uint64_t(0));
    }

    void growingSetsRepairMoreAndMore()
    {
        const auto models = openDemo();
        const auto result = rank(models, {.growingSets = 1000});
        const auto& output = result->outputs.at(0);
        QCOMPARE(output.cumulative.size(), output.rows.size());
        for (std::size_t i = 0; i < output.rows.size(); ++i)
            QCOMPARE(output.cumulative[i].opName, output.rows[i].opName);
        const auto oneOff = rank(models, {.mode = SensitivityMode::OneOff, .growingSets = 0});
        const auto* first = findRow(*oneOff, output.rows[0].opName, output.rows[0].sensitiveType);
        QCOMPARE(output.cumulative[0].metricValue, first->metricValue);
        // With every row left float nothing is left but the baseline.
        QVERIFY(std::isinf(output.cumulative.back().metricValue));
    }

    void ranksSeveralMetricsAtOnce()
    {
        const auto models = openDemo();
        const auto both = rank(models, {.metrics = {MetricId::Sqnr, MetricId::Cosine}});
        QCOMPARE(both->outputs.size(), std::size_t(2));
        QVERIFY(both->outputs[1].metric == MetricId::Cosine);
        const auto cosine = rank(models, {.metrics = {MetricId::Cosine}});
        QCOMPARE(both->outputs[1].rows[0].opName, cosine->outputs[0].rows[0].opName);
        QCOMPARE(both->outputs[1].rows[0].metricValue, cosine->outputs[0].rows[0].metricValue);
        QCOMPARE(both->outputs[0].rows[0].metricValue, rank(models)->outputs[0].rows[0].metricValue);
    }

    void refusesUnknownNames()
    {
        const auto models = openDemo();
        QVERIFY_EXCEPTION_THROWN(rank(models, {.layers = {"nobody"}}), Error);
        QVERIFY_EXCEPTION_THROWN(rank(models, {.outputs = {"nothing"}}), Error);
        QVERIFY_EXCEPTION_THROWN(rank(models, {.filter = {{"nowhere"}, {}}}), Error);
        const auto one = rank(models, {.layers = {"/block1/depthwise/Conv"}});
        for (const auto& row : one->outputs.at(0).rows)
            QCOMPARE(row.opName, std::string("/block1/depthwise/Conv"));
    }

    void replaysDecisions()
    {
        // A scale of 1 makes 1.2 equal to 1: the second place flips.
        const auto baseline = graph::parseGraph("graph \"b\" opset 13\ninput x: float32[3]\nconst k: int64[1] = {2}\n"
                                                "y = Neg(x) name \"neg\"\nv, i = TopK(y, k) name \"top\"\noutput v");
        const auto analysis = graph::parseGraph(
            "graph \"a\" opset 13\ninput x: float32[3]\nconst k: int64[1] = {2}\nconst s: float32[] = {1}\n"
            "const z: int8[] = {0}\ny = Neg(x) name \"neg\"\nq = QuantizeLinear(y, s, z)\n"
            "d = DequantizeLinear(q, s, z)\nv, i = TopK(d, k) name \"top\"\noutput v");
        const runs::Tensor x(at::tensor({-1.0f, -1.2f, -3.0f}));
        const analysis::SampleSource samples{1, [&](std::size_t) { return runs::NamedTensors{{"x", x}}; }};
        JobContext ctx;
        SensitivityRequest request{.metrics = {MetricId::Atol}};
        const auto free = analysis::sensitivity(baseline, analysis, samples, request, ctx);
        QVERIFY(free->decisions.empty());
        request.replaysDecisions = true;
        const auto replayed = analysis::sensitivity(baseline, analysis, samples, request, ctx);
        QCOMPARE(replayed->decisions.size(), std::size_t(1));
        QCOMPARE(replayed->decisions[0].name, std::string("top"));
        QCOMPARE(replayed->decisions[0].indices, std::uint64_t(2));
        QCOMPARE(replayed->decisions[0].flipped, std::uint64_t(1));
        // Free and replayed choose equal numbers here, 3 and 1, against 3 and 1.2.
        QVERIFY(std::abs(replayed->outputs.at(0).everythingOn - 0.2) < 1e-6);
    }

    void aScopeRepairsWhatNoRowDoes()
    {
        // Both small values vanish in steps of 1: leaving one of them float leaves the other's zeros.
        const std::string head =
            "graph \"g\" opset 13\ninput x: float32[2]\nconst s: float32[] = {1}\n"
            "const z: int8[] = {0}\nconst small: float32[] = {0.01}\nconst big: float32[] = {100}\n"
            "a = Mul(x, small) name \"norm/mul\" scope \"norm\"\n";
        const auto baseline = graph::parseGraph(head
                                                + "b = Neg(a) name \"norm/neg\" scope \"norm\"\n"
                                                  "y = Mul(b, big) name \"last\"\noutput y");
        const auto analysis =
            graph::parseGraph(head
                              + "aq = QuantizeLinear(a, s, z)\nad = DequantizeLinear(aq, s, z)\n"
                                "b = Neg(ad) name \"norm/neg\" scope \"norm\"\nbq = QuantizeLinear(b, s, z)\n"
                                "bd = DequantizeLinear(bq, s, z)\ny = Mul(bd, big) name \"last\"\noutput y");
        const runs::Tensor x(at::tensor({1.0f, 2.0f}));
        const analysis::SampleSource samples{1, [&](std::size_t) { return runs::NamedTensors{{"x", x}}; }};
        JobContext ctx;
        const auto result = analysis::sensitivity(baseline, analysis, samples, {.mode = SensitivityMode::OneOff}, ctx);
        const auto& output = result->outputs.at(0);
        QCOMPARE(output.rows.size(), std::size_t(2));
        QCOMPARE(output.rows[0].metricValue, 0.0);
        QVERIFY(output.scopeRepair);
        QCOMPARE(output.scopeRepair->scope, std::string("norm"));
        QVERIFY(std::isinf(output.scopeRepair->metricValue));
    }

    void aStrangersModelIsRefused()
    {
        auto models = openDemo();
        std::swap(models.analysis, models.baseline);
        models.analysis = importers::importModel(kDemo / "float.onnx");
        QVERIFY_EXCEPTION_THROWN(rank(models), Error);
    }

    void sileroFailsAtConv34()
    {
        const auto root = tests::modelsFolder();
        if (!root)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        const auto models = openCase(*root, "silero_mini_v2", "qdq_s8_convmm", "en_w3");
        const auto result = rank(models);
        const auto& first = result->outputs.at(0).rows.at(0);
        QCOMPARE(QString::fromStdString(first.opName), QString("Conv_34"));
        QCOMPARE(QString::fromStdString(first.sensitiveType), QString("activation"));
        // What ONNX Runtime's brute force gave: ranking values within rounding ties.
        QVERIFY(std::abs(first.metricValue - -2.95) < 0.3);
        const auto* weight = findRow(*result, "Conv_34", "weight");
        QVERIFY(weight && std::abs(weight->metricValue - 16.49) < 0.5);
        const auto repaired = rank(models, {.mode = SensitivityMode::OneOff, .what = SensitivityWhat::Together});
        QCOMPARE(QString::fromStdString(repaired->outputs.at(0).rows.at(0).opName), QString("Conv_34"));
        QVERIFY(repaired->outputs.at(0).rows.at(0).metricValue >= 25.0);
    }

    void partialRunsGiveWhatWholeRunsGive()
    {
        const auto root = tests::modelsFolder();
        if (!root)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        const runs::ThreadGuard threads;
        const auto models = openCase(*root, "silero_mini_v2", "qdq_s8_convmm", "en_w3");
        const analysis::QuantizerSwitches switches(models.baseline.graph, models.analysis.graph);
        JobContext ctx;
        const runs::WhatIf plain(switches.program(), models.inputs, {}, ctx);
        for (std::size_t i = 0; i < switches.points().size(); i += 5) {
            const auto partial = plain.rerun(switches.nodesOf({i}), {switches.only({i})});
            const runs::WhatIf whole(switches.program(), models.inputs, {switches.only({i})}, ctx);
            QVERIFY(at::equal(partial.outputs.at(0).data, whole.outputs().at(0).data));
        }
    }

    void everyTwinIsRankedWithFewNodes_data()
    {
        const auto root = tests::modelsFolder();
        if (!root)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("variant");
        std::set<QString> seen;
        for (const auto& each : tests::modelCases(*root)) {
            const auto words = QString::fromStdString(each.title).split('/');
            if (each.isQuantized && seen.insert(words[0] + words[2]).second)
                QTest::newRow(each.title.c_str()) << words[0] << words[1] << words[2];
        }
    }

    void everyTwinIsRankedWithFewNodes()
    {
        QFETCH(QString, model);
        QFETCH(QString, title);
        QFETCH(QString, variant);
        const auto models =
            openCase(*tests::modelsFolder(), model.toStdString(), variant.toStdString(), title.toStdString());
        const auto result = rank(models);
        qInfo("%zu rows, %.0f %% of the nodes, reproduced at %.1f dB, first %s %s %.2f dB",
              result->outputs[0].rows.size(), 100.0 * double(result->executedNodes) / double(result->naiveNodes),
              result->outputs[0].reproductionDb, result->outputs[0].rows[0].opName.c_str(),
              result->outputs[0].rows[0].sensitiveType.c_str(), result->outputs[0].rows[0].metricValue);
        QVERIFY(!result->outputs[0].rows.empty());
        QVERIFY(result->outputs[0].reproductionDb >= 60.0);
        if (variant.startsWith("qdq")) // switches give the very bits
            QCOMPARE(result->outputs[0].reproductionDb, std::numeric_limits<double>::infinity());
        QVERIFY(double(result->executedNodes) <= 0.6 * double(result->naiveNodes));
    }
};

QTEST_APPLESS_MAIN(TestSensitivity)
#include "tst_sensitivity.moc"
