// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

#include <bit>
#include <cstring>

using namespace ql::graph;

namespace {

Graph roundTrip(const Graph& graph)
{
    return parseGraph(printGraph(graph));
}

QString problemOf(const char* text)
{
    try {
        parseGraph(text);
    } catch (const ql::Error& error) {
        return error.code() == ql::ErrorCode::FileCorrupt ? QString::fromUtf8(error.what()) : QStringLiteral("code");
    }
    return QStringLiteral("parsed");
}

std::vector<std::byte> bytesOf(const TensorData& data)
{
    return {data.bytes().begin(), data.bytes().end()};
}

} // namespace

class TestTextForm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheHeadersExample()
    {
        const auto graph = parseGraph("graph \"demo\" opset 13, com.microsoft 1\n"
                                      "input x: float32[1,3,?,width]\n"
                                      "const w: float32[2] = {1, -0.5}\n"
                                      "y = Conv(x, w) {group: 1, pads: [1, 1, 1, 1], mode: \"constant\"} "
                                      "name \"conv1\" scope \"block/a\"\n"
                                      "output y\n");
        QCOMPARE(graph.name(), std::string("demo"));
        QCOMPARE(graph.opsets().at(""), 13);
        QCOMPARE(graph.opsets().at("com.microsoft"), 1);
        const auto& x = graph.value(graph.inputs().at(0));
        QCOMPARE(x.type, DataType::Float);
        QCOMPARE(toString(*x.shape), std::string("1x3x?xwidth"));
        QCOMPARE(graph.constantOf(*graph.findValue("w"))->toDoubles(), (std::vector<double>{1.0, -0.5}));
        const auto& node = graph.nodes().at(0);
        QCOMPARE(node.name, std::string("conv1"));
        QCOMPARE(node.scope, std::string("block/a"));
        QCOMPARE(node.opset, 13);
        QCOMPARE(node.attributes.intOr("group", 0), 1);
        QCOMPARE(node.attributes.intsOr("pads", {}), (std::vector<std::int64_t>{1, 1, 1, 1}));
        QCOMPARE(node.attributes.stringOr("mode", ""), std::string("constant"));
        QCOMPARE(graph.outputs(), std::vector<ValueId>{*graph.findValue("y")});
    }

    void printsCanonically()
    {
        const std::string text =
            "graph \"g\" opset 13, com.microsoft 1\n"
            "input \"a b\": float32[batch=2,?,\"my dim\",w]\n"
            "input \"_\"\n"
            "input \"input\": undefined[]\n"
            "const c: int4[3] = {-8, 7, 0}\n"
            "const d: float32[?] = float32[2] {0.1, -0}\n"
            "value v: int64[1]\n"
            "y: float32[1], _ = Split(\"a b\", _, \"_\") {axis: 0, alpha: 1.0, t: int64[0] {}, e: ints [], "
            "\"odd name\": [0.5, 2.0]} name \"n1\"\n"
            "z = com.microsoft.QGemm(y) name \"n2\" scope \"a/b\" opset 7\n"
            "() = \"my.domain\"/\"aten::print\"(z) name \"n3\"\n"
            "output y, z\n";
        QCOMPARE(QString::fromStdString(printGraph(parseGraph(text))), QString::fromStdString(text));
    }

    void keepsBodiesAndTheirCaptures()
    {
        const std::string text = "graph \"g\" opset 13\n"
                                 "input c: bool[]\n"
                                 "input x: float32[2]\n"
                                 "y = If(c) {then_branch: {\n"
                                 "    graph \"then\"\n"
                                 "    capture inner: float32[2] = x\n"
                                 "    t = If(inner) {then_branch: {\n"
                                 "        graph \"deep\" opset 9\n"
                                 "        capture deeper = inner\n"
                                 "        u = Relu(deeper) name \"r\"\n"
                                 "        output u\n"
                                 "    }} name \"nested\"\n"
                                 "    output t\n"
                                 "}, bodies: [{\n"
                                 "    graph \"else\"\n"
                                 "    capture x = x\n"
                                 "    output x\n"
                                 "}]} name \"if\"\n"
                                 "output y\n";
        const auto graph = parseGraph(text);
        QCOMPARE(QString::fromStdString(printGraph(graph)), QString::fromStdString(text));
        const auto& node = graph.nodes().at(0);
        QCOMPARE(node.captures, std::vector<ValueId>{*graph.findValue("x")});
        QCOMPARE(graph.value(*graph.findValue("x")).consumers, std::vector<NodeId>{node.id});
        const auto& body = node.attributes.requiredGraph("then_branch");
        QCOMPARE(body.captures().at(0).outer, *graph.findValue("x"));
        QCOMPARE(body.nodes().at(0).opset, 13);
        QCOMPARE(body.nodes().at(0).attributes.requiredGraph("then_branch").nodes().at(0).opset, 9);
    }

    void printsABodyAlone()
    {
        const auto graph = parseGraph("graph \"b\" capture inner: bool = %5 output inner");
        QCOMPARE(graph.captures().at(0).outer, ValueId{5});
        QCOMPARE(roundTrip(graph).captures().at(0).outer, ValueId{5});
    }

    void keepsCapturesThatNoBodyExplains()
    {
        const auto graph = parseGraph("graph \"g\" input x y = Odd() captures [x]");
        QCOMPARE(graph.nodes().at(0).captures, graph.inputs());
        QCOMPARE(roundTrip(graph).nodes().at(0).captures, graph.inputs());
    }

    void readsValuesBeforeTheyAreMade()
    {
        const auto graph = parseGraph("graph \"g\" input x z = Relu(y) y: int8[3] = Neg(x) output z # the end");
        QCOMPARE(graph.value(*graph.findValue("y")).type, DataType::Int8);
        QCOMPARE(graph.value(*graph.findValue("y")).producer, NodeId{1});
        QCOMPARE(graph.value(*graph.findValue("y")).consumers, std::vector<NodeId>{NodeId{0}});
    }

    void namesNodesThatHaveNone()
    {
        const auto graph = parseGraph("graph \"g\" input x y = Relu(x)");
        QVERIFY(!graph.nodes().at(0).name.empty());
    }

    void treatsAConstantInputAsDefault()
    {
        Graph graph("g");
        const auto x = graph.addInput("x", DataType::Float, declared({1}));
        graph.setInitializer(x, TensorData::of<float>(DataType::Float, {1}, {2.0f}));
        graph.setShape(x, {Dimension{-1, "batch"}});
        const auto again = roundTrip(graph);
        QVERIFY(again.inputs().empty());
        QCOMPARE(again.constantOf(ValueId{0})->toDoubles(), std::vector<double>{2.0});
        QCOMPARE(toString(*again.value(ValueId{0}).shape), std::string("batch"));
    }

    void keepsEveryBitOfConstants_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("elementBytes");
        for (int type = 1; type <= 22; ++type)
            if (DataType(type) != DataType::String)
                QTest::newRow(std::string(name(DataType(type))).c_str())
                    << type << int(bitsPerElement(DataType(type)) / 8);
    }

    void keepsEveryBitOfConstants()
    {
        QFETCH(int, type);
        constexpr std::size_t kCount = 512; // every byte twice, and every kind of exponent
        std::vector<std::byte> bytes(packedByteCount(DataType(type), kCount));
        std::uint32_t state = 12345;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            state = state * 1664525u + 1013904223u;
            bytes[i] = std::byte(i < 256 ? i : state >> 24);
        }
        Graph graph("g");
        graph.addInitializer("w", TensorData::copyOf(DataType(type), {2, 256}, bytes));
        const auto again = roundTrip(graph);
        const auto* data = again.constantOf(ValueId{0});
        QCOMPARE(data->type(), DataType(type));
        QCOMPARE(data->shape(), (Shape{2, 256}));
        QVERIFY(bytesOf(*data) == bytes);
    }

    void keepsEveryHalf()
    {
        std::vector<std::uint16_t> all(65536);
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = std::uint16_t(i);
        for (const auto type : {DataType::Float16, DataType::BFloat16}) {
            Graph graph("g");
            const auto data = TensorData::of<std::uint16_t>(type, {65536}, all);
            graph.addInitializer("w", data);
            QVERIFY(bytesOf(*roundTrip(graph).constantOf(ValueId{0})) == bytesOf(data));
        }
    }

    void writesFloatsShort()
    {
        Graph graph("g");
        const std::vector<float> values{0.1f,
                                        1e20f,
                                        -0.0f,
                                        std::numeric_limits<float>::infinity(),
                                        16777216.0f,
                                        1e-45f,
                                        std::bit_cast<float>(0x7fc00000u),
                                        std::bit_cast<float>(0xffc00001u)};
        graph.addInitializer("w", TensorData::of<float>(DataType::Float, {8}, values));
        QCOMPARE(QString::fromStdString(printGraph(graph)),
                 QStringLiteral(
                     "graph \"g\"\nconst w: float32[8] = {0.1, 1e+20, -0, inf, 16777216, 1e-45, nan, 0xffc00001}\n"));
    }

    void keepsAttributeNumbers()
    {
        NodeSpec spec;
        spec.opType = "Odd";
        const auto odd = std::bit_cast<double>(std::uint64_t{0xfff8000000000123u});
        spec.attributes.set("doubles", std::vector<double>{1.0, -0.0, 1e300, 5e-324, -HUGE_VAL, NAN, odd});
        spec.attributes.set("one", 1.0);
        spec.attributes.set("int", std::numeric_limits<std::int64_t>::min());
        spec.attributes.set("strings", std::vector<std::string>{"", "a\"b\\c\n\t\x01\x7f", "漢字 \xff"});
        spec.attributes.set("none", std::vector<GraphPointer>{});
        spec.attributes.set("tensor", TensorData());
        spec.attributes.set("texts", TensorData::ofStrings({2}, {"x", "y\r"}));
        Graph graph("g");
        graph.addNode(spec);
        const auto again = roundTrip(graph);
        const auto& attributes = again.nodes().at(0).attributes;
        const auto doubles = attributes.floatsOr("doubles", {});
        QCOMPARE(doubles.size(), std::size_t{7});
        QVERIFY(std::memcmp(doubles.data(), spec.attributes.floatsOr("doubles", {}).data(), 7 * sizeof(double)) == 0);
        QCOMPARE(attributes.floatOr("one", 0), 1.0);
        QCOMPARE(attributes.intOr("int", 0), std::numeric_limits<std::int64_t>::min());
        QCOMPARE(attributes.stringsOr("strings", {}), spec.attributes.stringsOr("strings", {}));
        QVERIFY(std::get<std::vector<GraphPointer>>(*attributes.find("none")).empty());
        QCOMPARE(attributes.requiredTensor("tensor").type(), DataType::Undefined);
        QCOMPARE(attributes.requiredTensor("texts").strings(), (std::vector<std::string>{"x", "y\r"}));
        QCOMPARE(printGraph(again), printGraph(graph));
    }

    void reportsProblems_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* name, const char* text, const char* problem) {
            QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(problem);
        };
        row("empty", "", "line 1, column 1: expected 'graph', found the end of the text");
        row("no name", "graph g", "line 1, column 7: expected the graph's name in quotes, found 'g'");
        row("version", "graph \"g\" opset x y", "line 1, column 19: expected an opset version, found 'y'");
        row("big version", "graph \"g\" opset 99999999999", "line 1, column 17: '99999999999' is not an opset version");
        row("character", "graph \"g\"\n  input §", "line 2, column 9: unexpected byte 0xc2");
        row("stray", "graph \"g\" @", "line 1, column 11: unexpected character '@'");
        row("minus", "graph \"g\" opset - 1", "line 1, column 17: unexpected character '-'");
        row("open string", "graph \"g\ninput x", "line 1, column 7: string without closing quote");
        row("escape", "graph \"\\q\"",
            "line 1, column 7: string with an unknown escape (write \\n \\t \\r \\\" \\\\ or \\x and two digits)");
        row("hex escape", "graph \"\\xG0\"",
            "line 1, column 7: \\x in a string needs two lower-case hexadecimal digits");
        row("type", "graph \"g\" input x: float31", "line 1, column 20: unknown element type 'float31'");
        row("dimension", "graph \"g\" input x: int8[1,)",
            "line 1, column 27: expected a dimension (a number, a name or ?)");
        row("twice", "graph \"g\" input x input x", "line 1, column 25: value x is already defined or read above");
        row("no value name", "graph \"g\" input \"\"", "line 1, column 17: a value needs a name");
        row("no mention name", "graph \"g\" output \"\"", "line 1, column 18: a value needs a name");
        row("late input", "graph \"g\" y = Relu(x) input x",
            "line 1, column 29: value x is already defined or read above");
        row("made twice", "graph \"g\" y = A() y = B()", "line 1, column 19: value y is defined twice");
        row("made input", "graph \"g\" input y y = B()", "line 1, column 19: value y is defined twice");
        row("never made", "graph \"g\"\noutput x", "line 2, column 8: value x is read but nothing makes it");
        row("not captured", "graph \"g\" input x y = If(x) {then_branch: {graph \"t\" output x}}",
            "line 1, column 61: value x is read but nothing makes it (a body reads a value x of the enclosing graph "
            "after 'capture x = x')");
        row("capture", "graph \"g\" capture x = y", "line 1, column 23: only a body can capture a value by its name");
        row("node name", "graph \"g\" a = A() name \"n\"\nb = A() name \"n\"",
            "line 2, column 1: node name n is used twice");
        row("operator", "graph \"g\" a = (", "line 1, column 15: expected an operator, found '('");
        row("statement", "graph \"g\" 5",
            "line 1, column 11: expected a statement (input, const, value, capture, output or a node), found '5'");
        row("brace", "graph \"g\" }", "line 1, column 11: expected a statement, found '}'");
        row("comma", "graph \"g\" input x a = A(x x)", "line 1, column 27: expected ',', found 'x'");
        row("attribute twice", "graph \"g\" a = A() {k: 1, k: 2}", "line 1, column 26: attribute k is given twice");
        row("attribute value", "graph \"g\" a = A() {k: )}",
            "line 1, column 23: expected an attribute's value, found ')'");
        row("empty list", "graph \"g\" a = A() {k: []}",
            "line 1, column 23: an empty list must say its type (write ints [], floats [], strings [] or graphs [])");
        row("mixed list", "graph \"g\" a = A() {k: [1, \"x\"]}", "line 1, column 27: expected a number, found \"x\"");
        row("integer", "graph \"g\" a = A() {k: 99999999999999999999}",
            "line 1, column 23: '99999999999999999999' is not a value of type int64");
        row("number", "graph \"g\" a = A() {k: 1.2.3}", "line 1, column 23: '1.2.3' is not a value of type float64");
        row("range", "graph \"g\" const c: int8[1] = {128}", "line 1, column 31: '128' is not a value of type int8");
        row("bool", "graph \"g\" const c: bool[1] = {256}", "line 1, column 31: '256' is not a value of type bool");
        row("hex", "graph \"g\" const c: float16[1] = {0x10000}",
            "line 1, column 34: '0x10000' is not a value of type float16");
        row("float", "graph \"g\" const c: float32[1] = {1e99}",
            "line 1, column 34: '1e99' is not a value of type float32");
        row("element", "graph \"g\" const c: float32[1] = {x}",
            "line 1, column 34: expected a value of type float32, found 'x'");
        row("count", "graph \"g\" const c: int8[2] = {1}", "line 1, column 17: int8[2] takes 2 values, found 1");
        row("unknown size", "graph \"g\" const c: int8[n] = {1}",
            "line 1, column 17: a constant can't have the unknown dimension n");
        row("untyped", "graph \"g\" const c = {1}",
            "line 1, column 17: a constant needs a type and a shape, as in float32[2]");
        row("huge", "graph \"g\" const c: int8[4294967296,4294967296] = {}",
            "line 1, column 17: shape 4294967296x4294967296 has too many elements");
    }

    void reportsProblems()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, problem);
        QCOMPARE(problemOf(text.constData()), problem);
    }

    void refusesDeepNesting()
    {
        std::string text = "graph \"g\"";
        for (int i = 0; i < 100000; ++i)
            text += " y = A() {b: {graph \"g\"";
        QVERIFY(problemOf(text.c_str()).contains(QStringLiteral("bodies are nested more than 64 deep")));
    }
};

QTEST_APPLESS_MAIN(TestTextForm)
#include "tst_text_form.moc"
