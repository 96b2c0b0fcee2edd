// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/layering/layering_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <regex>
#include <set>

namespace ql::tests {

namespace {

using Names = std::set<std::string, std::less<>>;

constexpr int kLongestFile = 400;
constexpr int kMostFiles = 40; ///< directly in a folder
constexpr std::array kTopLevel{"CMakeLists.txt", "LICENSE",   "README.md", "app",          "core",
                               "packaging",      "resources", "tests",     "translations", "widgets"};
constexpr std::array kHeavyLibraries{"torch/", "ATen/", "c10/", "onnx/", "google/protobuf/"};

/// Which folders of core a folder of core may include besides itself and base.
const std::map<std::string, Names, std::less<>>& allowedNeighbours()
{
    static const std::map<std::string, Names, std::less<>> table{
        {"base", {}},
        {"jobs", {}},
        {"graph", {}},
        {"caller", {"graph"}},
        {"results", {}},
        {"report", {"results"}},
        {"config", {"graph", "results"}},
        {"project", {"config", "results", "report"}}, // trials keep results, as tables
        {"ops", {"jobs", "graph"}},                   // only jobs starts threads
        {"pickle", {"graph"}},
        {"import", {"graph", "ops", "pickle"}},
        {"ranks", {"jobs"}},
        {"runs", {"jobs", "graph", "ops"}},
        {"quant", {"graph", "ops", "runs", "config", "results"}},
        {"export", {"graph", "import"}}, // both sides of an ONNX file know its protobuf classes
        {"data", {"graph", "caller", "ops", "pickle", "runs", "import"}}, // .pb files hold ONNX tensors
        {"analysis",
         {"jobs", "graph", "caller", "ops", "import", "export", "pickle", "runs", "quant", "data", "results",
          "config"}},
        {"engine",
         {"graph", "caller", "ops", "import", "export", "runs", "quant", "data", "results", "config", "analysis",
          "ranks"}}};
    return table;
}

/// Folders whose headers show ATen types or the importer: the heavy half of core.
const Names& heavyFolders()
{
    static const Names folders{"ops", "import", "export", "runs", "quant", "data", "analysis"};
    return folders;
}

/// The folders of widgets, lower ones first: each may include only those before it.
constexpr std::array kWidgetsOrder{"style",           "text",          "settings",  "jobs",     "session",
                                   "config_document", "analyses",      "workbench", "models",   "charts",
                                   "graph_view",      "config_editor", "docks",     "handbook", "window"};

/// "graph" of "core/graph/ir/graph.h" under the root "core/".
std::string folderUnder(std::string_view root, std::string_view path)
{
    if (!path.starts_with(root))
        return {};
    const auto rest = path.substr(root.size());
    const auto slash = rest.find('/');
    return slash == std::string_view::npos ? std::string() : std::string(rest.substr(0, slash));
}

std::string folderOfCore(std::string_view path)
{
    return folderUnder("core/", path);
}

/// Whether a file at @p path in widgets includes a folder of widgets that stands above its own.
bool includesHigherWidgets(std::string_view path, std::string_view header)
{
    const auto rank = [](std::string_view file) {
        return std::ranges::find(kWidgetsOrder, folderUnder("widgets/", file));
    };
    const auto end = std::ranges::end(kWidgetsOrder);
    return rank(path) != end && rank(header) != end && rank(header) > rank(path);
}

/// Files that must not see LibTorch, onnx or protobuf. Of engine only the door and its loader are light.
bool isLight(std::string_view path)
{
    if (path.starts_with("widgets/") || path.starts_with("app/"))
        return true;
    const auto folder = folderOfCore(path);
    if (folder == "engine")
        return path == "core/engine/engine.h" || path == "core/engine/load_engine.cpp";
    return !folder.empty() && !heavyFolders().contains(folder);
}

bool isChartsHeader(const std::string& header)
{
    static const std::regex charts(
        "QtCharts(/.*)?|Q(Abstract|Area|Bar|BoxPlot|Candlestick|HorizontalBar|Line|Percent|Pie|Polar|"
        "Scatter|Spline|StackedBar|XY)\\w*Series|Q\\w*Axis|QChart\\w*|Q\\w*ModelMapper|QBarSet|QLegend\\w*");
    return std::regex_match(header, charts);
}

/// What is wrong with an `#include <header>` in @p path, if anything.
std::optional<std::string> systemIncludeProblem(std::string_view path, const std::string& header)
{
    const bool isQt = header.size() > 1 && header[0] == 'Q' && (std::isupper(header[1]) != 0 || header[1] == 't');
    const bool isHeavy = std::any_of(kHeavyLibraries.begin(), kHeavyLibraries.end(),
                                     [&header](const char* library) { return header.starts_with(library); });
    if (isQt && (path.starts_with("core/") || path.starts_with("app/cli/")))
        return "Qt header <" + header + "> in core or the command line";
    if (isHeavy && isLight(path))
        return "<" + header + "> where LibTorch, onnx and protobuf must not be seen";
    if (header.starts_with("opencv2/") && !path.starts_with("core/data/opencv/"))
        return "OpenCV header <" + header + "> outside core/data/opencv";
    if (isChartsHeader(header) && (path.starts_with("widgets/") || path.starts_with("app/"))
        && !path.starts_with("widgets/charts/"))
        return "Qt Charts header <" + header + "> outside widgets/charts";
    return std::nullopt;
}

/// Headers of what executes a network node by node, which only core/runs may do.
bool runsNodes(std::string_view header)
{
    return header == "core/runs/program/pass.h" || header == "core/runs/program/frame.h";
}

/// What is wrong with an `#include "header"` in @p path, if anything.
std::optional<std::string> ownIncludeProblem(std::string_view path, const std::string& header)
{
    if (path.starts_with("core/") && (header.starts_with("widgets/") || header.starts_with("app/")))
        return "core includes \"" + header + "\"";
    if (path.starts_with("widgets/") && header.starts_with("app/"))
        return "widgets includes \"" + header + "\"";
    if (path.starts_with("app/cli/") && header.starts_with("widgets/"))
        return "the command line includes \"" + header + "\"";
    if (includesHigherWidgets(path, header))
        return "\"" + header + "\" stands above widgets/" + folderUnder("widgets/", path);
    const auto target = folderOfCore(header);
    if (target.empty())
        return std::nullopt;
    if (runsNodes(header) && path.starts_with("core/") && folderOfCore(path) != "runs")
        return "\"" + header + "\" runs nodes: ask core/runs/run.h, what_if.h or pairs/lockstep.h instead";
    if (isLight(path) && heavyFolders().contains(target))
        return "\"" + header + "\" belongs to the heavy half of core: go through core/engine/engine.h";
    const auto source = folderOfCore(path);
    const auto allowed = allowedNeighbours().find(source);
    if (allowed == allowedNeighbours().end() || source == target || target == "base"
        || allowed->second.contains(target))
        return std::nullopt;
    return "core/" + source + " may not include \"" + header + "\"";
}

std::optional<std::string> includeProblem(std::string_view path, const std::string& line)
{
    static const std::regex include("\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"].*");
    std::smatch found;
    if (!std::regex_match(line, found, include))
        return std::nullopt;
    return found[1] == "<" ? systemIncludeProblem(path, found[2]) : ownIncludeProblem(path, found[2]);
}

/// Files of others come in by doors that look for what parsers take without a word: a key that stands twice.
std::optional<std::string> doorProblem(std::string_view path, const std::string& line)
{
    static const std::regex parsing("[Jj]son::(parse|accept|sax_parse)\\(");
    const bool isOurs = path.starts_with("core/") || path.starts_with("widgets/") || path.starts_with("app/");
    if (isOurs && !path.starts_with("core/base/documents/") && std::regex_search(line, parsing))
        return "JSON is read by core/base/documents/json_text.h alone";
    return std::nullopt;
}

std::vector<std::string> linesOf(std::string_view text)
{
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        lines.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

bool saysLicence(const std::vector<std::string>& lines)
{
    const auto says = [&lines](std::size_t i) {
        return lines.size() > i && lines[i].find("SPDX-License-Identifier: GPL-3.0-or-later") != std::string::npos;
    };
    const bool isScript = !lines.empty() && lines[0].starts_with("#!");
    return says(isScript ? 1 : 0);
}

bool isSource(const std::filesystem::path& path)
{
    static const Names suffixes{".cpp", ".h", ".inc", ".py", ".sh", ".cmake"};
    return suffixes.contains(path.extension().string()) || path.filename() == "CMakeLists.txt";
}

} // namespace

std::vector<std::string> layeringProblems(const std::string& path, std::string_view text)
{
    std::vector<std::string> problems;
    const auto lines = linesOf(text);
    for (std::size_t i = 0; i < lines.size(); ++i)
        for (const auto& problem : {includeProblem(path, lines[i]), doorProblem(path, lines[i])})
            if (problem)
                problems.push_back(path + ":" + std::to_string(i + 1) + ": " + *problem);
    if (lines.size() > kLongestFile)
        problems.push_back(path + ":1: " + std::to_string(lines.size()) + " lines, at most "
                           + std::to_string(kLongestFile));
    if (!saysLicence(lines))
        problems.push_back(path + ":1: no SPDX-License-Identifier: GPL-3.0-or-later");
    if (path.ends_with(".h") && text.find("#pragma once") == std::string_view::npos)
        problems.push_back(path + ":1: no #pragma once");
    return problems;
}

std::vector<std::string> topLevelProblems(const std::vector<std::string>& names)
{
    std::vector<std::string> problems;
    for (const auto& name : names) {
        const bool isIgnored = name.starts_with(".") || name.starts_with("build");
        if (!isIgnored && std::find(kTopLevel.begin(), kTopLevel.end(), name) == kTopLevel.end())
            problems.push_back(name + " does not belong on the top level");
    }
    for (const auto* name : kTopLevel)
        if (std::find(names.begin(), names.end(), name) == names.end())
            problems.push_back(std::string(name) + " is missing on the top level");
    return problems;
}

std::vector<std::string> widgetsOrder()
{
    return {kWidgetsOrder.begin(), kWidgetsOrder.end()};
}

std::vector<std::string> folderSizeProblems(const std::vector<std::filesystem::path>& files)
{
    std::map<std::string, int> counts;
    for (const auto& file : files) {
        const auto root = file.begin()->string();
        const bool isOurs = root == "core" || root == "widgets" || root == "app";
        if (isOurs && (file.extension() == ".cpp" || file.extension() == ".h"))
            ++counts[file.parent_path().generic_string()];
    }
    std::vector<std::string> problems;
    for (const auto& [folder, count] : counts)
        if (count > kMostFiles)
            problems.push_back(folder + " holds " + std::to_string(count) + " files, at most "
                               + std::to_string(kMostFiles));
    return problems;
}

std::vector<std::filesystem::path> sourceFiles(const std::filesystem::path& root)
{
    std::vector<std::filesystem::path> files{"CMakeLists.txt"};
    for (const auto* folder : kTopLevel) {
        if (!std::filesystem::is_directory(root / folder))
            continue;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder))
            if (entry.is_regular_file() && isSource(entry.path()))
                files.push_back(entry.path().lexically_relative(root));
    }
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace ql::tests
