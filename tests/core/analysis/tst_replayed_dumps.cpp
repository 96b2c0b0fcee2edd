// SPDX-License-Identifier: GPL-3.0-or-later
// Beside a dump the model supplies the operators: where a layer of the dump computes otherwise is shown by running the
// model's on what the dump's had.
#include "core/analysis/compare/compare_dumps.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/results/compare_result.h"
#include "tests/support/array_files.h"
#include "tests/support/text_model.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql;
using results::LayerRow;

namespace {

const std::string kNegatedRelu = R"(graph "float" opset 13
    input x: float32[16,4]
    const w: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    m = MatMul(x, w) name "/net/product"
    r = Relu(m) name "/net/relu"
    y = Neg(r) name "/net/neg"
    output y)";

/// "live" stands for that network, which runs on @p inputs; the other is a folder.
std::shared_ptr<const results::CompareResult>
compare(const std::filesystem::path& baseline, const std::filesystem::path& analysis, const runs::NamedTensors& inputs)
{
    auto live = std::make_shared<importers::ImportedModel>();
    live->graph = graph::parseGraph(kNegatedRelu);
    live->path = "model.onnx";
    results::CompareRequest request{.samples = {.inputs = {"x"}}};
    request.models.baseline = baseline.string();
    request.models.analysis = analysis.string();
    JobContext ctx;
    return analysis::compareWithDumps(
        request, {[&live](const std::string&) { return live; }, [&inputs](const auto&) { return inputs; }}, ctx);
}

QByteArray bytesOf(const std::vector<float>& values)
{
    return QByteArray(reinterpret_cast<const char*>(values.data()), qsizetype(values.size() * sizeof(float)));
}

} // namespace

class TestReplayedDumps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theModelShowsWhereADumpComputesOtherwise()
    {
        tests::TemporaryFolder folder;
        // y = -relu(x), of which every number beyond 2.56 wraps.
        std::vector<float> x, relu, y;
        for (int i = 0; i < 64; ++i) {
            x.push_back(float(i) / 16.0F - 0.5F);
            const float exact = std::max(0.0F, x.back());
            relu.push_back(exact > 2.56F ? exact - 2.56F : exact);
            y.push_back(-relu.back());
        }
        folder.write("_net_relu.npy", tests::npyFile(tests::npyDictionary("<f4", "(16, 4)"), bytesOf(relu)));
        folder.write("y.npy", tests::npyFile(tests::npyDictionary("<f4", "(16, 4)"), bytesOf(y)));
        const runs::NamedTensors inputs{{"x", ops::Tensor(at::tensor(x).view({16, 4}))}};
        for (const bool isDumpFirst : {false, true}) {
            const auto result =
                isDumpFirst ? compare(folder.path(), "live", inputs) : compare("live", folder.path(), inputs);
            const auto found = std::ranges::find_if(result->layers, [](const LayerRow& layer) {
                return layer.replay && layer.replay->kind == results::ReplayKind::Wraps;
            });
            QVERIFY(found != result->layers.end());
            QCOMPARE(result->errorOrigin, found->name);
            QVERIFY(result->isOriginMeasured);
            QVERIFY(std::abs(found->replay->bound.value_or(0.0) - 2.56) < 0.01);
            QVERIFY(found->name.find("relu") != std::string::npos);
        }
    }
};

QTEST_GUILESS_MAIN(TestReplayedDumps)
#include "tst_replayed_dumps.moc"
