// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/ivalue.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ql::ops {

/// A call of LibTorch as a node's attribute spells it (core/graph/ir/torch_call.h): literals as in TorchScript but for
/// none, true and false; "$2" is the node's input 2; "[…]" a list, "(…)" a tuple, "name(…)" a call.
struct TorchExpression {
    enum class Kind { Literal, Input, List, Tuple, Call };
    Kind kind = Kind::Literal;
    c10::IValue literal;
    std::size_t input = 0;
    std::string name; ///< of a call: "aten::add.Tensor"
    std::vector<TorchExpression> parts;
};

/// @throws Error (InvalidNode) saying where the text breaks the rules above
TorchExpression parseTorchExpression(std::string_view text);

/// A literal's spelling, reading back to the same bits; also of lists and tuples of literals.
/// @throws Error (UnsupportedOperator) for a value that has none
std::string spellLiteral(const c10::IValue& value);

} // namespace ql::ops
