// SPDX-License-Identifier: GPL-3.0-or-later
// What layers learn before and after other repairs: those that a repair leaves alone learn once.
#include "core/graph/text_form/text_form.h"
#include "core/quant/fixes/fix.h"
#include "tests/core/analysis/planted_faults.h"
#include "tests/support/random_floats.h"

#include <ATen/ATen.h>

#include <QTest>

#include <algorithm>

using namespace ql;
using quant::FixEdit;
using quant::FixSubject;

namespace {

constexpr std::int64_t kChannels = 16;

/// Four products, a Relu behind each but the last.
graph::Graph chain()
{
    std::string text = "graph \"chain\" opset 13\ninput x: float32[4,16]\n", read = "x";
    for (unsigned i = 0; i < 4; ++i) {
        const auto name = std::string(1, char('a' + i));
        text += "const w" + name
                + ": float32[16,16] = " + tests::constantText(tests::randomFloats(kChannels * kChannels, i)) + "\n"
                + name + ": float32[4,16] = MatMul(" + read + ", w" + name + ") name \"" + name + "\"\n";
        read = i == 3 ? name : "r" + name;
        if (i < 3)
            text += read + ": float32[4,16] = Relu(" + name + ")\n";
    }
    return graph::parseGraph(text + "output d\n");
}

runs::NamedTensors sample(std::size_t index)
{
    const auto x = at::tensor(tests::randomFloats(4 * kChannels, unsigned(100 + index)));
    return {{"x", runs::Tensor(x.reshape({4, kChannels}))}};
}

std::vector<float> weightOf(const FixSubject& subject, const char* name)
{
    const auto doubles = subject.graph().constantOf(*subject.graph().findValue(name))->toDoubles();
    return {doubles.begin(), doubles.end()};
}

/// A network, what learns of it, and a repair of its first two layers.
struct Lessons {
    FixSubject subject;
    quant::CalibrationData data{.count = 8, .read = sample};
    JobContext ctx;
    FixEdit equalization;
    FixEdit rounding;
    FixEdit coordinates; ///< rounds, too, before
    FixEdit rangesOfBoth, rangesOfFirst, rangesOfLast;

    explicit Lessons(const quant::QuantSettings& settings = {})
        : subject(std::make_shared<const graph::Graph>(chain()), settings)
    {
        auto start = subject;
        const std::vector<std::string> worst{"a", "d"};
        const auto& plan = start.plan(data, ctx);
        const quant::FixContext context{start.graph(), start.settings(), plan, worst, data, ctx, start.statistics()};
        rounding = quant::fixNamed("learned_rounding").edits(context).front();
        coordinates = quant::fixNamed("rounding").edits(context).front();
        const auto ranges = quant::fixNamed("learned_range").edits(context);
        rangesOfBoth = ranges.at(0);
        rangesOfFirst = ranges.at(1);
        rangesOfLast = ranges.at(2);
        for (auto& edit : quant::fixNamed("equalization").edits(context))
            if (edit.layers == std::vector<std::string>{"a", "b"})
                equalization = std::move(edit);
    }

    FixSubject with(std::vector<const FixEdit*> edits) { return quant::fixed(subject, edits, data, ctx); }
};

} // namespace

