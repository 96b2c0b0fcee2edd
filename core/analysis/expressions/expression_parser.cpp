// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/expressions/expression_node.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <charconv>
#include <numbers>

namespace ql::analysis {

namespace {

constexpr std::size_t kLongestText = 4096;
constexpr int kDeepestNesting = 64;

using Node = std::unique_ptr<ExpressionNode>;

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Recursive descent over the grammar in expression.h.
class Parser {
public:
    Parser(const std::string& text, ExpressionSides sides)
        : m_text(text)
        , m_sides(sides)
    {
    }

    Node parse()
    {
        if (m_text.size() > kLongestText)
            fail(Message("is longer than {} characters", kLongestText));
        auto root = expression();
        if (!atEnd())
            fail("expected an operator or the end");
        return root;
    }

private:
    [[noreturn]] void fail(const Message& what) const
    {
        throw Error(ErrorCode::BadArgument, Message("expression \"{}\", character {}: {}", m_text, m_at + 1, what),
                    m_sides == ExpressionSides::Both
                        ? Message("metrics are names such as atol, or expressions such as max(abs(x-y))/max(abs(x))")
                        : Message("what is made of outputs is an expression such as softmax(x)"));
    }

    void skipBlanks()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
            ++m_at;
    }

    bool atEnd()
    {
        skipBlanks();
        return m_at == m_text.size();
    }

    bool take(std::string_view sign)
    {
        skipBlanks();
        if (m_text.compare(m_at, sign.size(), sign) != 0)
            return false;
        m_at += sign.size();
        return true;
    }

    Node call(std::string_view name, std::vector<Node> arguments) const
    {
        const auto* function = findExpressionFunction(name, arguments.size());
        if (!function)
            fail(Message("no function {} of {} arguments; there are {}", name, arguments.size(),
                         expressionFunctionNames()));
        if ((name == "percentile" || name == "topk") && !arguments[1]->isSingle())
            fail(Message("the second argument of {} is one number", name));
        auto node = std::make_unique<ExpressionNode>();
        node->kind = ExpressionNode::Kind::Call;
        node->function = function;
        node->place = m_at;
        node->arguments = std::move(arguments);
        return node;
    }

    Node call(std::string_view name, Node a, Node b) const
    {
        std::vector<Node> arguments;
        arguments.push_back(std::move(a));
        arguments.push_back(std::move(b));
        return call(name, std::move(arguments));
    }

    Node expression()
    {
        auto left = sum();
        for (const auto* sign : {"<=", ">=", "==", "!=", "<", ">"})
            if (take(sign))
                return call(sign, std::move(left), sum());
        return left;
    }

    Node sum()
    {
        auto left = product();
        while (true) {
            if (take("+"))
                left = call("+", std::move(left), product());
            else if (take("-"))
                left = call("-", std::move(left), product());
            else
                return left;
        }
    }

    Node product()
    {
        auto left = unary();
        while (true) {
            if (take("*"))
                left = call("*", std::move(left), unary());
            else if (take("/"))
                left = call("/", std::move(left), unary());
            else
                return left;
        }
    }

    Node unary()
    {
        const Nesting nesting(*this);
        if (take("+"))
            return unary();
        if (!take("-"))
            return power();
        std::vector<Node> arguments;
        arguments.push_back(unary());
        return call("-", std::move(arguments));
    }

    Node power()
    {
        auto base = atom();
        if (take("^") || take("**"))
            return call("pow", std::move(base), unary());
        return base;
    }

    Node atom()
    {
        if (take("(")) {
            auto inner = expression();
            if (!take(")"))
                fail("expected )");
            return inner;
        }
        if (atEnd())
            fail("expected a value, found the end");
        if (isDigit(m_text[m_at]) || m_text[m_at] == '.')
            return number();
        if (!isLetter(m_text[m_at]))
            fail("expected a number, x, y, a function or (");
        return named();
    }

    Node number()
    {
        auto node = std::make_unique<ExpressionNode>();
        const auto [end, error] = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), node->number);
        if (error != std::errc())
            fail("expected a number");
        m_at = static_cast<std::size_t>(end - m_text.data());
        return node;
    }

    Node named()
    {
        const auto from = m_at;
        while (m_at < m_text.size() && (isLetter(m_text[m_at]) || isDigit(m_text[m_at])))
            ++m_at;
        const auto name = m_text.substr(from, m_at - from);
        if (take("("))
            return function(name);
        auto node = std::make_unique<ExpressionNode>();
        if (name == "pi")
            node->number = std::numbers::pi;
        else if (name == "x" || (name == "y" && m_sides == ExpressionSides::Both))
            readOperand(*node, name.front());
        else if (m_sides == ExpressionSides::Both)
            fail(Message("unknown name {}; there are x, y, pi and the functions {}", name, expressionFunctionNames()));
        else
            fail(Message("unknown name {}; there are x, pi and the functions {}", name, expressionFunctionNames()));
        return node;
    }

    /// x, x["boxes"], x['boxes'], x[1]
    void readOperand(ExpressionNode& node, char side)
    {
        node.kind = ExpressionNode::Kind::Operand;
        node.operand.side = side;
        if (!take("["))
            return;
        skipBlanks();
        const char quote = m_at < m_text.size() ? m_text[m_at] : '\0';
        if (quote == '"' || quote == '\'')
            node.operand.output = quoted(quote);
        else
            node.operand.place = outputPlace();
        if (!take("]"))
            fail("expected ]");
    }

    std::string quoted(char quote)
    {
        const auto end = m_text.find(quote, m_at + 1);
        if (end == m_text.npos)
            fail("the name of an output is not closed");
        const auto name = m_text.substr(m_at + 1, end - m_at - 1);
        if (name.empty())
            fail("expected the name of an output");
        m_at = end + 1;
        return name;
    }

    std::size_t outputPlace()
    {
        std::size_t place = 0;
        const auto [end, error] = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), place);
        if (error != std::errc())
            fail("expected an output: its name in quotes, or its place from 0");
        m_at = static_cast<std::size_t>(end - m_text.data());
        return place;
    }

    Node function(const std::string& name)
    {
        std::vector<Node> arguments;
        do {
            arguments.push_back(expression());
        } while (take(","));
        if (!take(")"))
            fail("expected , or )");
        return call(name, std::move(arguments));
    }

    /// Every way down passes unary(): counting there bounds the recursion.
    struct Nesting {
        explicit Nesting(Parser& owner)
            : parser(owner)
        {
            if (++parser.m_depth > kDeepestNesting)
                parser.fail("nests too deep");
        }
        ~Nesting() { --parser.m_depth; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;
        Parser& parser;
    };

    const std::string& m_text;
    ExpressionSides m_sides;
    std::size_t m_at = 0;
    int m_depth = 0;
};

} // namespace

std::unique_ptr<ExpressionNode> parseExpression(const std::string& text, ExpressionSides sides)
{
    return Parser(text, sides).parse();
}

} // namespace ql::analysis
