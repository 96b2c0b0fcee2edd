// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/text/value.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::config::text {

namespace {

Message nameOf(const Step& step)
{
    return step.key.empty() ? Message("item {}", step.index) : Message::text(step.key);
}

std::vector<const Value::Entry*> sortedByKey(const Value& map)
{
    std::vector<const Value::Entry*> sorted;
    for (const auto& entry : map.entries)
        sorted.push_back(&entry);
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->first < b->first; });
    return sorted;
}

Value* child(Value& parent, const Step& step)
{
    if (!step.key.empty())
        return parent.kind == Value::Kind::Map ? parent.find(step.key, step.index) : nullptr;
    const bool isThere = parent.kind == Value::Kind::Sequence && step.index < parent.entries.size();
    return isThere ? &parent.entries[step.index].second : nullptr;
}

Value::Kind parentKind(const Step& step)
{
    return step.key.empty() ? Value::Kind::Sequence : Value::Kind::Map;
}

/// @throws Error (BadArgument) when a scalar, or the other kind of collection, stands on the way
void requireFree(const Value& root, const Path& path)
{
    const auto* value = &root;
    for (auto step = path.begin(); step != path.end() && value && value->kind != Value::Kind::Null; ++step) {
        if (value->kind != parentKind(*step))
            throw Error(ErrorCode::BadArgument, Message("something else stands in the way of {}", nameOf(*step)));
        value = child(const_cast<Value&>(*value), *step);
    }
}

/// The place at @p path, made when it isn't there; what is above it counts as changed.
Value& changedChild(Value& root, const Path& path)
{
    auto* target = &root;
    for (const auto& step : path) {
        target->change = std::max(target->change, Value::Change::Inside);
        target->kind = parentKind(step);
        auto* found = child(*target, step);
        target = found ? found : &target->add(step.key, {});
    }
    return *target;
}

} // namespace

Value Value::ofBool(bool value)
{
    return {Kind::Bool, value ? "true" : "false", {}};
}

Value Value::ofInt(std::int64_t value)
{
    return {Kind::Number, std::to_string(value), {}};
}

Value Value::ofDouble(double value)
{
    auto text = fmt::format("{}", value);
    if (text.find_first_of(".en") == std::string::npos) // "inf" and "nan" have an n
        text += ".0";
    // PyYAML takes "1e-10" for a text: it wants a point.
    if (const auto exponent = text.find('e'); exponent != std::string::npos && text.find('.') == std::string::npos)
        text.insert(exponent, ".0");
    return {Kind::Number, std::move(text), {}};
}

Value Value::ofText(std::string_view value)
{
    return {Kind::Text, std::string(value), {}};
}

Value Value::ofWord(std::string_view value)
{
    return {Kind::Word, std::string(value), {}};
}

Value Value::ofSequence(std::vector<Value> items)
{
    Value sequence{Kind::Sequence, {}, {}};
    for (auto& item : items)
        sequence.add({}, std::move(item));
    return sequence;
}

Value Value::ofTexts(const std::vector<std::string>& texts)
{
    Value sequence{Kind::Sequence, {}, {}};
    for (const auto& text : texts)
        sequence.add({}, ofText(text));
    return sequence;
}

Value Value::ofMap(std::vector<Entry> entries)
{
    return {Kind::Map, {}, std::move(entries)};
}

const Value* Value::find(std::string_view key, std::size_t occurrence) const
{
    for (const auto& entry : entries)
        if (entry.first == key && occurrence-- == 0)
            return &entry.second;
    return nullptr;
}

Value* Value::find(std::string_view key, std::size_t occurrence)
{
    return const_cast<Value*>(std::as_const(*this).find(key, occurrence));
}

Value& Value::add(std::string key, Value value)
{
    entries.emplace_back(std::move(key), std::move(value));
    return entries.back().second;
}

Value asNew(Value value)
{
    value.source = nullptr;
    value.change = Value::Change::None;
    for (auto& [key, item] : value.entries)
        item = asNew(std::move(item));
    return value;
}

bool isSameMeaning(const Value& a, const Value& b)
{
    if (a.kind != b.kind || a.text != b.text || a.entries.size() != b.entries.size())
        return false;
    const auto isSameEntry = [](const Value::Entry& x, const Value::Entry& y) {
        return x.first == y.first && isSameMeaning(x.second, y.second);
    };
    const auto isSameKey = [](const Value::Entry& x, const Value::Entry& y) { return x.first == y.first; };
    if (std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), isSameKey))
        return std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), isSameEntry);
    const auto x = sortedByKey(a);
    const auto y = sortedByKey(b);
    return std::equal(x.begin(), x.end(), y.begin(),
                      [&](const auto* left, const auto* right) { return isSameEntry(*left, *right); });
}

Value* at(Value& root, const Path& path)
{
    auto* value = &root;
    for (const auto& step : path)
        if (value = child(*value, step); !value)
            return nullptr;
    return value;
}

const Value* at(const Value& root, const Path& path)
{
    return at(const_cast<Value&>(root), path);
}

void setAt(Value& root, const Path& path, Value value)
{
    requireFree(root, path);
    auto& target = changedChild(root, path);
    value = asNew(std::move(value));
    value.source = target.source;
    value.change = Value::Change::Whole;
    target = std::move(value);
}

void addAt(Value& root, const Path& path, const std::string& key, Value value)
{
    auto& map = changedChild(root, path);
    map.change = std::max(map.change, Value::Change::Inside);
    map.add(key, asNew(std::move(value)));
}

void removeAt(Value& root, const Path& path)
{
    if (path.empty() || !at(root, path))
        throw Error(ErrorCode::BadArgument,
                    Message("there is nothing to remove at {}", nameOf(path.empty() ? Step() : path.back())));
    auto& parent = changedChild(root, Path(path.begin(), path.end() - 1));
    parent.change = std::max(parent.change, Value::Change::Inside);
    const auto* target = child(parent, path.back());
    std::erase_if(parent.entries, [target](const Value::Entry& entry) { return &entry.second == target; });
}

} // namespace ql::config::text
