// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/datasets/file_dataset.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/fingerprint.h"

#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ql::data {

namespace fs = std::filesystem;

namespace {

std::string trimmed(const std::string& text)
{
    constexpr const char* kBlanks = " \t\r";
    const auto from = text.find_first_not_of(kBlanks);
    return from == std::string::npos ? std::string() : text.substr(from, text.find_last_not_of(kBlanks) - from + 1);
}

/// Which files there are. Of a folder that many are asked for in, what it holds is read once: to ask for each takes as
/// long as to read a small one.
class ExistingFiles {
public:
    bool has(const fs::path& path)
    {
        auto& folder = m_folders[path.parent_path().string()];
        if (++folder.asked == kMany)
            list(path.parent_path(), folder);
        if (folder.isMissing)
            return false;
        std::error_code ignored;
        return folder.names.contains(path.filename().string()) || fs::exists(path, ignored);
    }

private:
    static constexpr std::size_t kMany = 256;

    struct Folder {
        std::size_t asked = 0;
        bool isMissing = false;
        std::unordered_set<std::string> names; ///< some of those that are there
    };

    /// Links may lead nowhere.
    static void list(const fs::path& path, Folder& folder)
    {
        std::error_code failure, ignored;
        for (fs::directory_iterator entry(path.empty() ? "." : path, failure), end; !failure && entry != end;
             entry.increment(failure))
            if (!entry->is_symlink(ignored))
                folder.names.insert(entry->path().filename().string());
        folder.isMissing = failure == std::errc::no_such_file_or_directory;
    }

    std::unordered_map<std::string, Folder> m_folders;
};

SampleFiles::File fileOfWord(const std::string& word, const fs::path& folder, const InputBinder& binder,
                             ExistingFiles& existing)
{
    const auto equals = word.find('=');
    const auto* input = equals == std::string::npos ? nullptr : binder.inputCalled(trimmed(word.substr(0, equals)));
    const auto path = folder / (input ? trimmed(word.substr(equals + 1)) : word);
    if (!existing.has(path))
        throw Error(ErrorCode::FileNotFound, Message("{} does not exist", path.string()),
                    "paths are relative to the list's own folder");
    return {input ? input->name : std::string(), path};
}

SampleFiles sampleOfLine(const std::string& line, const fs::path& folder, const InputBinder& binder,
                         ExistingFiles& existing)
{
    SampleFiles sample{line, {}, false};
    if (line.find('=') == std::string::npos || existing.has(folder / line)) {
        sample.files.push_back(fileOfWord(line, folder, binder, existing));
        return sample;
    }
    for (std::size_t from = 0; from <= line.size();) {
        const auto to = std::min(line.find(';', from), line.size());
        if (const auto word = trimmed(line.substr(from, to - from)); !word.empty())
            sample.files.push_back(fileOfWord(word, folder, binder, existing));
        from = to + 1;
    }
    return sample;
}

} // namespace

FileDataset::FileDataset(std::vector<SampleFiles> samples, InputBinder binder)
    : m_samples(std::move(samples))
    , m_binder(std::move(binder))
{
}

runs::NamedTensors FileDataset::inputs(std::size_t i) const
{
    const auto& sample = m_samples.at(i);
    std::vector<SourceArray> arrays;
    for (const auto& file : sample.files)
        for (auto& array : m_binder.read(file.path, file.input))
            arrays.push_back(std::move(array));
    return withContext(sample.files.size() == 1 ? Message::text(sample.files.front().path.string())
                                                : Message("sample {}", sample.name),
                       [&] { return m_binder.bind(arrays); });
}

std::uint64_t FileDataset::fingerprint() const
{
    Fingerprint fingerprint;
    for (const auto& sample : m_samples) {
        fingerprint.add(std::uint64_t(sample.beginsRecording));
        for (const auto& file : sample.files)
            fingerprint.add(file.input).addFile(file.path);
    }
    return fingerprint.value();
}

std::vector<SampleFiles> samplesInList(const fs::path& list, const InputBinder& binder)
{
    std::vector<SampleFiles> samples;
    ExistingFiles existing;
    const auto folder = list.parent_path();
    bool beginsRecording = true;
    std::size_t number = 0;
    for (const auto& untrimmed : readLines(list)) {
        ++number;
        const auto line = trimmed(untrimmed);
        beginsRecording = beginsRecording || line.empty();
        if (line.empty() || line.front() == '#')
            continue;
        samples.push_back(
            withContext(Message("line {}", number), [&] { return sampleOfLine(line, folder, binder, existing); }));
        samples.back().beginsRecording = std::exchange(beginsRecording, false);
    }
    if (samples.empty())
        throw Error(ErrorCode::BadArgument, "lists no samples", "write one path per line");
    return samples;
}

} // namespace ql::data
