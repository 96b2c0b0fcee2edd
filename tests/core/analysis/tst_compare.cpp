// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare.h"
#include "core/base/error.h"
#include "core/report/compare/compare_report.h"
#include "tests/support/text_model.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql;
using results::CompareResult;
using results::LayerRow;
using tests::textModel;

namespace {

runs::NamedTensors inputs(const std::vector<float>& values, std::vector<std::int64_t> shape,
                          const std::string& name = "x")
{
    return {{name, ops::Tensor(at::tensor(values).view(shape))}};
}

std::shared_ptr<const CompareResult> compare(const std::string& baseline, const std::string& analysis,
                                             runs::NamedTensors tensors, const results::CompareRequest& request = {})
{
    JobContext ctx;
    return analysis::compareModels(textModel(baseline, "float.onnx"), textModel(analysis, "int8.onnx"),
                                   std::move(tensors), request, ctx);
}

const LayerRow* row(const CompareResult& result, std::string_view name)
{
    const auto found = std::find_if(result.layers.begin(), result.layers.end(),
                                    [name](const LayerRow& one) { return one.name == name; });
    return found == result.layers.end() ? nullptr : &*found;
}

const std::string kFloat = R"(graph "float" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    const to: int64[2] = {2, 2}
    m = MatMul(x, w) name "product"
    r = Relu(m) name "relu"
    t = Reshape(r, to) name "reshape"
    y = Neg(t) name "neg"
    output y)";

/// The quantizer after the product clamps at 0 and 2.55, and so takes over the Relu.
const std::string kQdq = R"(graph "qdq" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    const to: int64[2] = {2, 2}
    const s: float32[] = {0.01}
    const z: uint8[] = {0}
    r = MatMul(x, w) name "product"
    rq = QuantizeLinear(r, s, z)
    rd = DequantizeLinear(rq, s, z)
    t = Reshape(rd, to) name "reshape"
    y = Neg(t) name "neg"
    output y)";

const runs::NamedTensors kInputs = inputs({-1.0f, 0.502f, 2.0f, 5.0f}, {1, 4});

} // namespace

