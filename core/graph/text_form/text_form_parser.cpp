// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"
#include "core/graph/text_form/text_form_lexer.h"

namespace ql::graph {

namespace {

using namespace text;

constexpr int kDeepestNesting = 64;

/// Reads one graph and the bodies inside it. Nodes may read values that later nodes make.
class Parser {
public:
    Parser(TokenReader& reader, Parser* outer)
        : m_reader(reader)
        , m_outer(outer)
        , m_depth(outer ? outer->m_depth + 1 : 0)
    {
    }

    Graph parse()
    {
        readHeader();
        while (m_reader.peek().kind != Token::Kind::End && !m_reader.peek().is("}"))
            readStatement();
        for (std::size_t i = 0; i < m_mentions.size(); ++i)
            if (!m_mentions[i].isDefined)
                failAt(m_mentions[i].first, Message("value {} is read but nothing makes it", m_graph.values()[i].name),
                       m_outer ? Message("a body reads a value x of the enclosing graph after 'capture x = x'")
                               : Message());
        return std::move(m_graph);
    }

private:
    /// Where a value was first named, by value position.
    struct Mention {
        Token first;
        bool isDefined = false;
    };

    void readHeader()
    {
        if (m_depth > kDeepestNesting)
            failAt(m_reader.peek(), Message("bodies are nested more than {} deep", kDeepestNesting));
        m_reader.expect("graph");
        m_graph.setName(m_reader.expectString("the graph's name in quotes").text);
        if (!m_reader.takeIf("opset"))
            return;
        do {
            const bool hasDomain = m_reader.peek().kind != Token::Kind::Number;
            const auto domain = hasDomain ? m_reader.expectName("a domain or an opset version").text : std::string();
            m_graph.setOpset(domain, readVersion());
        } while (m_reader.takeIf(","));
    }

    int readVersion()
    {
        const auto token = m_reader.expectNumber("an opset version");
        const auto version = readInt(token);
        if (version != int(version))
            failAt(token, Message("'{}' is not an opset version", token.text));
        return int(version);
    }

    void readStatement()
    {
        if (m_reader.takeIf("input"))
            declare(true);
        else if (m_reader.takeIf("value"))
            declare(false);
        else if (m_reader.takeIf("const"))
            readConstant();
        else if (m_reader.takeIf("capture"))
            readCapture();
        else if (m_reader.takeIf("output"))
            readOutputs();
        else
            readNode();
    }

    /// ": float32[1,3]", or nothing.
    TypeLiteral readOptionalType() { return m_reader.takeIf(":") ? readType(m_reader) : TypeLiteral{}; }

    ValueId declare(bool isInput)
    {
        const auto token = m_reader.expectName("a value's name");
        if (m_graph.findValue(token.text))
            failAt(token, Message("value {} is already defined or read above", token.text));
        if (token.text.empty())
            failAt(token, "a value needs a name");
        auto [type, shape] = readOptionalType();
        m_mentions.push_back({token, true});
        return isInput ? m_graph.addInput(token.text, type, std::move(shape))
                       : m_graph.addValue(token.text, type, std::move(shape));
    }

    void readConstant()
    {
        const auto where = m_reader.peek();
        const auto id = declare(false);
        const TypeLiteral own{m_graph.value(id).type, m_graph.value(id).shape};
        m_reader.expect("=");
        const bool hasOtherType = !m_reader.peek().is("{");
        const auto literal = hasOtherType ? readType(m_reader) : own;
        m_graph.setInitializer(id, readElements(m_reader, literal, where));
        if (own == TypeLiteral{})
            return;
        m_graph.setType(id, own.type);
        if (own.shape)
            m_graph.setShape(id, *own.shape);
    }

