// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <array>

namespace ql {

namespace {

/// A name may hold a zero byte, where whoever reads what() would take the sentence to end.
std::string textOf(const Error& error)
{
    constexpr std::string_view kEscaped = "\\u0000"; // as printable() writes it
    auto text = error.whole().english();
    for (auto at = text.find('\0'); at != std::string::npos; at = text.find('\0', at + kEscaped.size()))
        text.replace(at, 1, kEscaped);
    return text;
}

} // namespace

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
    , m_what(textOf(*this))
{
}

Error& Error::addContext(Message where)
{
    m_context.push_back(std::move(where));
    m_what = textOf(*this);
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
