// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
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

struct ExpressionNode {
    enum class Kind { Number, X, Y, Call };
    Kind kind = Kind::Number;
    double number = 0.0;
    const ExpressionFunction* function = nullptr;
    std::size_t place = 0; ///< of its last character in the text, from 1
    std::vector<std::unique_ptr<ExpressionNode>> arguments;

    /// Known before anything runs.
    bool isSingle() const;
    ExpressionValue evaluate(std::span<const float> x, std::span<const float> y) const;
};

} // namespace ql::analysis
