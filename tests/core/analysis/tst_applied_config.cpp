// SPDX-License-Identifier: GPL-3.0-or-later
// A quantized model held against the config that it should have been made with.
#include "core/analysis/from_model/applied_config.h"

#include "core/analysis/from_model/config_from_model.h"
#include "core/base/error.h"
#include "core/config/config_file.h"
#include "core/config/layer_names.h"
#include "core/data/inputs.h"
#include "core/export/onnx_writer.h"
#include "core/graph/text_form/text_form.h"
#include "core/quant/calibration.h"
#include "core/quant/quantized_graph/quantized_graph.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace ql;

namespace {

constexpr const char* kNetwork = R"(graph "network" opset 13
    input x: float32[1,2,4,4]
    const w1: float32[2,2,1,1] = {1, -0.5, 0.25, 2}
    const w2: float32[2,2,1,1] = {0.03, 0.5, 4, -1.5}
    const w3: float32[2,2,1,1] = {0.3, 0.7, -0.9, 0.1}
    const b: float32[2] = {0.1, -0.2}
    c1: float32[1,2,4,4] = Conv(x, w1, b) name "first"
    r1: float32[1,2,4,4] = Relu(c1) name "relu"
    p: float32[1,2,2,2] = MaxPool(r1) {kernel_shape: [2, 2], strides: [2, 2]} name "pool"
    c2: float32[1,2,2,2] = Conv(p, w2, b) name "second"
    c3: float32[1,2,2,2] = Conv(c2, w3) name "third"
    a: float32[1,2,2,2] = Add(c3, p) name "sum"
    output a)";

/// Signed and unsigned integers are the same to it.
graph::Graph twinOf(const graph::Graph& graph, bool isSigned)
{
    quant::QuantSettings settings;
    settings.common.activation.format.isSigned = isSigned;
    auto plan = quant::planFor(graph, settings);
    JobContext ctx;
    const runs::NamedTensors sample{{"x", runs::Tensor((at::arange(32, at::kFloat) * 0.7).sin().view({1, 2, 4, 4}))}};
    quant::calibrate(graph, plan, {1, [&](std::size_t) { return sample; }}, ctx);
    return quant::qdqGraph(graph, plan);
}

} // namespace

class TestAppliedConfig : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    graph::Graph m_float = graph::parseGraph(kNetwork);

    std::string file(const char* name) const { return m_folder.filePath(name).toStdString(); }

    /// One that quantizes as @p twin does, with these edits.
    std::string configText(const graph::Graph& twin, const char* dialect,
                           const std::vector<config::LayerEdit>& edits = {}) const
    {
        JobContext ctx;
        const auto made = analysis::configFromModel(twin, {file("float.onnx"), "twin.onnx", dialect}, ctx);
        auto edited = config::ConfigFile::ofText("made.config", made->text, dialect);
        edited.apply(edits);
        return edited.text();
    }
    std::shared_ptr<const results::AppliedConfig> applied(const graph::Graph& twin, const std::string& text) const
    {
        JobContext ctx;
        return analysis::appliedConfig(
            twin, {.baseline = file("float.onnx"), .analysis = "twin.onnx", .config = "made.config", .text = text},
            ctx);
    }
    config::LayerEdit edit(const char* layer) const
    {
        config::LayerEdit edit{.layer = layer};
        config::completeEdit(edit, m_float, m_float.node(*m_float.findNode(layer)));
        return edit;
    }

