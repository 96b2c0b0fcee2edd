// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/text/yaml_lexing.h"

namespace ql::config::text {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool isBlank(char c)
{
    return kBlanks.find(c) != std::string_view::npos;
}

std::size_t skipBlanks(std::string_view bytes, std::size_t offset)
{
    return std::min(bytes.find_first_not_of(kBlanks, offset), bytes.size());
}

std::size_t lineEnd(std::string_view bytes, std::size_t offset)
{
    return std::min(bytes.find('\n', offset), bytes.size());
}

} // namespace

std::size_t columnOf(std::string_view bytes, std::size_t offset)
{
    const auto lineBreak = offset == 0 ? std::string_view::npos : bytes.rfind('\n', offset - 1);
    if (lineBreak != std::string_view::npos)
        return offset - lineBreak - 1;
    return bytes.starts_with("\xef\xbb\xbf") ? offset - 3 : offset;
}

std::size_t skipBlanksAndComments(std::string_view bytes, std::size_t offset)
{
    for (offset = skipBlanks(bytes, offset); offset < bytes.size() && bytes[offset] == '#';)
        offset = skipBlanks(bytes, lineEnd(bytes, offset));
    return offset;
}

std::size_t skipProperties(std::string_view bytes, std::size_t offset)
{
    while (offset < bytes.size() && (bytes[offset] == '&' || bytes[offset] == '!')) {
        const auto end = std::min(bytes.find_first_of(kBlanks, offset), bytes.size());
        offset = skipBlanksAndComments(bytes, end);
    }
    return offset;
}

std::size_t quotedEnd(std::string_view bytes, std::size_t offset)
{
    const char quote = bytes[offset];
    for (++offset; offset < bytes.size(); ++offset) {
        if (quote == '"' && bytes[offset] == '\\')
            ++offset;
        else if (bytes[offset] == quote && quote == '\'' && offset + 1 < bytes.size() && bytes[offset + 1] == quote)
            ++offset;
        else if (bytes[offset] == quote)
            return offset + 1;
    }
    return bytes.size();
}

std::size_t blockScalarEnd(std::string_view bytes, std::size_t offset, int parentColumn)
{
    auto last = lineEnd(bytes, offset);
    auto end = last;
    while (last < bytes.size()) {
        const auto begin = last + 1;
        const auto first = std::min(bytes.find_first_not_of(' ', begin), bytes.size());
        last = lineEnd(bytes, begin);
        const bool isEmpty = first >= last || bytes[first] == '\r';
        if (!isEmpty && int(first - begin) <= parentColumn)
            break;
        if (!isEmpty)
            end = last;
    }
    return end > offset && bytes[end - 1] == '\r' ? end - 1 : end;
}

std::size_t plainEnd(std::string_view bytes, std::size_t offset, std::string_view value)
{
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (offset >= bytes.size())
            return std::string_view::npos;
        if (bytes[offset] == value[i] && !(value[i] == '\n')) {
            ++offset;
        } else if (isBlank(value[i]) && isBlank(bytes[offset])) {
            // Several lines are folded into one: a run of breaks stands for a blank or for a few breaks.
            while (i + 1 < value.size() && value[i + 1] == '\n')
                ++i;
            offset = skipBlanks(bytes, offset);
        } else {
            return std::string_view::npos;
        }
    }
    return offset;
}

std::size_t nextDash(std::string_view bytes, std::size_t offset, std::size_t column)
{
    for (auto begin = lineEnd(bytes, offset) + 1; begin < bytes.size(); begin = lineEnd(bytes, begin) + 1) {
        const auto first = std::min(bytes.find_first_not_of(' ', begin), bytes.size());
        const bool isDash = first < bytes.size() && bytes[first] == '-' && first - begin == column;
        if (isDash && (first + 1 == bytes.size() || isBlank(bytes[first + 1])))
            return first;
    }
    return std::string_view::npos;
}

} // namespace ql::config::text
