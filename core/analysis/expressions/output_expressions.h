// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/expressions/expression_node.h"
#include "core/caller/functions.h"

#include <memory>
#include <string>
#include <vector>

namespace ql::analysis {

/// @throws Error (BadArgument) for an output that there isn't, and for the only one where there are several
std::vector<double> elementsOf(const ExpressionOperand& operand, const caller::NamedArrays& outputs);

/// What a model's outputs are taken for, by expressions over them: "name = expression" each, where x is the only
/// output, x["boxes"] or x[1] one of several, and the functions are those of Expression. What it makes is float, of as
/// many elements as come out, and keeps the shape of the only output that it reads where it is as large. Copies share
/// what was read.
class OutputExpressions {
public:
    /// @throws Error (BadArgument) for what can't be read, and for a name that stands twice
    explicit OutputExpressions(const std::vector<std::string>& texts);

    caller::NamedArrays operator()(const caller::NamedArrays& outputs) const;

private:
    struct Made {
        std::string name;
        std::shared_ptr<const ExpressionNode> root;
    };
    std::vector<Made> m_made;
};

} // namespace ql::analysis
