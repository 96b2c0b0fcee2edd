// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/profile/profile.h"

#include "core/analysis/profile/value_profile.h"
#include "core/base/error.h"
#include "core/data/datasets/dataset.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/report/profile/profile_report.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/support/models.h"
#include "tests/support/thread_ranks.h"

#include <QTest>

#include <cmath>
#include <numeric>

using namespace ql;
using analysis::SampleSource;
using results::ProfileAttribute;
using results::ProfileRow;

namespace {

const char* const kFloat = R"(graph "float" opset 13
    input x: float32[?,2,2]
    const w: float32[2,2,1] = {1, 2, 3, 4}
    const b: float32[2] = {0.5, -0.5}
    const shape: int64[2] = {-1, 4}
    y = Conv(x, w, b) name "block/conv" scope "block"
    r = Relu(y) name "relu"
    f = Reshape(r, shape) name "flatten"
    z = Add(f, f) name "sum"
    output z)";

const char* const kQdq = R"(graph "qdq" opset 13
    input x: float32[1,2,2]
    const xs: float32[] = {0.5}
    const xz: uint8[] = {2}
    const ys: float32[] = {0.25}
    const yz: int8[] = {0}
    const wq: int8[2,2,1] = {1, 2, 3, 4}
    const ws: float32[2] = {0.5, 2}
    const wz: int8[2] = {0, 0}
    const bq: int32[2] = {4, -4}
    const bs: float32[2] = {0.25, 1}
    const bz: int32[2] = {0, 0}
    xq = QuantizeLinear(x, xs, xz)
    xd = DequantizeLinear(xq, xs, xz)
    w = DequantizeLinear(wq, ws, wz) {axis: 0}
    b = DequantizeLinear(bq, bs, bz) {axis: 0}
    y = Conv(xd, w, b) name "conv"
    yq = QuantizeLinear(y, ys, yz)
    z = DequantizeLinear(yq, ys, yz)
    output z)";

const char* const kIntegers = R"(graph "integers" opset 13
    input x: float32[1,2,2]
    const xs: float32[] = {0.5}
    const xz: uint8[] = {2}
    const ws: float32[] = {0.5}
    const wz: int8[] = {0}
    const ys: float32[] = {0.25}
    const yz: uint8[] = {100}
    const w: int8[2,2,1] = {1, 2, 3, 4}
    const b: int32[2] = {4, -4}
    xq = QuantizeLinear(x, xs, xz) name "q"
    yq = QLinearConv(xq, xs, xz, w, ws, wz, ys, yz, b) name "conv"
    z = DequantizeLinear(yq, ys, yz) name "dq"
    output z)";

const char* const kDynamic = R"(graph "dynamic" opset 13
    input x: float32[1,2]
    const wq: uint8[2,2] = {1, 2, 3, 4}
    const ws: float32[] = {0.5}
    const wz: uint8[] = {1}
    const b: float32[2] = {1, 2}
    xq, xs, xz = DynamicQuantizeLinear(x) name "dql"
    scales = Mul(xs, ws) name "scales"
    acc = MatMulInteger(xq, wq, xz, wz) name "matmul"
    cast = Cast(acc) {to: 1} name "cast"
    scaled = Mul(cast, scales) name "scaling"
    y = Add(scaled, b) name "bias"
    output y)";

runs::Tensor tensor(std::vector<float> values, std::vector<std::int64_t> shape)
{
    return ops::toTensor(graph::TensorData::of<float>(graph::DataType::Float, std::move(shape), values));
}

std::shared_ptr<const results::ProfileResult> profile(const char* text, std::vector<runs::Tensor> samples,
                                                      const results::ProfileRequest& request = {})
{
    const runs::ThreadGuard threads;
    importers::ImportedModel model;
    model.graph = graph::parseGraph(text);
    JobContext ctx;
    const SampleSource source{samples.size(), [&](std::size_t i) { return runs::NamedTensors{{"x", samples[i]}}; }};
    return analysis::profileModel(model, source, request, ctx);
}

