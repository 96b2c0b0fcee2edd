// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/stale_files.h"

#include "core/base/documents/json_text.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/writing/state_files.h"
#include "core/base/writing/write_scope.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <string_view>

namespace ql::project {

namespace {

namespace fs = std::filesystem;
using results::LeftoverKind;

constexpr std::string_view kIndex = "index.json";
constexpr std::string_view kGraph = "graph.txt";
constexpr std::uintmax_t kLargestText = std::uintmax_t(256) << 20;

bool isFile(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_regular_file(fs::symlink_status(path, ignored));
}

/// Nothing of what can't be read, or is too large to be ours.
std::string contentOf(const fs::path& path)
{
    std::error_code error;
    if (!isFile(path) || fs::file_size(path, error) > kLargestText || error)
        return {};
    try {
        const auto bytes = readFileBytes(path);
        return {reinterpret_cast<const char*>(bytes.data.get()), bytes.size};
    } catch (const Error&) {
        return {};
    }
}

/// Nothing of what is no JSON.
nlohmann::json jsonIn(const fs::path& path)
{
    try {
        return readJson(contentOf(path));
    } catch (const Error&) {
        return {};
    }
}

/// The files of a dump as its index lists them, or nothing where the folder is none.
std::set<std::string> dumpIn(const fs::path& folder)
{
    if (!contentOf(folder / kGraph).starts_with("graph \""))
        return {};
    const auto index = jsonIn(folder / kIndex);
    if (!index.is_object() || !index.contains("tensors") || !index["tensors"].is_array())
        return {};
    std::set<std::string> files;
    for (const auto& tensor : index["tensors"]) {
        const bool isOurs = tensor.is_object() && tensor.contains("file") && tensor["file"].is_string()
                            && tensor.contains("node") && tensor.contains("op_type") && tensor.contains("shape");
        if (!isOurs)
            return {};
        const auto name = tensor["file"].get<std::string>();
        if (name.find('/') == std::string::npos && isFile(folder / name))
            files.insert(name);
    }
    files.insert({std::string(kIndex), std::string(kGraph)});
    return files;
}

void addFolder(const fs::path& folder, results::CleanResult& result)
{
    std::vector<fs::path> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        entries.push_back(entry->path());
    std::ranges::sort(entries);
    const auto dumped = dumpIn(folder);
    for (const auto& entry : entries) {
        std::error_code ignored;
        const bool isDumped = dumped.contains(entry.filename().string());
        if (fs::is_directory(fs::symlink_status(entry, ignored)))
            addFolder(entry, result);
        else if (isFile(entry) && (isDumped || isState(entry)))
            result.files.push_back({entry.string(), isDumped ? LeftoverKind::Dump : LeftoverKind::State,
                                    std::uint64_t(fs::file_size(entry, ignored))});
    }
}

} // namespace

results::CleanResult leftoversIn(const fs::path& folder)
{
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored))
        throw Error(ErrorCode::FileNotFound, Message("{}: there is no such folder", folder.string()),
                    "name a folder that an earlier command wrote into");
    results::CleanResult result;
    result.folder = folder.string();
    addFolder(folder, result);
    return result;
}

void remove(results::CleanResult& leftovers)
{
    std::set<fs::path> dumps;
    for (const auto& leftover : leftovers.files) {
        WriteScope::requireWritable(leftover.file);
        std::error_code error;
        fs::remove(leftover.file, error);
        if (error)
            throw Error(ErrorCode::FileWrite, Message("{}: can't be removed: {}", leftover.file, error.message()));
        if (leftover.kind == LeftoverKind::Dump)
            dumps.insert(fs::path(leftover.file).parent_path());
    }
    for (const auto& dump : dumps) {
        std::error_code ignored;
        if (dump != fs::path(leftovers.folder) && fs::is_empty(dump, ignored))
            fs::remove(dump, ignored);
    }
    leftovers.isRemoved = true;
}

} // namespace ql::project
