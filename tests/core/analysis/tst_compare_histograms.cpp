// SPDX-License-Identifier: GPL-3.0-or-later
// KL, JS and histograms of layers take a second pass over each pair of tensors, which is made where it is asked for.
#include "core/analysis/compare/compare.h"
#include "tests/support/text_model.h"

#include <QTest>

using namespace ql;
using results::LayerRow;
using tests::textModel;

namespace {

const std::string kFloat = R"(graph "float" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    m = MatMul(x, w) name "product"
    r = Relu(m) name "relu"
    y = Neg(r) name "neg"
    output y)";

const std::string kQdq = R"(graph "qdq" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    const s: float32[] = {0.01}
    const z: uint8[] = {0}
    m = MatMul(x, w) name "product"
    q = QuantizeLinear(m, s, z)
    r = DequantizeLinear(q, s, z)
    y = Neg(r) name "neg"
    output y)";

std::shared_ptr<const results::CompareResult> compare(const results::CompareRequest& request)
{
    JobContext ctx;
    return analysis::compareModels(textModel(kFloat, "float.onnx"), textModel(kQdq, "int8.onnx"),
                                   {{"x", ops::Tensor(at::tensor({-1.0f, 0.502f, 2.0f, 5.0f}).view({1, 4}))}}, request,
                                   ctx);
}

} // namespace

class TestCompareHistograms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The other numbers are the same. Outputs have all of them anyway.
    void histogramsAreCountedWhereAskedFor()
    {
        using results::MetricId;
        results::CompareRequest request;
        request.withHistograms = true;
        const auto usual = compare({});
        const auto whole = compare(request);
        QCOMPARE(usual->layers.size(), whole->layers.size());
        QVERIFY(usual->layers.size() > 1);
        for (std::size_t i = 0; i < usual->layers.size(); ++i) {
            const auto &left = usual->layers[i], &right = whole->layers[i];
            QVERIFY(!left.histogram);
            QCOMPARE(right.histogram.has_value(), right.state == LayerRow::State::Compared);
            QCOMPARE(left.metrics.has_value(), right.metrics.has_value());
            for (const auto metric : results::kAllMetrics)
                if (metric == MetricId::Kl || metric == MetricId::Js)
                    QVERIFY(!valueOf(left.metrics, metric) && (!right.metrics || valueOf(right.metrics, metric)));
                else
                    QCOMPARE(valueOf(left.metrics, metric), valueOf(right.metrics, metric));
        }
        QVERIFY(valueOf(usual->outputs.front().metrics, MetricId::Kl));
    }
};

QTEST_GUILESS_MAIN(TestCompareHistograms)
#include "tst_compare_histograms.moc"
