// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weights/weights.h"
#include "core/base/error.h"

#include "core/import/import_model.h"
#include "tests/support/models.h"
#include "tests/support/text_model.h"

#include <QTest>

#include <algorithm>
#include <cmath>

#include <numeric>

using namespace ql;
using results::WeightRow;
using results::WeightsResult;
using tests::textModel;

namespace {

using Result = std::shared_ptr<const WeightsResult>;

Result compare(const std::string& baseline, const std::string& analysis, const results::WeightsRequest& request = {})
{
    JobContext ctx;
    return analysis::compareWeights(textModel(baseline), textModel(analysis), request, ctx);
}

const WeightRow& row(const Result& result, std::string_view name)
{
    const auto found = std::ranges::find_if(result->rows, [name](const auto& each) { return each.name() == name; });
    if (found == result->rows.end())
        qFatal("no row %s", std::string(name).c_str());
    return *found;
}

bool isNear(double found, double expected)
{
    return std::abs(found - expected) < 1e-5;
}

const std::string kFloat = R"(graph "float" opset 13
    input x: float32[1,2]
    const w: float32[2,3] = {1, 2, 0.3, -1, 0.5, 0}
    const b: float32[3] = {1, 2, 3}
    y = Gemm(x, w, b) name "gemm"
    output y)";

/// Nothing without the real models.
Result compareReal(const QString& baseline, const QString& analysis)
{
    const auto models = tests::modelsFolder();
    if (!models)
        return nullptr;
    const auto open = [&models](const char* folder, const QString& name) {
        return importers::importModel(*models / folder / (name.toStdString() + ".onnx"));
    };
    JobContext ctx;
    return analysis::compareWeights(open("models", baseline), open("quantized", analysis), {}, ctx);
}

} // namespace

class TestWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// 3 bits of scale 0.5 hold -2 to 1.5: w's 2 becomes 1.5, 0.3 becomes 0.5; b is left alone.
    void quantizersOfOneNodeAreSeenThrough()
    {
        const std::string analysis = R"(graph "qonnx" opset 13, qonnx.custom_op.general 1
            input x: float32[1,2]
            const w: float32[2,3] = {1, 2, 0.3, -1, 0.5, 0}
            const b: float32[3] = {1, 2, 3}
            const s: float32[1,3] = {0.5, 0.5, 0.5}
            const z: float32[] = {0}
            const three: float32[] = {3}
            q = qonnx.custom_op.general.Quant(w, s, z, three) opset 1
            y = Gemm(x, q, b) name "gemm"
            output y)";
        const auto result = compare(kFloat, analysis);
        const auto& w = row(result, "w");
        QCOMPARE(w.granularity, std::string("per-channel"));
        QVERIFY(w.quantizer.has_value());
        QCOMPARE(w.quantizer->dtype, std::string("int3"));
        QCOMPARE(*w.quantizer->channelAxis, std::int64_t{1});
        QVERIFY(isNear(w.metrics->atol, 0.5));
        QVERIFY(isNear(row(result, "b").metrics->atol, 0.0));
    }

    void equalWeightsAreInfinitelyGood()
    {
        const auto result = compare(kFloat, kFloat);
        QCOMPARE(result->rows.size(), std::size_t{2});
        const auto& w = row(result, "w");
        QCOMPARE(w.metrics->sqnrDb, std::numeric_limits<double>::infinity());
        QCOMPARE(w.granularity, "float");
        QCOMPARE(w.match.rule, "weight-name");
        QCOMPARE(w.channelAxis, std::optional<std::int64_t>(1));
        QVERIFY(row(result, "b").channels.empty());
        QVERIFY(w.histogram && w.histogram->low == -1.0 && w.histogram->baseline == w.histogram->analysis);
        QCOMPARE(std::accumulate(w.histogram->baseline.begin(), w.histogram->baseline.end(), std::uint64_t(0)),
                 std::uint64_t(6));
    }

    void dequantizesPerChannel()
    {
        const auto result = compare(kFloat, R"(graph "qdq" opset 13
            input x: float32[1,2]
            const w_quantized: int8[2,3] = {10, 20, 2, -10, 5, 0}
            const s: float32[3] = {0.1, 0.1, 0.2}
            const z: int8[3] = {0, 0, 0}
            const b_quantized: int32[3] = {10, 20, 31}
            const bs: float32[] = {0.1}
            w_DequantizeLinear_Output = DequantizeLinear(w_quantized, s, z) {axis: 1}
            bd = DequantizeLinear(b_quantized, bs)
            y = Gemm(x, w_DequantizeLinear_Output, bd) name "gemm"
            output y)");
        const auto& w = row(result, "w");
        QCOMPARE(w.analysis.name, "w_quantized");
        QCOMPARE(w.analysis.dtype, "int8");
        QCOMPARE(w.granularity, "per-channel");
        QCOMPARE(w.match.rule, "stripped-name");
        QCOMPARE(w.quantizer->channelAxis, std::optional<std::int64_t>(1));
        QVERIFY(isNear(w.metrics->atol, 0.1)); // 0.3 became 2 · 0.2
        QVERIFY(!w.metrics->maxQscaleDiff);    // a scale per channel
        QCOMPARE(w.channels.size(), std::size_t{3});
        QVERIFY(isNear(*w.channels[2].scale, 0.2));
        QVERIFY(isNear(w.channels[2].sqnrDb, 20.0 * std::log10(0.3 / 0.1)));
        QVERIFY(w.channels[1].sqnrDb > 100.0);
        QCOMPARE(w.worstChannel()->channel, std::int64_t{2});
        const auto& b = row(result, "b");
        QVERIFY(isNear(b.metrics->atol, 0.1));
        QVERIFY(isNear(*b.metrics->maxQscaleDiff, 1.0));
        QCOMPARE(b.analysis.dtype, "int32");
    }

    void readsIntegerOperators()
    {
        const auto result = compare(R"(graph "float" opset 13
            input x: float32[1,1,2,2]
            const w: float32[2,1,1,1] = {2, 1}
            const bias: float32[2] = {0.5, 1}
            y = Conv(x, w, bias) name "conv"
            output y)",
                                    R"(graph "integer" opset 13
            input x: float32[1,1,2,2]
            const s: float32[] = {0.5}
            const z: uint8[] = {10}
            const w_quantized: int8[2,1,1,1] = {4, 3}
            const ws: float32[2] = {0.5, 0.25}
            const wz: int8[2] = {0, 0}
            const bias_quantized: int32[2] = {2, 8}
            xq = QuantizeLinear(x, s, z)
            yq = QLinearConv(xq, s, z, w_quantized, ws, wz, s, z, bias_quantized) name "conv_quant"
            y = DequantizeLinear(yq, s, z)
            output y)");
        QCOMPARE(result->rows.size(), std::size_t{2});
        const auto& w = row(result, "w");
        QVERIFY(isNear(w.metrics->atol, 0.25)); // 3 · 0.25 for 1
        QCOMPARE(w.channelAxis, std::optional<std::int64_t>(0));
        QCOMPARE(w.analysis.opType, "QLinearConv");
        QVERIFY(isNear(row(result, "bias").metrics->atol, 0.0)); // scales 0.25 and 0.125
    }

    void turnsTransposedWeights()
    {
        const auto result = compare(R"(graph "float" opset 13
            input x: float32[1,3]
            const w: float32[2,3] = {1, 2, 3, 4, 5, 6}
            y = Gemm(x, w) {transB: 1} name "gemm"
            output y)",
                                    R"(graph "dynamic" opset 13
            input x: float32[1,3]
            const other: int8[3,2] = {1, 4, 2, 5, 3, 6}
            const ws: float32[] = {1}
            xq, xs, xz = DynamicQuantizeLinear(x)
            i = MatMulInteger(xq, other, xz) name "gemm_MatMul_quant"
            f = Cast(i) {to: 1}
            s = Mul(xs, ws)
            y = Mul(f, s)
            output y)");
        const auto& w = row(result, "w");
        QCOMPARE(w.match.rule, "node-partner");
        QCOMPARE(w.metrics->sqnrDb, std::numeric_limits<double>::infinity());
        QCOMPARE(w.channels.size(), std::size_t{2});
        QVERIFY(isNear(w.channels[1].analysisMin, 4.0));
    }

    void readsRecurrentWeights()
    {
        const auto result = compare(R"(graph "float" opset 14
            input x: float32[1,1,2]
            const w: float32[1,4,2] = {1, 2, 3, 4, 5, 6, 7, 8}
            const r: float32[1,4,1] = {1, 2, 3, 4}
            y = LSTM(x, w, r) {hidden_size: 1} name "lstm"
            output y)",
                                    R"(graph "dynamic" opset 14, com.microsoft 1
            input x: float32[1,1,2]
            const w_quantized: int8[1,2,4] = {2, 6, 10, 14, 4, 8, 12, 17}
            const r_quantized: int8[1,1,4] = {1, 1, 1, 1}
            const ws: float32[1] = {0.5}
            const rs: float32[1,4] = {1, 2, 3, 4}
            const z: int8[1] = {0}
            const rz: int8[1,4] = {0, 0, 0, 0}
            y = com.microsoft.DynamicQuantizeLSTM(x, w_quantized, r_quantized, _, _, _, _, _, ws, z, rs, rz)
                {hidden_size: 1} name "lstm_quant"
            output y)");
        QVERIFY(isNear(row(result, "w").metrics->atol, 0.5));
        QCOMPARE(row(result, "w").channels.size(), std::size_t{4});
        QCOMPARE(row(result, "w").worstChannel()->channel, std::int64_t{3});
        QCOMPARE(row(result, "r").metrics->sqnrDb, std::numeric_limits<double>::infinity());
        QCOMPARE(row(result, "r").granularity, "per-channel");
    }

    void nothingIsDropped()
    {
        const auto result = compare(R"(graph "float" opset 13
            input x: float32[2]
            const a: float32[2] = {1, 2}
            const lonely: float32[2] = {3, 4}
            m = Mul(x, a) name "mul"
            y = Add(m, lonely) name "add"
            output y)",
                                    R"(graph "other" opset 13
            input x: float32[2]
            const a: float32[2] = {1, 2.5}
            const slope: float32[2] = {3, 4}
            m = Mul(x, a) name "mul"
            y = PRelu(m, slope) name "prelu"
            output y)");
        QCOMPARE(result->unmatchedBaseline, std::vector<std::string>{"lonely"});
        QCOMPARE(result->unmatchedAnalysis, std::vector<std::string>{"slope"});
        QCOMPARE(result->rows.size(), std::size_t{3});
        QCOMPARE(row(result, "slope").state, WeightRow::State::UnmatchedAnalysis);
    }

    void unknownScalesAreSaid()
    {
        const auto result = compare(R"(graph "float" opset 13
            input x: uint8[1,2]
            const w: float32[2,2] = {1, 2, 3, 4}
            f = Cast(x) {to: 1}
            y = MatMul(f, w) name "product"
            output y)",
                                    R"(graph "integer" opset 13
            input x: uint8[1,2]
            const w_quantized: int8[2,2] = {1, 2, 3, 4}
            y = MatMulInteger(x, w_quantized) name "product_quant"
            output y)");
        QCOMPARE(row(result, "w").state, WeightRow::State::Unreadable);
        QVERIFY(row(result, "w").problem.english().find("w_quantized") != std::string::npos);
    }

    void outliersStandAgainstTheMedianChannel()
    {
        const auto result = compare(R"(graph "float" opset 13
            input x: float32[1,1,2,2]
            const w: float32[6,1,1,1] = {1, -1.5, 2, 20, 0.1, 0}
            y = Conv(x, w) name "conv"
            output y)",
                                    R"(graph "qdq" opset 13
            input x: float32[1,1,2,2]
            const w_quantized: int8[6,1,1,1] = {6, -10, 13, 127, 1, 0}
            const s: float32[] = {0.16}
            wd = DequantizeLinear(w_quantized, s)
            y = Conv(x, wd) name "conv"
            output y)");
        const auto& channels = row(result, "w").channels;
        QVERIFY(channels[3].isOutlier && isNear(channels[3].rangeRatio, 20.0 / 1.5));
        QVERIFY(channels[4].isOutlier);
        QVERIFY(!channels[5].isOutlier); // pruned
        QCOMPARE(std::ranges::count_if(channels, &results::WeightChannel::isOutlier), 2);
    }

    void filters()
    {
        results::WeightsRequest request;
        request.filter.operatorTypes = {"Conv"};
        QVERIFY_THROWS_EXCEPTION(ql::Error, compare(kFloat, kFloat, request)); // no row is an answer of nothing
        request.filter.operatorTypes = {"Gemm"};
        request.filter.prefixes = {"w"};
        QCOMPARE(compare(kFloat, kFloat, request)->rows.size(), std::size_t{1});
    }

    void givesTheNumbersOfNumpy_data()
    {
        QTest::addColumn<QString>("pair");
        QTest::addColumn<QString>("weight");
        QTest::addColumn<double>("expectedDb");
        QTest::newRow("int32 bias") << "mnist__qdq_s8"
                                    << "Parameter194" << 11.6890140694947;
        QTest::newRow("int8 Gemm") << "mnist__qdq_s8"
                                   << "Parameter193_reshape1" << 37.16376726648882;
        QTest::newRow("transposed LSTM") << "dtln1__dyn"
                                         << "lstm_4_W" << 27.81598992791508;
    }

    void givesTheNumbersOfNumpy()
    {
        QFETCH(QString, pair);
        QFETCH(QString, weight);
        QFETCH(double, expectedDb);
        const auto result = compareReal(pair.section("__", 0, 0) + "_prep", pair);
        if (!result)
            QSKIP("QUANTLOUPE_MODELS is not set: no real weights were compared");
        QVERIFY(std::abs(row(result, weight.toStdString()).metrics->sqnrDb - expectedDb) < 1e-4);
    }

    void realModels_data()
    {
        QTest::addColumn<QString>("baseline");
        QTest::addColumn<QString>("analysis");
        QTest::addColumn<double>("leastDb");
        for (const auto* each :
             {"cifar__dyn_u8", "cifar__qdq_s8_pc", "cifar__qdq_u8s8_pt", "dtln1__dyn", "dtln1__qdq_s8", "mnist__qdq_s8",
              "mnist__qop_u8s8", "silero_mini_v2__dyn", "silero_mini_v2__qdq_s8_fix", "silero_mini_v2__qdq_s8_pc",
              "supres__qdq_a16w8_op21", "supres__qdq_s8_pc", "ultraface__qdq_a16w8_ms", "ultraface__qdq_s8_pc",
              "ultraface__qop_u8s8"})
            QTest::newRow(each) << QString(each).section("__", 0, 0) + "_prep" << QString(each)
                                << (QString(each).startsWith("mnist") ? 11.0 : 15.0);
    }

    void realModels()
    {
        QFETCH(QString, baseline);
        QFETCH(QString, analysis);
        QFETCH(double, leastDb);
        const auto result = compareReal(baseline, analysis);
        if (!result)
            QSKIP("QUANTLOUPE_MODELS is not set: no real weights were compared");
        int quantized = 0;
        double worst = 1000.0;
        for (const auto& each : result->rows) {
            QVERIFY2(each.state == WeightRow::State::Compared, each.name().c_str());
            quantized += each.granularity != "float";
            worst = std::min(worst, each.metrics->sqnrDb);
            QVERIFY2(each.metrics->sqnrDb > leastDb, each.name().c_str());
        }
        qInfo("%s: %zu weights, %d quantized, worst %.2f dB", qPrintable(analysis), result->rows.size(), quantized,
              worst);
        QVERIFY(quantized > 0);
        QVERIFY(result->unmatchedBaseline.empty() && result->unmatchedAnalysis.empty());
    }
};

QTEST_APPLESS_MAIN(TestWeights)
#include "tst_weights.moc"
