// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/name_list.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::config {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;

bool isNamed(const std::string& piece, const std::string& name)
{
    return piece == name || (piece.starts_with(name) && piece.size() > name.size() && piece[name.size()] == ':');
}

bool isList(const Value* value)
{
    return value && value->kind == Value::Kind::Sequence;
}

} // namespace

using edit::TreeEditor;
using text::Path;
using text::Syntax;
using text::Value;

Path pathTo(std::initializer_list<const char*> keys)
{
    Path path;
    for (const auto* key : keys)
        path.push_back({key});
    return path;
}

Path below(Path path, const char* key)
{
    path.push_back({key});
    return path;
}

Path itemOf(Path path, std::size_t index)
{
    path.push_back({{}, index});
    return path;
}

std::vector<std::string> namesAt(const Value& root, const Path& path)
{
    std::vector<std::string> names;
    const auto take = [&names](const Value& value) {
        if (!value.isCollection() && value.kind != Value::Kind::Null)
            names.push_back(value.text);
        for (const auto& [key, item] : value.entries)
            names.push_back(item.text);
    };
    const auto* parent = at(root, Path(path.begin(), path.end() - 1));
    if (!parent)
        return names;
    for (const auto& [key, value] : parent->entries)
        if (key == path.back().key)
            take(value);
    return names;
}

bool holdsName(const Value& value, const std::string& name)
{
    const auto isName = [&name](const Value::Entry& entry) { return entry.second.text == name; };
    if (isList(&value))
        return std::any_of(value.entries.begin(), value.entries.end(), isName);
    return !value.isCollection() && value.text == name;
}

void addName(TreeEditor& editor, const Path& path, const std::string& name)
{
    const auto names = namesAt(editor.meaning(), path);
    if (std::find(names.begin(), names.end(), name) != names.end())
        return;
    const auto* value = at(editor.meaning(), path);
    const bool isList = value && value->kind == Value::Kind::Sequence;
    if (editor.syntax() == Syntax::Proto && !isList)
        return editor.addField(Path(path.begin(), path.end() - 1), path.back().key, Value::ofText(name));
    if (value && value->kind == Value::Kind::Text) // one name without a list around it
        return editor.set(path, Value::ofSequence({*value, Value::ofText(name)}));
    editor.append(path, Value::ofText(name));
}

void removeName(TreeEditor& editor, const Path& path, const std::string& name)
{
    auto occurrence = path;
    for (const auto* value = at(editor.meaning(), occurrence); value; value = at(editor.meaning(), occurrence)) {
        if (value->kind == Value::Kind::Sequence) {
            for (auto i = value->entries.size(); i-- > 0;)
                if (value = at(editor.meaning(), occurrence); value->entries[i].second.text == name)
                    editor.remove(itemOf(occurrence, i));
            ++occurrence.back().index;
        } else if (value->text != name) {
            ++occurrence.back().index;
        } else if (editor.syntax() == Syntax::Proto) {
            editor.remove(occurrence);
        } else {
            editor.set(path, Value::ofSequence());
        }
        if (editor.syntax() != Syntax::Proto)
            return;
    }
}

std::vector<std::string> splitNames(const std::string& text, char separator)
{
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(separator, begin), text.size());
        const auto first = text.find_first_not_of(" \t\r\n", begin);
        const auto last = end == 0 ? std::string::npos : text.find_last_not_of(" \t\r\n", end - 1);
        if (first < end && last != std::string::npos && last >= first)
            names.push_back(text.substr(first, last - first + 1));
        begin = end + 1;
    }
    return names;
}

std::string joinNames(const std::vector<std::string>& names, char separator)
{
    std::string text;
    for (const auto& name : names)
        text += (text.empty() ? "" : std::string(1, separator)) + name;
    return text;
}

void cannotSay(const Message& dialect, const Message& what, Message hint)
{
    throw Error(ErrorCode::BadArgument, Message("{} can't say {}", dialect, what), std::move(hint));
}

void requireWidthsOnly(const Message& dialect, LayerSettings settings, const Message& what)
{
    settings.activation.bits.reset();
    settings.weight.bits.reset();
    settings.isQuantized.reset();
    if (!settings.isEmpty())
        cannotSay(dialect, what);
}

std::vector<std::string> unsaidWords(const TensorSettings& settings, std::string_view tensor)
{
    std::vector<std::string> words;
    if (settings.fixed)
        words.push_back(fmt::format("{}: a fixed scale", tensor));
    if (settings.granularity)
        words.push_back(fmt::format("{}: {}", tensor, toString(*settings.granularity)));
    if (settings.isSymmetric)
        words.push_back(fmt::format("{}: {}", tensor, *settings.isSymmetric ? "symmetric" : "affine"));
    if (settings.observer)
        words.push_back(fmt::format("{}: observer {}", tensor, toString(settings.observer->kind)));
    if (settings.quantizer && settings.quantizer->kind != QuantizerKind::Linear)
        words.push_back(fmt::format("{}: quantizer {}", tensor, toString(settings.quantizer->kind)));
    return words;
}

void addPiece(TreeEditor& editor, const Path& path, const std::string& piece)
{
    const auto* value = at(editor.meaning(), path);
    if (isList(value))
        return addName(editor, path, piece);
    const auto text = value ? value->text : std::string();
    const auto pieces = splitNames(text);
    if (std::find(pieces.begin(), pieces.end(), piece) == pieces.end())
        editor.set(path, Value::ofText(pieces.empty() ? piece : text + ";" + piece));
}

bool removePiece(TreeEditor& editor, const Path& path, const std::string& name)
{
    const auto* value = at(editor.meaning(), path);
    if (!value || value->kind == Value::Kind::Null || value->kind == Value::Kind::Map)
        return false;
    if (isList(value)) {
        const bool isThere = holdsName(*value, name);
        removeName(editor, path, name);
        return isThere;
    }
    auto pieces = splitNames(value->text);
    if (std::erase_if(pieces, [&name](const std::string& piece) { return isNamed(piece, name); }) == 0)
        return false;
    editor.set(path, Value::ofText(joinNames(pieces)));
    return true;
}

} // namespace ql::config
