// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/pickle_value.h"

#include "core/base/error.h"

namespace ql::pickle {

namespace {

constexpr int kDeepestNesting = 32;
constexpr std::size_t kMostVisits = 1000000;
constexpr std::size_t kLongestName = 4096;

/// Walks containers; a pickle may tie them in circles, so depth, names and the number of visits are bounded.
class Walker {
public:
    Walker(char separator, const PickleVisitor& visit)
        : m_separator(separator)
        , m_visit(visit)
    {
    }

    void walk(const PickleValue& value, const std::string& name, int depth)
    {
        if (depth > kDeepestNesting || ++m_visits > kMostVisits || name.size() > kLongestName)
            throw Error(ErrorCode::FileCorrupt,
                        "the pickle is damaged: it nests too deep, holds too many values or too long names");
        if (value.tensor() || value.object())
            m_visit(value, name);
        if (const auto* items = value.items())
            for (std::size_t i = 0; i < items->size(); ++i)
                walk((*items)[i], inner(name, std::to_string(i)), depth + 1);
        if (const auto* entries = value.entries())
            for (const auto& [key, entry] : *entries)
                walk(entry, inner(name, key.integer() ? std::to_string(*key.integer()) : key.textOr("?")), depth + 1);
    }

private:
    std::string inner(const std::string& name, const std::string& key) const
    {
        return name.empty() ? key : name + m_separator + key;
    }

    char m_separator;
    const PickleVisitor& m_visit;
    std::size_t m_visits = 0;
};

} // namespace

std::optional<double> PickleValue::number() const
{
    if (const auto* whole = integer())
        return double(*whole);
    const auto* real = std::get_if<double>(&m_value);
    return real ? std::optional(*real) : std::nullopt;
}

const std::string* PickleValue::globalName() const
{
    const auto* global = std::get_if<Global>(&m_value);
    return global ? global->name : nullptr;
}

const std::string* PickleValue::text() const
{
    const auto* text = std::get_if<Text>(&m_value);
    return text ? text->text : nullptr;
}

Message PickleValue::describe() const
{
    static const Message kKinds[]{"nothing",   "a number", "a number", "a text", {},
                                  "a storage", "a tensor", "a list",   "a dict", "an object"};
    return globalName() ? Message::text(*globalName()) : kKinds[m_value.index()];
}

void visitPickle(const PickleValue& value, char separator, const PickleVisitor& visit)
{
    Walker(separator, visit).walk(value, {}, 0);
}

} // namespace ql::pickle