private Q_SLOTS:
    void initTestCase() { exporting::writeOnnx(m_float, file("float.onnx")); }

    /// What was made from the model is applied in it, however the dialect says it.
    void isSilentWhereAllIsApplied_data()
    {
        QTest::addColumn<QString>("dialect");
        QTest::addColumn<bool>("isSigned");
        for (const char* dialect : {"amct-yaml", "amct-fx-json", "onnxruntime-json"})
            for (const bool isSigned : {true, false})
                QTest::addRow("%s %s", dialect, isSigned ? "int8" : "uint8") << QString(dialect) << isSigned;
    }
    void isSilentWhereAllIsApplied()
    {
        QFETCH(QString, dialect);
        QFETCH(bool, isSigned);
        const auto twin = twinOf(m_float, isSigned);
        const auto found = applied(twin, configText(twin, dialect.toUtf8().constData()));
        for (const auto& finding : found->findings)
            qInfo("%s: %s", finding.subject.c_str(), finding.message.english().c_str());
        QVERIFY(found->findings.empty());
        QCOMPARE(found->appliedLayers, found->layers);
        QVERIFY(found->layers >= 4); // three convolutions and the sum at least
    }

    void tellsAWidthThatTheModelDoesNotHave()
    {
        const auto twin = twinOf(m_float, true);
        auto wide = edit("second");
        wide.settings.activation.bits = 16;
        const auto found = applied(twin, configText(twin, "amct-yaml", {wide}));
        const auto told = std::ranges::find(found->findings, "second", &results::Diagnostic::subject);
        QVERIFY(told != found->findings.end());
        QCOMPARE(told->severity, results::Severity::Warning);
        QCOMPARE(told->message.english(), std::string("p is int8, the config asks for int16"));
        QVERIFY(told->line > 0);
        const auto setting = std::ranges::find_if(
            found->settings, [](const auto& each) { return each.layer == "second" && each.tensor == "p"; });
        QVERIFY(setting != found->settings.end() && setting->isOverride && !setting->isApplied);
        QVERIFY(!std::ranges::any_of(found->findings, [](const auto& each) { return each.subject == "third"; }));
    }

    void tellsALayerThatShouldBeInFloat()
    {
        const auto twin = twinOf(m_float, true);
        auto skip = edit("third");
        skip.action = config::LayerEdit::Action::Skip;
        const auto found = applied(twin, configText(twin, "onnxruntime-json", {skip}));
        const auto told = std::ranges::find(found->findings, "third", &results::Diagnostic::subject);
        QVERIFY(told != found->findings.end());
        QVERIFY2(told->message.english().find("the config asks for float") != std::string::npos,
                 told->message.english().c_str());
        QCOMPARE(told->severity, results::Severity::Warning);
    }

    void tellsTheGranularityOfAWeight()
    {
        const auto twin = twinOf(m_float, true);
        auto perChannel = edit("first");
        perChannel.settings.weight.granularity = config::Granularity::PerChannel;
        const auto found = applied(twin, configText(twin, "amct-yaml", {perChannel}));
        QCOMPARE(found->findings.size(), std::size_t(1));
        QCOMPARE(found->findings[0].subject, std::string("first"));
        QCOMPARE(found->findings[0].message.english(),
                 std::string("w1 is int8 per tensor, the config asks for int8 per channel"));
    }

    /// The other way round: the tool chain left a layer in float.
    void tellsALayerThatStayedInFloat()
    {
        quant::QuantSettings settings;
        auto own = settings.common;
        own.isOverridden = true;
        own.isQuantized = false;
        settings.layers["second"] = own;
        auto plan = quant::planFor(m_float, settings);
        JobContext ctx;
        const runs::NamedTensors sample{{"x", runs::Tensor(at::ones({1, 2, 4, 4}))}};
        quant::calibrate(m_float, plan, {1, [&](std::size_t) { return sample; }}, ctx);
        const auto found = applied(quant::qdqGraph(m_float, plan), configText(twinOf(m_float, true), "amct-yaml"));
        QVERIFY(found->appliedLayers < found->layers);
        const auto told = std::ranges::find(found->findings, "second", &results::Diagnostic::subject);
        QVERIFY(told != found->findings.end());
        QCOMPARE(told->severity, results::Severity::Info); // nobody spoke of this layer
        QVERIFY2(told->message.english().find("is float, the config asks for int8") != std::string::npos,
                 told->message.english().c_str());
    }

    void refusesAModelThatIsNotQuantized()
    {
        const auto text = configText(twinOf(m_float, true), "amct-yaml");
        try {
            applied(m_float, text);
            QFAIL("nothing was said");
        } catch (const Error& error) {
            QVERIFY2(error.message().english().find("no quantizer that matches") != std::string::npos, error.what());
        }
    }
};

QTEST_GUILESS_MAIN(TestAppliedConfig)
#include "tst_applied_config.moc"
