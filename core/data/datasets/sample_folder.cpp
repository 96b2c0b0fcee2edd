// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/data/datasets/file_dataset.h"
#include "core/data/file_suffix.h"
#include "core/data/raw_sample.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace ql::data {

namespace fs = std::filesystem;

namespace {

struct NaturalLess {
    bool operator()(std::string_view a, std::string_view b) const { return isNaturallyLess(a, b); }
};
using Paths = std::vector<fs::path>;
using Samples = std::vector<SampleFiles>;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isArrayFile(const fs::path& path)
{
    const auto suffix = lowerCaseSuffix(path);
    return suffix == ".npy" || suffix == ".npz" || suffix == ".pt" || suffix == ".pb";
}

struct Listing {
    Paths folders;
    Paths arrays;
    Paths images;
    Paths raw; ///< numbers alone: samples only where nothing better lies
};

/// @p seen: gets all that the folder shows
Listing listed(const fs::path& folder, Paths& seen)
{
    Listing listing;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const auto& path = entry.path();
        if (path.filename().string().starts_with('.'))
            continue;
        seen.push_back(path);
        if (entry.is_directory())
            listing.folders.push_back(path);
        else if (isArrayFile(path))
            listing.arrays.push_back(path);
        else if (isImageFile(path))
            listing.images.push_back(path);
        else if (isRawFile(path))
            listing.raw.push_back(path);
    }
    if (listing.arrays.empty() && listing.images.empty())
        listing.arrays = std::move(listing.raw);
    for (auto* paths : {&listing.folders, &listing.arrays, &listing.images})
        std::sort(paths->begin(), paths->end(), [](const fs::path& a, const fs::path& b) {
            return isNaturallyLess(a.filename().string(), b.filename().string());
        });
    return listing;
}

Samples oneEach(const Paths& paths, const fs::path& root)
{
    Samples samples;
    for (const auto& path : paths)
        samples.push_back({path.lexically_relative(root).string(), {{std::string(), path}}, false});
    return samples;
}

/// Keys whose files every required input must have.
using FilesByKey = std::map<std::string, std::vector<SampleFiles::File>, NaturalLess>;

Samples completeSamples(FilesByKey filesByKey, const InputBinder& binder)
{
    Samples samples;
    for (auto& [key, files] : filesByKey) {
        for (const auto* input : binder.required())
            if (std::none_of(files.begin(), files.end(),
                             [input](const auto& file) { return file.input == input->name; }))
                throw Error(ErrorCode::BadArgument, Message("sample {} has no file for input {}", key, input->name));
        samples.push_back({key, std::move(files), false});
    }
    return samples;
}

/// KEY__INPUT.npy for a model of several inputs; nothing when any file is called otherwise.
std::optional<Samples> samplesByKey(const Paths& arrays, const InputBinder& binder)
{
    if (binder.required().size() < 2)
        return std::nullopt;
    FilesByKey filesByKey;
    for (const auto& path : arrays) {
        const auto split = binder.splitKey(path.stem().string());
        if (!split)
            return std::nullopt;
        filesByKey[split->first].push_back({split->second->name, path});
    }
    return completeSamples(std::move(filesByKey), binder);
}

/// INPUT/KEY.npy; nothing when a required input has no folder.
std::optional<Samples> samplesByInputFolder(const Paths& folders, const InputBinder& binder, Paths& seen)
{
    FilesByKey filesByKey;
    std::size_t found = 0;
    for (const auto& folder : folders) {
        const auto* input = binder.inputCalled(folder.filename().string());
        if (!input)
            continue;
        ++found;
        const auto listing = listed(folder, seen);
        for (const auto* paths : {&listing.arrays, &listing.images})
            for (const auto& path : *paths)
                filesByKey[path.stem().string()].push_back({input->name, path});
    }
    if (found < binder.required().size() || filesByKey.empty())
        return std::nullopt;
    return completeSamples(std::move(filesByKey), binder);
}

/// Whether the arrays of a folder are the inputs of one sample, not samples of their own.
bool isOneSample(const Paths& arrays, const InputBinder& binder)
{
    return std::any_of(arrays.begin(), arrays.end(), [&binder](const fs::path& path) {
        const auto name = path.stem().string();
        return binder.inputCalled(name) || (lowerCaseSuffix(path) == ".pb" && name.starts_with("input_"));
    });
}

/// The frames of one recording.
Samples samplesOfRecording(const Listing& listing, const fs::path& folder, const fs::path& root,
                           const InputBinder& binder)
{
    Samples samples;
    if (auto byKey = samplesByKey(listing.arrays, binder); byKey && !byKey->empty()) {
        samples = std::move(*byKey);
        for (auto& sample : samples)
            sample.name = (folder.lexically_relative(root) / sample.name).string();
    } else {
        samples = oneEach(listing.arrays, root);
    }
    for (auto& sample : oneEach(listing.images, root))
        samples.push_back(std::move(sample));
    if (!samples.empty())
        samples.front().beginsRecording = true;
    return samples;
}

