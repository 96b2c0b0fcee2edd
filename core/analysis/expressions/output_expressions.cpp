// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/expressions/output_expressions.h"

#include "core/base/error.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace ql::analysis {

namespace {

std::vector<std::string> outputNames(const caller::NamedArrays& outputs)
{
    std::vector<std::string> names;
    for (const auto& [name, array] : outputs)
        names.push_back(name);
    return names;
}

const graph::TensorData& arrayOf(const ExpressionOperand& operand, const caller::NamedArrays& outputs)
{
    const auto there = [&] { return Message("the outputs are {}", fmt::join(outputNames(outputs), ", ")); };
    if (!operand.output.empty()) {
        const auto found = std::ranges::find(outputs, operand.output, &caller::NamedArrays::value_type::first);
        if (found == outputs.end())
            throw Error(ErrorCode::BadArgument, Message("no output is called {}", operand.output), there());
        return found->second;
    }
    if (operand.place && *operand.place >= outputs.size())
        throw Error(ErrorCode::BadArgument,
                    Message("there is no output {}, expected 0 to {}", *operand.place, outputs.size() - 1), there());
    if (!operand.place && outputs.size() != 1)
        throw Error(ErrorCode::BadArgument,
                    Message("{} is the only output, and there are {}", operand.side, outputs.size()),
                    Message("choose one, as {}[\"{}\"]", operand.side, outputs.front().first));
    return outputs[operand.place.value_or(0)].second;
}

std::string withoutBlanks(const std::string& text)
{
    const auto begin = text.find_first_not_of(" \t");
    return begin == text.npos ? std::string() : text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

bool isName(const std::string& text)
{
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    return !text.empty() && std::ranges::all_of(text, fits);
}

/// Of the output that it reads, if that is one and as large.
graph::Shape shapeFor(const ExpressionNode& root, const caller::NamedArrays& outputs, std::size_t size)
{
    const graph::TensorData* only = nullptr;
    bool isOne = true;
    root.reads([&](const ExpressionOperand& operand) {
        const auto* read = &arrayOf(operand, outputs);
        isOne = isOne && (!only || only == read);
        only = read;
        return false;
    });
    return only && isOne && only->size() == size ? only->shape() : graph::Shape{std::int64_t(size)};
}

} // namespace

std::vector<double> elementsOf(const ExpressionOperand& operand, const caller::NamedArrays& outputs)
{
    return arrayOf(operand, outputs).toDoubles();
}

OutputExpressions::OutputExpressions(const std::vector<std::string>& texts)
{
    for (const auto& text : texts) {
        const auto equals = text.find('=');
        const auto name = withoutBlanks(text.substr(0, equals));
        if (equals == text.npos || !isName(name))
            throw Error(
                ErrorCode::BadArgument,
                Message("\"{}\" makes no output: expected NAME = EXPRESSION, the name of letters and digits", text),
                "for example probabilities = softmax(x)");
        if (std::ranges::find(m_made, name, &Made::name) != m_made.end())
            throw Error(ErrorCode::BadArgument, Message("the output {} is made twice", name));
        m_made.push_back({name, parseExpression(text.substr(equals + 1), ExpressionSides::One)});
    }
}

caller::NamedArrays OutputExpressions::operator()(const caller::NamedArrays& outputs) const
{
    caller::NamedArrays made;
    for (const auto& [name, root] : m_made) {
        const auto value = withContext(Message("output {}", name), [&] {
            return root->evaluate([&](const ExpressionOperand& operand) { return elementsOf(operand, outputs); });
        });
        const std::vector<float> numbers(value.numbers.begin(), value.numbers.end());
        made.emplace_back(
            name, graph::TensorData::of(graph::DataType::Float, shapeFor(*root, outputs, numbers.size()), numbers));
    }
    return made;
}

} // namespace ql::analysis
