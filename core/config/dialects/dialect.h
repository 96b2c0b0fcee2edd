// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/config/quant_config.h"
#include "core/config/text/document.h"
#include "core/results/config_result.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ql::config::edit {
class TreeEditor;
}
namespace ql::graph {
class Graph;
struct Node;
} // namespace ql::graph

namespace ql::config {

/// A layer of the network that a config is for.
struct ModelLayer {
    std::string name;
    std::string opType;
    int dataInputs = 1;
    bool hasWeight = false;
    std::string functions = {}; ///< of torch that become it, separated by spaces
    std::string node = {};      ///< its own name
    std::string output = {};    ///< the first value that it makes
    std::vector<std::string> aliases = {};
};

/// What a writer is given, and where it says what the target can't express.
struct Conversion {
    const QuantConfig& config;
    std::vector<ModelLayer> layers; ///< empty = the network isn't known
    std::vector<std::pair<std::string, std::string>> losses = {};
    const graph::Graph* graph = nullptr;   ///< null = the network isn't known
    LayerNaming naming = LayerNaming::Any; ///< of the target

    void lose(std::string subject, std::string what) { losses.emplace_back(std::move(subject), std::move(what)); }
};

/// Layers whose scales the target fits to others in ways that no public source tells, so that nothing simulates them.
struct UnknownScales {
    bool (*concerns)(const graph::Node& node);
    Message reason; ///< "how RKNN's toolkit … isn't public"
    Message remedy;
};

/// One way to write a quantization config: a layout with this door. Editing is text patching; nothing is ever
/// rewritten.
struct Dialect {
    std::string_view id;
    Message title;
    text::Syntax syntax;
    /// Whether a parsed file is of this dialect. Null: it can't be read.
    bool (*recognises)(const text::Document& document);
    /// What the file says; what is wrong or odd goes to @p findings. Never throws for bad content.
    QuantConfig (*read)(const text::Document& document, std::vector<results::Diagnostic>& findings);
    /// @throws Error (BadArgument) naming what the dialect can't say. Null: the dialect isn't edited.
    void (*edit)(edit::TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit);
    /// A whole file. Null: it can't be written.
    std::string (*write)(Conversion& conversion);
    /// Of core/graph/formats, what it can say in place of a width, of one layer too; the file sees that no other is
    /// asked of it.
    std::vector<std::string_view> numberFormats = {};
    LayerNaming naming = LayerNaming::Any; ///< of what it writes
    bool joinsScales =
        false; ///< its target has one scale for what a Concat joins, and for what a pooling reads and gives
    const UnknownScales* unknownScales = nullptr; ///< beyond those
};

/// Every dialect. A new one is a file and a line in dialects.inc.
std::span<const Dialect> dialects();

/// @throws Error (BadArgument) naming the known ids.
const Dialect& dialectNamed(std::string_view id);

/// A file with its dialect.
struct RecognisedFile {
    const Dialect* dialect;
    text::Document document;
};

/// Finds the dialect by content (@p id empty) or takes the named one. @throws Error (FileCorrupt) with
/// file:line:column, (UnsupportedFormat) when no dialect fits.
RecognisedFile recognise(const std::string& bytes, const std::string& name, std::string_view id = {});

} // namespace ql::config