Samples samplesInFolders(const Paths& folders, const fs::path& root, const InputBinder& binder, Paths& seen)
{
    Samples samples;
    for (const auto& folder : folders) {
        const auto listing = listed(folder, seen);
        for (auto& sample : isOneSample(listing.arrays, binder) ? oneEach({folder}, root)
                                                                : samplesOfRecording(listing, folder, root, binder))
            samples.push_back(std::move(sample));
    }
    return samples;
}

/// @p seen: gets what lies in the folders that were looked into
Samples samplesAmong(const fs::path& folder, const InputBinder& binder, Paths& seen)
{
    const auto listing = listed(folder, seen);
    if (auto samples = samplesByInputFolder(listing.folders, binder, seen))
        return *samples;
    Samples samples;
    if (auto byKey = samplesByKey(listing.arrays, binder); byKey && !byKey->empty())
        samples = std::move(*byKey);
    else
        samples = oneEach(listing.arrays, folder);
    for (auto& sample : oneEach(listing.images, folder))
        samples.push_back(std::move(sample));
    return samples.empty() ? samplesInFolders(listing.folders, folder, binder, seen) : samples;
}

/// "folder", ".heic".
std::string kindOf(const fs::path& path)
{
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        return "folder";
    const auto suffix = lowerCaseSuffix(path);
    return suffix.empty() ? "without a suffix" : suffix;
}

/// Why a file or folder beside samples is none.
std::string_view reasonOf(const fs::path& path)
{
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        return "beside files";
    if (!fs::exists(path, ignored))
        return "links that lead nowhere";
    if (isRawFile(path))
        return "raw numbers beside files that say type and shape";
    return isArrayFile(path) || isImageFile(path) ? "beside folders of inputs" : "of no kind that is read";
}

/// "2 .heic (of no kind that is read, such as d0.heic), 1 folder (…)"; empty where all of @p seen belongs to samples.
std::string leftOutOf(const Samples& samples, const Paths& seen)
{
    std::set<fs::path> used; // with the folders above
    for (const auto& sample : samples)
        for (const auto& file : sample.files)
            for (auto path = file.path; used.insert(path).second && path.has_relative_path();)
                path = path.parent_path();
    std::set<fs::path> sampleFolders; // whose files are one sample
    for (const auto& sample : samples)
        if (sample.files.size() == 1 && sample.files.front().input.empty())
            sampleFolders.insert(sample.files.front().path);
    using Kind = std::pair<std::string, std::string_view>;
    std::map<Kind, Paths> kinds;
    for (const auto& path : seen)
        if (!used.contains(path) && !sampleFolders.contains(path.parent_path()))
            kinds[{kindOf(path), reasonOf(path)}].push_back(path.filename());
    std::vector<std::string> texts;
    for (auto& [kind, paths] : kinds)
        texts.push_back(fmt::format("{} {} ({}, such as {})", paths.size(), kind.first, kind.second,
                                    std::ranges::min(paths).string()));
    return fmt::format("{}", fmt::join(texts, ", "));
}

} // namespace

bool isNaturallyLess(std::string_view a, std::string_view b)
{
    const auto whole = std::pair(a, b);
    const auto numberEnd = [](std::string_view text) {
        return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isDigit) - text.begin());
    };
    while (!a.empty() && !b.empty()) {
        if (!isDigit(a.front()) || !isDigit(b.front())) {
            if (a.front() != b.front())
                return a.front() < b.front();
            a.remove_prefix(1);
            b.remove_prefix(1);
            continue;
        }
        auto numberA = a.substr(0, numberEnd(a));
        auto numberB = b.substr(0, numberEnd(b));
        a.remove_prefix(numberA.size());
        b.remove_prefix(numberB.size());
        numberA.remove_prefix(std::min(numberA.find_first_not_of('0'), numberA.size()));
        numberB.remove_prefix(std::min(numberB.find_first_not_of('0'), numberB.size()));
        if (numberA.size() != numberB.size())
            return numberA.size() < numberB.size();
        if (numberA != numberB)
            return numberA < numberB;
    }
    return a.empty() && b.empty() ? whole.first < whole.second : a.size() < b.size();
}

Samples samplesInFolder(const fs::path& folder, const InputBinder& binder)
{
    if (fs::exists(folder / "input_0.pb"))
        return {{folder.filename().string(), {{std::string(), folder}}, false}};
    Paths seen;
    auto samples = samplesAmong(folder, binder, seen);
    if (samples.empty())
        throw Error(ErrorCode::BadArgument, "the folder holds no samples",
                    "expected .npy, .npz, .pt, .bin, .raw or image files, or folders such as test_data_set_0");
    if (const auto leftOut = leftOutOf(samples, seen); !leftOut.empty())
        logWarning(Message("{}: {} samples; left out {}", folder.string(), samples.size(), leftOut));
    return samples;
}

} // namespace ql::data