class TestCompare : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comparesTheValueAfterTheQuantizerWithTheRunsEnd()
    {
        const auto result = compare(kFloat, kQdq, kInputs);
        const LayerRow* relu = row(*result, "relu");
        QVERIFY(relu);
        QCOMPARE(relu->state, LayerRow::State::Compared);
        QCOMPARE(relu->match.rule, "value-name");
        QCOMPARE(relu->analysis.value, "rd");
        QCOMPARE(relu->analysis.node, "product");
        QCOMPARE(relu->analysis.opType, "MatMul");
        // Baseline 0, 0.502, 2, 5 against 0, 0.5, 2, 2.55.
        QVERIFY(std::abs(relu->metrics->atol - 2.45) < 1e-5);
        QVERIFY(std::abs(*relu->metrics->maxQscaleDiff - 245.0) < 1e-2);
        QCOMPARE(relu->clampedCount, std::uint64_t{1});
        QCOMPARE(relu->baseline.statistics.max, 5.0);
        QCOMPARE(relu->macs, std::uint64_t{16}); // the product's, which the row stands for
    }

    /// Whose rows a row reads, also through what only moves data and has none.
    void rowsKnowWhomTheyRead()
    {
        const auto result = compare(kFloat, kQdq, kInputs);
        QVERIFY(!row(*result, "reshape"));
        const LayerRow* product = row(*result, "product");
        const LayerRow* relu = row(*result, "relu");
        QVERIFY(product->reads.empty());
        QCOMPARE(relu->reads, (std::vector<int>{product->index}));
        QCOMPARE(row(*result, "neg")->reads, (std::vector<int>{relu->index}));
    }

    void theRunsOtherOperatorsShowNoMetrics()
    {
        const auto result = compare(kFloat, kQdq, kInputs);
        const LayerRow* product = row(*result, "product");
        QVERIFY(product);
        QCOMPARE(product->state, LayerRow::State::Fused);
        QCOMPARE(product->fusedInto, "relu");
        QVERIFY(!product->metrics);
        QCOMPARE(product->macs, std::uint64_t{0});
        QVERIFY(product->shape.empty() && !product->baselineShape.empty());
        QVERIFY(product->baseline.statistics.count > 0 && product->analysis.statistics.count == 0);
        QVERIFY(product->baseline.statistics.max > product->baseline.statistics.min);
        QVERIFY(result->unmatchedBaseline.empty());
        QVERIFY(result->unmatchedAnalysis.empty());
    }

    void decisionsAreReplayed()
    {
        // A scale of 1 makes 1.2 equal to 1: the second place flips. The gathered numbers show which was chosen.
        const char* const head =
            "graph \"g\" opset 13\ninput x: float32[3]\nconst k: int64[1] = {2}\n"
            "const t: float32[3] = {10, 20, 30}\nconst s: float32[] = {1}\nconst z: int8[] = {0}\n";
        const char* const tail = ", k) name \"top\"\ng = Gather(t, i) name \"gather\"\ny = Neg(g) name \"last\"\n"
                                 "output y\noutput v";
        const auto baseline = std::string(head) + "n = Neg(x) name \"neg\"\nv, i = TopK(n" + tail;
        const auto analysis = std::string(head)
                              + "n = Neg(x) name \"neg\"\nq = QuantizeLinear(n, s, z)\nd = DequantizeLinear(q, s, z)\n"
                                "v, i = TopK(d"
                              + tail;
        const auto tensors = inputs({-1.0f, -1.2f, -3.0f}, {3});
        const auto free = compare(baseline, analysis, tensors);
        QCOMPARE(free->outputs.at(0).metrics->atol, 10.0);
        QVERIFY(free->decisions.empty());
        const auto replayed = compare(baseline, analysis, tensors, {.replaysDecisions = true});
        QCOMPARE(replayed->outputs.at(0).metrics->atol, 0.0);
        QVERIFY(replayed->replaysDecisions);
        QCOMPARE(replayed->decisions.size(), std::size_t{1});
        QCOMPARE(replayed->decisions[0].name, "top");
        QCOMPARE(replayed->decisions[0].indices, std::uint64_t{2});
        QCOMPARE(replayed->decisions[0].flipped, std::uint64_t{1});
    }

    void outputsAreCompared()
    {
        const auto result = compare(kFloat, kQdq, kInputs);
        QCOMPARE(result->outputs.size(), std::size_t{1});
        QCOMPARE(result->outputs.front().name, "y");
        QVERIFY(std::abs(result->outputs.front().metrics->atol - 2.45) < 1e-5);
        QCOMPARE(result->outputs.front().shape, (std::vector<std::int64_t>{2, 2}));
    }

    void dataMovementShowsOnDemand()
    {
        QVERIFY(!row(*compare(kFloat, kQdq, kInputs), "reshape"));
        results::CompareRequest request;
        request.showAll = true;
        const auto result = compare(kFloat, kQdq, kInputs, request);
        QVERIFY(row(*result, "reshape")->metrics.has_value());
    }

    void rowsAreNumberedInOrder()
    {
        const auto result = compare(kFloat, kQdq, kInputs);
        QCOMPARE(result->layers.size(), std::size_t{3});
        for (std::size_t i = 0; i < result->layers.size(); ++i)
            QCOMPARE(result->layers[i].index, static_cast<int>(i));
        QCOMPARE(result->layers.front().name, "product");
        QCOMPARE(result->baseline, "float.onnx");
        QVERIFY(result->totalSeconds >= result->baselineSeconds + result->analysisSeconds);
    }

    void filtersKeepTheOriginKnown()
    {
        results::CompareRequest request;
        request.filter.operatorTypes = {"Neg"};
        auto result = compare(kFloat, kQdq, kInputs, request);
        QCOMPARE(result->layers.size(), std::size_t{1});
        QCOMPARE(result->layers.front().name, "neg");
        QCOMPARE(result->errorOrigin, "relu");
        request.filter.operatorTypes.clear();
        request.filter.prefixes = {"re"};
        result = compare(kFloat, kQdq, kInputs, request);
        QCOMPARE(result->layers.size(), std::size_t{1});
        QCOMPARE(result->layers.front().name, "relu");
    }

    void integersAreDequantized()
    {
        const auto result = compare(R"(graph "float" opset 13
            input x: float32[1,1,2,2]
            const w: float32[1,1,1,1] = {2}
            y = Conv(x, w) name "conv"
            output y)",
                                    R"(graph "integer" opset 13
            input x: float32[1,1,2,2]
            const s: float32[] = {0.5}
            const z: uint8[] = {10}
            const wq: int8[1,1,1,1] = {4}
            const wz: int8[] = {0}
            xq = QuantizeLinear(x, s, z)
            y_quantized = QLinearConv(xq, s, z, wq, s, wz, s, z) name "conv_quant"
            y = DequantizeLinear(y_quantized, s, z)
            output y)",
                                    inputs({-1.0f, 0.5f, 1.0f, 2.0f}, {1, 1, 2, 2}));
        const LayerRow* conv = row(*result, "conv");
        QVERIFY(conv);
        QCOMPARE(conv->analysis.value, "y_quantized");
        QCOMPARE(conv->analysis.dtype, "uint8");
        QCOMPARE(conv->metrics->atol, 0.0);
        QCOMPARE(conv->analysis.statistics.min, -2.0);
        QCOMPARE(conv->macs, std::uint64_t{4});
        QVERIFY(row(*result, "x")->metrics.has_value());
        QCOMPARE(row(*result, "x")->analysis.opType, "Input");
    }

    /// What leaves numbers where they are has the type and the scale of what it reads; what computes new ones has none.
    void aGridIsKeptByWhatMovesNothing()
    {
        const auto result = compare(R"(graph "float" opset 13
            input x: float32[4]
            r = Relu(x) name "relu"
            t = Tanh(r) name "tanh"
            output t)",
                                    R"(graph "quantized" opset 13
            input x: float32[4]
            const s: float32[] = {0.5}
            const z: int8[] = {3}
            xq = QuantizeLinear(x, s, z)
            xd = DequantizeLinear(xq, s, z)
            r = Relu(xd) name "relu"
            t = Tanh(r) name "tanh"
            output t)",
                                    inputs({-1.0f, 0.6f, 1.0f, 2.0f}, {4}));
        const LayerRow* relu = row(*result, "relu");
        QVERIFY(relu && relu->keptGrid && !relu->quantizer);
        QCOMPARE(relu->keptGrid->dtype, std::string("int8"));
        QCOMPARE(relu->keptGrid->scale, 0.5);
        QCOMPARE(relu->keptGrid->zeroPoint, std::int64_t(3));
        QVERIFY(!row(*result, "tanh")->keptGrid && !row(*result, "x")->keptGrid);
        const auto table = QString::fromStdString(report::comparePerLayerCsv(*result));
        QVERIFY2(table.contains("relu,Relu,Relu,[4],int8,0.5000000,"), qPrintable(table));
        QVERIFY2(table.contains("tanh,Tanh,Tanh,[4],float32,,"), qPrintable(table));
    }

    void unmatchedLayersAreRowsToo()
    {
        const auto result = compare(R"(graph "float" opset 13
            input x: float32[4]
            a = Abs(x) name "abs"
            b = Exp(a) name "exp"
            output b)",
                                    R"(graph "other" opset 13
            input x: float32[4]
            a = Abs(x) name "abs"
            n = Neg(a) name "negative"
            c = Tanh(n) name "tanh"
            output c)",
                                    inputs({1, 2, 3, 4}, {4}));
        QCOMPARE(result->unmatchedBaseline, std::vector<std::string>{"exp"});
        QCOMPARE(result->unmatchedAnalysis, (std::vector<std::string>{"negative", "tanh"}));
        QCOMPARE(row(*result, "exp")->state, LayerRow::State::UnmatchedBaseline);
        QCOMPARE(row(*result, "tanh")->state, LayerRow::State::UnmatchedAnalysis);
        QVERIFY(row(*result, "tanh")->baseline.value.empty());
        QVERIFY(result->outputs.front().metrics.has_value()); // by position
    }

    void shapesThatDifferAreSaid()
    {
        const auto result = compare(R"(graph "float" opset 13
            input x: float32[4]
            const n: int64[1] = {4}
            e = Expand(x, n) name "expand"
            y = Abs(e) name "abs"
            output y)",
                                    R"(graph "other" opset 13
            input x: float32[4]
            const n: int64[2] = {2, 4}
            e = Expand(x, n) name "expand"
            y = Abs(e) name "abs"
            output y)",
                                    inputs({1, 2, 3, 4}, {4}));
        const LayerRow* abs = row(*result, "abs");
        QCOMPARE(abs->state, LayerRow::State::ShapeMismatch);
        QVERIFY(!abs->metrics);
        QCOMPARE(abs->baselineShape, std::vector<std::int64_t>{4});
        QCOMPARE(abs->shape, (std::vector<std::int64_t>{2, 4}));
        QCOMPARE(abs->baseline.statistics.max, 4.0);
        QVERIFY(!result->outputs.front().metrics);
    }

    void stringsAreCounted()
    {
        const std::string labelled = R"(graph "labelled" opset 13
            input x: float32[4]
            const names: string[2] = {"cat", "dog"}
            const edge: float32[] = {2.5}
            g = Greater(x, edge) name "greater"
            i = Cast(g) {to: 7} name "index"
            y = Gather(names, i) name "label"
            output y)";
        std::string moved = labelled;
        moved.replace(moved.find("{2.5}"), 5, "{1.5}");
        const auto result = compare(labelled, moved, inputs({1, 2, 3, 4}, {4}), {.showAll = true});
        const auto& output = result->outputs.front();
        QVERIFY(output.strings && !output.metrics);
        QCOMPARE(output.strings->equal, std::uint64_t{3});
        QCOMPARE(output.shape, std::vector<std::int64_t>{4});
        const auto& verdict = result->verdict.outputs.front();
        QVERIFY(verdict.agreement.has_value());
        QCOMPARE(verdict.agreement->equal, std::uint64_t{3});
        QCOMPARE(verdict.agreement->decisions, std::uint64_t{4});
        QVERIFY(row(*result, "greater")->metrics.has_value());
        const auto& label = *row(*result, "label");
        QCOMPARE(label.state, LayerRow::State::Strings);
        QCOMPARE(label.strings->equal, std::uint64_t{3});
        QCOMPARE(label.strings->elements, std::uint64_t{4});
        QCOMPARE(label.shape, std::vector<std::int64_t>{4});
        QVERIFY(!label.metrics);
        QVERIFY(report::compareText(*result, {}).find("3 of 4 strings equal") != std::string::npos);
        QVERIFY(report::compareJson(*result).find("\"strings\"") != std::string::npos);
    }

    void stringsOfOtherShapesAreSaid()
    {
        const std::string labelled = R"(graph "labelled" opset 13
            input x: float32[2]
            const names: string[2] = {"cat", "dog"}
            i = Cast(x) {to: 7} name "index"
            y = Gather(names, i) name "label"
            output y)";
        std::string longer = labelled;
        longer.insert(longer.find("y = "), "j = Concat(i, i) {axis: 0} name \"twice\"\n");
        longer.replace(longer.find("names, i"), 8, "names, j");
        const auto result = compare(labelled, longer, inputs({0, 1}, {2}), {.showAll = true});
        QVERIFY(!result->outputs.front().strings);
        QCOMPARE(row(*result, "label")->state, LayerRow::State::ShapeMismatch);
        QCOMPARE(row(*result, "label")->shape, std::vector<std::int64_t>{4});
    }

    void inputsGoByPositionWhenNamesDiffer()
    {
        std::string renamed = kQdq;
        renamed.replace(renamed.find("input x"), 7, "input p");
        renamed.replace(renamed.find("MatMul(x"), 8, "MatMul(p");
        QVERIFY(row(*compare(kFloat, renamed, kInputs), "relu")->metrics.has_value());
    }

    void inputsWithoutCounterpartAreRefused()
    {
        std::string more = kQdq;
        more.replace(more.find("const to"), 8, "input extra: float32[1]\n    const to");
        try {
            compare(kFloat, more, kInputs);
            QFAIL("expected an error");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::BadArgument);
            QVERIFY(std::string(error.what()).find("extra") != std::string::npos);
        }
    }

    void errorsNameTheModel()
    {
        try {
            compare(kFloat, kQdq, inputs({1, 2}, {1, 2}));
            QFAIL("expected an error");
        } catch (const Error& error) {
            QVERIFY2(std::string(error.what()).find("float.onnx") != std::string::npos, error.what());
        }
    }

    void stopsBetweenNodes()
    {
        std::stop_source stop;
        std::size_t told = 0;
        JobContext ctx(stop.get_token(), [&stop, &told](const Progress&) {
            ++told;
            stop.request_stop();
        });
        QVERIFY_THROWS_EXCEPTION(
            Cancelled, analysis::compareModels(textModel(kFloat, "a"), textModel(kQdq, "b"), kInputs, {}, ctx));
        QVERIFY(told > 0);
    }
};

QTEST_APPLESS_MAIN(TestCompare)
#include "tst_compare.moc"
