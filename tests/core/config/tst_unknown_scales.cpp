// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of scales that a target fits to each other in a way that isn't public.
#include "core/config/config_file.h"
#include "core/config/constraints/check_config.h"
#include "core/config/describe.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

using namespace ql;

class TestUnknownScales : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Scales that the target fits to each other as nobody knows, where the file doesn't give them.
    void rknnsUnknownScalesAreTold()
    {
        const auto graph = graph::parseGraph(R"(graph "head" opset 13
            input x: float32[1,2,2,2]
            s: float32[1,2,2,2] = Sigmoid(x) name "gate"
            j: float32[1,4,2,2] = Concat(s, x) {axis: 1} name "join"
            p: float32[1,4,1,1] = GlobalAveragePool(j) name "mean"
            m: float32[1,4,1,1] = MaxPool(p) {kernel_shape: [1, 1]} name "max"
            r: float32[1,4,1,1] = Relu(m) name "relu"
            k: int64[4] = Shape(x) name "shape"
            l: int64[8] = Concat(k, k) {axis: 0} name "sizes"
            output r
            output l)");
        const auto told = [](const char* text, const graph::Graph* network, bool whileSimulating = false) {
            const auto file = config::ConfigFile::ofText("file", text);
            const auto findings =
                whileSimulating ? config::simulationFindings(file, *network, false) : config::findingsOf(file, network);
            for (const auto& finding : findings)
                if (finding.rule == "not-simulated" && finding.remedy.english().find("quantize_parameters") < 60)
                    return finding.severity == results::Severity::Info ? finding.layers
                                                                       : std::vector<std::string>{"no note"};
            return std::vector<std::string>{"silent"};
        };
        using Names = std::vector<std::string>;
        const char* second = "custom_quantize_layers: {}\n";
        QCOMPARE(told(second, &graph), (Names{"s", "j", "p"}));
        QCOMPARE(told(second, &graph, true), (Names{"s", "j", "p"}));
        QCOMPARE(told(second, nullptr), Names());
        QCOMPARE(told("custom_quantize_layers: {s: float16, p: float16}\n", &graph), Names{"j"});
        const char* given = "quantize_parameters:\n"
                            "  x: {scale: [0.1]}\n  s: {scale: [0.1]}\n  j: {scale: [0.1]}\n  p: {scale: [0.1]}\n";
        QCOMPARE(told(given, &graph), Names{"silent"});
        // Concat and pooling are simulated for the first toolkit.
        QCOMPARE(told("customized_quantize_layers: {}\n", &graph), Names{"gate"});
        const auto plain =
            graph::parseGraph("graph \"g\" opset 13\ninput x: float32[2]\nr = Relu(x) name \"r\"\noutput r\n");
        QCOMPARE(told(second, &plain), Names{"silent"});
    }
};

QTEST_GUILESS_MAIN(TestUnknownScales)
#include "tst_unknown_scales.moc"
