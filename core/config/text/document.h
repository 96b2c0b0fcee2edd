// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/config/quant_config.h"
#include "core/config/text/value.h"

#include <memory>
#include <string>
#include <vector>

namespace ql::config::text {

/// How a config file is written.
enum class Syntax {
    Json,
    Yaml,
    Proto, ///< the text form of protobuf
    Lines, ///< "name value" a line, # begins a comment
    Rows   ///< a list: a line each, or a call over several lines; # begins a comment
};

enum class Quoting { None, Single, Double, Block };

/// Bytes [begin, end) of a file.
struct Span {
    std::size_t begin = 0;
    std::size_t end = 0;
};

struct Entry;

/// A piece of a file: what it says and where. Owned by its Document.
struct Node {
    enum class Kind { Null, Scalar, Sequence, Map, Alias };
    Kind kind = Kind::Null;
    Quoting quoting = Quoting::None;
    bool isFlow = false;   ///< stands between brackets
    std::string text;      ///< of a scalar, decoded; of an alias, the anchor's name
    std::string anchor;    ///< YAML's &name
    std::size_t slot = 0;  ///< right behind the ":" or "-" that it belongs to
    std::size_t begin = 0; ///< where its anchor or tag begins, if it has one
    Span span;             ///< empty at `slot` when nothing is written; without anchor and tag
    std::vector<Entry> entries;
    const Node* target = nullptr; ///< of an alias
};

struct Entry {
    std::string key; ///< empty in a sequence
    Quoting keyQuoting = Quoting::None;
    Span keySpan; ///< the key; the dash of a block sequence; empty at the item of a flow sequence
    Node value;
};

/// Something that is readable but that another reader may refuse or take otherwise.
struct Remark {
    Message message;
    std::size_t offset = 0;
    bool isDuplicate = false; ///< of a key that was there before
};

/// A parsed file with the position of every piece, so that edits can patch the bytes.
struct Document {
    std::string name; ///< for messages
    Syntax syntax = Syntax::Json;
    std::string bytes;
    std::unique_ptr<Node> root; ///< a Null node for an empty file
    std::vector<Remark> remarks;
    std::vector<std::size_t> lineBegins; ///< rising
    std::string lineBreak = "\n";        ///< as the first line ends

    SourcePosition positionOf(std::size_t offset) const;
    /// "file.yaml:12:3", for messages
    std::string where(std::size_t offset) const;
};

/// Nesting deeper than this is refused.
inline constexpr int kDeepest = 100;

/// @throws Error (FileCorrupt) with file:line:column, expected and found; (UnsupportedFormat) for UTF-16, several YAML
/// documents and keys that are no scalars.
Document parseDocument(std::string bytes, Syntax syntax, std::string name);
/// The same to share, as editors do.
std::shared_ptr<const Document> sharedDocument(std::string bytes, Syntax syntax, std::string name);

} // namespace ql::config::text
