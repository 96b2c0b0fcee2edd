// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/row_filter.h"

#include "core/analysis/analyses.h"
#include "core/analysis/compare/compare.h"
#include "core/analysis/weights/weights.h"
#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

#include <array>

using namespace ql;

namespace {

constexpr const char* kClass = "<class 'torch.nn.modules.conv.Conv2d'>";

importers::ImportedModel model()
{
    importers::ImportedModel made;
    made.graph = graph::parseGraph(R"(graph "net" opset 17
    input x: float32[1,2,2,2]
    const w: float32[2,2,1,1] = {1, 2, 3, 4}
    c = Conv(x, w) name "conv"
    y = Relu(c) name "relu"
    output y)");
    return made;
}

} // namespace

class TestRowFilter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aClassIsTakenAsPythonPrintsIt()
    {
        QCOMPARE(analysis::askedType(kClass), std::string_view("torch.nn.modules.conv.Conv2d"));
        QCOMPARE(analysis::askedType("Conv"), std::string_view("Conv"));
        QCOMPARE(analysis::askedType("<class 'Conv"), std::string_view("<class 'Conv"));
        QVERIFY(analysis::hasType({kClass}, {"Conv"}));
        QVERIFY(analysis::hasType({kClass}, {"Gemm", "torch.nn.modules.conv.Conv2d"}));
        QVERIFY(!analysis::hasType({kClass}, {"Gemm"}));
    }

    void nothingLeftIsAnError_data()
    {
        QTest::addColumn<QString>("prefix");
        QTest::addColumn<QString>("type");
        QTest::addColumn<bool>("isError");
        QTest::newRow("misspelt type") << ""
                                       << "Convv" << true;
        QTest::newRow("wrong prefix") << "layer1"
                                      << "" << true;
        QTest::newRow("never both") << "relu"
                                    << "Conv" << true;
        QTest::newRow("class") << "" << kClass << false;
        QTest::newRow("prefix") << "con"
                                << "" << false;
        QTest::newRow("everything") << ""
                                    << "" << false;
    }

    void nothingLeftIsAnError()
    {
        QFETCH(const QString, prefix);
        QFETCH(const QString, type);
        QFETCH(const bool, isError);
        results::LayerFilter filter;
        if (!prefix.isEmpty())
            filter.prefixes = {prefix.toStdString()};
        if (!type.isEmpty())
            filter.operatorTypes = {type.toStdString()};
        const auto net = model();
        JobContext ctx;
        const auto compare = [&] {
            results::CompareRequest request;
            request.filter = filter;
            return analysis::compareModels(net, net, {{"x", runs::Tensor(at::ones({1, 2, 2, 2}))}}, request, ctx)
                ->layers.size();
        };
        const auto weights = [&] {
            results::WeightsRequest request;
            request.filter = filter;
            return analysis::compareWeights(net, net, request, ctx)->rows.size();
        };
        if (isError) {
            QVERIFY_THROWS_EXCEPTION(Error, compare());
            QVERIFY_THROWS_EXCEPTION(Error, weights());
        } else {
            QVERIFY(compare() > 0 && weights() > 0);
        }
    }
};

QTEST_GUILESS_MAIN(TestRowFilter)
#include "tst_row_filter.moc"
