// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/graph/text_form/text_form_lexer.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::graph::text {

/// A type as the text form writes it behind a colon: "float32", "float32[1,?,width]".
struct TypeLiteral {
    DataType type = DataType::Undefined;
    std::optional<DeclaredShape> shape;
    friend bool operator==(const TypeLiteral&, const TypeLiteral&) = default;
};

std::string print(const TypeLiteral& literal);
/// @throws Error (FileCorrupt) with line and column, like all functions here that read.
TypeLiteral readType(TokenReader& reader);

/// "{1, -0.5}": floats as the shortest decimal that reads back to the same bits, NaNs other than the usual one as
/// their bits in hexadecimal ("0x7fc00001"), bools as true and false, complex numbers as two floats.
std::string printElements(const TensorData& data);
/// @p where is blamed when @p literal has no concrete shape.
TensorData readElements(TokenReader& reader, const TypeLiteral& literal, const Token& where);

/// The shortest decimal, with a point or an exponent so that it can't be read as an integer.
std::string printDouble(double value);
double readDouble(const Token& token);
std::int64_t readInt(const Token& token);
/// Whether a number token is written as an integer.
bool isIntegerText(const Token& token);

/// The enclosing graph's values that the bodies among @p attributes read, each once, in order.
std::vector<ValueId> capturesOfBodies(const Attributes& attributes);

} // namespace ql::graph::text
