// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/layering/folder_cycles.h"

#include <algorithm>
#include <regex>
#include <set>

namespace ql::tests {

namespace {

/// By folder: those that it includes, each with a file that does.
using Arrows = std::map<std::string, std::map<std::string, std::string>>;

std::vector<std::string> pieces(const std::string& path)
{
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin <= path.size();) {
        const auto end = std::min(path.find('/', begin), path.size());
        names.push_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return names;
}

/// Adds the arrow where both lie in different folders of one folder.
void addArrow(const std::string& from, const std::string& to, std::map<std::string, Arrows>& rooms)
{
    const auto a = pieces(from);
    const auto b = pieces(to);
    std::string room;
    for (std::size_t i = 0; i + 1 < std::min(a.size(), b.size()); ++i) {
        if (a[i] != b[i]) {
            if (!room.empty())
                rooms[room][a[i]].try_emplace(b[i], from);
            return;
        }
        room += (room.empty() ? "" : "/") + a[i];
    }
}

/// Walks the arrows of one room until it meets its own way again.
class CircleSearch {
public:
    explicit CircleSearch(const Arrows& arrows)
        : m_arrows(arrows)
    {
        for (const auto& [folder, targets] : arrows)
            visit(folder);
    }

    std::vector<std::string> circles;

private:
    void visit(const std::string& folder)
    {
        if (const auto met = std::ranges::find(m_way, folder); met != m_way.end())
            return describe(std::size_t(met - m_way.begin()));
        if (!m_seen.insert(folder).second)
            return;
        m_way.push_back(folder);
        if (const auto targets = m_arrows.find(folder); targets != m_arrows.end())
            for (const auto& [target, file] : targets->second)
                visit(target);
        m_way.pop_back();
    }

    void describe(std::size_t begin)
    {
        std::string circle;
        std::string files;
        for (auto i = begin; i < m_way.size(); ++i) {
            const auto& next = i + 1 < m_way.size() ? m_way[i + 1] : m_way[begin];
            circle += m_way[i] + " > ";
            files += " " + m_arrows.at(m_way[i]).at(next);
        }
        circles.push_back(circle + m_way[begin] + " (" + files.substr(1) + ")");
    }

    const Arrows& m_arrows;
    std::vector<std::string> m_way;
    std::set<std::string> m_seen;
};

} // namespace

std::vector<std::string> folderCycles(const std::map<std::string, std::string>& files)
{
    static const std::regex include("#include \"((?:core|widgets|app)/[^\"]+)\"");
    std::map<std::string, Arrows> rooms;
    for (const auto& [path, text] : files)
        for (auto found = std::sregex_iterator(text.begin(), text.end(), include); found != std::sregex_iterator();
             ++found)
            addArrow(path, (*found)[1].str(), rooms);
    std::vector<std::string> problems;
    for (const auto& [room, arrows] : rooms)
        for (const auto& circle : CircleSearch(arrows).circles)
            problems.push_back(room + ": " + circle);
    return problems;
}

} // namespace ql::tests
