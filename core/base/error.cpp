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

Error::Error(ErrorCode code, std::string message, std::string hint)
    : m_code(code)
    , m_message(std::move(message))
    , m_hint(std::move(hint))
{
    rebuild();
}

Error& Error::addContext(std::string where)
{
    m_context.push_back(std::move(where));
    rebuild();
    return *this;
}

void Error::rebuild()
{
    m_what.clear();
    for (auto where = m_context.rbegin(); where != m_context.rend(); ++where)
        m_what += *where + ": ";
    m_what += m_message;
    if (!m_hint.empty())
        m_what += " (" + m_hint + ")";
}

} // namespace ql
