// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.h"
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/flatten.h"
#include "core/config/dialects/name_list.h"
#include "core/config/dialects/reading.h"
#include "core/config/dialects/rules/said_words.h"
#include "core/config/edit/render.h"

#include <algorithm>

/// A list of layers that stay in float, and nothing else: a name a line or several with commas between them, as scripts
/// around many tools keep it, or a list of names in JSON. The TensorFlow Lite debugger's suspected layers are one
/// (QuantizationDebugger of TensorFlow 2.16, tensorflow.org/lite/performance/quantization_debugger: `denylisted_nodes`
/// takes the names of the tensors that layers make), and so is what ONNX Runtime's tools take as `nodes_to_exclude`.
namespace ql::config::layer_list {

namespace {

using edit::TreeEditor;
using text::Value;
using text::View;

const Message kName("a list of layers");
constexpr auto npos = std::string_view::npos;
constexpr std::string_view kHead =
    "# layers that stay in float"; ///< by which a list of ours is known, whatever its names

/// Of one row: a name, or several with commas between them.
std::vector<std::string> namesIn(const std::string& row)
{
    return splitNames(row, ',');
}

bool isName(std::string_view text)
{
    return !text.empty() && text.find_first_of(" \t{}()<>\"'=\r\n") == text.npos;
}

bool recognisesRows(const text::Document& document)
{
    const auto items = View(document).items();
    const bool isOurs = document.bytes.find(kHead) != npos;
    const auto areNames = [](const View& item) { return std::ranges::all_of(namesIn(item.text()), isName); };
    const auto looksLikeLayer = [](const View& item) { return item.text().find_first_of("/._:0123456789") != npos; };
    return std::ranges::all_of(items, areNames) && (isOurs || std::ranges::any_of(items, looksLikeLayer));
}

bool recognisesJson(const text::Document& document)
{
    const View root(document);
    const auto items = root.isSequence() ? root.items() : std::vector<View>();
    return root.isSequence() && std::ranges::all_of(items, [](const View& item) { return item.asText().has_value(); });
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.naming = LayerNaming::Either;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    const auto root = reading.root();
    if (!root.isSequence() && !root.isNull())
        reading.error("wrong-type", root.position(), "expected a list of names");
    const bool areRows = document.syntax == text::Syntax::Rows;
    for (const auto& item : root.isSequence() ? root.items() : std::vector<View>()) {
        if (!item.isScalar()) {
            reading.error("wrong-type", item.position(), "expected a name");
            continue;
        }
        for (const auto& name : areRows ? namesIn(item.text()) : std::vector<std::string>{item.text()}) {
            if (areRows && !isName(name))
                reading.error("wrong-type", item.position(), Message("expected a name, found {}", name),
                              "write one name a line");
            else
                config.addSkip(Selector::Kind::Layer, name, root.position());
        }
    }
    return config;
}

bool holds(const Value& item, const std::string& layer, bool areRows)
{
    const auto names = areRows ? namesIn(item.text) : std::vector<std::string>{item.text};
    return std::ranges::find(names, layer) != names.end();
}

/// Takes the layer out of its row; one without names goes.
void removeFromRow(TreeEditor& editor, std::size_t row, const std::string& layer)
{
    auto names = namesIn(editor.meaning().entries[row].second.text);
    std::erase(names, layer);
    std::string rest;
    for (const auto& name : names)
        rest += (rest.empty() ? "" : ", ") + name;
    if (rest.empty())
        editor.remove(itemOf({}, row));
    else
        editor.set(itemOf({}, row), Value::ofText(rest));
}

void applyEdit(TreeEditor& editor, const QuantConfig&, const LayerEdit& edit)
{
    const bool areRows = editor.syntax() == text::Syntax::Rows;
    if (areRows && (!isName(edit.layer) || edit.layer.find(',') != npos))
        cannotSay(kName, Message("a name with a blank: {}", edit.layer));
    const auto isIn = [&](const auto& item) { return holds(item.second, edit.layer, areRows); };
    if (edit.action == LayerEdit::Action::Skip) {
        if (std::ranges::none_of(editor.meaning().entries, isIn))
            editor.append({}, Value::ofText(edit.layer));
        return;
    }
    if (edit.action == LayerEdit::Action::Set && !edit.settings.isEmpty())
        cannotSay(kName, "how a layer is quantized", "it knows which ones stay in float: skip the layer");
    for (auto i = editor.meaning().entries.size(); i-- > 0;)
        if (isIn(editor.meaning().entries[i]) && areRows)
            removeFromRow(editor, i, edit.layer);
        else if (isIn(editor.meaning().entries[i]))
            editor.remove(itemOf({}, i));
}

std::string write(Conversion& conversion, text::Syntax syntax)
{
    loseNetworkSettings(conversion, true, true);
    std::vector<std::string> names;
    for (const auto& layer : flattened(conversion)) {
        const bool isFloat = !layer.resolved.isQuantized || layer.resolved.activation.floatType;
        if (isFloat && syntax == text::Syntax::Rows && (!isName(layer.name) || printable(layer.name) != layer.name))
            conversion.lose("layer " + layer.name, "a name with a blank");
        else if (isFloat)
            names.push_back(layer.name);
        else if (layer.resolved.origin != ResolvedLayer::Origin::Common)
            conversion.lose("layer " + layer.name, "how it is quantized: the list knows what stays in float");
    }
    if (!conversion.config.common.isEmpty())
        conversion.lose("network", "widths and all the rest: the list knows what stays in float");
    return edit::renderDocument(Value::ofTexts(names), syntax);
}

std::string writeRows(Conversion& conversion)
{
    std::string rows(kHead);
    rows += '\n';
    return rows += write(conversion, text::Syntax::Rows);
}

std::string writeJson(Conversion& conversion)
{
    return write(conversion, text::Syntax::Json);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"layer-list",
             Message("list of layers that stay in float (text)"),
             text::Syntax::Rows,
             recognisesRows,
             read,
             applyEdit,
             writeRows,
             {},
             LayerNaming::Either},
            {"layer-list-json",
             Message("list of layers that stay in float (JSON)"),
             text::Syntax::Json,
             recognisesJson,
             read,
             applyEdit,
             writeJson,
             {},
             LayerNaming::Either},
            {"layer-list-yaml",
             Message("list of layers that stay in float (YAML)"),
             text::Syntax::Yaml,
             recognisesJson,
             read,
             applyEdit,
             nullptr,
             {},
             LayerNaming::Either}};
}

} // namespace ql::config::layer_list
