// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"
#include "core/quant/calibration.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/quant/record/record.h"
#include "core/quant/record/recorded_codes.h"

#include <QtTest>

#include <fmt/format.h>

#include <regex>

using namespace ql;
using graph::Graph;

namespace {

const char* const kNetwork = "graph \"network\" opset 13\n"
                             "input x: float32[1,2]\n"
                             "const w: float32[2,2] = {1, -0.5, 0.25, 2}\n"
                             "const b: float32[2] = {0.5, -1}\n"
                             "g: float32[1,2] = Gemm(x, w, b) name \"fc\"\n"
                             "a: float32[1,2] = Add(g, x) name \"sum\"\n"
                             "output a\n";

quant::QuantPlan calibrated(const Graph& graph, const quant::QuantSettings& settings)
{
    auto plan = quant::planFor(graph, settings);
    JobContext ctx;
    const auto read = [](std::size_t) {
        return runs::NamedTensors{{"x", runs::Tensor(at::tensor({-1.0f, 3.0f}).view({1, 2}))}};
    };
    quant::calibrate(graph, plan, {1, read}, ctx);
    return plan;
}

std::string messageOf(std::string_view text)
{
    try {
        quant::parseRecord(text);
    } catch (const Error& error) {
        return error.message().english();
    }
    return "accepted";
}

} // namespace

