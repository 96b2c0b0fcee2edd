// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <array>

namespace ql {

std::string_view toString(ErrorCode code)
{
    constexpr std::array<std::string_view, 12> kWords{
        "bad-argument",       "file-not-found",       "file-corrupt",  "file-write",
        "unsupported-format", "unsupported-operator", "invalid-graph", "invalid-node",
        "shape-mismatch",     "type-mismatch",        "engine",        "internal"};
    return kWords.at(std::size_t(code));
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