class TestSharedLessons : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersThatARepairLeavesAloneLearnOnce()
    {
        Lessons targets;
        QVERIFY(targets.equalization.changeWeights);
        const auto alone = targets.with({&targets.rounding});
        const auto& known = targets.subject.learnedOfOrigin().weights;
        QCOMPARE(known.size(), std::size_t(4));
        const auto before = known;

        const auto equalized = targets.with({&targets.equalization});
        const auto both = targets.with({&targets.equalization, &targets.rounding});
        QCOMPARE(known.size(), std::size_t(4));
        for (const auto& [key, weight] : known) // not learned once more
            QCOMPARE(weight.storage(), before.at(key).storage());
        for (const char* weight : {"wc", "wd"})
            QCOMPARE(weightOf(both, weight), weightOf(alone, weight));
        for (const char* weight : {"wa", "wb"}) {
            QVERIFY(weightOf(both, weight) != weightOf(alone, weight));
            QVERIFY(weightOf(both, weight) != weightOf(equalized, weight));
        }
    }

    /// Which repairs are tried first is up to the processes that share them.
    void whatIsTriedFirstChangesNoNumber()
    {
        Lessons first, second;
        const auto firstAlone = first.with({&first.rounding});
        const auto firstBoth = first.with({&first.equalization, &first.rounding});
        const auto secondBoth = second.with({&second.equalization, &second.rounding});
        QCOMPARE(second.subject.learnedOfOrigin().weights.size(), std::size_t(2));
        const auto secondAlone = second.with({&second.rounding});
        for (const char* weight : {"wa", "wb", "wc", "wd"}) {
            QCOMPARE(weightOf(secondAlone, weight), weightOf(firstAlone, weight));
            QCOMPARE(weightOf(secondBoth, weight), weightOf(firstBoth, weight));
        }
    }

    /// They learn at the same time, each what it learns alone.
    void layersWithoutACommonRangeLearnAsAlone()
    {
        quant::QuantSettings coarse;
        coarse.common.weight.setBits(3);
        Lessons together(coarse), apart(coarse);
        const auto both = together.with({&together.rangesOfBoth}).learnedRanges();
        auto expected = apart.with({&apart.rangesOfFirst}).learnedRanges();
        QVERIFY(!expected.empty());
        const auto last = apart.with({&apart.rangesOfLast}).learnedRanges();
        QVERIFY(!last.empty());
        expected.insert(last.begin(), last.end());
        QCOMPARE(both, expected);
    }

    /// A weight that was rounded before is another one, with nothing left to learn.
    void aWeightThatWasRoundedStays()
    {
        Lessons targets;
        const auto rounded = targets.with({&targets.coordinates});
        for (const char* weight : {"wa", "wb", "wc", "wd"})
            QVERIFY(!rounded.isAsInOrigin(*rounded.graph().findValue(weight)));
        const auto known = targets.subject.learnedOfOrigin().weights.size();
        const auto both = targets.with({&targets.coordinates, &targets.rounding});
        QCOMPARE(targets.subject.learnedOfOrigin().weights.size(), known);
        for (const char* weight : {"wa", "wb", "wc", "wd"})
            QCOMPARE(weightOf(both, weight), weightOf(rounded, weight));
    }

    /// Beside a repair that quantizes one weight otherwise only that one is rounded anew, to what it becomes alone.
    void whatIsQuantizedAlikeIsRoundedOnce()
    {
        Lessons targets, fresh;
        const FixEdit perChannel{.fix = "per_channel",
                                 .layers = {"c"},
                                 .change = {},
                                 .settings = {{.action = quant::SettingsEdit::Action::PerChannel, .layer = "c"}}};
        const auto alone = targets.with({&targets.coordinates});
        const auto& known = targets.subject.learned().weights;
        QCOMPARE(known.size(), std::size_t(4));
        const auto again = targets.with({&targets.coordinates});
        for (const char* weight : {"wa", "wb", "wc", "wd"})
            QCOMPARE(again.graph().constantOf(*again.graph().findValue(weight))->storage(),
                     alone.graph().constantOf(*alone.graph().findValue(weight))->storage());

        const auto both = targets.with({&perChannel, &targets.coordinates});
        QCOMPARE(known.size(), std::size_t(5));
        const auto expected = fresh.with({&perChannel, &fresh.coordinates});
        for (const char* weight : {"wa", "wb", "wc", "wd"})
            QCOMPARE(weightOf(both, weight), weightOf(expected, weight));
        QVERIFY(weightOf(both, "wc") != weightOf(alone, "wc"));
    }
};

QTEST_GUILESS_MAIN(TestSharedLessons)
#include "tst_shared_lessons.moc"
