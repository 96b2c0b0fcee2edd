// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/tensors/encodings_writing.h"

#include "core/config/dialects/name_list.h"
#include "core/config/dialects/tensors/tensor_edits.h"

#include <optional>

namespace ql::config::encodings_json {

namespace {

using edit::TreeEditor;
using text::Path;
using text::Value;

/// Where a tensor's encoding stands among maps by name.
std::optional<Path> placeInMaps(const Value& root, const std::string& tensor)
{
    for (const char* key : {kActivations, kParameters})
        if (const auto path = pathTo({key, tensor.c_str()}); at(root, path))
            return path;
    return std::nullopt;
}

/// Where it stands in lists of maps that say their name.
std::optional<Path> placeInLists(const Value& root, const std::string& tensor)
{
    for (const char* key : {kActivations, kParameters, kList}) {
        const auto* list = root.find(key);
        for (std::size_t i = 0; list && i < list->entries.size(); ++i) {
            const auto* name = list->entries[i].second.find("name");
            if (name && name->text == tensor)
                return itemOf(pathTo({key}), i);
        }
    }
    return std::nullopt;
}

template <auto Place>
void removeEncoding(TreeEditor& editor, const std::string& tensor)
{
    if (const auto path = Place(editor.meaning(), tensor))
        editor.remove(*path);
}

void putInMaps(TreeEditor& editor, const std::string& tensor, const TensorSettings& settings, bool isParameter)
{
    const auto place = placeInMaps(editor.meaning(), tensor);
    editor.set(place ? *place : pathTo({isParameter ? kParameters : kActivations, tensor.c_str()}),
               mapEntries(tensor, settings));
}

void putInLists(TreeEditor& editor, const std::string& tensor, const TensorSettings& settings, bool isParameter)
{
    const auto entry = listEntry(tensor, settings);
    if (const auto place = placeInLists(editor.meaning(), tensor))
        return editor.set(*place, entry);
    editor.append(pathTo({isParameter ? kParameters : kActivations}), entry);
}

void putInVersionTwo(TreeEditor& editor, const std::string& tensor, const TensorSettings& settings, bool)
{
    const auto entry = versionTwoEntry(tensor, settings);
    if (const auto place = placeInLists(editor.meaning(), tensor))
        return editor.set(*place, entry);
    editor.append(pathTo({kList}), entry);
}

} // namespace

void editMaps(TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit)
{
    editTensors(editor, config, edit, {Message("AIMET's encodings"), putInMaps, removeEncoding<placeInMaps>});
}

void editList(TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit)
{
    editTensors(editor, config, edit, {Message("AIMET's encodings"), putInLists, removeEncoding<placeInLists>});
}

void editVersionTwo(TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit)
{
    editTensors(editor, config, edit, {Message("AIMET's encodings"), putInVersionTwo, removeEncoding<placeInLists>});
}

} // namespace ql::config::encodings_json
