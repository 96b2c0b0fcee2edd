// SPDX-License-Identifier: GPL-3.0-or-later
// What several ranks observe together is, bit for bit, what one observes alone.
#include "core/base/error.h"
#include "core/base/journal.h"
#include "core/graph/text_form/text_form.h"
#include "core/quant/calibration.h"
#include "core/quant/observed_values.h"
#include "core/quant/preparation/float_preparation.h"
#include "core/quant/quant_settings.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/support/thread_ranks.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <random>
#include <thread>

using namespace ql;
using graph::Graph;
using quant::Observer;
using quant::ValueSketch;
using Values = std::vector<float>;

namespace {

constexpr std::size_t kSamples = 11;

const char* const kNetwork = "graph \"network\" opset 13\n"
                             "input x: float32[1,2,16,16]\n"
                             "const w: float32[2,2,1,1] = {1, -0.5, 0.25, 2}\n"
                             "const b: float32[2] = {0.5, -1}\n"
                             "c: float32[1,2,16,16] = Conv(x, w, b) name \"conv\"\n"
                             "y: float32[1,2,16,16] = Tanh(c) name \"tanh\"\n"
                             "output y\n";

/// Of very different sizes; the first sample is all zero.
runs::NamedTensors sample(std::size_t i)
{
    std::mt19937 random(static_cast<unsigned>(i));
    std::normal_distribution<float> distribution(0.1f, float(i * (kSamples - i)));
    auto x = at::zeros({1, 2, 16, 16});
    for (std::int64_t k = 0; k < x.numel() && i > 0; ++k)
        x.data_ptr<float>()[k] = distribution(random);
    return {{"x", runs::Tensor(x)}};
}

quant::QuantPlan planWith(const Graph& graph, const quant::ObserverSettings& observer)
{
    quant::QuantSettings settings;
    settings.common.activation.observer = observer;
    return quant::planFor(graph, settings);
}

/// The scales and zero points of all quantizers, and the corrected bias.
struct Found {
    std::vector<quant::Parameters> parameters;
    std::vector<double> bias;
};

Found calibrated(const quant::ObserverSettings& observer, RankGroup& ranks)
{
    auto graph = graph::parseGraph(kNetwork);
    auto plan = planWith(graph, observer);
    JobContext ctx;
    const quant::CalibrationData data{kSamples, sample};
    quant::Observations observations;
    quant::observe(graph, plan, data, observations, ctx, quant::CalibrationState::Calibration, ranks);
    quant::settleParameters(graph, plan, observations, ranks, ctx);
    Found found;
    for (const auto& quantizer : plan.quantizers)
        found.parameters.push_back(quantizer.parameters);
    quant::correctBiases(graph, plan, data, ctx, ranks);
    const auto& conv = graph.node(*graph.findNode("conv"));
    found.bias = graph.constantOf(conv.inputs[2])->toDoubles();
    return found;
}

struct Outcome {
    std::vector<quant::Parameters> parameters;
    std::size_t reads = 0;
    bool wasCutOff = false;
};

/// Goes on from what is kept in @p folder; fails at sample @p end. What is seen is kept after each sample or round.
Outcome observed(const Graph& graph, quant::QuantPlan plan, const std::string& folder, RankGroup& ranks,
                 std::size_t end, std::uint64_t job)
{
    Outcome outcome;
    JobContext ctx;
    Journal journal(ranks.isFirst() ? folder : std::string(), "calibrate", job);
    while (journal.isKept() && !journal.isDue())
        std::this_thread::yield();
    const quant::CalibrationData data{kSamples, [&](std::size_t i) {
                                          if (i >= end)
                                              throw Error(ErrorCode::Internal, "cut off");
                                          ++outcome.reads;
                                          return sample(i);
                                      }};
    quant::Observations observations;
    try {
        quant::observe(graph, plan, data, observations, journal, ctx, quant::CalibrationState::Calibration, ranks);
    } catch (const Error&) {
        outcome.wasCutOff = true;
        return outcome;
    }
    quant::settleParameters(graph, plan, observations);
    for (const auto& quantizer : plan.quantizers)
        outcome.parameters.push_back(quantizer.parameters);
    return outcome;
}

Values valuesOf(std::size_t count, float spread, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> distribution(0.0f, spread);
    Values values(count);
    for (auto& value : values)
        value = spread > 0.0f ? distribution(random) : 0.0f;
    return values;
}

} // namespace

