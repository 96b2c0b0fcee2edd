// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/text_form/text_form.h"
#include "core/quant/calibration.h"
#include "core/quant/quant_plan.h"

#include <QTest>

#include <ATen/ATen.h>
#undef CHECK
#undef LOG

using namespace ql;
using quant::QuantSettings;

class TestJoinedScales : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Of a target that has one scale for all that a Concat joins: boxes in pixels take what scores need.
    void concatsMayShareTheirScale()
    {
        const auto graph = graph::parseGraph("graph \"head\" opset 13\n"
                                             "input x: float32[1,2,2,2]\n"
                                             "const pixels: float32[1] = {100}\n"
                                             "const small: float32[1] = {0.01}\n"
                                             "boxes: float32[1,2,2,2] = Mul(x, pixels) name \"boxes\"\n"
                                             "scores: float32[1,2,2,2] = Mul(x, small) name \"scores\"\n"
                                             "shares: float32[1,2,2,2] = Softmax(x) name \"softmax\"\n"
                                             "both: float32[1,6,2,2] = Concat(boxes, scores, shares) {axis: 1} name "
                                             "\"join\"\n"
                                             "again: float32[1,8,2,2] = Concat(both, x) {axis: 1} name \"more\"\n"
                                             "output again\n");
        QuantSettings settings;
        auto plan = quant::planFor(graph, settings);
        const auto deciderOf = [&graph, &plan](const char* name) {
            const auto& decider = plan.quantizers[plan.decider(*plan.find(*graph.findValue(name)))];
            return graph.value(decider.value).name;
        };
        for (const char* name : {"boxes", "scores", "shares", "both", "again"})
            QCOMPARE(deciderOf(name), std::string(name)); // as ONNX Runtime has it
        settings.joinsScales = true;
        settings.layers["scores"].activation.setBits(16);
        settings.layers["scores"].isOverridden = true;
        plan = quant::planFor(graph, settings);
        for (const char* name : {"boxes", "shares", "both"})
            QCOMPARE(deciderOf(name), std::string("again"));
        QCOMPARE(deciderOf("scores"), std::string("scores")); // of another width
        settings.layers.clear();
        plan = quant::planFor(graph, settings);
        JobContext ctx;
        const auto x = at::arange(8, at::kFloat).view({1, 2, 2, 2}) - 2.0F;
        quant::calibrate(graph, plan,
                         {1,
                          [&x](std::size_t) {
                              return runs::NamedTensors{{"x", runs::Tensor(x)}};
                          }},
                         ctx);
        for (std::size_t i = 0; i < plan.quantizers.size(); ++i)
            QVERIFY(plan.decider(i) <= i); // as calibration goes through them
        const auto& joined = plan.parametersOf(*plan.find(*graph.findValue("scores")));
        QCOMPARE(joined.scales.size(), std::size_t(1));
        QVERIFY(joined.scales.front() > 1.0f); // -200 to 500 in 255 steps, and scores are 0.05 at most
        QCOMPARE(joined.scales.front(), plan.parametersOf(*plan.find(*graph.findValue("again"))).scales.front());
    }

    /// As the runtime wants it: the mean of everything is as coarse as what it was made of.
    void poolingKeepsTheScaleOfItsInput()
    {
        const auto graph = graph::parseGraph("graph \"pools\" opset 13\n"
                                             "input x: float32[1,1,2,2]\n"
                                             "m: float32[1,1,1,1] = GlobalAveragePool(x) name \"mean\"\n"
                                             "s: float32[1,1,1,1] = Sigmoid(m) name \"sigmoid\"\n"
                                             "output s\n");
        QuantSettings settings;
        auto plan = quant::planFor(graph, settings);
        const auto placeOf = [&graph, &plan](const char* name) { return *plan.find(*graph.findValue(name)); };
        QCOMPARE(plan.decider(placeOf("m")), placeOf("m")); // as ONNX Runtime has it
        settings.joinsScales = true;
        plan = quant::planFor(graph, settings);
        QCOMPARE(plan.decider(placeOf("m")), placeOf("x"));
        QCOMPARE(plan.decider(placeOf("s")), placeOf("s"));
    }
};

QTEST_APPLESS_MAIN(TestJoinedScales)
#include "tst_joined_scales.moc"
