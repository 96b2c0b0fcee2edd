// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/graph/ir/graph.h"

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::graph::text {

struct Token {
    enum class Kind { Identifier, String, Number, Punctuation, End };

    Kind kind = Kind::End;
    std::string text; ///< as written; a string without quotes and escapes
    std::size_t line = 1;
    std::size_t column = 1; ///< in characters, from 1

    /// An identifier or punctuation that reads @p word.
    bool is(std::string_view word) const;
};

/// Whether the text form writes @p name without quotes.
bool isBareName(std::string_view name);
/// @p text between double quotes, with escapes for quotes, backslashes and control bytes.
std::string quotedText(std::string_view text);

/// @throws Error (FileCorrupt) "line 3, column 5: MESSAGE"
[[noreturn]] void failAt(const Token& token, const Message& message, Message hint = {});

/// The text form as a row of tokens, read from the front. Comments run from # to the end of their line.
class TokenReader {
public:
    /// @throws Error (FileCorrupt) at the first character that begins no token.
    explicit TokenReader(std::string_view text);

    const Token& peek(std::size_t ahead = 0) const;
    Token take();
    /// Takes the next token when it reads @p word.
    bool takeIf(std::string_view word);
    /// @throws Error (FileCorrupt) "expected WORD, found …"
    Token expect(std::string_view word);
    /// An identifier or a string; @p what names it in the error.
    Token expectName(const Message& what);
    Token expectString(const Message& what);
    Token expectNumber(const Message& what);
    [[noreturn]] void failExpected(const Message& what) const;

private:
    std::vector<Token> m_tokens;
    std::size_t m_next = 0;
};

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
