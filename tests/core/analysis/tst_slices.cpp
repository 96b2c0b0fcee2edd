// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/joined_output.h"
#include "core/analysis/layers/slice_axes.h"
#include "core/analysis/measure/slice_sums.h"
#include "core/analysis/simulation/output_judge.h"
#include "core/analysis/simulation/output_slices.h"
#include "core/analysis/verdict/output_quality.h"
#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"
#include "core/report/verdict/verdict_words.h"
#include "core/runs/run.h"
#include "tests/support/random_floats.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>

using namespace ql;
using analysis::SliceAxes;
using analysis::SlicePart;
using analysis::SliceSums;
using results::Quality;
using results::SliceKind;

namespace {

using Floats = std::vector<float>;

using Shapes = std::map<std::string, graph::Shape>;

SliceAxes axesOf(const std::string& body, const std::string& value, const Shapes& shapes = {})
{
    auto graph = graph::parseGraph("graph \"g\" opset 13\n" + body);
    for (const auto& [name, shape] : shapes)
        graph.setShape(*graph.findValue(name), graph::declared(shape));
    return analysis::sliceAxesOf(graph).at(graph.findValue(value)->position());
}

SliceSums sumsOf(const Floats& x, const Floats& y, const graph::Shape& shape, const SliceAxes& axes)
{
    return {x.data(), y.data(), shape, axes, true};
}

/// Each element of @p x off by @p share of itself, from @p begin to @p end.
Floats spoiled(Floats x, std::size_t begin, std::size_t end, float share)
{
    for (std::size_t i = begin; i < end; ++i)
        x[i] *= 1.0F - share;
    return x;
}

/// Boxes in pixels and, from channel 4 on, scores.
Floats boxesAndScores(std::size_t channels, std::size_t anchors)
{
    auto x = tests::randomFloats(channels * anchors, 3);
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = i < 4 * anchors ? 300.0F + 100.0F * x[i] : 0.01F + 0.01F * std::abs(x[i]);
    return x;
}

const SliceAxes kBoxes{1, {{1, 0, 4, "boxes"}, {1, 4, SlicePart::kEnd, "scores"}}};
} // namespace

