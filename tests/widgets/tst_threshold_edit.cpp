// SPDX-License-Identifier: GPL-3.0-or-later
// A dragged threshold as the config says it: the scale that spans it, at the layers that read the values, in every
// dialect that knows scales; the others say that they can't.
#include "core/base/error.h"
#include "core/config/convert.h"
#include "core/config/dialects/dialect.h"
#include "core/config/edit_layers.h"
#include "core/graph/text_form/text_form.h"
#include "widgets/docks/inspector/threshold_edit.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace ql;
using namespace ql::widgets;
using config::FixedScale;

namespace {

results::QuantizerInfo quantizer(std::int64_t lowest, std::int64_t highest, std::int64_t zeroPoint)
{
    return {.dtype = lowest < 0 ? "int8" : "uint8",
            .scales = {0.5},
            .zeroPoints = {zeroPoint},
            .channelAxis = std::nullopt,
            .lowest = lowest,
            .highest = highest};
}

/// What conv makes is read by relu alone, what relu makes by both; add reads two.
graph::Graph network()
{
    return graph::parseGraph(R"(graph "g" opset 13
        input x: float32[1,1,4,4]
        const w: float32[1,1,1,1] = {1}
        a: float32[1,1,4,4] = Conv(x, w) name "conv"
        b: float32[1,1,4,4] = Conv(a, w) name "next"
        c: float32[1,1,4,4] = Conv(b, w) name "left"
        d: float32[1,1,4,4] = Conv(b, w) name "right"
        y: float32[1,1,4,4] = Add(c, d) name "add"
        output y)");
}

} // namespace

class TestThresholdEdit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scalesSpanTheRange()
    {
        // Symmetric: the wider side decides.
        const auto is = [](const FixedScale& fixed, double scale, std::int64_t offset) {
            return std::abs(fixed.scales.at(0) - scale) < 1e-12 && fixed.offsets == std::vector{offset};
        };
        QVERIFY(is(fixedScaleOf({-1.0, 2.54}, quantizer(-128, 127, 0)), 0.02, 0));
        // Affine, and unsigned: zero points of the signed form.
        QVERIFY(is(fixedScaleOf({-1.0, 1.55}, quantizer(-128, 127, 3)), 0.01, -28));
        QVERIFY(is(fixedScaleOf({-1.0, 1.55}, quantizer(0, 255, 100)), 0.01, -28));
        QVERIFY(is(fixedScaleOf({0.5, 2.55}, quantizer(0, 255, 0)), 0.01, -128)); // 0 must be met
    }

    void isSaidAtThoseWhoRead()
    {
        const auto layersOf = [](const char* layer) {
            std::vector<std::string> layers;
            for (const auto& edit : thresholdEdits(network(), layer, {{0.25}, {0}}))
                layers.push_back(edit.layer);
            return layers;
        };
        QCOMPARE(layersOf("conv"), std::vector<std::string>{"next"});
        QCOMPARE(layersOf("next"), (std::vector<std::string>{"left", "right"}));
        QVERIFY(layersOf("left").empty()); // add reads something else, too
        QVERIFY(layersOf("add").empty());  // nobody reads it
        QVERIFY(layersOf("gone").empty());
    }

    void everyDialectSaysItOrThatItCant()
    {
        const auto graph = network();
        std::set<std::string> saying;
        for (const config::Dialect& dialect : config::dialects()) {
            if (!dialect.edit || !dialect.write)
                continue;
            const auto text = config::convert({}, dialect.id, &graph).text;
            auto file = config::ConfigFile::ofText("net.config", text, dialect.id);
            const auto edits = thresholdEdits(graph, "conv", {{0.25}, {0}});
            try {
                config::editLayers(file, edits, &graph, false);
                const auto layer = file.config().resolve("next", "Conv", {}).input(0);
                const auto tensor = file.config().resolveTensor("a");
                const auto fixed = layer.fixed ? layer.fixed : tensor.fixed;
                QVERIFY2(fixed && fixed->scales == std::vector<double>{0.25}, std::string(dialect.id).c_str());
                saying.insert(std::string(dialect.id));
            } catch (const Error& error) {
                QVERIFY2(error.message().english().find("say") != std::string::npos, error.what());
            }
        }
        const std::set<std::string> expected{"aimet-encodings", "aimet-encodings-1", "aimet-encodings-2",
                                             "amct-fx-json",    "amct-yaml",         "onnxruntime-json",
                                             "tensorrt-cache"};
        QCOMPARE(saying, expected);
    }
};

QTEST_APPLESS_MAIN(TestThresholdEdit)
#include "tst_threshold_edit.moc"
