// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/row_filter.h"

#include "core/base/error.h"
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
bool isModule(std::string_view opType, std::string_view module)
{
    return config::isTorchType(module) && graph::familyOf(opType) == graph::familyOf(config::onnxType(module));
}

} // namespace

bool passes(const results::LayerFilter& filter, std::initializer_list<std::string_view> names,
            std::initializer_list<std::string_view> opTypes)
{
    const auto isListed = [&filter](std::string_view name) {
        return std::ranges::find(filter.modules, name) != filter.modules.end();
    };
    return (filter.modules.empty() || std::ranges::any_of(names, isListed)) && hasPrefix(filter.prefixes, names)
           && hasType(filter.operatorTypes, opTypes);
}

bool isWithin(std::string_view scope, std::string_view module)
{
    return scope.starts_with(module)
           && (scope.size() == module.size() || scope[module.size()] == '.' || scope[module.size()] == '/');
}

void requireKnownModules(const results::LayerFilter& filter, const std::vector<std::string_view>& known)
{
    for (const auto& module : filter.modules)
        if (std::ranges::none_of(known, [&module](std::string_view name) { return isWithin(name, module); }))
            throw Error(ErrorCode::BadArgument, Message("no layer or module is called {}", module),
                        "give the whole name or path: info MODEL lists the layers");
}

void requirePassing(const results::LayerFilter& filter, bool isAny)
{
    if (!filter.isEmpty() && !isAny)
        throw Error(ErrorCode::BadArgument, "no layer passes the filters",
                    "types are operators (Conv), modules of one operator (Conv2d), or in TorchScript the classes of "
                    "modules (BasicBlock); elsewhere name a block by its path with --module");
}

std::string_view askedType(std::string_view type)
{
    constexpr std::string_view kBegin = "<class '";
    constexpr std::string_view kEnd = "'>";
    if (!type.starts_with(kBegin) || !type.ends_with(kEnd))
        return type;
    return type.substr(kBegin.size(), type.size() - kBegin.size() - kEnd.size());
}

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
               return std::ranges::any_of(wanted, [opType](const std::string& asked) {
                   const auto type = askedType(asked);
                   return opType == type || withoutDomain(opType) == type || isModule(opType, type);
               });
           });
}

} // namespace ql::analysis
