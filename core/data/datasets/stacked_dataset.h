// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/input_binder.h"
#include "core/data/tensors/npy.h"
#include "core/data/tensors/npy_header.h"
#include "core/graph/ir/tensor_data.h"

#include <mutex>
#include <optional>

namespace ql::data {

/// One .npy whose first axis counts the samples; reads one sample at a time, so that memory does not grow with the
/// file.
class StackedNpyDataset final : public Dataset {
public:
    StackedNpyDataset(std::filesystem::path path, InputBinder binder);

    std::size_t size() const override { return static_cast<std::size_t>(m_header.shape.front()); }
    std::string sampleName(std::size_t i) const override;
    runs::NamedTensors inputs(std::size_t i) const override;
    std::uint64_t fingerprint() const override;

private:
    graph::TensorData sample(std::size_t i) const;

    std::filesystem::path m_path;
    InputBinder m_binder;
    NpyHeader m_header;
    std::optional<graph::TensorData> m_whole; ///< when the bytes must be turned round before use
};

/// One .npz: a sample per key, read when it is asked for, or arrays named as the inputs whose first axis counts the
/// samples.
class NpzDataset final : public Dataset {
public:
    NpzDataset(std::filesystem::path path, InputBinder binder);

    std::size_t size() const override { return m_isStacked ? m_stackedCount : m_keys.size(); }
    std::string sampleName(std::size_t i) const override;
    runs::NamedTensors inputs(std::size_t i) const override;
    std::uint64_t fingerprint() const override;

private:
    struct Key {
        std::string name;
        std::vector<std::pair<std::string, std::size_t>> arrays; ///< input name, place in the archive
    };
    void groupByKey();
    void readStacks();

    std::filesystem::path m_path;
    InputBinder m_binder;
    NpzArchive m_archive;
    mutable std::mutex m_reading; ///< of the archive, which is at one place at a time
    std::vector<graph::TensorData>
        m_stacks; ///< all arrays, if they are stacked: a compressed one has no middle to begin at
    std::vector<Key> m_keys;
    bool m_isStacked = false;
    std::size_t m_stackedCount = 0;
};

} // namespace ql::data