    void readCapture()
    {
        const auto inner = declare(false);
        m_reader.expect("=");
        if (m_reader.takeIf("%"))
            m_graph.addCapture(ValueId{std::int32_t(readInt(m_reader.expectNumber("a value's number")))}, inner);
        else if (m_outer)
            m_graph.addCapture(m_outer->mention(m_reader.expectName("a value of the enclosing graph")), inner);
        else
            failAt(m_reader.peek(), "only a body can capture a value by its name");
    }

    void readOutputs()
    {
        do
            m_graph.addOutput(mention(m_reader.expectName("a value's name")));
        while (m_reader.takeIf(","));
    }

    ValueId mention(const Token& token)
    {
        if (const auto known = m_graph.findValue(token.text))
            return *known;
        if (token.text.empty())
            failAt(token, "a value needs a name");
        m_mentions.push_back({token, false});
        return m_graph.addValue(token.text);
    }

    /// A value's name, or `_` for an omitted one.
    ValueId readMention()
    {
        return m_reader.takeIf("_") ? ValueId{} : mention(m_reader.expectName("a value's name or _"));
    }

    ValueId readNodeOutput()
    {
        if (m_reader.takeIf("_"))
            return {};
        const auto token = m_reader.expectName("a statement (input, const, value, capture, output or a node)");
        const auto id = mention(token);
        if (std::exchange(m_mentions[id.position()].isDefined, true))
            failAt(token, Message("value {} is defined twice", token.text));
        auto [type, shape] = readOptionalType();
        m_graph.setType(id, type);
        if (shape)
            m_graph.setShape(id, std::move(*shape));
        return id;
    }

    void readNode()
    {
        const auto where = m_reader.peek();
        NodeSpec spec;
        if (m_reader.takeIf("("))
            m_reader.expect(")");
        else
            do
                spec.outputs.push_back(readNodeOutput());
            while (m_reader.takeIf(","));
        m_reader.expect("=");
        readOperator(spec);
        m_reader.expect("(");
        while (!m_reader.takeIf(")")) {
            if (!spec.inputs.empty())
                m_reader.expect(",");
            spec.inputs.push_back(readMention());
        }
        if (m_reader.takeIf("{"))
            readAttributes(spec);
        readClauses(spec);
        if (!spec.name.empty() && m_graph.findNode(spec.name))
            failAt(where, Message("node name {} is used twice", spec.name));
        m_graph.addNode(std::move(spec));
    }

    /// Conv, com.microsoft.QGemm, or "any domain"/"any operator".
    void readOperator(NodeSpec& spec)
    {
        const auto token = m_reader.expectName("an operator");
        if (token.kind == Token::Kind::String && m_reader.takeIf("/")) {
            spec.domain = token.text;
            spec.opType = m_reader.expectString("an operator in quotes").text;
            return;
        }
        const auto dot = token.text.rfind('.');
        spec.domain = dot == std::string::npos ? std::string() : token.text.substr(0, dot);
        spec.opType = dot == std::string::npos ? token.text : token.text.substr(dot + 1);
    }

    void readClauses(NodeSpec& spec)
    {
        bool hasOpset = false;
        spec.captures = capturesOfBodies(spec.attributes);
        for (;;) {
            if (m_reader.takeIf("name"))
                spec.name = m_reader.expectString("the node's name in quotes").text;
            else if (m_reader.takeIf("scope"))
                spec.scope = m_reader.expectString("the node's scope in quotes").text;
            else if (m_reader.takeIf("captures"))
                spec.captures = readCaptureList();
            else if (m_reader.takeIf("opset")) {
                spec.opset = readVersion();
                hasOpset = true;
            } else
                break;
        }
        if (!hasOpset)
            spec.opset = inheritedOpset(spec.domain);
    }

    std::vector<ValueId> readCaptureList()
    {
        std::vector<ValueId> captures;
        m_reader.expect("[");
        while (!m_reader.takeIf("]")) {
            if (!captures.empty())
                m_reader.expect(",");
            captures.push_back(mention(m_reader.expectName("a value's name")));
        }
        return captures;
    }

