// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ql::config::text {

struct Node;

/// What a piece of a config file means, without how it is written: what edits are made of and checked against.
struct Value {
    enum class Kind {
        Null,
        Bool,   ///< text as spelled
        Number, ///< text as spelled, so that a copy is exact
        Text,
        Word, ///< an enumerator of a text-proto file
        Sequence,
        Map ///< a text-proto message may have a key several times
    };
    using Entry = std::pair<std::string, Value>;
    /// What became of it since it was read.
    enum class Change {
        None,
        Inside, ///< of its entries
        Whole   ///< another value took its place
    };

    Kind kind = Kind::Null;
    std::string text;
    std::vector<Entry> entries;   ///< keys are empty in a sequence
    const Node* source = nullptr; ///< the piece of a document that says it; null of a new one
    Change change = Change::None;

    static Value ofBool(bool value);
    static Value ofInt(std::int64_t value);
    /// The shortest text that reads back to @p value; always with a point or an exponent.
    static Value ofDouble(double value);
    static Value ofText(std::string_view value);
    static Value ofWord(std::string_view value);
    static Value ofSequence(std::vector<Value> items = {});
    static Value ofTexts(const std::vector<std::string>& texts);
    static Value ofMap(std::vector<Entry> entries = {});

    bool isCollection() const { return kind == Kind::Sequence || kind == Kind::Map; }
    /// The entry of a map, or null; the @p occurrence'th of that key.
    Value* find(std::string_view key, std::size_t occurrence = 0);
    const Value* find(std::string_view key, std::size_t occurrence = 0) const;
    /// Adds an entry and returns its value. @pre a map
    Value& add(std::string key, Value value);
};

/// The same without memory of where it was read.
Value asNew(Value value);

/// Whether both mean the same; the order of different keys in a map means nothing.
bool isSameMeaning(const Value& a, const Value& b);

/// One step down: the index'th entry named @p key of a map, or (without key) the index'th item of a sequence.
struct Step {
    std::string key;
    std::size_t index = 0;
};
using Path = std::vector<Step>;

/// The value at @p path, or null.
const Value* at(const Value& root, const Path& path);
Value* at(Value& root, const Path& path);

/// Puts @p value at @p path, making maps on the way where nothing is; it and all above it are changed then. @throws
/// Error (BadArgument) when something other than a map or a sequence is in the way.
void setAt(Value& root, const Path& path, Value value);
/// Adds another entry @p key to the map at @p path. @pre there is one
void addAt(Value& root, const Path& path, const std::string& key, Value value);
/// Takes out what stands at @p path. @throws Error (BadArgument) when nothing does.
void removeAt(Value& root, const Path& path);

} // namespace ql::config::text
