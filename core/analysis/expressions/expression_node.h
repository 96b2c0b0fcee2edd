// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ql::analysis {

/// What a part of an expression evaluates to: one number, or one per element.
struct ExpressionValue {
    std::vector<double> numbers;
    bool isSingle = false;

    double at(std::size_t i) const { return numbers[isSingle ? 0 : i]; }
};

/// A function or operator of expressions.
struct ExpressionFunction {
    std::string_view name;
    std::size_t arity;
    bool isReduction; ///< gives one number, whatever it is given
    ExpressionValue (*evaluate)(std::span<const ExpressionValue> arguments);
};

/// Nothing for an unknown name or number of arguments. Operators are named by their sign.
const ExpressionFunction* findExpressionFunction(std::string_view name, std::size_t arity);
/// Every function's name once, for messages.
std::string expressionFunctionNames();

/// What x or y stands for: the elements of one output of a model.
struct ExpressionOperand {
    char side = 'x';                  ///< 'x' or 'y'
    std::string output;               ///< x["boxes"]; empty = by its place, or the only one
    std::optional<std::size_t> place; ///< x[1], from 0

    bool isChosen() const { return !output.empty() || place; }
};

struct ExpressionNode {
    enum class Kind { Number, Operand, Call };
    using Operands = std::function<std::vector<double>(const ExpressionOperand&)>;

    Kind kind = Kind::Number;
    double number = 0.0;
    ExpressionOperand operand;
    const ExpressionFunction* function = nullptr;
    std::size_t place = 0; ///< of its last character in the text, from 1
    std::vector<std::unique_ptr<ExpressionNode>> arguments;

    /// Known before anything runs.
    bool isSingle() const;
    /// Whether it or a part of it reads an operand for which @p holds.
    bool reads(const std::function<bool(const ExpressionOperand&)>& holds) const;
    ExpressionValue evaluate(const Operands& operands) const;
};

/// Which names of outputs an expression may have.
enum class ExpressionSides {
    Both, ///< x, the baseline's outputs, and y, the analysis model's
    One   ///< x, any model's
};

/// @throws Error (BadArgument) naming the place in @p text and what was expected there
std::unique_ptr<ExpressionNode> parseExpression(const std::string& text, ExpressionSides sides);

} // namespace ql::analysis
