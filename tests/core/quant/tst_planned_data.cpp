// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan leaves alone: constants and sizes that operators make of constants and shapes.
#include "core/graph/formats/number_format.h"
#include "core/graph/text_form/text_form.h"
#include "core/quant/quant_plan.h"

#include <QtTest>

#include <algorithm>

using namespace ql;

namespace {

std::vector<std::string> plannedNames(const std::string& text, const quant::QuantSettings& settings = {})
{
    const auto graph = graph::parseGraph(text);
    std::vector<std::string> names;
    for (const auto& quantizer : quant::planFor(graph, settings).quantizers)
        names.push_back(graph.value(quantizer.value).name);
    std::ranges::sort(names);
    return names;
}

using Names = std::vector<std::string>;

/// As PyTorch exports an upsampling by a fixed factor.
const char* const kFixedScales = R"(graph "fixed" opset 17
    input x: float32[1,2,4,4]
    const w: float32[2,2,1,1] = {1, 0, 0, 1}
    const ones: float32[2] = {1, 1}
    const twos: float32[2] = {2, 2}
    c = Conv(x, w) name "conv"
    scales = Concat(ones, twos) {axis: 0} name "scales"
    y = Resize(c, _, scales) {mode: "linear"} name "resize"
    output y)";

/// As it exports one to the size of another tensor.
const char* const kComputedScales = R"(graph "computed" opset 17
    input x: float32[1,2,4,4]
    const w: float32[2,2,1,1] = {1, 0, 0, 1}
    const two: float32[4] = {1, 1, 2, 2}
    c = Conv(x, w) name "conv"
    shape = Shape(c) name "shape"
    sizes = Cast(shape) {to: 1} name "cast"
    wanted = Mul(sizes, two) name "wanted"
    scales = Div(wanted, sizes) name "scales"
    y = Resize(c, _, scales) {mode: "linear"} name "resize"
    output y)";

} // namespace

class TestPlannedData : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scalesOfResizesStayAsTheyAre()
    {
        QCOMPARE(plannedNames(kFixedScales), (Names{"c", "w", "x", "y"}));
        QCOMPARE(plannedNames(kComputedScales), (Names{"c", "w", "x", "y"}));
    }

    void norAreTheyMadeNarrow()
    {
        quant::QuantSettings settings;
        settings.highPrecision = graph::findNumberFormat("fp16");
        settings.operatorTypes = {"Conv"};
        for (const auto* text : {kFixedScales, kComputedScales})
            for (const auto& name : plannedNames(text, settings))
                QVERIFY2(name != "scales" && name != "wanted" && name != "sizes", name.c_str());
    }

    /// What meets data is data, whoever made it.
    void constantsThatAreComputedWithAreQuantized()
    {
        QCOMPARE(plannedNames(R"(graph "sum" opset 17
            input x: float32[1,4]
            const a: float32[4] = {1, 2, 3, 4}
            product = Mul(a, a) name "mul"
            y = Add(x, product) name "add"
            z = Concat(y, x) {axis: 1} name "concat"
            output z)"),
                 (Names{"product", "x", "y", "z"}));
    }
};

QTEST_GUILESS_MAIN(TestPlannedData)
#include "tst_planned_data.moc"
