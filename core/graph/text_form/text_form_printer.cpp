// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/text_form/text_form.h"
#include "core/graph/text_form/text_form_lexer.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ql::graph {

namespace {

using namespace text;

std::string printName(std::string_view name)
{
    return isBareName(name) ? std::string(name) : quotedText(name);
}

std::string printOperator(const Node& node)
{
    const bool isBare = isBareName(node.opType) && node.opType.find('.') == std::string::npos
                        && (node.domain.empty() || isBareName(node.domain));
    if (isBare)
        return node.qualifiedOpType();
    return quotedText(node.domain) + "/" + quotedText(node.opType);
}

/// Prints one graph and the bodies inside it; knows the enclosing graph for captures and inherited opsets.
class Printer {
public:
    Printer(const Graph& graph, const Printer* outer)
        : m_graph(graph)
        , m_outer(outer)
        , m_indent(outer ? outer->m_indent + "    " : std::string())
    {
    }

    std::string print()
    {
        printHeader();
        for (std::size_t i = 0; i < m_graph.valueCount(); ++i)
            printDeclaration(ValueId{std::int32_t(i)});
        for (const auto& node : m_graph.nodes())
            printNode(node);
        if (!m_graph.outputs().empty())
            line("output {}", fmt::join(names(m_graph.outputs()), ", "));
        return std::move(m_text);
    }

private:
    template <typename... Arguments>
    void line(fmt::format_string<Arguments...> format, Arguments&&... arguments)
    {
        m_text += m_indent + fmt::format(format, std::forward<Arguments>(arguments)...) + '\n';
    }

    void printHeader()
    {
        std::vector<std::string> opsets;
        for (const auto& [domain, version] : m_graph.opsets())
            opsets.push_back(domain.empty() ? std::to_string(version)
                                            : fmt::format("{} {}", printName(domain), version));
        line("graph {}{}{}", quotedText(m_graph.name()), opsets.empty() ? "" : " opset ", fmt::join(opsets, ", "));
    }

    std::string name(ValueId id) const { return id.isValid() ? printName(m_graph.value(id).name) : "_"; }

    std::vector<std::string> names(const std::vector<ValueId>& values) const
    {
        std::vector<std::string> result;
        for (const auto value : values)
            result.push_back(name(value));
        return result;
    }

    /// "x: float32[1,3]"
    std::string typedName(ValueId id) const
    {
        if (!id.isValid())
            return "_";
        const auto& value = m_graph.value(id);
        if (value.type == DataType::Undefined && !value.shape)
            return name(id);
        return name(id) + ": " + text::print(TypeLiteral{value.type, value.shape});
    }

    // Everything but what nodes make, which is typed where the node is printed.
    void printDeclaration(ValueId id)
    {
        const auto& value = m_graph.value(id);
        const auto capture = std::ranges::find(m_graph.captures(), id, &Capture::inner);
        if (value.initializer)
            printConstant(id, *value.initializer);
        else if (capture != m_graph.captures().end())
            line("capture {} = {}", typedName(id), outerName(capture->outer));
        else if (std::ranges::find(m_graph.inputs(), id) != m_graph.inputs().end())
            line("input {}", typedName(id));
        else if (!value.producer.isValid())
            line("value {}", typedName(id));
    }

    void printConstant(ValueId id, const TensorData& data)
    {
        const auto& value = m_graph.value(id);
        const TypeLiteral own{data.type(), declared(data.shape())};
        const bool isDeclaredAlike = own == TypeLiteral{value.type, value.shape};
        line("const {} = {}{}{}", typedName(id), isDeclaredAlike ? "" : text::print(own), isDeclaredAlike ? "" : " ",
             printElements(data));
    }

    // A body printed alone has nobody to ask for names.
    std::string outerName(ValueId outer) const
    {
        return m_outer ? m_outer->name(outer) : fmt::format("%{}", outer.index);
    }

    void printNode(const Node& node)
    {
        std::vector<std::string> outputs;
        for (const auto output : node.outputs)
            outputs.push_back(typedName(output));
        const auto made = outputs.empty() ? "()" : fmt::format("{}", fmt::join(outputs, ", "));
        line("{} = {}({}){}{}", made, printOperator(node), fmt::join(names(node.inputs), ", "), attributes(node),
             clauses(node));
    }

    std::string clauses(const Node& node) const
    {
        auto text = " name " + quotedText(node.name);
        if (!node.scope.empty())
            text += " scope " + quotedText(node.scope);
        if (node.opset != inheritedOpset(node.domain))
            text += fmt::format(" opset {}", node.opset);
        if (node.captures != capturesOfBodies(node.attributes))
            text += fmt::format(" captures [{}]", fmt::join(names(node.captures), ", "));
        return text;
    }

    int inheritedOpset(const std::string& domain) const
    {
        const auto found = m_graph.opsets().find(domain);
        if (found != m_graph.opsets().end())
            return found->second;
        return m_outer ? m_outer->inheritedOpset(domain) : 0;
    }

    std::string attributes(const Node& node) const
    {
        std::vector<std::string> texts;
        for (const auto& [name, value] : node.attributes.entries()) {
            const auto print = [this](const auto& typed) { return attribute(typed); };
            texts.push_back(printName(name) + ": " + std::visit(print, value));
        }
        return texts.empty() ? std::string() : fmt::format(" {{{}}}", fmt::join(texts, ", "));
    }

    std::string attribute(std::int64_t value) const { return std::to_string(value); }
    std::string attribute(double value) const { return printDouble(value); }
    std::string attribute(const std::string& value) const { return quotedText(value); }
    std::string attribute(const std::vector<std::int64_t>& values) const { return list("ints", values); }
    std::string attribute(const std::vector<double>& values) const { return list("floats", values); }
    std::string attribute(const std::vector<std::string>& values) const { return list("strings", values); }
    std::string attribute(const std::vector<GraphPointer>& values) const { return list("graphs", values); }

    std::string attribute(const TensorData& data) const
    {
        return text::print(TypeLiteral{data.type(), declared(data.shape())}) + " " + printElements(data);
    }

    std::string attribute(const GraphPointer& body) const
    {
        return "{\n" + Printer(*body, this).print() + m_indent + "}";
    }

    // Only an empty list must say of what it is empty.
    template <typename T>
    std::string list(std::string_view kind, const std::vector<T>& values) const
    {
        std::vector<std::string> texts;
        for (const auto& value : values)
            texts.push_back(attribute(value));
        return texts.empty() ? fmt::format("{} []", kind) : fmt::format("[{}]", fmt::join(texts, ", "));
    }

    const Graph& m_graph;
    const Printer* m_outer;
    std::string m_indent;
    std::string m_text;
};

} // namespace

namespace text {

std::vector<ValueId> capturesOfBodies(const Attributes& attributes)
{
    std::vector<ValueId> captures;
    const auto collect = [&captures](const Graph& body) {
        for (const auto& capture : body.captures())
            if (std::ranges::find(captures, capture.outer) == captures.end())
                captures.push_back(capture.outer);
    };
    for (const auto& [name, value] : attributes.entries()) {
        if (const auto* body = std::get_if<GraphPointer>(&value))
            collect(**body);
        else if (const auto* bodies = std::get_if<std::vector<GraphPointer>>(&value))
            std::ranges::for_each(*bodies, [&collect](const GraphPointer& each) { collect(*each); });
    }
    return captures;
}

} // namespace text

std::string printGraph(const Graph& graph)
{
    return Printer(graph, nullptr).print();
}

} // namespace ql::graph
