// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/input_binder.h"

namespace ql::data {

/// Where one sample lies: usually one file or folder, several for a model of several inputs.
struct SampleFiles {
    struct File {
        std::string input; ///< the input it is for; empty: the file says it, or there is only one
        std::filesystem::path path;
    };
    std::string name;
    std::vector<File> files;
    bool beginsRecording = false;
};

/// The samples of a folder in natural order. @throws Error (BadArgument) when it holds none
std::vector<SampleFiles> samplesInFolder(const std::filesystem::path& folder, const InputBinder& binder);
/// The samples that a text file lists. @throws Error naming the line
std::vector<SampleFiles> samplesInList(const std::filesystem::path& list, const InputBinder& binder);

/// Samples in files of their own.
class FileDataset final : public Dataset {
public:
    FileDataset(std::vector<SampleFiles> samples, InputBinder binder);

    std::size_t size() const override { return m_samples.size(); }
    std::string sampleName(std::size_t i) const override { return m_samples.at(i).name; }
    runs::NamedTensors inputs(std::size_t i) const override;
    bool beginsRecording(std::size_t i) const override { return i == 0 || m_samples.at(i).beginsRecording; }
    std::uint64_t fingerprint() const override;

private:
    std::vector<SampleFiles> m_samples;
    InputBinder m_binder;
};

/// Whether "img2" comes before "img10".
bool isNaturallyLess(std::string_view a, std::string_view b);

} // namespace ql::data
