// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/lowering/value_origin.h"

namespace ql::importers::torchscript {

using torch::jit::Value;
namespace prim = c10::prim;

const c10::AliasInfo* aliasOf(const c10::FunctionSchema& schema, std::size_t index)
{
    const auto* alias = index < schema.returns().size() ? schema.returns()[index].alias_info() : nullptr;
    return alias && !alias->containedTypes().empty() ? &alias->containedTypes().front() : alias;
}

std::optional<std::size_t> sharedArgument(const c10::FunctionSchema& schema, std::size_t index)
{
    const auto* shared = aliasOf(schema, index);
    if (!shared || shared->isWildcardBefore())
        return std::nullopt;
    for (std::size_t i = 0; i < schema.arguments().size(); ++i) {
        const auto* own = schema.arguments()[i].alias_info();
        if (own && own->beforeSets() == shared->beforeSets())
            return i;
    }
    return std::nullopt;
}

namespace {

bool isCast(const torch::jit::Node& node)
{
    return node.kind() == prim::unchecked_cast || node.kind() == prim::unchecked_unwrap_optional;
}

} // namespace

const Value* sharedInput(const Value* value)
{
    const auto* node = value->node();
    if (isCast(*node) || node->kind() == prim::ListUnpack || node->kind() == c10::aten::__getitem__)
        return node->input(0);
    const auto* schema = node->maybeSchema();
    const auto shared = schema ? sharedArgument(*schema, value->offset()) : std::nullopt;
    return shared && *shared < node->inputs().size() ? node->input(*shared) : nullptr;
}

const Value* sameValue(const Value* value)
{
    const auto* node = value->node();
    if (isCast(*node))
        return sameValue(node->input(0));
    if (node->kind() == prim::If) {
        const auto* first = sameValue(node->blocks()[0]->outputs()[value->offset()]);
        return first == sameValue(node->blocks()[1]->outputs()[value->offset()]) ? first : value;
    }
    if (node->kind() == prim::Loop) {
        const auto* body = node->blocks()[0];
        const bool isKept = sameValue(body->outputs()[value->offset() + 1]) == body->inputs()[value->offset() + 1];
        return isKept ? sameValue(node->input(value->offset() + 2)) : value;
    }
    const auto* schema = node->maybeSchema();
    const auto* alias = schema ? aliasOf(*schema, value->offset()) : nullptr;
    const auto shared = alias && alias->isWrite() ? sharedArgument(*schema, value->offset()) : std::nullopt;
    return shared && *shared < node->inputs().size() ? sameValue(node->input(*shared)) : value;
}

} // namespace ql::importers::torchscript
