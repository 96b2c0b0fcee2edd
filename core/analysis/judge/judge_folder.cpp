// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/judge/judge_folder.h"

#include "core/base/error.h"
#include "core/data/tensors/npy.h"
#include "core/data/tensors/tensor_writer.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>

namespace ql::analysis {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

[[noreturn]] void failAt(const fs::path& path)
{
    throw Error(ErrorCode::FileWrite, Message("{}: what the judge shall see can't be written", path.string()),
                "is the disk full? TMPDIR names another folder for temporary files");
}

fs::path newFolder()
{
    std::error_code ignored;
    auto name = (fs::temp_directory_path(ignored) / "quantloupe-judge-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
        failAt(name);
    return name;
}

/// No AtomicFile: nobody reads them before they are whole, and they are none of the places that a project may write to.
template <typename Write>
void writeFile(const fs::path& path, const Write& write)
{
    std::ofstream stream(path, std::ios::binary);
    write(stream);
    stream.close();
    if (!stream)
        failAt(path);
}

/// Each output's file, below @p root.
Json writeArrays(const fs::path& root, const fs::path& folder, const caller::NamedArrays& arrays)
{
    std::error_code problem;
    fs::create_directories(root / folder, problem);
    Json files = Json::object();
    std::set<std::string> known;
    for (const auto& [name, array] : arrays) {
        const auto stem = data::fileNameFor(name);
        auto file = stem;
        for (int suffix = 2; !known.insert(file).second; ++suffix)
            file = fmt::format("{}_{}", stem, suffix);
        const auto place = folder / (file + ".npy");
        writeFile(root / place, [&](std::ostream& stream) { data::writeNpy(stream, array); });
        files[name] = place.string();
    }
    return files;
}

Json writeSamples(const fs::path& root, const std::vector<caller::JudgedSample>& samples)
{
    bool isBaseline = true;
    Json rows = Json::array();
    for (const auto& sample : samples) {
        const auto folder = fs::path(std::to_string(sample.index));
        Json row{{"index", sample.index}, {"name", sample.name}};
        row["baseline"] = writeArrays(root, folder / "baseline", *sample.baseline);
        const bool isOwn = sample.outputs == sample.baseline;
        row["analysis"] = isOwn ? row["baseline"] : writeArrays(root, folder / "analysis", *sample.outputs);
        isBaseline = isBaseline && isOwn;
        rows.push_back(std::move(row));
    }
    return {{"protocol", "quantloupe.judge/1"},
            {"model", isBaseline ? "baseline" : "analysis"},
            {"samples", std::move(rows)}};
}

} // namespace

JudgeFolder::JudgeFolder(const std::vector<caller::JudgedSample>& samples)
    : m_path(newFolder())
{
    try {
        // Names come from model files and need not be UTF-8.
        const auto text = writeSamples(m_path, samples).dump(1, ' ', false, Json::error_handler_t::replace);
        writeFile(m_path / "index.json", [&](std::ostream& stream) { stream << text << '\n'; });
    } catch (...) {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
        throw;
    }
}

JudgeFolder::~JudgeFolder()
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

} // namespace ql::analysis
