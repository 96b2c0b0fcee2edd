// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/lowering/items.h"

#include "core/base/error.h"

namespace ql::importers::torchscript {

using c10::IValue;

namespace {

/// What a dictionary holds, as a list.
bool listItems(LoweringState& state, const torch::jit::Node& node, const std::string& name, const Items& items)
{
    const bool givesKeys = name == "aten::keys" || name == "aten::items";
    const bool givesValues = name == "aten::values" || name == "aten::items";
    if (items.kind != Items::Kind::Dictionary || (!givesKeys && !givesValues))
        return false;
    auto list = std::make_shared<Items>();
    list->born = state.memory.version();
    list->type = node.output()->type()->expect<c10::ListType>()->getElementType();
    for (std::size_t i = 0; i < items.parts.size(); ++i) {
        auto entry = std::make_shared<Items>(Items{Items::Kind::Tuple, {bound(items.keys[i]), items.parts[i]}, {}, {}});
        entry->born = state.memory.version();
        entry->type = list->type;
        list->parts.push_back(!givesValues ? bound(items.keys[i]) : givesKeys ? bound(entry) : items.parts[i]);
    }
    state.environment.bind(node.output(), bound(std::move(list)));
    return true;
}

void setItem(Items& items, const IValue& key, const Binding& value)
{
    const auto count = std::int64_t(items.parts.size());
    if (items.kind != Items::Kind::Dictionary) {
        itemAt(items, key.toInt()); // throws where there is none
        items.parts[std::size_t(key.toInt() < 0 ? key.toInt() + count : key.toInt())] = value;
        return;
    }
    for (std::size_t i = 0; i < items.parts.size(); ++i)
        if (items.keys[i] == key) {
            items.parts[i] = value;
            return;
        }
    items.keys.push_back(key);
    items.parts.push_back(value);
}

} // namespace

bool changeItems(LoweringState& state, const torch::jit::Node& node, const std::string& name,
                 std::vector<Binding>& arguments)
{
    if (arguments.empty() || arguments[0].kind != Binding::Kind::Items || arguments[0].items->cell)
        return false;
    auto& items = *arguments[0].items;
    if (name == "aten::len") {
        state.environment.bind(node.output(), bound(IValue(std::int64_t(items.parts.size()))));
        return true;
    }
    if (name == "aten::append" && items.kind == Items::Kind::List) {
        state.memory.requireOwn(items, node);
        items.parts.push_back(arguments.at(1));
        if (!node.outputs().empty())
            state.environment.bind(node.output(), arguments[0]);
        return true;
    }
    if (listItems(state, node, name, items))
        return true;
    const bool isSetting = name == "aten::_set_item";
    if (!isSetting && name != "aten::__getitem__")
        return false;
    const auto key = state.spelling.knownValue(arguments.at(1));
    if (!key)
        return false;
    if (isSetting) {
        state.memory.requireOwn(items, node);
        setItem(items, *key, arguments.at(2));
        if (!node.outputs().empty())
            state.environment.bind(node.output(), arguments[0]);
        return true;
    }
    if (items.kind != Items::Kind::Dictionary) {
        state.environment.bind(node.output(), itemAt(items, key->toInt()));
        return true;
    }
    for (std::size_t i = 0; i < items.keys.size(); ++i) {
        if (items.keys[i] == *key) {
            state.environment.bind(node.output(), items.parts[i]);
            return true;
        }
    }
    state.emitter.refuse(node, "the dictionary lacks this key");
}

Binding itemAt(const Items& items, std::int64_t index)
{
    const auto count = std::int64_t(items.parts.size());
    index = index < 0 ? index + count : index;
    if (index < 0 || index >= count)
        throw Error(ErrorCode::InvalidGraph, Message("a list of {} elements has no element {}", count, index),
                    "the model asks for it: correct it there and save it again");
    return items.parts[std::size_t(index)];
}

Binding itemwise(const IValue& value, const c10::TypePtr& type, std::uint64_t born)
{
    auto items = std::make_shared<Items>();
    items->born = born;
    if (value.isList()) {
        items->type = value.toList().elementType();
        for (const IValue& part : value.toListRef())
            items->parts.push_back(bound(part));
    } else if (value.isGenericDict()) {
        items->kind = Items::Kind::Dictionary;
        items->type = type;
        for (const auto& entry : value.toGenericDict()) {
            items->keys.push_back(entry.key());
            items->parts.push_back(bound(entry.value()));
        }
    } else {
        return bound(value);
    }
    return bound(std::move(items));
}

} // namespace ql::importers::torchscript