class TestSharedCalibration : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sketchesAreJoinedInAnyOrder()
    {
        // Few, many, all zero, of larger and of smaller magnitude.
        const std::vector<Values> parts{valuesOf(70'000, 0.0f, 0),
                                        valuesOf(300, 1e-3f, 1),
                                        valuesOf(90'000, 0.5f, 2),
                                        valuesOf(5'000, 40.0f, 3),
                                        {}};
        Values all;
        for (const auto& part : parts)
            all.insert(all.end(), part.begin(), part.end());
        ValueSketch whole;
        whole.add(all);
        std::vector<std::size_t> order{0, 1, 2, 3, 4};
        do {
            ValueSketch joined, batchwise;
            for (const auto i : order) {
                ValueSketch part;
                part.add(parts[i]);
                joined.add(ValueSketch::ofBytes(part.bytes()));
                batchwise.add(parts[i]);
            }
            QVERIFY(joined.bytes() == whole.bytes());
            QVERIFY(batchwise.bytes() == whole.bytes());
        } while (std::ranges::next_permutation(order).found);
    }

    void fewValuesStayExact()
    {
        ValueSketch first, second, whole;
        first.add(Values{1.0f, -2.0f});
        second.add(Values{0.5f});
        whole.add(Values{1.0f, -2.0f, 0.5f});
        second.add(ValueSketch::ofBytes(first.bytes()));
        QVERIFY(second.isExact());
        QCOMPARE(second.count(), whole.count());
        for (std::uint64_t rank = 0; rank < 3; ++rank)
            QCOMPARE(second.valueAt(rank), whole.valueAt(rank));
    }

    void whatIsNoSketchIsRefused()
    {
        ValueSketch small, large;
        small.add(valuesOf(20, 1.0f, 4));
        large.add(valuesOf(70'000, 1.0f, 5));
        for (const auto& bytes : {small.bytes(), large.bytes()})
            for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 3)
                QVERIFY_EXCEPTION_THROWN(ValueSketch::ofBytes(std::string_view(bytes).substr(0, size)), Error);
        auto bytes = large.bytes();
        bytes[0] = char(bytes[0] ^ 1); // another count
        QVERIFY_EXCEPTION_THROWN(ValueSketch::ofBytes(bytes), Error);
    }

    void everyObserverSaysHowItIsShared()
    {
        for (const auto& definition : quant::knownObservers()) {
            const auto observer =
                quant::makeObserver({.method = std::string(definition.name), .fixed = quant::perTensor(1.0, 0)});
            const bool isAlone = observer->sharing() == Observer::Sharing::None;
            QVERIFY2(isAlone == (definition.name == "entropy"), definition.name.data());
        }
    }

    void scalesDoNotDependOnTheRanks_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<bool>("isMinFixed");
        for (const auto& definition : quant::knownObservers()) {
            const auto name = QString::fromUtf8(definition.name.data(), qsizetype(definition.name.size()));
            if (name != "fixed" && name != "entropy" && name != "snq")
                QTest::addRow("%s", qPrintable(name)) << name << false;
        }
        QTest::addRow("moving_average of ULQ") << "moving_average" << true;
        QTest::addRow("percentile of ULQ") << "percentile" << true;
    }

    void scalesDoNotDependOnTheRanks()
    {
        QFETCH(const QString, method);
        QFETCH(const bool, isMinFixed);
        const quant::ObserverSettings observer{.method = method.toStdString(), .isMinFixed = isMinFixed};
        const auto alone = calibrated(observer, aloneGroup());
        QVERIFY(alone.parameters.size() >= 3 && alone.bias.size() == 2);
        for (const std::size_t size : {2, 3}) {
            std::vector<Found> found(size);
            tests::ThreadRanks(size).run(
                [&](const std::shared_ptr<RankGroup>& ranks) { found[ranks->rank()] = calibrated(observer, *ranks); });
            for (const auto& one : found) {
                QVERIFY(one.parameters == alone.parameters);
                QVERIFY(one.bias == alone.bias);
            }
        }
    }

    void aPassGoesOnWithAnyNumberOfRanks_data()
    {
        QTest::addColumn<QString>("method");
        for (const auto* method : {"percentile", "min_max", "moving_average", "histogram"})
            QTest::newRow(method) << method;
    }

    void aPassGoesOnWithAnyNumberOfRanks()
    {
        QFETCH(const QString, method);
        const auto graph = graph::parseGraph(kNetwork);
        const auto plan = planWith(graph, {.method = method.toStdString()});
        const auto whole = observed(graph, plan, {}, aloneGroup(), kSamples, 7).parameters;
        for (const auto& [before, after] : {std::pair(1, 3), std::pair(3, 1), std::pair(3, 2)}) {
            const QTemporaryDir folder;
            const auto path = folder.path().toStdString();
            tests::ThreadRanks(std::size_t(before)).run([&](const std::shared_ptr<RankGroup>& ranks) {
                const auto cut = observed(graph, plan, path, *ranks, kSamples - 3, 7);
                QVERIFY(cut.wasCutOff);
            });
            std::vector<Outcome> outcomes(static_cast<std::size_t>(after));
            tests::ThreadRanks(std::size_t(after)).run([&](const std::shared_ptr<RankGroup>& ranks) {
                outcomes[ranks->rank()] = observed(graph, plan, path, *ranks, kSamples, 7);
            });
            std::size_t reads = 0;
            for (const auto& outcome : outcomes) {
                QVERIFY(outcome.parameters == whole);
                reads += outcome.reads;
            }
            QVERIFY2(reads < kSamples, "nothing was known");
        }
    }

    void aSingleChannelsBiasDoesNotDependOnTheThreads()
    {
        const auto correctedWith = [](int threads) {
            const runs::ThreadGuard guard(threads);
            auto graph = graph::parseGraph("graph \"one\" opset 13\n"
                                           "input x: float32[1,1,400,400]\n"
                                           "const w: float32[1,1,1,1] = {0.3}\n"
                                           "const b: float32[1] = {0}\n"
                                           "y: float32[1,1,400,400] = Conv(x, w, b) name \"conv\"\n"
                                           "output y\n");
            quant::QuantSettings settings;
            settings.common.weight.format.bits = 4;
            settings.common.weight.observer = {.method = "fixed", .fixed = quant::perTensor(0.07, 0)};
            auto plan = quant::planFor(graph, settings);
            at::manual_seed(3);
            const auto x = at::rand({1, 1, 400, 400}).pow(9);
            const quant::CalibrationData data{1, [x](std::size_t) {
                                                  return runs::NamedTensors{{"x", runs::Tensor(x)}};
                                              }};
            JobContext ctx;
            quant::calibrate(graph, plan, data, ctx);
            quant::correctBiases(graph, plan, data, ctx);
            return graph.constantOf(graph.node(*graph.findNode("conv")).inputs[2])->toDoubles();
        };
        const auto alone = correctedWith(1);
        QVERIFY(alone.at(0) != 0.0);
        for (const int threads : {2, 3, 4})
            QVERIFY(correctedWith(threads) == alone);
    }

    void observersTakeOverWhatTellsAll_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<bool>("isEnough");
        QTest::newRow("a sketch for a sketch") << "mse"
                                               << "percentile" << true;
        QTest::newRow("a sketch for bounds") << "percentile"
                                             << "min_max" << true;
        QTest::newRow("bounds for bounds") << "min_max"
                                           << "arq" << true;
        QTest::newRow("bounds for a sketch") << "min_max"
                                             << "mse" << false;
        QTest::newRow("a sketch for an average") << "mse"
                                                 << "moving_average" << false;
    }

    void observersTakeOverWhatTellsAll()
    {
        QFETCH(QString, first);
        QFETCH(QString, second);
        QFETCH(bool, isEnough);
        const auto graph = graph::parseGraph(kNetwork);
        JobContext ctx;
        std::size_t reads = 0;
        const quant::CalibrationData data{kSamples, [&reads](std::size_t i) {
                                              ++reads;
                                              return sample(i);
                                          }};
        const auto parametersAfter = [&](quant::Observations& observations, const QString& method) {
            auto plan = planWith(graph, {.method = method.toStdString()});
            quant::observe(graph, plan, data, observations, ctx);
            quant::settleParameters(graph, plan, observations);
            std::vector<quant::Parameters> found;
            for (const auto& quantizer : plan.quantizers)
                found.push_back(quantizer.parameters);
            return found;
        };
        quant::Observations both, alone;
        parametersAfter(both, first);
        QCOMPARE(reads, kSamples);
        const auto found = parametersAfter(both, second);
        QCOMPARE(reads, isEnough ? kSamples : 2 * kSamples);
        QVERIFY(found == parametersAfter(alone, second));
    }

    /// What another took over stays as it was when one of the two sees more.
    void whatWasTakenOverIsNotSharedOn()
    {
        quant::TensorObserver first({.method = "percentile"}, {}), second({.method = "percentile"}, {});
        const auto few = valuesOf(500, 1.0f, 1), more = valuesOf(500, 9.0f, 2);
        first.observe(few, {500});
        QVERIFY(second.takeOver(first));
        const auto before = second.parameters({});
        first.observe(more, {500});
        QVERIFY(second.parameters({}) == before);
        QVERIFY(first.parameters({}) != before);
        quant::TensorObserver positive({.method = "percentile", .isMinFixed = true}, {});
        QVERIFY(!positive.takeOver(first)); // it saw other numbers
    }

    void whatCannotBeJoinedIsRefused()
    {
        std::vector<std::string> errors(2);
        tests::ThreadRanks(2).run([&](const std::shared_ptr<RankGroup>& ranks) {
            try {
                calibrated({.method = "entropy"}, *ranks);
            } catch (const Error& error) {
                errors[ranks->rank()] = error.message().english();
            }
        });
        QCOMPARE(errors, std::vector<std::string>(2, "what the observer entropy sees of some samples can't be joined "
                                                     "with what it sees of others: it calibrates on one process, 2 "
                                                     "were started"));
    }
};

QTEST_APPLESS_MAIN(TestSharedCalibration)
#include "tst_shared_calibration.moc"
