// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that hold the same numbers in other places: channels last between two Transposes, rows in other groups.
#include "core/analysis/compare/compare.h"
#include "core/analysis/matching/channel_layout.h"
#include "core/analysis/shadow/shadow.h"
#include "tests/support/text_model.h"

#include <QTest>

using namespace ql;
using tests::textModel;
using namespace ql::analysis;

namespace {

/// As many channels as rows and columns: sizes alone tell no layout.
const runs::NamedTensors kImage{
    {"x",
     ops::Tensor(at::tensor(std::vector<float>{0.1F, 0.2F, 0.3F, 0.4F, -0.5F, -0.6F, 0.7F, 0.9F}).view({1, 2, 2, 2}))}};

const std::string kHead = R"(graph "g" opset 13, com.microsoft 1
    input x: float32[1,2,2,2]
    )";

const std::string kFloat = kHead + R"(
    const w: float32[2,2,1,1] = {1, -0.5, 0.25, 1}
    c = Conv(x, w) name "conv"
    p = MaxPool(c) {kernel_shape: [1, 1]} name "pool"
    y = Sigmoid(p) name "sigmoid"
    output y)";

/// As ONNX Runtime's layout transformer leaves it.
const std::string kChannelsLast = kHead + R"(
    const s: float32[] = {0.01}
    const z: uint8[] = {128}
    const ws: float32[] = {0.0078125}
    const wq: int8[2,2,1,1] = {127, -64, 32, 127}
    const wz: int8[] = {0}
    xq = QuantizeLinear(x, s, z)
    t = Transpose(xq) {perm: [0, 2, 3, 1]} name "to_last"
    c = com.microsoft.QLinearConv(t, s, z, wq, ws, wz, s, z) {channels_last: 1} name "conv"
    p = com.microsoft.NhwcMaxPool(c) {kernel_shape: [1, 1]} name "pool"
    b = Transpose(p) {perm: [0, 3, 1, 2]} name "to_first"
    d = DequantizeLinear(b, s, z)
    y = Sigmoid(d) name "sigmoid"
    output y)";

const results::LayerRow& row(const results::CompareResult& result, std::string_view name)
{
    const auto found = std::ranges::find(result.layers, name, &results::LayerRow::name);
    if (found == result.layers.end())
        qFatal("no row %s", std::string(name).c_str());
    return *found;
}

bool isClose(const std::optional<results::Metrics>& metrics)
{
    return metrics && metrics->sqnrDb > 30.0;
}

} // namespace

class TestChannelLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersBetweenTransposesAreComparedAsTheBaselineLies()
    {
        JobContext ctx;
        const auto result = compareModels(textModel(kFloat), textModel(kChannelsLast), kImage, {}, ctx);
        for (const char* name : {"conv", "pool", "sigmoid"})
            QVERIFY2(isClose(row(*result, name).metrics), name);
        const auto& causes = row(*result, "pool").causes;
        QVERIFY(!causes || causes->localDb > 30.0);
    }

    void theBaselineMayBeTheOneWithChannelsLast()
    {
        JobContext ctx;
        const auto result = compareModels(textModel(kChannelsLast), textModel(kFloat), kImage, {}, ctx);
        for (const char* name : {"conv", "pool", "sigmoid"})
            QVERIFY2(isClose(row(*result, name).metrics), name);
    }

    void twinsReadTheOthersTensorsInTheirOwnLayout()
    {
        JobContext ctx;
        const auto result = shadow(textModel(kFloat), textModel(kChannelsLast), kImage, {}, ctx);
        QVERIFY(result->rows.size() >= 2);
        for (const auto& each : result->rows) {
            QVERIFY2(each.state == results::ShadowRow::State::Compared, each.name.c_str());
            QVERIFY2(isClose(each.onBaselineInputs) && isClose(each.onAnalysisInputs), each.name.c_str());
        }
    }

    /// Optimizers push transpositions through layers; no operator tells then, but the shapes do.
    void shapesTellWhereTranspositionsWereMoved()
    {
        const std::string head = R"(graph "g" opset 15
            input x: float32[1,2,3,5]
            const scale: float32[] = {2}
)";
        const auto before = head + R"(
            t = Transpose(x) {perm: [0, 2, 3, 1]} name "turn"
            m = Mul(t, scale) name "mul"
            a = Sigmoid(m) name "sigmoid"
            y = Transpose(a) {perm: [0, 3, 1, 2]} name "back"
            output y)";
        const auto after = head + R"(
            m2 = Mul(x, scale) name "mul"
            y = Sigmoid(m2) name "sigmoid"
            output y)";
        JobContext ctx;
        const runs::NamedTensors image{{"x", runs::Tensor(at::arange(30, at::kFloat).view({1, 2, 3, 5}) / 9.0f)}};
        for (const auto& [baseline, analysis] : {std::pair(before, after), std::pair(after, before)}) {
            const auto result = compareModels(textModel(baseline), textModel(analysis), image, {}, ctx);
            std::size_t compared = 0;
            for (const auto& layer : result->layers) {
                compared += layer.metrics ? 1 : 0;
                QVERIFY2(isClose(layer.metrics) || layer.state == results::LayerRow::State::Fused, layer.name.c_str());
                QVERIFY(!layer.metrics || layer.shape == layer.baselineShape);
            }
            QCOMPARE(compared, std::size_t{2});
        }
    }

    void otherShapesStayDifferent()
    {
        const auto fits = [](const graph::Shape& x, const graph::Shape& y, LayoutChange change) {
            return fit(graph::declared(x), graph::declared(y), change);
        };
        QVERIFY(fits({1, 2, 3, 5}, {1, 3, 5, 2}, LayoutChange::None));
        QVERIFY(fits({1, 3, 5, 2}, {1, 2, 3, 5}, LayoutChange::None));
        QVERIFY(fits({1, 2, 3, 5}, {1, 3, 5, 2}, LayoutChange::ToLast));
        QVERIFY(!fits({1, 2, 3, 5}, {1, 3, 5, 2}, LayoutChange::ToFirst));
        QVERIFY(!fits({1, 2, 3, 5}, {1, 5, 3, 2}, LayoutChange::None));
        QVERIFY(!fits({2, 3}, {3, 2}, LayoutChange::None));
        const auto tensor = at::arange(30).view({1, 5, 3, 2});
        QCOMPARE(turnedBack(tensor, {1, 2, 3, 5}, LayoutChange::None).sizes().vec(), tensor.sizes().vec());
    }

    void rowsInOtherGroupsAreTheSame()
    {
        const auto same = [](const graph::Shape& x, const graph::Shape& y) {
            return holdSameRows(graph::declared(x), graph::declared(y));
        };
        QVERIFY(same({2, 16, 64}, {32, 64}));
        QVERIFY(same({1, 16, 64}, {16, 64}));
        QVERIFY(same({-1, 16, 64}, {-1, 64}));
        QVERIFY(!same({2, 16, 64}, {16, 64}));
        QVERIFY(!same({2, 64, 16}, {32, 64}));
        QVERIFY(!same({2, 3, 4}, {2, 12})); // channels may lie otherwise in a row
    }
};

QTEST_APPLESS_MAIN(TestChannelLayout)
#include "tst_channel_layout.moc"
