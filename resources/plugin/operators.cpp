// SPDX-License-Identifier: GPL-3.0-or-later
// An operator library as a user would write one: two operators in the domain com.example.
#include <quantloupe/operators.h>

#include <algorithm>
#include <cmath>

namespace {

using quantloupe::Call;
using quantloupe::ElementType;
using quantloupe::Node;

void requireSlope(const Node& node)
{
    if (node.floatOr("beta", 1.0) <= 0)
        throw std::invalid_argument("attribute beta must be positive");
}

/// y = x · sigmoid(beta · x), element by element.
void swish(Call& call)
{
    const auto x = call.requiredInput(0);
    if (x.type != ElementType::Float32)
        throw std::invalid_argument("input 0 is not float32");
    const double beta = call.node().floatOr("beta", 1.0);
    const auto y = call.makeOutput(0, ElementType::Float32, x.sizes());
    for (std::size_t i = 0; i < x.count(); ++i)
        y.as<float>()[i] = static_cast<float>(x.as<float>()[i] / (1 + std::exp(-beta * x.as<float>()[i])));
}

/// The largest of each row of a matrix, and where it is.
void rowMaximum(Call& call)
{
    const auto x = call.requiredInput(0);
    if (x.type != ElementType::Float32 || x.rank != 2 || x.shape[1] == 0)
        throw std::invalid_argument("input 0 is no float32 matrix with columns");
    const auto columns = x.shape[1];
    const auto values = call.makeOutput(0, ElementType::Float32, {x.shape[0]});
    const auto places = call.makeOutput(1, ElementType::Int64, {x.shape[0]});
    for (std::int64_t row = 0; row < x.shape[0]; ++row) {
        const auto* first = x.as<float>() + row * columns;
        const auto* largest = std::max_element(first, first + columns);
        values.as<float>()[row] = *largest;
        places.as<std::int64_t>()[row] = largest - first;
    }
}

} // namespace

QUANTLOUPE_OPERATORS(operators)
{
    operators.add({.domain = "com.example", .name = "Swish", .check = requireSlope, .evaluate = swish});
    operators.add({.domain = "com.example", .name = "RowMaximum", .since = 1, .until = 3, .evaluate = rowMaximum});
}
