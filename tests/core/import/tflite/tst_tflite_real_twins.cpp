// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare.h"
#include "core/analysis/matching/matching.h"
#include "core/base/job_context.h"
#include "core/import/import_model.h"
#include "tests/core/import/tflite/channels_first_twin.h"
#include "tests/support/models.h"

#include <QTest>

#include <algorithm>

using namespace ql;
using analysis::kNoLayer;

namespace {

constexpr double kLeastShare = 0.9;

/// The same network in which nothing is called as before.
graph::Graph renamed(const graph::Graph& original)
{
    graph::Graph copy("renamed");
    for (const auto& [domain, version] : original.opsets())
        copy.setOpset(domain, version);
    for (std::size_t i = 0; i < original.valueCount(); ++i) {
        const auto& value = original.values()[i];
        const auto name = "t" + std::to_string(7 * i + 5);
        if (value.initializer)
            copy.addInitializer(name, *value.initializer);
        else if (std::ranges::find(original.inputs(), *original.findValue(value.name)) != original.inputs().end())
            copy.addInput(name, value.type, value.shape);
        else
            copy.addValue(name, value.type, value.shape);
    }
    for (const auto& node : original.nodes()) {
        graph::NodeSpec spec;
        spec.hasMadeUpName = true;
        spec.domain = node.domain;
        spec.opType = node.opType;
        spec.opset = node.opset;
        spec.inputs = node.inputs;
        spec.outputs = node.outputs;
        spec.attributes = node.attributes;
        copy.addNode(std::move(spec));
    }
    for (const auto output : original.outputs())
        copy.addOutput(output);
    return copy;
}

struct Pairs {
    std::vector<analysis::Layer> baseline;
    std::vector<analysis::Layer> analysis;
    analysis::Matching matching;
};

Pairs pairsOf(const graph::Graph& baseline, const graph::Graph& analysis)
{
    Pairs pairs{analysis::collectLayers(baseline, &analysis), analysis::collectLayers(analysis, &baseline), {}};
    pairs.matching = analysis::matchLayers(baseline, pairs.baseline, analysis, pairs.analysis);
    return pairs;
}

/// Of the layers that compare shows, those that have a partner or that the partner computes with another.
double shareOf(const std::vector<analysis::Layer>& layers, const std::vector<analysis::LayerMatch>& matches)
{
    int shown = 0;
    int matched = 0;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (layers[i].isInput() || layers[i].isConstant || !layers[i].isShownByDefault())
            continue;
        ++shown;
        matched += matches[i].partner != kNoLayer || matches[i].fusedInto != kNoLayer ? 1 : 0;
    }
    return shown == 0 ? 0.0 : double(matched) / shown;
}

double shareOf(const Pairs& pairs)
{
    return std::min(shareOf(pairs.baseline, pairs.matching.baseline), shareOf(pairs.analysis, pairs.matching.analysis));
}

} // namespace

/// Networks that people trained, in floats and in integers, with and without names in common, and channels first.
class TestTfLiteRealTwins : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matchesWithoutNames_data();
    void matchesWithoutNames();
    void comparesAnotherTraining();
    void matchesChannelsFirst();
};

void TestTfLiteRealTwins::matchesWithoutNames_data()
{
    QTest::addColumn<QString>("baseline");
    QTest::addColumn<QString>("analysis");
    if (!tests::modelsFolder())
        QSKIP("SKIPPED: QUANTLOUPE_MODELS is not set");
    QTest::newRow("sine") << "hello_world_float"
                          << "hello_world_int8";
    QTest::newRow("digits") << "trained_lstm"
                            << "trained_lstm_int8";
    QTest::newRow("keywords") << "keyword_scrambled"
                              << "keyword_scrambled_8bit";
    QTest::newRow("people") << "person_detect"
                            << "person_detect";
}

