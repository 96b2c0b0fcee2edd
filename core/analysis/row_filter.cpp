// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/row_filter.h"

#include <algorithm>

namespace ql::analysis {

namespace {

std::string_view withoutDomain(std::string_view opType)
{
    const auto dot = opType.rfind('.');
    return dot == std::string_view::npos ? opType : opType.substr(dot + 1);
}

} // namespace

bool hasPrefix(const std::vector<std::string>& prefixes, std::initializer_list<std::string_view> names)
{
    return prefixes.empty() || std::ranges::any_of(names, [&prefixes](std::string_view name) {
               return std::ranges::any_of(prefixes,
                                          [name](const std::string& prefix) { return name.starts_with(prefix); });
           });
}

bool hasType(const std::vector<std::string>& wanted, std::initializer_list<std::string_view> opTypes)
{
    return wanted.empty() || std::ranges::any_of(opTypes, [&wanted](std::string_view opType) {
               return std::ranges::any_of(wanted, [opType](const std::string& type) {
                   return opType == type || withoutDomain(opType) == type;
               });
           });
}

} // namespace ql::analysis
