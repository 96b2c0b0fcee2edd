// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/path_options.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace ql::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kBlanks = " \t\r\n";
/// A list of samples is no longer; what is longer is text of another kind.
constexpr std::uintmax_t kLargestList = std::uintmax_t(16) << 20;

/// @p word as it stands, without the input's name in front, and each without what follows the path.
std::vector<std::string> pathsIn(const std::string& word)
{
    std::vector<std::string> paths{word};
    if (const auto equals = word.find('='); equals != word.npos)
        paths.push_back(word.substr(equals + 1));
    for (std::size_t i = 0; i < paths.size(); ++i) { // grows while it goes
        const auto path = paths[i];
        const auto end = path.ends_with(']') ? path.rfind('[') : path.rfind(':');
        if (end != path.npos && end > 0)
            paths.push_back(path.substr(0, end));
    }
    return paths;
}

/// Reports that an earlier run left beside samples are no samples.
bool isReport(const fs::path& file)
{
    constexpr std::array<std::string_view, 6> kSuffixes{".txt", ".csv", ".json", ".html", ".svg", ".log"};
    const auto suffix = file.extension().string();
    return std::ranges::find(kSuffixes, suffix) != kSuffixes.end() && file.filename() != "index.json";
}

class NamedFiles {
public:
    void addWord(const std::string& word)
    {
        for (const auto& path : pathsIn(word))
            add(path);
    }
    std::vector<fs::path> take() { return {m_files.begin(), m_files.end()}; }

private:
    void add(const fs::path& path)
    {
        std::error_code ignored;
        if (fs::is_directory(path, ignored))
            addFolder(path, 1);
        else if (fs::is_regular_file(path, ignored) && m_files.insert(path).second) {
            addBeside(path);
            if (path.extension() == ".txt")
                addList(path);
        }
    }

    /// test_data_set_N and the samples' folders of boards lie one level deeper.
    void addFolder(const fs::path& folder, int levelsBelow)
    {
        std::error_code error;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
            std::error_code ignored;
            if (entry->is_regular_file(ignored) && !isReport(entry->path()))
                m_files.insert(entry->path());
            else if (levelsBelow > 0 && entry->is_directory(ignored) && isSampleFolder(entry->path()))
                addFolder(entry->path(), levelsBelow - 1);
        }
    }

    /// Not one that an earlier run wrote its answer into.
    static bool isSampleFolder(const fs::path& folder)
    {
        std::error_code error;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
            if (isReport(entry->path()))
                return false;
        return true;
    }

    /// Weights that an ONNX model keeps outside: "model.onnx.data", "model.onnx_data".
    void addBeside(const fs::path& model)
    {
        if (model.extension() != ".onnx")
            return;
        std::error_code ignored;
        for (const char* suffix : {".data", "_data"})
            if (const fs::path beside = model.string() + suffix; fs::is_regular_file(beside, ignored))
                m_files.insert(beside);
    }

    void addList(const fs::path& list)
    {
        std::error_code error;
        if (fs::file_size(list, error) > kLargestList || error)
            return;
        for (auto line : withContext(Message::text(list.string()), [&list] { return readLines(list); })) {
            line.erase(std::min(line.find_last_not_of(kBlanks) + 1, line.size()));
            if (!line.empty() && fs::is_regular_file(list.parent_path() / line, error))
                m_files.insert(list.parent_path() / line);
        }
    }

    std::set<fs::path> m_files;
};

} // namespace

std::vector<fs::path> filesNamedBy(const std::string& word)
{
    NamedFiles files;
    files.addWord(word);
    return files.take();
}

} // namespace ql::cli
