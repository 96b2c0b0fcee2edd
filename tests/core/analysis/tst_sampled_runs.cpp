// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/spread/sampled_runs.h"

#include "core/base/error.h"
#include "core/base/packed.h"
#include "core/graph/text_form/text_form.h"
#include "tests/support/thread_ranks.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <ATen/ATen.h>

#include <array>
#include <atomic>

using namespace ql;
using analysis::SampledQuestion;
using analysis::SampledRuns;
using tests::ThreadRanks;

namespace {

constexpr std::size_t kSamples = 40;

struct Trial {
    std::string folder;
    std::size_t end = kSamples; ///< the sample that can't be measured, nor those behind it
    std::size_t ranks = 1;
    std::size_t samples = kSamples;
    std::string about = {};
};

struct Outcome {
    std::string spreads;      ///< of rank 0
    std::size_t measured = 0; ///< samples, on all ranks
    bool wasCutOff = false;
};

importers::ImportedModel model()
{
    importers::ImportedModel model;
    model.graph = graph::parseGraph("graph \"g\" opset 13\ninput x: float32[1]\ny: float32[1] = Relu(x)\noutput y");
    return model;
} // namespace

/// What rank @p ranks finds, all of which is forgotten at the end.
std::string found(const Trial& trial, const std::shared_ptr<RankGroup>& ranks, std::atomic<std::size_t>& measured)
{
    const auto both = model();
    const results::ModelPair models{.baseline = "float.onnx", .analysis = "int8.onnx"};
    const results::InputSelection selection;
    const results::RunOptions options{.ranks = ranks};
    const bool isFirst = !ranks || ranks->isFirst();
    const analysis::SampleSource samples{.count = trial.samples, .read = [](std::size_t i) {
                                             return runs::NamedTensors{{"x", ops::Tensor(at::tensor({double(i)}))}};
                                         }};
    SampledRuns runs({.command = "compare",
                      .models = models,
                      .selection = selection,
                      .options = options,
                      .mapFile = {},
                      .about = trial.about,
                      .folder = isFirst ? trial.folder : std::string()},
                     both, both, samples);
    JobContext ctx;
    const auto spreads = runs.measure(
        [&](const runs::NamedTensors& inputs, JobContext&) {
            const auto i = inputs.at("x").data.item<double>();
            if (i >= double(trial.end))
                throw Error(ErrorCode::Internal, "cut off");
            ++measured;
            analysis::SampleMetrics metrics;
            metrics.add(results::Metrics{.cosine = 1.0 / (1.0 + i), .sqnrDb = 30.0 - 0.1 * i});
            return metrics;
        },
        ctx);
    runs.removeJournal();
    return packed(spreads);
}

Outcome outcomeOf(const Trial& trial)
{
    Outcome outcome;
    std::atomic<std::size_t> measured = 0;
    std::atomic<bool> wasCutOff = false;
    const auto body = [&](const std::shared_ptr<RankGroup>& ranks) {
        try {
            auto spreads = found(trial, ranks, measured);
            if (!ranks || ranks->isFirst())
                outcome.spreads = std::move(spreads);
        } catch (const Error&) {
            wasCutOff = true;
        }
    };
    if (trial.ranks == 1)
        body(nullptr);
    else
        ThreadRanks(trial.ranks).run(body);
    outcome.measured = measured;
    outcome.wasCutOff = wasCutOff;
    return outcome;
}

} // namespace

class TestSampledRuns : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string folder(const char* name) const { return m_folder.filePath(name).toStdString(); }
    bool isKept(const char* name) const { return QFile::exists(m_folder.filePath(name) + "/compare_state.bin"); }

private Q_SLOTS:
    /// By three ranks, one, and two; or the other way round.
    void whatIsKnownIsNotMeasuredAgain()
    {
        const auto whole = outcomeOf({});
        QCOMPARE(whole.measured, kSamples);
        for (const auto& ranks : {std::array<std::size_t, 3>{3, 1, 2}, std::array<std::size_t, 3>{1, 3, 1}}) {
            const auto first = outcomeOf({.folder = folder("kept"), .end = 7, .ranks = ranks[0]});
            QVERIFY(first.wasCutOff && isKept("kept"));
            QCOMPARE(first.measured, std::size_t(7));
            const auto second = outcomeOf({.folder = folder("kept"), .end = 13, .ranks = ranks[1]});
            QVERIFY(second.wasCutOff && isKept("kept"));
            QCOMPARE(second.measured, std::size_t(13 - 7));
            const auto last = outcomeOf({.folder = folder("kept"), .ranks = ranks[2]});
            QVERIFY(!last.wasCutOff && !isKept("kept"));
            QCOMPARE(last.measured, kSamples - 13);
            QVERIFY(last.spreads == whole.spreads);
        }
    }

    void whatIsOfAnotherQuestionIsNotUsed()
    {
        QVERIFY(outcomeOf({.folder = folder("other"), .end = 10}).wasCutOff);
        const auto other = outcomeOf({.folder = folder("other"), .about = "other layers"});
        QCOMPARE(other.measured, kSamples);
    }

    /// Of what is known; and more than that of the same data.
    void asManySamplesAsAreWanted()
    {
        QVERIFY(outcomeOf({.folder = folder("fewer"), .end = 10}).wasCutOff);
        const auto fewer = outcomeOf({.folder = folder("fewer"), .samples = 5});
        QCOMPARE(fewer.measured, std::size_t(5));
        QVERIFY(fewer.spreads == outcomeOf({.samples = 5}).spreads);
        QVERIFY(outcomeOf({.folder = folder("more"), .end = 10, .samples = 20}).wasCutOff);
        QCOMPARE(outcomeOf({.folder = folder("more")}).measured, kSamples - 10);
    }

    void withoutAFolderNothingIsKept()
    {
        QVERIFY(outcomeOf({.end = 10}).wasCutOff);
        QCOMPARE(outcomeOf({}).measured, kSamples);
    }
};

QTEST_GUILESS_MAIN(TestSampledRuns)
#include "tst_sampled_runs.moc"
