// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/text_list.h"

#include "core/config/dialects/name_list.h"

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
