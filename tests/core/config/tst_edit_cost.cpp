// SPDX-License-Identifier: GPL-3.0-or-later
// What an edit costs is known before it is made; each number here was worked out by hand.
#include "core/config/edit_cost.h"

#include "core/graph/text_form/text_form.h"

#include <QTest>

using namespace ql;
using config::EditCost;
using config::LayerEdit;

namespace {

/// Multiply-accumulates: 2 × 2 × 16 = 64 of "first", as many of "second", 2 × 2 × 16 × 9 = 576 of "third", 704 in all.
constexpr const char* kNetwork = R"(graph "network" opset 13
    input x: float32[1,2,4,4]
    const w1: float32[2,2,1,1] = {1, -0.5, 0.25, 2}
    const w2: float32[2,2,1,1] = {0.03, 0.5, 4, -1.5}
    const w3: float32[2,2,3,3] = {)"
                                 "1,1,1,1,1,1,1,1,1, 1,1,1,1,1,1,1,1,1, 1,1,1,1,1,1,1,1,1, 1,1,1,1,1,1,1,1,1"
                                 R"(}
    a: float32[1,2,4,4] = Conv(x, w1) name "first"
    b: float32[1,2,4,4] = Conv(x, w2) name "second"
    c: float32[1,2,4,4] = Conv(b, w3) {pads: [1, 1, 1, 1]} name "third"
    output a
    output c)";

constexpr double kAll = 704.0;

LayerEdit skip(const char* layer)
{
    return {.action = LayerEdit::Action::Skip, .layer = layer};
}

} // namespace

class TestEditCost : public QObject {
    Q_OBJECT

    const graph::Graph m_network = graph::parseGraph(kNetwork);
    config::QuantConfig m_config; ///< everything with 8 bits

    EditCost of(const std::vector<LayerEdit>& edits) const { return config::EditCosts(m_config, m_network).of(edits); }

private Q_SLOTS:
    void widerInputs()
    {
        LayerEdit edit{.layer = "third"};
        edit.settings.activation.bits = 16;
        QCOMPARE(of({edit}), (EditCost{576.0 / kAll, 0, 0}));
        edit.layer = "first"; // "second" reads x, too
        QCOMPARE(of({edit}), (EditCost{64.0 / kAll, 0, 1}));
    }

    void float32TakesFourTimesTheBytes()
    {
        QCOMPARE(of({skip("third")}), (EditCost{576.0 / kAll, 36 * 3, 0}));
        QCOMPARE(of({skip("first"), skip("second")}), (EditCost{128.0 / kAll, 2 * 4 * 3, 0}));
    }

    void widerWeights()
    {
        LayerEdit edit{.layer = "third"};
        edit.settings.weight.bits = 16;
        QCOMPARE(of({edit}), (EditCost{576.0 / kAll, 36, 0}));
        edit.settings.weight.bits = 4;
        QCOMPARE(of({edit}), (EditCost{0.0, -18, 0})); // fewer bytes, and nothing gets wider
    }

    void scalesPerChannelAreFree()
    {
        LayerEdit edit{.layer = "third"};
        edit.settings.weight.granularity = config::Granularity::PerChannel;
        QCOMPARE(of({edit}), EditCost());
    }

    /// What the config says already costs nothing once more.
    void whatIsSoAlready()
    {
        m_config.addSkip(config::Selector::Kind::Layer, "third", {});
        QCOMPARE(of({skip("third")}), EditCost());
        m_config = {};
    }

    void strangersAndRestoredLayersAreNotCounted()
    {
        QCOMPARE(of({skip("nobody")}), EditCost());
        QCOMPARE(of({{.action = LayerEdit::Action::Restore, .layer = "third"}}), EditCost());
    }
};

QTEST_GUILESS_MAIN(TestEditCost)
#include "tst_edit_cost.moc"
