// SPDX-License-Identifier: GPL-3.0-or-later
// Lists and dictionaries whose parts are known one by one.
#include "core/import/torchscript/lowering.h"

namespace ql::importers::torchscript {

using c10::IValue;

/// Lists whose parts are known one by one: append and friends are done now, and so is reading.
bool Lowering::changeItems(const Node& node, const std::string& name, std::vector<Binding>& arguments)
{
    if (arguments.empty() || arguments[0].kind != Binding::Kind::Items || arguments[0].items->cell)
        return false;
    auto& items = *arguments[0].items;
    if (name == "aten::len") {
        bind(node.output(), bound(IValue(std::int64_t(items.parts.size()))));
        return true;
    }
    if (name == "aten::append" && items.kind == Items::Kind::List) {
        requireOwn(items, node);
        items.parts.push_back(arguments.at(1));
        if (!node.outputs().empty())
            bind(node.output(), arguments[0]);
        return true;
    }
    if (listItems(node, name, items))
        return true;
    const bool isSetting = name == "aten::_set_item";
    if (!isSetting && name != "aten::__getitem__")
        return false;
    const auto key = knownValue(arguments.at(1));
    if (!key)
        return false;
    if (isSetting) {
        requireOwn(items, node);
        setItem(items, *key, arguments.at(2));
        if (!node.outputs().empty())
            bind(node.output(), arguments[0]);
        return true;
    }
    if (items.kind != Items::Kind::Dictionary) {
        bind(node.output(), itemAt(items, key->toInt()));
        return true;
    }
    for (std::size_t i = 0; i < items.keys.size(); ++i) {
        if (items.keys[i] == *key) {
            bind(node.output(), items.parts[i]);
            return true;
        }
    }
    refuse(node, "the dictionary lacks this key");
}

/// What a dictionary holds, as a list.
bool Lowering::listItems(const Node& node, const std::string& name, const Items& items)
{
    const bool givesKeys = name == "aten::keys" || name == "aten::items";
    const bool givesValues = name == "aten::values" || name == "aten::items";
    if (items.kind != Items::Kind::Dictionary || (!givesKeys && !givesValues))
        return false;
    auto list = std::make_shared<Items>();
    list->born = m_lastVersion;
    list->type = node.output()->type()->expect<c10::ListType>()->getElementType();
    for (std::size_t i = 0; i < items.parts.size(); ++i) {
        auto entry = std::make_shared<Items>(Items{Items::Kind::Tuple, {bound(items.keys[i]), items.parts[i]}, {}, {}});
        entry->born = m_lastVersion;
        entry->type = list->type;
        list->parts.push_back(!givesValues ? bound(items.keys[i]) : givesKeys ? bound(entry) : items.parts[i]);
    }
    bind(node.output(), bound(std::move(list)));
    return true;
}

void Lowering::setItem(Items& items, const IValue& key, const Binding& value)
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

/// A computed list or dictionary may be changed, so its parts are known one by one.
Binding Lowering::itemwise(const IValue& value, const c10::TypePtr& type) const
{
    auto items = std::make_shared<Items>();
    items->born = m_lastVersion;
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
