// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/documents/json_text.h"

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <string>
#include <unordered_set>
#include <vector>

namespace ql {

namespace {

/// Sees what a parser comes by: counts levels and remembers the keys of the objects that it is in.
class KeyWatch {
public:
    KeyWatch(const Message& hint, int deepest)
        : m_hint(hint)
        , m_deepest(deepest)
    {
    }

    void enter()
    {
        m_open.emplace_back();
        if (int(m_open.size()) > m_deepest)
            throw Error(ErrorCode::FileCorrupt, Message("nests too deep, expected at most {} levels", m_deepest),
                        m_hint);
    }
    void leave() { m_open.pop_back(); }

    void take(const std::string& key)
    {
        auto& level = m_open.back();
        level.last = key;
        if (!level.keys.insert(key).second)
            throw Error(ErrorCode::FileCorrupt, Message("key {} stands twice in one object", path()),
                        m_hint.empty() ? Message("remove one of the two") : m_hint);
    }

private:
    struct Level {
        std::unordered_set<std::string> keys;
        std::string last;
    };

    /// "weight_map.conv.weight"
    std::string path() const
    {
        std::string path;
        for (const auto& level : m_open)
            if (!level.last.empty() || &level == &m_open.back())
                path += (path.empty() ? "" : ".") + level.last;
        return path;
    }

    const Message& m_hint;
    int m_deepest;
    std::vector<Level> m_open;
};

template <typename Json>
Json parsed(std::string_view text, const Message& hint, int deepest)
{
    KeyWatch watch(hint, deepest);
    const auto see = [&watch](int, typename Json::parse_event_t event, Json& value) {
        using Event = typename Json::parse_event_t;
        if (event == Event::object_start || event == Event::array_start)
            watch.enter();
        else if (event == Event::object_end || event == Event::array_end)
            watch.leave();
        else if (event == Event::key)
            watch.take(value.template get_ref<const std::string&>());
        return true;
    };
    try {
        return Json::parse(text, see);
    } catch (const typename Json::exception& problem) {
        throw Error(ErrorCode::FileCorrupt, Message("is no JSON: {}", problem.what()), hint);
    }
}

} // namespace

nlohmann::json readJson(std::string_view text, const Message& hint, int deepest)
{
    return parsed<nlohmann::json>(text, hint, deepest);
}

nlohmann::ordered_json readOrderedJson(std::string_view text, const Message& hint)
{
    return parsed<nlohmann::ordered_json>(text, hint, kDeepestJson);
}

} // namespace ql