    int inheritedOpset(const std::string& domain) const
    {
        const auto found = m_graph.opsets().find(domain);
        if (found != m_graph.opsets().end())
            return found->second;
        return m_outer ? m_outer->inheritedOpset(domain) : 0;
    }

    void readAttributes(NodeSpec& spec)
    {
        while (!m_reader.takeIf("}")) {
            if (!spec.attributes.entries().empty())
                m_reader.expect(",");
            const auto name = m_reader.expectName("an attribute's name");
            if (spec.attributes.has(name.text))
                failAt(name, Message("attribute {} is given twice", name.text));
            m_reader.expect(":");
            spec.attributes.set(name.text, readAttribute());
        }
    }

    AttributeValue readAttribute()
    {
        const auto token = m_reader.peek();
        if (token.is("["))
            return readList();
        if (token.is("{"))
            return readBody();
        if (token.kind == Token::Kind::String)
            return m_reader.take().text;
        if (token.kind == Token::Kind::Number || token.is("inf") || token.is("nan"))
            return readNumber(m_reader.take());
        if (token.kind == Token::Kind::Identifier && m_reader.peek(1).is("[") && m_reader.peek(2).is("]"))
            if (const auto empty = emptyList(token.text)) {
                m_reader.take(), m_reader.take(), m_reader.take();
                return *empty;
            }
        if (token.kind != Token::Kind::Identifier)
            m_reader.failExpected("an attribute's value");
        const auto literal = readType(m_reader);
        return readElements(m_reader, literal, token);
    }

    AttributeValue readNumber(const Token& token)
    {
        return isIntegerText(token) ? AttributeValue(readInt(token)) : AttributeValue(readDouble(token));
    }

    static std::optional<AttributeValue> emptyList(std::string_view kind)
    {
        if (kind == "ints")
            return std::vector<std::int64_t>();
        if (kind == "floats")
            return std::vector<double>();
        if (kind == "strings")
            return std::vector<std::string>();
        if (kind == "graphs")
            return std::vector<GraphPointer>();
        return std::nullopt;
    }

    GraphPointer readBody()
    {
        m_reader.expect("{");
        auto body = std::make_shared<const Graph>(Parser(m_reader, this).parse());
        m_reader.expect("}");
        return body;
    }

    AttributeValue readList()
    {
        const auto open = m_reader.expect("[");
        if (m_reader.peek().is("]"))
            failAt(open, "an empty list must say its type", "write ints [], floats [], strings [] or graphs []");
        if (m_reader.peek().is("{"))
            return readItems<GraphPointer>([this] { return readBody(); });
        if (m_reader.peek().kind == Token::Kind::String)
            return readItems<std::string>([this] { return m_reader.expectString("a string").text; });
        const auto tokens = readItems<Token>([this] { return m_reader.expectNumber("a number"); });
        return numbers(tokens);
    }

    template <typename T, typename Read>
    std::vector<T> readItems(Read&& read)
    {
        std::vector<T> items;
        do
            items.push_back(read());
        while (m_reader.takeIf(","));
        m_reader.expect("]");
        return items;
    }

    // One number with a point makes the whole list floats.
    static AttributeValue numbers(const std::vector<Token>& tokens)
    {
        std::vector<std::int64_t> integers;
        for (const auto& token : tokens)
            if (isIntegerText(token))
                integers.push_back(readInt(token));
        if (integers.size() == tokens.size())
            return integers;
        std::vector<double> floats;
        for (const auto& token : tokens)
            floats.push_back(readDouble(token));
        return floats;
    }

    TokenReader& m_reader;
    Parser* m_outer;
    int m_depth;
    Graph m_graph;
    std::vector<Mention> m_mentions;
};

} // namespace

Graph parseGraph(std::string_view text)
{
    TokenReader reader(text);
    auto graph = Parser(reader, nullptr).parse();
    if (reader.peek().kind != Token::Kind::End)
        reader.failExpected("a statement");
    return graph;
}

} // namespace ql::graph