/// Who is whose partner must not hang on what anything is called.
void TestTfLiteRealTwins::matchesWithoutNames()
{
    QFETCH(QString, baseline);
    QFETCH(QString, analysis);
    const auto folder = *tests::modelsFolder() / "tflite";
    const auto x = importers::importModel(folder / (baseline.toStdString() + ".tflite"));
    const auto y = importers::importModel(folder / (analysis.toStdString() + ".tflite"));
    const auto byNames = pairsOf(x.graph, y.graph);
    QVERIFY2(shareOf(byNames) >= kLeastShare, qPrintable(QString::number(shareOf(byNames))));
    const auto nameless = pairsOf(x.graph, renamed(y.graph));
    QVERIFY2(shareOf(nameless) >= kLeastShare, qPrintable(QString::number(shareOf(nameless))));
    for (std::size_t i = 0; i < nameless.baseline.size(); ++i)
        QCOMPARE(nameless.matching.baseline[i].partner, byNames.matching.baseline[i].partner);
}

/// The authors' ONNX of a noise suppression hands its state in and out; the other file was trained anew and keeps it.
/// All four layers have partners, which the shapes of LSTMs with an axis for directions don't hide.
void TestTfLiteRealTwins::comparesAnotherTraining()
{
    const auto models = tests::modelsFolder();
    if (!models)
        QSKIP("SKIPPED: QUANTLOUPE_MODELS is not set");
    const auto x = importers::importModel(*models / "models" / "dtln1.onnx");
    const auto y = importers::importModel(*models / "tflite" / "dtln_noise_suppression.tflite");
    const runs::NamedTensors inputs{{"input_2", ops::Tensor(at::rand({1, 1, 257}))},
                                    {"input_3", ops::Tensor(at::zeros({1, 2, 128, 2}))}};
    JobContext context;
    const auto result = analysis::compareModels(x, y, inputs, results::CompareRequest(), context);
    const auto compared =
        std::ranges::count(result->layers, results::LayerRow::State::Compared, &results::LayerRow::state);
    QCOMPARE(int(compared), 4);
    QVERIFY(result->outputs.at(0).metrics); // the state has no counterpart
    QVERIFY(!result->outputs.at(1).metrics);
}

/// A MobileNet of 8-bit integers against its floats as PyTorch would export them.
void TestTfLiteRealTwins::matchesChannelsFirst()
{
    const auto models = tests::modelsFolder();
    if (!models)
        QSKIP("SKIPPED: QUANTLOUPE_MODELS is not set");
    auto people = importers::importModel(*models / "tflite" / "person_detect.tflite");
    importers::ImportedModel floats;
    floats.graph = tests::channelsFirstTwin(people.graph);
    const auto known = pairsOf(floats.graph, people.graph);
    for (std::size_t i = 0; i < known.baseline.size(); ++i)
        if (const auto partner = known.matching.baseline[i].partner;
            partner != kNoLayer && !known.baseline[i].isInput())
            QVERIFY2(known.baseline[i].name.starts_with("/" + known.analysis[partner].name),
                     known.baseline[i].name.c_str());
    QVERIFY2(shareOf(known) >= kLeastShare, qPrintable(QString::number(shareOf(known))));
    const auto pixels = at::arange(96 * 96, at::kFloat).mul(0.0131F).sin().view({1, 1, 96, 96});
    JobContext context;
    const auto result =
        analysis::compareModels(floats, people, {{"image", ops::Tensor(pixels)}}, results::CompareRequest(), context);
    int compared = 0;
    for (const auto& row : result->layers)
        if (row.state == results::LayerRow::State::Compared) {
            ++compared;
            QVERIFY2(row.metrics && row.metrics->cosine > 0.9, row.name.c_str());
        }
    QVERIFY2(compared >= int(kLeastShare * 30), qPrintable(QString::number(compared)));
    QVERIFY(result->outputs.at(0).metrics->cosine > 0.99);
}

QTEST_APPLESS_MAIN(TestTfLiteRealTwins)
#include "tst_tflite_real_twins.moc"
