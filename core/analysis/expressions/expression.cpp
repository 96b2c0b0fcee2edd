// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/expressions/expression.h"

#include "core/analysis/expressions/expression_node.h"
#include "core/analysis/expressions/output_expressions.h"
#include "core/base/error.h"

#include <algorithm>

namespace ql::analysis {

bool ExpressionNode::isSingle() const
{
    if (kind != Kind::Call)
        return kind == Kind::Number;
    return function->isReduction
           || std::ranges::all_of(arguments, [](const auto& argument) { return argument->isSingle(); });
}

bool ExpressionNode::reads(const std::function<bool(const ExpressionOperand&)>& holds) const
{
    return (kind == Kind::Operand && holds(operand))
           || std::ranges::any_of(arguments, [&](const auto& argument) { return argument->reads(holds); });
}

ExpressionValue ExpressionNode::evaluate(const Operands& operands) const
{
    switch (kind) {
    case Kind::Number: return {{number}, true};
    case Kind::Operand: return {operands(operand), false};
    case Kind::Call: break;
    }
    std::vector<ExpressionValue> values;
    for (const auto& argument : arguments)
        values.push_back(argument->evaluate(operands));
    return withContext(Message("expression, up to character {}: {}", place, function->name),
                       [&] { return function->evaluate(values); });
}

Expression::Expression(const std::string& text)
    : m_root(parseExpression(text, ExpressionSides::Both))
{
    if (!m_root->isSingle())
        throw Error(ErrorCode::BadArgument, Message("metric \"{}\" gives one number per element", text),
                    "wrap it in mean(), max(), sum() or norm()");
}

Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;

bool Expression::choosesOutputs() const
{
    return m_root->reads([](const ExpressionOperand& operand) { return operand.isChosen(); });
}

double Expression::operator()(std::span<const float> x, std::span<const float> y) const
{
    const auto operands = [&](const ExpressionOperand& operand) {
        const auto elements = operand.side == 'x' ? x : y;
        return std::vector<double>(elements.begin(), elements.end());
    };
    return m_root->evaluate(operands).at(0);
}

double Expression::operator()(const caller::NamedArrays& x, const caller::NamedArrays& y) const
{
    const auto operands = [&](const ExpressionOperand& operand) {
        return elementsOf(operand, operand.side == 'x' ? x : y);
    };
    return m_root->evaluate(operands).at(0);
}

} // namespace ql::analysis
