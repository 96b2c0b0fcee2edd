// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/caller/functions.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ql::analysis {

struct ExpressionNode;

/// A user's own metric: an expression over the baseline's values x and the analysis model's values y, flattened, in
/// double. It can do arithmetic and nothing else.
///
///   expression  := sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum]      1 where it holds, else 0
///   sum         := product {("+" | "-") product}
///   product     := unary {("*" | "/") unary}
///   unary       := ("-" | "+") unary | power
///   power       := atom [("^" | "**") unary]
///   atom        := number | output | "pi" | function "(" expression {"," expression} ")" | "(" expression ")"
///   output      := ("x" | "y") ["[" (name in " or ' | place from 0) "]"]
///
/// x and y alone are one output; in x["boxes"] and x[1] it is chosen, and the expression is about all outputs at once.
/// Element by element: abs sqrt square exp log log2 log10 sign floor ceil round sigmoid, min(a, b) max(a, b) pow(a, b)
/// clip(a, low, high) where(condition, a, b); softmax(a) over all elements. To one number: sum mean max min norm
/// (Euclidean) var (population) std median count argmax (from 0, the first of the largest), dot(a, b),
/// percentile(a, p) with p from 0 to 100, interpolated linearly. To fewer: topk(a, k), the k largest, falling;
/// iou(a, b), the intersection over union of each pair of boxes x1, y1, x2, y2. A single number stands for as many
/// equal ones as are needed. The whole must give one number:
///   max(abs(x-y)) / max(abs(x))        mean(where(abs(x) > 0.1, abs(x-y)/abs(x), 0))
///   argmax(x["scores"]) != argmax(y["scores"])
class Expression {
public:
    /// @throws Error (BadArgument) naming the place in @p text and what was expected there
    explicit Expression(const std::string& text);
    ~Expression();
    Expression(Expression&&) noexcept;
    Expression& operator=(Expression&&) noexcept;

    /// Whether it names outputs: it is taken once for all of them, not of each.
    bool choosesOutputs() const;

    /// Of one output. @pre x and y are equally long, and it chooses no outputs
    /// @throws Error (BadArgument) where what is taken together isn't
    double operator()(std::span<const float> x, std::span<const float> y) const;
    /// Of all outputs of the two models. @throws Error (BadArgument) for an output that there isn't, for x alone where
    /// there are several
    double operator()(const caller::NamedArrays& x, const caller::NamedArrays& y) const;

private:
    std::unique_ptr<ExpressionNode> m_root;
};

} // namespace ql::analysis
