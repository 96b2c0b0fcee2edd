// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/expression.h"

#include "core/analysis/measure/expression_node.h"
#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
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
    explicit Parser(const std::string& text)
        : m_text(text)
    {
    }

    Node parse()
    {
        if (m_text.size() > kLongestText)
            fail(Message("is longer than {} characters", kLongestText));
        auto root = expression();
        if (!atEnd())
            fail("expected an operator or the end");
        if (!root->isSingle())
            throw Error(ErrorCode::BadArgument, Message("metric \"{}\" gives one number per element", m_text),
                        "wrap it in mean(), max(), sum() or norm()");
        return root;
    }

private:
    [[noreturn]] void fail(const Message& what) const
    {
        throw Error(ErrorCode::BadArgument, Message("metric \"{}\", character {}: {}", m_text, m_at + 1, what),
                    "metrics are names such as atol, or expressions such as max(abs(x-y))/max(abs(x))");
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
        else if (name == "x" || name == "y")
            node->kind = name == "x" ? ExpressionNode::Kind::X : ExpressionNode::Kind::Y;
        else
            fail(Message("unknown name {}; there are x, y, pi and the functions {}", name, expressionFunctionNames()));
        return node;
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
    std::size_t m_at = 0;
    int m_depth = 0;
};

} // namespace

bool ExpressionNode::isSingle() const
{
    if (kind != Kind::Call)
        return kind == Kind::Number;
    return function->isReduction || std::all_of(arguments.begin(), arguments.end(), [](const Node& argument) {
               return argument->isSingle();
           });
}

ExpressionValue ExpressionNode::evaluate(std::span<const float> x, std::span<const float> y) const
{
    switch (kind) {
    case Kind::Number: return {{number}, true};
    case Kind::X: return {{x.begin(), x.end()}, false};
    case Kind::Y: return {{y.begin(), y.end()}, false};
    case Kind::Call: break;
    }
    std::vector<ExpressionValue> values;
    for (const auto& argument : arguments)
        values.push_back(argument->evaluate(x, y));
    return withContext(Message("metric, up to character {}: {}", place, function->name),
                       [&] { return function->evaluate(values); });
}

Expression::Expression(const std::string& text)
    : m_root(Parser(text).parse())
{
}

Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;

double Expression::operator()(std::span<const float> x, std::span<const float> y) const
{
    return m_root->evaluate(x, y).at(0);
}

} // namespace ql::analysis