const ProfileRow& row(const results::ProfileResult& result, const char* layer, ProfileAttribute attribute)
{
    for (const auto& each : result.rows)
        if (each.modName == layer && each.attribute == attribute)
            return each;
    throw Error(ErrorCode::Internal, Message("no row of {}", layer));
}

std::uint64_t total(const results::Histogram& histogram)
{
    return std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::uint64_t{0});
}

} // namespace

class TestProfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// What computes has a time; other numbers don't change by it.
    void timesAreMeasuredWhereTheyAreAskedFor()
    {
        const auto plain = profile(kFloat, {tensor({1, 2, 3, 4}, {1, 2, 2})});
        QVERIFY(plain->times.empty());
        const auto timed = profile(kFloat, {tensor({1, 2, 3, 4}, {1, 2, 2})}, {.measuresTime = true});
        std::vector<std::string> layers;
        for (const auto& time : timed->times) {
            layers.push_back(time.layer);
            QVERIFY(time.seconds > 0.0 && time.seconds < 10.0);
        }
        QCOMPARE(layers, (std::vector<std::string>{"block/conv", "relu", "sum"}));
        QCOMPARE(timed->rows.size(), plain->rows.size());
        results::ProfileRequest part{.measuresTime = true};
        part.filter.operatorTypes = {"Relu"};
        QCOMPARE(profile(kFloat, {tensor({1, 2, 3, 4}, {1, 2, 2})}, part)->times.size(), std::size_t(1));
        QVERIFY(report::profileText(*timed, 20).find("Time per layer") != std::string::npos);
        QVERIFY(report::profileText(*plain, 20).find("Time per layer") == std::string::npos);
    }

    /// A Relu and what reads it lie on the grid of the quantizer before, whose type and scale they show.
    void aKeptGridHasItsTypeAndScale()
    {
        const auto result = profile(R"(graph "g" opset 13
            input x: float32[1,2]
            const s: float32[] = {0.5}
            const z: int8[] = {2}
            xq = QuantizeLinear(x, s, z)
            xd = DequantizeLinear(xq, s, z)
            r = Relu(xd) name "relu"
            t = Tanh(r) name "tanh"
            output t)",
                                    {tensor({1, -2}, {1, 2})});
        for (const auto* each :
             {&row(*result, "relu", ProfileAttribute::Output), &row(*result, "tanh", ProfileAttribute::Input)}) {
            QCOMPARE(each->dtype, std::string("int8"));
            QVERIFY(each->quantizer);
            QCOMPARE(each->quantizer->scales, std::vector<double>{0.5});
        }
        QVERIFY(!row(*result, "tanh", ProfileAttribute::Output).quantizer);
    }

    void aFloatModelByHand()
    {
        const auto result = profile(kFloat, {tensor({1, 2, 3, 4}, {1, 2, 2})});
        std::vector<std::string> rows;
        for (const auto& each : result->rows)
            rows.push_back(std::to_string(each.index) + " " + each.opName + " " + each.tensor);
        QCOMPARE(rows, (std::vector<std::string>{"0 Conv x", "0 Conv w", "0 Conv b", "0 Conv y", "1 Relu y", "1 Relu r",
                                                 "2 Add f", "2 Add f", "2 Add z"}));
        // y = 1·x0 + 2·x1 + 0.5 and 3·x0 + 4·x1 − 0.5
        const auto& output = row(*result, "block/conv", ProfileAttribute::Output);
        QCOMPARE(output.whole.statistics.min, 7.5);
        QCOMPARE(output.whole.statistics.max, 21.5);
        QCOMPARE(output.whole.statistics.mean, (7.5 + 10.5 + 14.5 + 21.5) / 4.0);
        QCOMPARE(output.shape, (std::vector<std::int64_t>{1, 2, 2}));
        QCOMPARE(output.dtype, "float32");
        QVERIFY(!output.quantizer);
        QCOMPARE(total(output.whole.histogram), std::uint64_t(4));
        const auto& weight = row(*result, "block/conv", ProfileAttribute::Weight);
        QCOMPARE(weight.whole.statistics.mean, 2.5);
        QVERIFY(std::abs(weight.whole.statistics.variance - 5.0 / 3.0) < 1e-12); // as torch.var: over 4 − 1
        QCOMPARE(row(*result, "block/conv", ProfileAttribute::Bias).whole.statistics.min, -0.5);
        QVERIFY(result->rows[6].isOneOfSeveral && result->rows[7].number == 1);
    }

    void samplesAreMerged()
    {
        const auto result =
            profile(kFloat, {tensor({1, 2, 3, 4}, {1, 2, 2}), tensor({-7, 0, 0, 0, 1, 1, 1, 1}, {2, 2, 2})});
        QCOMPARE(result->samples, std::uint64_t(2));
        const auto& input = row(*result, "block/conv", ProfileAttribute::Input);
        QCOMPARE(input.whole.statistics.count, std::uint64_t(12));
        QCOMPARE(input.whole.statistics.min, -7.0);
        QCOMPARE(input.whole.statistics.max, 4.0);
        QCOMPARE(input.whole.statistics.mean, 7.0 / 12.0);
        const double squares = (1 + 4 + 9 + 16 + 49 + 4) / 12.0;
        QVERIFY(std::abs(input.whole.statistics.variance - (squares - 49.0 / 144.0) * 12.0 / 11.0) < 1e-12);
        QCOMPARE(input.shape, (std::vector<std::int64_t>{-1, 2, 2}));
        QCOMPARE(total(input.whole.histogram), std::uint64_t(12));
        QCOMPARE(row(*result, "block/conv", ProfileAttribute::Weight).whole.statistics.count, std::uint64_t(4));
    }

    void nanAndInfinityAreCountedApart()
    {
        const auto result = profile(kFloat, {tensor({NAN, INFINITY, 3, 4}, {1, 2, 2})});
        const auto& input = row(*result, "block/conv", ProfileAttribute::Input).whole;
        QCOMPARE(input.statistics.nanCount, std::uint64_t(1));
        QCOMPARE(input.statistics.infCount, std::uint64_t(1));
        QCOMPARE(input.statistics.mean, 3.5);
        QCOMPARE(total(input.histogram), std::uint64_t(2));
    }

    void quantizedTensorsShowTheNumbersTheyStandFor()
    {
        const auto result = profile(kQdq, {tensor({1, -9, 0.3f, 2}, {1, 2, 2})});
        const auto& outside = row(*result, "x", ProfileAttribute::Input);
        QCOMPARE(outside.dtype, "float32");
        QCOMPARE(outside.whole.statistics.min, -9.0);
        const auto& inside = row(*result, "x", ProfileAttribute::Output);
        QCOMPARE(inside.dtype, "uint8");
        QCOMPARE(inside.quantizer->scales.front(), 0.5);
        QCOMPARE(inside.whole.statistics.min, -1.0); // the lowest that zero point 2 allows
        QCOMPARE(inside.whole.statistics.max, 2.0);
        const auto& input = row(*result, "conv", ProfileAttribute::Input);
        QCOMPARE(input.dtype, "uint8");
        QCOMPARE(input.tensor, "xq");
        QCOMPARE(input.whole.statistics.mean, inside.whole.statistics.mean);
        const auto& weight = row(*result, "conv", ProfileAttribute::Weight);
        QCOMPARE(weight.dtype, "int8");
        QCOMPARE(weight.quantizer->scales, (std::vector<double>{0.5, 2.0}));
        QCOMPARE(weight.whole.statistics.min, 0.5);
        QCOMPARE(weight.whole.statistics.max, 8.0);
        const auto& bias = row(*result, "conv", ProfileAttribute::Bias);
        QCOMPARE(bias.dtype, "int32");
        QCOMPARE(bias.whole.statistics.max, 1.0);
        QCOMPARE(bias.whole.statistics.min, -4.0);
        QCOMPARE(row(*result, "conv", ProfileAttribute::Output).dtype, "int8");
    }

    void integerOperatorsAreReadThroughTheirScales()
    {
        const auto result = profile(kIntegers, {tensor({1, -9, 0.3f, 2}, {1, 2, 2})});
        QCOMPARE(row(*result, "conv", ProfileAttribute::Input).whole.statistics.min, -1.0);
        const auto& weight = row(*result, "conv", ProfileAttribute::Weight);
        QCOMPARE(weight.whole.statistics.max, 2.0);
        QCOMPARE(weight.dtype, "int8");
        const auto& bias = row(*result, "conv", ProfileAttribute::Bias);
        QCOMPARE(bias.whole.statistics.max, 1.0); // 4 · 0.5 · 0.5
        QCOMPARE(bias.quantizer->scales.front(), 0.25);
        // 0.5·x0 + x1 + 1 and 1.5·x0 + 2·x1 − 1 with x0 = {1, −1}, x1 = {0.5, 2}
        const auto& output = row(*result, "conv", ProfileAttribute::Output);
        QCOMPARE(output.whole.statistics.max, 2.5);
        QCOMPARE(output.whole.statistics.min, 1.5);
        QCOMPARE(output.dtype, "uint8");
    }

    void dynamicLayersShowWhatTheyQuantize()
    {
        const auto result = profile(kDynamic, {tensor({-1, 3}, {1, 2})});
        const auto& input = row(*result, "matmul", ProfileAttribute::Input);
        QCOMPARE(input.dtype, "uint8");
        QCOMPARE(input.whole.statistics.min, -1.0);
        const auto& weight = row(*result, "matmul", ProfileAttribute::Weight);
        QCOMPARE(weight.whole.statistics.max, 1.5); // (4 − 1) · 0.5
        QCOMPARE(row(*result, "matmul", ProfileAttribute::Bias).whole.statistics.max, 2.0);
        QCOMPARE(row(*result, "matmul", ProfileAttribute::Output).shape, (std::vector<std::int64_t>{1, 2}));
    }

    void channelsAreToldApart()
    {
        results::ProfileRequest request;
        request.isPerChannel = true;
        const auto result =
            profile(kFloat, {tensor({1, 2, 3, 4}, {1, 2, 2}), tensor({5, 6, 7, 8}, {1, 2, 2})}, request);
        const auto& input = row(*result, "block/conv", ProfileAttribute::Input);
        QCOMPARE(input.channelAxis, std::optional<std::int64_t>(1));
        QCOMPARE(input.channels.size(), std::size_t(2));
        QCOMPARE(input.channels[0].statistics.max, 6.0);
        QCOMPARE(input.channels[1].statistics.min, 3.0);
        QCOMPARE(total(input.channels[1].histogram), std::uint64_t(4));
        const auto& weight = row(*result, "block/conv", ProfileAttribute::Weight);
        QCOMPARE(weight.channelAxis, std::optional<std::int64_t>(0));
        QCOMPARE(weight.channels[1].statistics.min, 3.0);
        QVERIFY(profile(kFloat, {tensor({1, 2, 3, 4}, {1, 2, 2})})->rows[0].channels.empty());
    }

    void ranksFindWhatOneFinds()
    {
        std::vector<runs::Tensor> alike, varied;
        for (int i = 0; i < 7; ++i) {
            const auto scale = static_cast<float>(std::pow(10.0, i % 4 - 2));
            alike.push_back(tensor({scale, -2.1f * scale, 0.7f * scale, float(i)}, {1, 2, 2}));
            varied.push_back(i % 3 == 0 ? alike.back() : tensor({0.1f * scale, NAN, scale, 3, 1, 1, 1, 0}, {2, 2, 2}));
        }
        for (const auto& samples : {alike, varied})
            for (const bool isPerChannel : {false, true}) {
                results::ProfileRequest request;
                request.isPerChannel = isPerChannel;
                const auto alone = report::profileJson(*profile(kFloat, samples, request));
                for (const std::size_t size : {2, 3, 9}) {
                    std::vector<std::string> found(size);
                    tests::ThreadRanks(size).run([&](const std::shared_ptr<RankGroup>& ranks) {
                        auto own = request;
                        own.options.ranks = ranks;
                        found[ranks->rank()] = report::profileJson(*profile(kFloat, samples, own));
                    });
                    QCOMPARE(found, std::vector<std::string>(size, alone));
                }
            }
    }

    void channelsThatDifferBetweenRanksAreNone()
    {
        const char* const text = "graph \"g\" opset 13\ninput x: float32[?,?]\ny = Relu(x) name \"relu\"\noutput y\n";
        results::ProfileRequest request;
        request.isPerChannel = true;
        const std::vector<runs::Tensor> samples{tensor({1, 2}, {1, 2}), tensor({1, 2, 3}, {1, 3}),
                                                tensor({5, 6}, {1, 2}), tensor({7, 8}, {1, 2})};
        const auto alone = report::profileJson(*profile(text, samples, request));
        QVERIFY(profile(text, samples, request)->rows.back().channels.empty());
        std::vector<std::string> found(3);
        tests::ThreadRanks(3).run([&](const std::shared_ptr<RankGroup>& ranks) {
            auto own = request;
            own.options.ranks = ranks;
            found[ranks->rank()] = report::profileJson(*profile(text, samples, own));
        });
        QCOMPARE(found, std::vector<std::string>(3, alone));
    }

    void filtersByNameAndType()
    {
        results::ProfileRequest request;
        request.filter.prefixes = {"block"};
        QCOMPARE(profile(kFloat, {tensor({1, 2, 3, 4}, {1, 2, 2})}, request)->rows.size(), std::size_t(4));
        request = {};
        request.filter.operatorTypes = {"Add"};
        const auto added = profile(kFloat, {tensor({1, 2, 3, 4}, {1, 2, 2})}, request);
        QCOMPARE(added->rows.size(), std::size_t(3));
        QCOMPARE(added->rows[0].index, 2);
        request.filter.prefixes = {"block"};
        QVERIFY_EXCEPTION_THROWN(profile(kFloat, {tensor({1, 2, 3, 4}, {1, 2, 2})}, request), Error);
    }

    void realModelsAreProfiledOverTheirSamples_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("data");
        for (const auto* pair : {"models/cifar_prep cifar", "quantized/cifar__qdq_s8_pc cifar",
                                 "quantized/cifar__dyn_u8 cifar", "quantized/ultraface__qop_u8s8 ultraface",
                                 "quantized/dtln1__dyn dtln1", "quantized/silero_mini_v2__qdq_s8_pc silero_mini_v2"}) {
            const auto words = QString(pair).split(' ');
            QTest::newRow(pair) << words[0] + ".onnx"
                                << "calib/" + words[1] + ".npz";
        }
    }

    void realModelsAreProfiledOverTheirSamples()
    {
        const auto root = tests::modelsFolder();
        if (!root)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        QFETCH(QString, model);
        QFETCH(QString, data);
        const runs::ThreadGuard threads;
        const auto imported = importers::importModel(*root / model.toStdString());
        const auto samples = data::openDataset(*root / data.toStdString(), imported.graph);
        const SampleSource source{2, [&](std::size_t i) { return samples->inputs(i); }};
        JobContext ctx;
        const auto result = analysis::profileModel(imported, source, {}, ctx);
        QVERIFY(result->rows.size() > 10);
        for (const auto& each : result->rows) {
            const auto name = each.modName + " " + each.tensor;
            const auto& found = each.whole.statistics;
            QVERIFY2(found.count > 0, name.c_str());
            QCOMPARE(total(each.whole.histogram), found.count - found.nanCount - found.infCount);
            QVERIFY2(!each.dtype.empty() && each.dtype != "undefined", name.c_str());
            if (each.quantizer && !each.quantizer->isPerChannel() && each.attribute != ProfileAttribute::Bias)
                QVERIFY2(found.max <= each.quantizer->rangeHigh() * 1.000001 + 1e-12
                             && found.min >= each.quantizer->rangeLow() * 1.000001 - 1e-12,
                         name.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestProfile)
#include "tst_profile.moc"
