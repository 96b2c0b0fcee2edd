// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ql {

/// What kind of thing went wrong.
enum class ErrorCode {
    BadArgument,         ///< a request that cannot mean anything (unknown metric, missing input …)
    FileNotFound,        ///< the path does not exist or cannot be read
    FileCorrupt,         ///< the bytes are not what the format promises
    FileWrite,           ///< a target could not be written
    UnsupportedFormat,   ///< a well-formed file of a kind that nobody here reads
    UnsupportedOperator, ///< a node that no registered operator evaluates
    InvalidGraph,        ///< the graph breaks a rule (cycle, value used before it is made …)
    InvalidNode,         ///< a node's attributes or inputs break its operator's rules
    ShapeMismatch,       ///< expected and found shapes differ
    TypeMismatch,        ///< expected and found element types differ
    Engine,              ///< the numerical library refused an operation
    Internal             ///< our own mistake
};

/// Stable lower-case name of @p code, e.g. "file-corrupt".
std::string_view toString(ErrorCode code);

/// The one exception for "can't go on". Callers on the way up add where it happened, outermost last:
/// `error.addContext("node conv_3 (Conv, opset 13)")`. what() reads outermost context first:
/// "model.onnx: node conv_3 (Conv, opset 13): weight has rank 3, expected 4 (hint: …)".
/// Cancellation is not an Error, see Cancelled.
class Error : public std::exception {
public:
    Error(ErrorCode code, Message message, Message hint = {});

    const char* what() const noexcept override { return m_what.c_str(); }
    ErrorCode code() const { return m_code; }
    const Message& message() const { return m_message; }
    const Message& hint() const { return m_hint; }
    /// All that what() says, in one.
    Message whole() const;
    /// Innermost first, in the order in which they were added.
    const std::vector<Message>& context() const { return m_context; }

    Error& addContext(Message where);

    /// Where in a text it is, counted from 1; 0 = no one place.
    int line() const { return m_line; }
    int column() const { return m_column; }
    Error& setPosition(int line, int column);

private:
    ErrorCode m_code;
    Message m_message;
    Message m_hint;
    std::vector<Message> m_context;
    std::string m_what;
    int m_line = 0;
    int m_column = 0;
};

/// Thrown at a cancel point. Deliberately not an Error: a cancelled job is not a failed one.
class Cancelled : public std::exception {
public:
    const char* what() const noexcept override { return "cancelled"; }
};

/// Runs @p body and adds @p where to any Error that leaves it.
template <typename Body>
decltype(auto) withContext(Message where, Body&& body)
{
    try {
        return std::forward<Body>(body)();
    } catch (Error& error) {
        error.addContext(std::move(where));
        throw;
    }
}

} // namespace ql