class TestRecord : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bringsThePlanBackWithoutData()
    {
        const auto graph = graph::parseGraph(kNetwork);
        for (const bool isSigned : {true, false}) {
            quant::QuantSettings settings;
            settings.common.activation.format.isSigned = isSigned;
            settings.common.weight.isPerChannel = true;
            const auto plan = calibrated(graph, settings);
            const auto text = quant::recordText(quant::recordOf(graph, plan));
            auto again = quant::planFor(graph, settings);
            quant::applyRecord(graph, again, quant::parseRecord(text));
            QVERIFY(again.isCalibrated());
            QCOMPARE(again.quantizers.size(), plan.quantizers.size());
            for (std::size_t i = 0; i < plan.quantizers.size(); ++i)
                QVERIFY(again.parametersOf(i) == plan.parametersOf(i));
            QCOMPARE(graph::printGraph(quant::qdqGraph(graph, again)), graph::printGraph(quant::qdqGraph(graph, plan)));
        }
    }

    void keysMayBeTorchsModulePaths()
    {
        const auto exported =
            std::regex_replace(std::string(kNetwork), std::regex("name \"fc\""), "name \"/head/fc/Gemm\"");
        const auto graph = graph::parseGraph(exported);
        const quant::QuantSettings settings;
        const auto plan = calibrated(graph, settings);
        auto records = quant::recordOf(graph, plan);
        for (auto& record : records)
            if (record.key == "/head/fc/Gemm")
                record.key = "head.fc";
        auto again = quant::planFor(graph, settings);
        quant::applyRecord(graph, again, records);
        QVERIFY(again.isCalibrated());
        QCOMPARE(again.quantizers.size(), plan.quantizers.size());
        for (std::size_t i = 0; i < plan.quantizers.size(); ++i)
            QVERIFY(again.parametersOf(i) == plan.parametersOf(i));
        for (auto& record : records)
            if (record.key == "head.fc")
                record.key = "tail.fc";
        auto unknown = quant::planFor(graph, settings);
        QVERIFY_EXCEPTION_THROWN(quant::applyRecord(graph, unknown, records), Error);
    }

    void writesTheGuidesFields()
    {
        const quant::LayerRecord record{.key = "fc",
                                        .activations = {{0.5f, -128, 0, 8}},
                                        .weightScales = {0.25f},
                                        .weightOffsets = {0},
                                        .weightBits = 4,
                                        .params = {-85, 59}};
        QCOMPARE(
            quant::recordText({record}),
            std::string("record {\n  key: \"fc\"\n  value {\n    record_d {\n      scale_d: 0.5\n      offset_d: -128\n"
                        "      index: 0\n      num_bits_d: 8\n    }\n    scale_w: 0.25\n    offset_w: 0\n"
                        "    num_bits_w: 4\n    params: -85\n    params: 59\n    centroids: -21.25\n"
                        "    centroids: 14.75\n  }\n}\n"));
    }

    /// Names are any bytes: one line shows them, and they come back.
    void writesNamesThatOneLineShows()
    {
        const std::string name("a\x1b[31m\"\\\n\0b", 11);
        const auto text = quant::recordText({{.key = name, .weightScales = {1.0f}, .weightOffsets = {0}}});
        QVERIFY2(text.starts_with("record {\n  key: \"a\\033[31m\\\"\\\\\\012\\000b\"\n"), text.c_str());
        QCOMPARE(quant::parseRecord(text).front().key, name);
        QCOMPARE(quant::parseRecord("record { key: 'a\\x41\\101\\?' value { scale_w: 1 } }").front().key,
                 std::string("aAA?"));
    }

    void readsTheGuidesSample()
    {
        const auto records =
            quant::parseRecord("record { # flat, as the open AMCT writes\n"
                               "key: \"conv1\" value { scale_d: 0.0798481479 offset_d: 1\n"
                               "scale_w: 0.00297622895 offset_w: 0 shift_bit: 1 skip_fusion: true } }\n"
                               "record { key: 'fc' value: { record_d { scale_d: 0.016266866 offset_d: -128\n"
                               "index: 0 num_bits_d: 8 } scale_w: [0.5, 0.25] offset_w: 0 offset_w: 0\n"
                               "num_bits_w: 4 params: -85 params: -59 centroids: -0.65 } }");
        QCOMPARE(records.size(), std::size_t(2));
        QCOMPARE(records[0].activations.at(0).scale, 0.0798481479f);
        QCOMPARE(records[0].activations.at(0).offset, 1);
        QVERIFY(records[0].skipsFusion);
        QCOMPARE(records[1].activations.at(0).offset, -128);
        QCOMPARE(records[1].weightScales.size(), std::size_t(2));
        QCOMPARE(records[1].weightBits, 4);
        QCOMPARE(records[1].params.at(1), -59);
    }

    /// The guide's sample, applied to a network and written again.
    void keepsWhatThePlanDoesNotKnow()
    {
        const auto graph = graph::parseGraph(kNetwork);
        const auto read = quant::parseRecord(
            "record { key: \"fc\" value { record_d { scale_d: 0.016266866 offset_d: -128 index: 0 num_bits_d: 8 }\n"
            "scale_w: 0.00089841383 offset_w: 0 shift_bit: 1 skip_fusion: true num_bits_w: 4\n"
            "params: -85 params: -59 params: -45\n"
            "centroids: -0.65496659 centroids: -0.45462388 centroids: -0.34674704 weight_clip_max: 3.6236975 } }");
        quant::QuantSettings settings;
        settings.common.weight.format.bits = 4;
        auto plan = quant::planFor(graph, settings);
        quant::applyRecord(graph, plan, read, settings);
        auto records = quant::recordOf(graph, plan);
        quant::keepFields(graph, records, read);
        const auto text = quant::recordText(records);
        for (const char* line :
             {"shift_bit: 1\n", "skip_fusion: true\n", "weight_clip_max: 3.6236975\n", "params: -59\n",
              "centroids: -0.6549666\n", "centroids: -0.45462388\n", "centroids: -0.34674704\n"})
            QVERIFY2(text.find(line) != std::string::npos, (line + text).c_str());
        QCOMPARE(quant::recordText(quant::parseRecord(text)), text);
        records.front().weightScales.front() *= 2.0f; // another weight: what was learned of the old one is gone
        records.front().weightClipMax.reset();
        quant::keepFields(graph, records, read);
        QVERIFY(!records.front().weightClipMax);
    }

    /// A record speaks of layers as torch.fx does; what it says besides scales is kept all the same, codes only with
    /// the scale that they were made for.
    void keepsFieldsOfLayersByTorchsNames()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[2,2]
            const w: float32[2,2] = {1, -2, 3, 4}
            a: float32[2,2] = Add(x, x) name "/layer1/Add"
            b: float32[2,2] = MatMul(a, w) name "/layer1/fc/MatMul"
            c: float32[2,2] = Add(b, x) name "/layer1/Add_1"
            output c)");
        std::vector<quant::LayerRecord> records(3);
        for (std::size_t i = 0; i < records.size(); ++i)
            records[i].key = graph.nodes()[i].name;
        const auto read = quant::parseRecord(
            "record { key: \"add_1\" value { record_d { scale_d: 1 offset_d: 0 index: 0 } shift_bit: 3 } }\n"
            "record { key: \"layer1.fc\" value { scale_w: 0.5 offset_w: 0 num_bits_w: 4 params: [1, 2]\n"
            "weight_clip_max: 2.5 skip_fusion: true } }\n"
            "record { key: \"stranger\" value { record_d { scale_d: 1 offset_d: 0 index: 0 } shift_bit: 9 } }");
        quant::keepFields(graph, records, read);
        QVERIFY(records[0].shiftBits.empty() && !records[0].skipsFusion);
        QCOMPARE(records[2].shiftBits, read[0].shiftBits);
        QVERIFY(records[1].skipsFusion);
        QVERIFY(!records[1].weightClipMax && records[1].params.empty()); // of another scale
        records[1].weightScales = read[1].weightScales;
        records[1].weightBits = 4;
        quant::keepFields(graph, records, read);
        QCOMPARE(records[1].weightClipMax, read[1].weightClipMax);
    }

    /// Cluster centres per output channel come back with the codes of each, whatever count each has.
    void keepsTheCodesOfEachChannel()
    {
        std::string values;
        for (int i = 0; i < 60; ++i)
            values += fmt::format("{}{}", i == 0 ? "" : ", ", i < 40 ? 0.01 * i * i - 3.0 : 0.5);
        const auto graph =
            graph::parseGraph("graph \"network\" opset 13\ninput x: float32[1,20]\n"
                              "const w: float32[3,20] = {"
                              + values + "}\ng: float32[1,3] = Gemm(x, w) {transB: 1} name \"fc\"\noutput g\n");
        quant::QuantSettings settings;
        settings.common.weight.format.bits = 4;
        settings.common.weight.isPerChannel = true;
        settings.common.weight.observer = {.method = "snq"};
        auto plan = quant::planFor(graph, settings);
        JobContext ctx;
        const auto read = [](std::size_t) { return runs::NamedTensors{{"x", runs::Tensor(at::ones({1, 20}))}}; };
        quant::calibrate(graph, plan, {1, read}, ctx);
        const auto weight = plan.find(*graph.findValue("w"));
        const auto& codes = plan.parametersOf(*weight).codes;
        QCOMPARE(codes.size(), std::size_t(3));
        QCOMPARE(codes.back(), std::vector<std::int32_t>{127}); // a constant channel has one centre
        const auto text = quant::recordText(quant::recordOf(graph, plan));
        QCOMPARE(QString::fromStdString(text).count("params: "), 3 * 16);
        auto again = quant::planFor(graph, settings);
        quant::applyRecord(graph, again, quant::parseRecord(text), settings);
        QVERIFY(again.parametersOf(*weight) == plan.parametersOf(*weight));
        QCOMPARE(graph::printGraph(quant::qdqGraph(graph, again)), graph::printGraph(quant::qdqGraph(graph, plan)));
        auto records = quant::recordOf(graph, again);
        quant::keepFields(graph, records, quant::parseRecord(text));
        QCOMPARE(quant::recordText(records), text);
    }

    void listsOfCodesAreSharedOrWhole()
    {
        const auto shared =
            quant::parseRecord("record { key: \"a\" value { scale_w: [0.5, 2] num_bits_w: 4 params: [-3, 1, 7] } }");
        QCOMPARE(quant::codesFrom(shared.front()), (std::vector<std::vector<std::int32_t>>{{-3, 1, 7}, {-3, 1, 7}}));
        const std::string nine(" params: [1, 2, 3, 4, 5, 6, 7, 8, 9]");
        QCOMPARE(messageOf("record { key: \"a\" value { scale_w: [0.5, 2] num_bits_w: 4" + nine + nine + nine + " } }"),
                 std::string("line 1: the record of a has 27 params and 2 times scale_w"));
    }

    void saysWhatIsWrong()
    {
        QCOMPARE(messageOf("record {\n key: \"a\"\n value { scale_d: x } }"),
                 std::string("line 3: scale_d is \"x\", expected a number"));
        QCOMPARE(
            messageOf("record { key: \"a\" value { scale_w: -1 } }"),
            std::string("line 1: scale_w is \"-1\", expected a number above 0 that float32 has (1.2e-38 to 3.4e+38)"));
        QCOMPARE(messageOf("record { key: \"a\" key: \"b\" }"), std::string("line 1: key stands twice in one message"));
        QCOMPARE(messageOf("record { key: \"a"), std::string("line 1: expected the closing quote, found the end"));
        QCOMPARE(messageOf("record {"), std::string("line 1: expected a field's name, found the end"));
        QCOMPARE(messageOf(""), std::string("the file holds no record"));
        QVERIFY(messageOf(std::string(1000, '{')) != "accepted");
        std::string deep = "record";
        for (int i = 0; i < 200; ++i)
            deep += " { a";
        QVERIFY(messageOf(deep) != "accepted");
        const auto graph = graph::parseGraph(kNetwork);
        auto plan = quant::planFor(graph, {});
        QVERIFY_THROWS_EXCEPTION(Error, quant::applyRecord(graph, plan, {{.key = "nowhere", .activations = {{}}}}));
        QVERIFY_THROWS_EXCEPTION(Error,
                                 quant::applyRecord(graph, plan, {{.key = "fc", .activations = {{.index = 7}}}}));
        QVERIFY_THROWS_EXCEPTION(Error, quant::applyRecord(graph, plan, {{.key = "fc", .weightScales = {1, 1, 1}}}));
        QCOMPARE(messageOf("record { key: \"a\" value { params: 1 } }"),
                 std::string("line 1: the record of a has params without scale_w"));
    }

    void takesEmptyRecordsOfEveryValueAndLayer()
    {
        const auto graph = graph::parseGraph(kNetwork);
        for (const auto& node : graph.nodes()) {
            auto plan = quant::planFor(graph, {});
            quant::applyRecord(graph, plan, {{.key = node.name}});
        }
        for (const auto& value : graph.values()) {
            auto plan = quant::planFor(graph, {});
            if (graph.findNode(value.name) || value.name.empty())
                continue;
            QVERIFY_THROWS_EXCEPTION(Error, quant::applyRecord(graph, plan, {{.key = value.name}}));
        }
    }
};

QTEST_APPLESS_MAIN(TestRecord)
#include "tst_record.moc"
