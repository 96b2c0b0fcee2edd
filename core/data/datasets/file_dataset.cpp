// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/datasets/file_dataset.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/fingerprint.h"

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

SampleFiles::File fileOfWord(const std::string& word, const fs::path& folder, const InputBinder& binder)
{
    const auto equals = word.find('=');
    const auto* input = equals == std::string::npos ? nullptr : binder.inputCalled(trimmed(word.substr(0, equals)));
    const auto path = folder / (input ? trimmed(word.substr(equals + 1)) : word);
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        throw Error(ErrorCode::FileNotFound, Message("{} does not exist", path.string()),
                    "paths are relative to the list's own folder");
    return {input ? input->name : std::string(), path};
}

SampleFiles sampleOfLine(const std::string& line, const fs::path& folder, const InputBinder& binder)
{
    SampleFiles sample{line, {}, false};
    std::error_code ignored;
    if (line.find('=') == std::string::npos || fs::exists(folder / line, ignored)) {
        sample.files.push_back(fileOfWord(line, folder, binder));
        return sample;
    }
    for (std::size_t from = 0; from <= line.size();) {
        const auto to = std::min(line.find(';', from), line.size());
        if (const auto word = trimmed(line.substr(from, to - from)); !word.empty())
            sample.files.push_back(fileOfWord(word, folder, binder));
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

runtime::NamedTensors FileDataset::inputs(std::size_t i) const
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
    bool beginsRecording = true;
    std::size_t number = 0;
    for (const auto& untrimmed : readLines(list)) {
        ++number;
        const auto line = trimmed(untrimmed);
        beginsRecording = beginsRecording || line.empty();
        if (line.empty() || line.front() == '#')
            continue;
        samples.push_back(
            withContext(Message("line {}", number), [&] { return sampleOfLine(line, list.parent_path(), binder); }));
        samples.back().beginsRecording = std::exchange(beginsRecording, false);
    }
    if (samples.empty())
        throw Error(ErrorCode::BadArgument, "lists no samples", "write one path per line");
    return samples;
}

} // namespace ql::data
