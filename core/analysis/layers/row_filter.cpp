// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/row_filter.h"

#include "core/config/operator_types.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::analysis {

namespace {

std::string_view withoutDomain(std::string_view opType)
{
    const auto dot = opType.rfind('.');
    return dot == std::string_view::npos ? opType : opType.substr(dot + 1);
}

/// PyTorch's users ask for modules, whose operators have integer forms of other names.
bool isModule(std::string_view opType, const std::string& module)
{
    return config::isTorchType(module) && graph::familyOf(opType) == graph::familyOf(config::onnxType(module));
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
                   return opType == type || withoutDomain(opType) == type || isModule(opType, type);
               });
           });
}

} // namespace ql::analysis
