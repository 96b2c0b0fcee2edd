// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/ops/torch/vision_functions.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "tests/support/error_message.h"

#include <QtTest>

#include <set>

using namespace ql;

class TestVisionOperators : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Saved with torchvision 0.14.1, which gave these numbers: boxes of rows 0 and 1 of x as corners and the same plus
    /// 2, row 2 as scores. Box 0 covers box 2 by more than 1/4 and scores less: 1, 2 and 3 are kept. Then two roi_align
    /// of x with scale 1/2: two cells of 2 x 2 samples, aligned; one cell of as many samples as it asks for, not
    /// aligned.
    void computesVisionOperatorsOfTorchvision()
    {
        const auto model = importers::importModel(QUANTLOUPE_SOURCE_DIR "/tests/data/torchscript/vision_operators.pt");
        const auto x = at::tensor({0.F, 1.F, 0.F, 2.F, 0.F, 1.F, 0.F, 0.F, .5F, .9F, .7F, .1F, 1.F, 2.F, 3.F, 4.F});
        const runs::Program program(model.graph);
        runs::Pass execution(program, {{model.graph.value(model.graph.inputs()[0]).name, runs::Tensor(x)}});
        JobContext ctx;
        execution.finish(ctx);
        const auto outputs = execution.outputs();
        QVERIFY(outputs.at(0).data.equal(at::tensor({1, 2, 3}, at::kLong)));
        const auto aligned = at::tensor({.125F, .125F, .5F, .5F, .125F, .125F, .75F, .75F}).view({4, 1, 2, 1});
        QVERIFY(outputs.at(1).data.allclose(aligned, 1e-6, 1e-6));
        const auto shifted = at::tensor({.5F, 1.F, .5F, .5F}).view({4, 1, 1, 1});
        QVERIFY(outputs.at(2).data.allclose(shifted, 1e-6, 1e-6));
        std::set<std::string> operators;
        for (const auto& node : model.graph.nodes())
            operators.insert(node.qualifiedOpType());
        QVERIFY(operators.contains("torchvision.nms") && operators.contains("torchvision.roi_align"));
    }

    void namesOperatorsOfTorchvisionThatAreNotHere()
    {
        const auto message = ql::tests::messageOf(
            [] { importers::importModel(QUANTLOUPE_SOURCE_DIR "/tests/data/torchscript/roi_pool.pt"); });
        QVERIFY2(message.contains("calls torchvision::roi_pool, which is not on the list"), qPrintable(message));
        QVERIFY2(!message.contains("truncated"), qPrintable(message));
    }

    /// AMCT's are in no public library: which one it is, and what to save instead.
    void namesOperatorsOfAmctThatAreNotHere()
    {
        const auto message = ql::tests::messageOf(
            [] { importers::importModel(QUANTLOUPE_SOURCE_DIR "/tests/data/torchscript/pico_gelu.pt"); });
        QVERIFY2(message.contains("pico_ops::gelu") && message.contains("AMCT's own operators"), qPrintable(message));
        QVERIFY2(!message.contains("truncated"), qPrintable(message));
        const auto graph = graph::parseGraph("graph \"g\" opset 13, pico_ops 1\ninput x: float32[2]\n"
                                             "y = pico_ops.Gelu(x) name \"gelu\"\noutput y\n");
        const auto refusal = ql::tests::messageOf([&] { runs::Program program(graph); });
        QVERIFY2(refusal.contains("operator Gelu of domain pico_ops"), qPrintable(refusal));
    }

    /// Boxes that touch, are empty or lie apart all stay; of equals the first does.
    void keepsBoxesThatOverlapLittle()
    {
        const auto boxes =
            at::tensor({0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 2.0, 1.0, 5.0, 5.0, 5.0, 5.0, 0.0, 0.0, 1.0, 1.0}, at::kDouble)
                .view({4, 4});
        const auto kept = ops::visionNms({boxes, at::ones({4}, at::kDouble), 0.5}).at(0).toTensor();
        QVERIFY(kept.equal(at::tensor({0, 1, 2}, at::kLong)));
        QCOMPARE(ops::visionNms({at::zeros({0, 4}), at::zeros({0}), 0.5}).at(0).toTensor().numel(), std::int64_t{0});
    }

    void refusesWhatDoesNotFit()
    {
        const auto x = at::zeros({1, 1, 2, 2});
        const auto aligned = [&x](const at::Tensor& regions, std::int64_t height) {
            return ql::tests::messageOf([&] { ops::visionRoiAlign({x, regions, 1.0, height, 1, 1, true}); });
        };
        QVERIFY(ql::tests::messageOf([] {
                    ops::visionNms({at::zeros({2, 5}), at::zeros({2}), 0.5});
                }).contains("boxes of shape 2x5 and scores of shape 2 don't belong together"));
        QVERIFY(aligned(at::zeros({1, 4}), 1).contains("input 1 (rois) has 4 columns, expected 5"));
        QVERIFY(aligned(at::full({1, 5}, 7.0), 1).contains("a region lies in sample 7, but there are 1"));
        QVERIFY(aligned(at::zeros({1, 5}), 0).contains("attribute output_height is 0, expected 1 or more"));
    }
};

QTEST_MAIN(TestVisionOperators)
#include "tst_vision_operators.moc"