class TestSlices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Long lines are summed where the whole is: NaN and masks are told apart all the same.
    void slicesAreTheSameFromTheSumsOfLines()
    {
        const graph::Shape shape{2, 6, 24, 25};
        const SliceAxes axes{1, {{1, 0, 2, "a"}, {1, 2, SlicePart::kEnd, "b"}}};
        QCOMPARE(SliceSums::lineLength(shape, axes), std::size_t(600));
        QCOMPARE(SliceSums::lineLength({1, 6, 10, 10}, axes), std::size_t(0)); // short
        QCOMPARE(SliceSums::lineLength({8, 600}, {0, {}}), std::size_t(0));    // with rows
        const auto x = tests::randomFloats(2 * 6 * 600, 3);
        for (const float odd : {0.5F, -3.4e38F, std::numeric_limits<float>::quiet_NaN()}) {
            auto given = x, y = spoiled(x, 600, 1200, 0.2F);
            given[4000] = odd;
            y[8] = odd == 0.5F ? 0.5F : y[8];
            analysis::LinesApart lines{600, {}};
            analysis::sumPairs(given.data(), y.data(), x.size(), 1, lines);
            const auto found = SliceSums(given.data(), y.data(), shape, axes, lines.sums).worst().value();
            const auto expected = SliceSums(given.data(), y.data(), shape, axes, false).worst().value();
            QCOMPARE(found.slice, expected.slice);
            QCOMPARE(found.slices, expected.slices);
            QCOMPARE(found.elements, expected.elements);
            QCOMPARE(std::isnan(found.sqnrDb), std::isnan(odd));
            QVERIFY(std::isnan(odd) || std::abs(found.sqnrDb - expected.sqnrDb) < 1e-9);
        }
    }

    void channelsLieWhereTheNextProductReadsThem()
    {
        const std::string body =
            "input x: float32[2, 5, 7]\nconst w: float32[7, 3] = {" +
            [] {
                std::string numbers = "1";
                for (int i = 1; i < 21; ++i)
                    numbers += ", 1";
                return numbers;
            }()
            + "}\nr = Relu(x) name \"r\"\nt = Transpose(r) {perm: [0, 2, 1]} name \"t\"\n"
              "u = Transpose(t) {perm: [0, 2, 1]} name \"u\"\ny = MatMul(u, w) name \"y\"\noutput y\n";
        const Shapes shapes{{"r", {2, 5, 7}}, {"t", {2, 7, 5}}, {"u", {2, 5, 7}}, {"y", {2, 5, 3}}};
        QCOMPARE(axesOf(body, "u", shapes).channelAxis, std::optional<std::int64_t>(-1));
        QCOMPARE(axesOf(body, "t", shapes).channelAxis, std::optional<std::int64_t>(1));
        QCOMPARE(axesOf(body, "x", shapes).channelAxis, std::optional<std::int64_t>(2));
        QCOMPARE(axesOf(body, "y", shapes).channelAxis, std::optional<std::int64_t>(-1));
    }

    void nothingSaysChannelsOfElementWiseValues()
    {
        QVERIFY(axesOf("input x: float32[2, 5]\ny = Neg(x) name \"y\"\noutput y\n", "y").empty());
    }

    void partsAreWhatAConcatJoined()
    {
        const std::string body = "input a: float32[1, 4, 8, 8]\ninput b: float32[1, 6, 8, 8]\n"
                                 "const s: int64[3] = {1, 10, 64}\np = Sigmoid(b) name \"p\"\n"
                                 "c = Concat(a, p) {axis: 1} name \"c\"\ny = Reshape(c, s) name \"y\"\n"
                                 "output y\n";
        const auto graph = graph::parseGraph("graph \"g\" opset 13\n" + body);
        auto shaped = graph;
        shaped.setShape(*shaped.findValue("c"), graph::declared({1, 10, 8, 8}));
        shaped.setShape(*shaped.findValue("p"), graph::declared({1, 6, 8, 8}));
        shaped.setShape(*shaped.findValue("y"), graph::declared({1, 10, 64}));
        const auto axes = analysis::sliceAxesOf(shaped).at(shaped.findValue("y")->position());
        const std::vector<SlicePart> expected{{1, 0, 4, "a"}, {1, 4, 10, "p"}};
        QCOMPARE(axes.parts, expected);
        QCOMPARE(axes.channelAxis, std::optional<std::int64_t>(1));
    }

    void partsAreWhatSplitSliceAndGatherTakeApart()
    {
        const auto parts = [](const std::string& reader, const std::string& constants = {}) {
            return axesOf("input x: float32[2, 6, 3]\n" + constants + "r = Relu(x) name \"r\"\n" + reader, "r").parts;
        };
        const std::vector<SlicePart> split{{1, 0, 2, "a"}, {1, 2, 6, "b"}};
        QCOMPARE(parts("a, b = Split(r, l) {axis: 1} name \"s\"\noutput a\noutput b\n", "const l: int64[2] = {2, 4}\n"),
                 split);
        const std::string ends = "const f: int64[1] = {4}\nconst t: int64[1] = {6}\nconst a: int64[1] = {1}\n";
        const std::vector<SlicePart> sliced{{1, 4, 6, "y"}};
        QCOMPARE(parts("y = Slice(r, f, t, a) name \"s\"\noutput y\n", ends), sliced);
        const std::vector<SlicePart> gathered{{1, 0, 1, "y"}};
        QCOMPARE(parts("y = Gather(r, i) {axis: 1} name \"s\"\noutput y\n", "const i: int64[] = {0}\n"), gathered);
        QVERIFY(parts("y = Slice(r, f, t, a, p) name \"s\"\noutput y\n", ends + "const p: int64[1] = {2}\n").empty());
    }

    void aLostPartIsFound()
    {
        const auto x = boxesAndScores(10, 64);
        auto y = spoiled(x, 0, 256, 0.002F);
        std::fill(y.begin() + 256, y.end(), 0.0F);
        const auto worst = sumsOf(x, y, {1, 10, 64}, kBoxes).worst();
        QVERIFY(worst.has_value());
        QCOMPARE(worst->kind, SliceKind::Part);
        QCOMPARE(worst->slice, std::string("[:, 4:10]"));
        QCOMPARE(worst->name, std::string("scores"));
        QCOMPARE(worst->sqnrDb, 0.0);
        QVERIFY(std::abs(worst->restDb - 53.98) < 0.01);
        QCOMPARE(worst->elements, std::uint64_t(384));
        QCOMPARE(sumsOf(x, y, {1, 10, 64}, kBoxes).grade()->db, 0.0);
    }

    void whatIsConstantCarriesNoSignal()
    {
        auto x = boxesAndScores(10, 64);
        std::fill(x.begin() + 256, x.end(), 0.5F);
        auto y = x;
        std::fill(y.begin() + 256, y.end(), 0.0F);
        y[0] += 1.0F;
        QVERIFY(sumsOf(x, y, {1, 10, 64}, kBoxes).grade()->db > 40.0);
        std::fill(x.begin() + 256, x.end(), 0.0F);
        for (std::size_t i = 256; i < x.size(); ++i)
            x[i] = i % 2 == 0 ? 1e-12F : -1e-12F;
        QVERIFY(sumsOf(x, y, {1, 10, 64}, kBoxes).grade()->db > 40.0);
    }

    void mostTokensDecideAndOneDoesNot()
    {
        const graph::Shape shape{1, 16, 32};
        const SliceAxes axes{-1, {}};
        auto x = tests::randomFloats(16 * 32, 5);
        for (std::size_t i = 0; i < 32; ++i)
            x[i] *= 100.0F; // one token as large as all others
        const auto most = sumsOf(x, spoiled(x, 32, x.size(), 0.5F), shape, axes);
        QCOMPARE(most.grade()->worst.kind, SliceKind::Row);
        QCOMPARE(most.grade()->worst.badSlices, std::uint64_t(15));
        QCOMPARE(most.grade()->worst.slices, std::uint64_t(16));
        QVERIFY(most.grade()->db < 12.0);
        const auto one = sumsOf(x, spoiled(x, 64, 96, 0.5F), shape, axes);
        QVERIFY(std::abs(one.worst()->sqnrDb - 6.02) < 0.01);
        QCOMPARE(one.worst()->slice, std::string("[:, 2]"));
        QVERIFY(one.grade()->db > 40.0);
    }

    void masksAreNoSignal()
    {
        auto x = tests::randomFloats(16 * 32, 5);
        for (std::size_t i = 0; i < x.size(); i += 3)
            x[i] = -3.4e38F;
        const auto worst = sumsOf(x, spoiled(x, 0, x.size(), 0.1F), {1, 16, 32}, {-1, {}}).worst();
        QVERIFY(worst && std::abs(worst->sqnrDb - 20.0) < 0.01);
    }

    /// What a Softmax makes an exact 0 of says nothing, whatever number stands for it; what it doesn't counts in full.
    void whatASoftmaxRulesOutIsNoSignal()
    {
        const graph::Shape shape{1, 16, 32};
        const SliceAxes axes{-1, {}, analysis::SharedOut{}};
        const auto scores = tests::randomFloats(16 * 32, 5);
        for (const float mask : {-10000.0F, -65504.0F, -1e9F}) {
            auto x = scores;
            for (std::size_t i = 0; i < x.size(); i += 3)
                x[i] = mask;
            auto y = spoiled(x, 0, x.size(), 0.1F);
            QVERIFY(std::abs(sumsOf(x, y, shape, axes).worst()->sqnrDb - 20.0) < 0.01);
            y[3] = 0.0F; // ruled out no more
            QVERIFY(sumsOf(x, y, shape, axes).worst()->sqnrDb < 1.0);
        }
        // Scores far apart, and the same numbers before anything else, are signal.
        auto x = scores;
        for (float& number : x)
            number *= 20.0F;
        const auto y = spoiled(x, 0, 200, 0.1F);
        QCOMPARE(sumsOf(x, y, shape, axes).worst()->sqnrDb, sumsOf(x, y, shape, {-1, {}}).worst()->sqnrDb);
    }

    void softmaxesAreKnown()
    {
        const auto softmaxOf = [](const std::string& reader, int opset = 13) {
            const auto text = fmt::format("graph \"g\" opset {}\ninput x: float32[2, 6, 3]\n"
                                          "r = Relu(x) name \"r\"\n{}output y\n",
                                          opset, reader);
            const auto graph = graph::parseGraph(text);
            return analysis::sliceAxesOf(graph).at(graph.findValue("r")->position()).softmax;
        };
        using analysis::SharedOut;
        QCOMPARE(softmaxOf("y = Softmax(r) name \"s\"\n"), std::optional(SharedOut{-1, false}));
        QCOMPARE(softmaxOf("y = Softmax(r) {axis: 1} name \"s\"\n"), std::optional(SharedOut{1, false}));
        QCOMPARE(softmaxOf("y = Softmax(r) name \"s\"\n", 11), std::optional(SharedOut{1, true}));
        QVERIFY(!softmaxOf("s = Softmax(r) name \"s\"\ny = Add(r, s) name \"a\"\n")); // somebody else sees it, too
        QVERIFY(!softmaxOf("y = Sigmoid(r) name \"s\"\n"));
    }

    void nanIsTheWorst()
    {
        const auto x = boxesAndScores(10, 64);
        auto y = x;
        y[300] = std::numeric_limits<float>::quiet_NaN();
        const auto worst = sumsOf(x, y, {1, 10, 64}, kBoxes).worst();
        QVERIFY(worst && std::isnan(worst->sqnrDb));
        QCOMPARE(worst->slice, std::string("[:, 4:10]"));
    }

    void layoutsSayTheSame()
    {
        // The same numbers with channels behind: rows of one are columns of the other.
        const auto x = tests::randomFloats(12 * 40, 7);
        const auto y = spoiled(x, 80, 120, 0.3F);
        Floats turnedX(x.size()), turnedY(y.size());
        for (std::size_t c = 0; c < 12; ++c)
            for (std::size_t p = 0; p < 40; ++p) {
                turnedX[p * 12 + c] = x[c * 40 + p];
                turnedY[p * 12 + c] = y[c * 40 + p];
            }
        const auto first = sumsOf(x, y, {1, 12, 40}, {1, {}}).worst();
        const auto last = sumsOf(turnedX, turnedY, {1, 40, 12}, {-1, {}}).worst();
        QVERIFY(first && last);
        QCOMPARE(first->slice, std::string("[:, 2]"));
        QCOMPARE(last->slice, std::string("[:, :, 2]"));
        QVERIFY(std::abs(first->sqnrDb - last->sqnrDb) < 1e-9);
        QCOMPARE(first->badSlices, last->badSlices);
    }

    void samplesAddUpPerSlice()
    {
        const auto x = boxesAndScores(10, 64);
        SliceSums sums;
        sums.add(sumsOf(x, x, {1, 10, 64}, kBoxes));
        QVERIFY(!sums.worst());
        sums.add(sumsOf(x, spoiled(x, 256, x.size(), 1.0F), {1, 10, 64}, kBoxes));
        QVERIFY(std::abs(sums.worst()->sqnrDb - 3.01) < 0.01);
        sums.add(sumsOf(boxesAndScores(10, 8), boxesAndScores(10, 8), {1, 10, 8}, kBoxes)); // of another length
        QVERIFY(sums.worst() && sums.worst()->kind != SliceKind::Row);
    }

    void anOutputIsAsGoodAsItsWorstPart()
    {
        auto graph = graph::parseGraph("graph \"g\" opset 13\ninput a: float32[1, 4, 64]\ninput b: float32[1, 6, 64]\n"
                                       "y = Concat(a, b) {axis: 1} name \"c\"\noutput y\n");
        graph.setShape(*graph.findValue("y"), graph::declared({1, 10, 64}));
        const auto x = boxesAndScores(10, 64);
        const auto verdictOn = [&graph, &x](const Floats& y) {
            analysis::OutputQualities qualities(graph);
            qualities.addSample({runs::Tensor(at::tensor(x).reshape({1, 10, 64}))},
                                {runs::Tensor(at::tensor(y).reshape({1, 10, 64}))});
            return qualities.verdict(0);
        };
        auto lost = spoiled(x, 0, 256, 0.002F);
        QCOMPARE(verdictOn(spoiled(lost, 256, x.size(), 0.01F)).quality, Quality::Fine);
        std::fill(lost.begin() + 256, lost.end(), 0.0F);
        const auto verdict = verdictOn(lost);
        QCOMPARE(verdict.quality, Quality::Bad);
        QVERIFY(verdict.sqnrDb > 50.0);
        QCOMPARE(report::qualityFacts(verdict, 1).front().english(),
                 std::string("y[:, 4:10] (b) has 0.0 dB, everything else 54.0 dB"));
    }

    void slicesBecomeOutputsOfBothModels()
    {
        const std::string head = "graph \"g\" opset 13\ninput x: float32[2, 6, 3]\n";
        const auto baseline = graph::parseGraph(head + "y = Neg(x) name \"n\"\noutput y\n");
        const auto analysis = graph::parseGraph(head + "z = Abs(x) name \"n\"\noutput z\n");
        const auto [first, second] = analysis::withOutputSlices(baseline, analysis, {"y", "y[:, -2:]"});
        QVERIFY(first && second);
        QCOMPARE(first->outputs().size(), std::size_t(2));
        QCOMPARE(first->value(first->outputs()[1]).name, std::string("y[:, -2:]"));
        QCOMPARE(second->value(second->outputs()[1]).name, std::string("y[:, -2:]"));
        const runs::NamedTensors inputs{{"x", runs::Tensor(at::tensor(tests::randomFloats(36, 1)).reshape({2, 6, 3}))}};
        JobContext ctx;
        const auto outputs = runs::outputsOf(runs::Program(*first), inputs, ctx);
        QVERIFY(at::equal(outputs[1].data, outputs[0].data.slice(1, 4, 6)));
        QVERIFY(!analysis::withOutputSlices(baseline, analysis, {"y"}).first);
    }

    void whatIsNoSliceIsRefused()
    {
        const auto graph = graph::parseGraph("graph \"g\" opset 13\ninput x: float32[2, 6]\n"
                                             "y: float32[2, 6] = Neg(x) name \"n\"\noutput y\n");
        QVERIFY(analysis::withOutputSlices(graph, graph, {"y[:, 0]"}).first);
        for (const char* text : {"y[", "y[]", "y[a]", "y[0:2:2]", "y[1,]", "y[:, :, 0]", "z[0]", "y[0"})
            QVERIFY_THROWS_EXCEPTION(Error, analysis::withOutputSlices(graph, graph, {text}));
    }

    void partsOfAnOutputAreJudgedApart()
    {
        auto graph = graph::parseGraph("graph \"g\" opset 13\ninput a: float32[1, 4, 64]\ninput b: float32[1, 6, 64]\n"
                                       "y = Concat(a, b) {axis: 1} name \"c\"\noutput y\n");
        const auto x = boxesAndScores(10, 64);
        const auto both = at::tensor(x).reshape({1, 10, 64});
        JobContext ctx;
        const analysis::OutputJudge judge(graph,
                                          {{{"a", runs::Tensor(both.slice(1, 0, 4).contiguous())},
                                            {"b", runs::Tensor(both.slice(1, 4, 10).contiguous())}}},
                                          ctx);
        QCOMPARE(judge.parts().size(), std::size_t(2));
        QCOMPARE(judge.parts()[1].part.text, std::string("[:, 4:10]"));
        QVERIFY(judge.isWhollyInParts(0) && judge.hasSignal(0));
        auto found = both.clone();
        found.slice(1, 4, 10).zero_();
        const auto agreements = judge.agreementsOf({{runs::Tensor(found)}}, {0, 1, 2});
        QVERIFY(agreements[0].sqnrDb() > 80.0);
        QCOMPARE(agreements[2].sqnrDb(), 0.0);
    }

    /// Zeros are no part, so that the whole has more than its parts; and an output of zeros holds nothing to judge.
    void zerosBesideAPartLeaveTheWhole()
    {
        const auto graph =
            graph::parseGraph("graph \"g\" opset 13\ninput a: float32[1, 4, 64]\ninput b: float32[1, 6, 64]\n"
                              "y = Concat(a, b) {axis: 1} name \"c\"\nz = Neg(b) name \"n\"\noutput y, z\n");
        const auto boxes = at::tensor(boxesAndScores(10, 64)).reshape({1, 10, 64}).slice(1, 0, 4).contiguous();
        JobContext ctx;
        const analysis::OutputJudge judge(
            graph, {{{"a", runs::Tensor(boxes)}, {"b", runs::Tensor(at::zeros({1, 6, 64}, at::kFloat))}}}, ctx);
        QCOMPARE(judge.parts().size(), std::size_t(1));
        QVERIFY(!judge.isWhollyInParts(0) && !judge.isWhollyInParts(1));
        QVERIFY(judge.hasSignal(0) && !judge.hasSignal(1));
    }

    void whatIsJoinedIsFoundBehindMoves()
    {
        const auto graph =
            graph::parseGraph("graph \"g\" opset 13\ninput a: float32[1, 4, 8]\ninput b: float32[1, 8, 6]\n"
                              "const shape: int64[2] = {1, 80}\n"
                              "n: float32[1, 4, 8] = Neg(a) name \"n\"\n"
                              "t: float32[1, 6, 8] = Transpose(b) {perm: [0, 2, 1]} name \"turn\"\n"
                              "c: float32[1, 10, 8] = Concat(n, t) {axis: 1} name \"join\"\n"
                              "y: float32[1, 80] = Reshape(c, shape) name \"flat\"\noutput y, n\n");
        const auto joined = analysis::joinedIn(graph, graph.outputs()[0]);
        QCOMPARE(graph.node(joined.join).name, std::string("join"));
        QCOMPARE(joined.layers.size(), std::size_t(3));
        QCOMPARE(joined.values.size(), std::size_t(2));
        QCOMPARE(graph.value(joined.values[1]).name, std::string("b"));
        QVERIFY(analysis::joinedIn(graph, graph.outputs()[1]).values.empty());
    }
};

QTEST_APPLESS_MAIN(TestSlices)
#include "tst_slices.moc"
