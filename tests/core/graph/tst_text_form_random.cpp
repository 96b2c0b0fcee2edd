// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/text_form/text_form.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <random>

using namespace ql::graph;

namespace {

/// Makes graphs of every feature that the text form has; the same ones on every run.
class RandomGraphs {
public:
    explicit RandomGraphs(unsigned seed)
        : m_random(seed)
    {
    }

    Graph next(const Graph* outer = nullptr)
    {
        Graph graph(name());
        for (auto i = below(3); i > 0; --i)
            graph.setOpset(below(2) ? "" : name(), int(below(22)));
        std::vector<ValueId> values;
        for (auto i = below(4); i > 0; --i)
            values.push_back(declareValue(graph));
        for (auto i = below(3); outer && i > 0; --i) {
            values.push_back(graph.addValue(unusedName(graph), type(), shape()));
            graph.addCapture(ValueId{std::int32_t(below(outer->valueCount()))}, values.back());
        }
        for (auto i = below(6); i > 0; --i)
            addNode(graph, values, outer ? 0 : below(3));
        for (auto i = below(3); i > 0 && !values.empty(); --i)
            graph.addOutput(values[below(values.size())]);
        return graph;
    }

private:
    std::size_t below(std::size_t limit) { return m_random() % limit; }

    std::string name()
    {
        static const std::vector<std::string> stems{"x",    "conv.weight", "_",   "input", "a b",
                                                    "7",    "layer/0:q",   "\"",  "\\n\n", "漢字",
                                                    "\x01", "name",        "nan", "true",  "."};
        return stems[below(stems.size())];
    }

    std::string unusedName(const Graph& graph)
    {
        auto candidate = name();
        while (graph.findValue(candidate))
            candidate += std::to_string(below(10));
        return candidate;
    }

    DataType type() { return DataType(below(23)); }

    std::optional<DeclaredShape> shape()
    {
        if (below(3) == 0)
            return std::nullopt;
        DeclaredShape shape;
        for (auto i = below(4); i > 0; --i)
            shape.push_back({below(2) ? std::int64_t(below(5)) : -1, below(3) ? std::string() : name()});
        return shape;
    }

    TensorData tensor()
    {
        const auto type = DataType(1 + below(22));
        const Shape shape = below(2) ? Shape{} : Shape{std::int64_t(below(3)), std::int64_t(1 + below(4))};
        if (type == DataType::String) {
            std::vector<std::string> strings(elementCount(shape));
            std::ranges::generate(strings, [this] { return name(); });
            return TensorData::ofStrings(shape, strings);
        }
        std::vector<std::byte> bytes(packedByteCount(type, elementCount(shape)));
        std::ranges::generate(bytes, [this] { return std::byte(m_random()); });
        return TensorData::copyOf(type, shape, bytes);
    }

    ValueId declareValue(Graph& graph)
    {
        switch (below(4)) {
        case 0: return graph.addInitializer(unusedName(graph), tensor());
        case 1: {
            const auto id = graph.addInput(unusedName(graph));
            graph.setInitializer(id, tensor());
            graph.setType(id, type());
            return id;
        }
        case 2: return graph.addValue(unusedName(graph), type(), shape());
        default: return graph.addInput(unusedName(graph), type(), shape());
        }
    }

    std::string text() { return below(8) ? name() : std::string(); }
    double number() { return std::bit_cast<double>(m_random()); }

    template <typename Make>
    auto several(Make&& make)
    {
        std::vector<decltype(make())> items(below(3));
        std::ranges::generate(items, make);
        return items;
    }

    AttributeValue attribute(const Graph& graph, std::size_t depth)
    {
        const auto body = [&] { return std::make_shared<const Graph>(next(&graph)); };
        switch (below(depth > 0 && graph.valueCount() > 0 ? 9 : 7)) {
        case 0: return std::int64_t(m_random());
        case 1: return number();
        case 2: return text();
        case 3: return several([this] { return std::int64_t(m_random()); });
        case 4: return several([this] { return number(); });
        case 5: return several([this] { return text(); });
        case 6: return tensor();
        case 7: return GraphPointer(body());
        default: return several([&] { return GraphPointer(body()); });
        }
    }

    void addNode(Graph& graph, std::vector<ValueId>& values, std::size_t depth)
    {
        NodeSpec spec;
        spec.name = below(2) ? std::string() : name();
        spec.opType = below(4) ? "Conv" : name();
        spec.domain = below(3) ? std::string() : name();
        spec.opset = int(below(22));
        spec.scope = below(2) ? std::string() : name();
        for (auto i = below(4); i > 0; --i)
            spec.inputs.push_back(values.empty() || below(4) == 0 ? ValueId{} : values[below(values.size())]);
        for (auto i = below(4); i > 0; --i)
            spec.attributes.set(name(), attribute(graph, depth));
        for (auto i = below(3); i > 0; --i)
            spec.outputs.push_back(below(5) ? graph.addValue(unusedName(graph), type(), shape()) : ValueId{});
        if (below(5) == 0 && !values.empty())
            spec.captures.push_back(values.front());
        for (const auto output : spec.outputs)
            if (output.isValid())
                values.push_back(output);
        graph.addNode(std::move(spec));
    }

    std::mt19937_64 m_random;
};

} // namespace

class TestTextFormRandom : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void roundTripsToIdenticalText()
    {
        RandomGraphs graphs(20240501);
        std::size_t longest = 0;
        for (int i = 0; i < 1000; ++i) {
            const auto graph = graphs.next();
            const auto text = printGraph(graph);
            const auto again = parseGraph(text);
            QCOMPARE(QString::fromStdString(printGraph(again)), QString::fromStdString(text));
            QCOMPARE(again.nodeCount(), graph.nodeCount());
            QCOMPARE(again.valueCount(), graph.valueCount());
            longest = std::max(longest, text.size());
        }
        QVERIFY(longest > 2000); // otherwise the generator makes nothing worth testing
    }
};

QTEST_APPLESS_MAIN(TestTextFormRandom)
#include "tst_text_form_random.moc"
