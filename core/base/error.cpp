// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

namespace ql {

std::string_view toString(ErrorCode code)
{
    switch (code) {
    case ErrorCode::BadArgument: return "bad-argument";
    case ErrorCode::FileNotFound: return "file-not-found";
    case ErrorCode::FileCorrupt: return "file-corrupt";
    case ErrorCode::FileWrite: return "file-write";
    case ErrorCode::UnsupportedFormat: return "unsupported-format";
    case ErrorCode::UnsupportedOperator: return "unsupported-operator";
    case ErrorCode::InvalidGraph: return "invalid-graph";
    case ErrorCode::InvalidNode: return "invalid-node";
    case ErrorCode::ShapeMismatch: return "shape-mismatch";
    case ErrorCode::TypeMismatch: return "type-mismatch";
    case ErrorCode::Engine: return "engine";
    case ErrorCode::Internal: return "internal";
    }
    return "internal";
}

Error::Error(ErrorCode code, Message message, Message hint)
    : m_code(code)
    , m_message(std::move(message))
    , m_hint(std::move(hint))
    , m_what(whole().english())
{
}

Error& Error::addContext(Message where)
{
    m_context.push_back(std::move(where));
    m_what = whole().english();
    return *this;
}

Error& Error::setPosition(int line, int column)
{
    m_line = line;
    m_column = column;
    return *this;
}

Message Error::whole() const
{
    std::vector<Message> all(m_context.rbegin(), m_context.rend());
    all.push_back(m_message);
    Message text = all.size() == 1 ? m_message : Message::list(std::move(all), ": ");
    return m_hint.empty() ? text : Message("{} ({})", text, m_hint);
}

} // namespace ql
