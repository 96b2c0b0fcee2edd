// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

namespace ql::bench {

/// Files by the names of inputs, as `--input` takes them.
inline std::vector<std::string> inputWords(const std::map<std::string, std::filesystem::path>& inputs)
{
    std::vector<std::string> words;
    for (const auto& [name, path] : inputs)
        words.push_back(name + "=" + path.string());
    return words;
}

/// A dataset that is the same sample so many times: a file, gone with this.
class SampleList {
public:
    SampleList(const std::map<std::string, std::filesystem::path>& inputs, std::size_t samples)
        : m_path(std::filesystem::temp_directory_path() / ("bench_samples_" + std::to_string(getpid()) + ".txt"))
    {
        std::string line;
        for (const auto& word : inputWords(inputs))
            line += (line.empty() ? "" : ";") + word;
        std::ofstream file(m_path);
        for (std::size_t i = 0; i < samples; ++i)
            file << line << "\n";
    }
    ~SampleList() { std::filesystem::remove(m_path); }
    SampleList(const SampleList&) = delete;
    SampleList& operator=(const SampleList&) = delete;

    std::string path() const { return m_path.string(); }

private:
    std::filesystem::path m_path;
};

} // namespace ql::bench
