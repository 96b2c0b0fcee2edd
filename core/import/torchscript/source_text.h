// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace ql::import::torchscript {

/// Of names and numbers of TorchScript's source code.
inline bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The word at @p at.
inline std::string_view wordAt(std::string_view source, std::size_t at)
{
    const auto rest = source.substr(at);
    const auto end = std::find_if_not(rest.begin(), rest.end(), isWordCharacter);
    return rest.substr(0, std::size_t(end - rest.begin()));
}

/// The position behind the string literal that begins at @p at.
inline std::size_t behindString(std::string_view source, std::size_t at)
{
    const auto quote = source.substr(at, 1);
    const bool isTriple = source.substr(at, 3) == std::string(3, quote[0]);
    const std::string end(isTriple ? 3 : 1, quote[0]);
    for (at += end.size(); at < source.size() && source.substr(at, end.size()) != end; ++at)
        if (source[at] == '\\')
            ++at;
    return std::min(at + end.size(), source.size());
}

} // namespace ql::import::torchscript
