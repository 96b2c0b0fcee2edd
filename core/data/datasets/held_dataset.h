// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/input_binder.h"

#include <mutex>

namespace ql::data {

/// Samples that the calling program holds.
class HeldDataset final : public Dataset {
public:
    /// @p name: what the program calls them.
    HeldDataset(std::string name, std::shared_ptr<const caller::Samples> samples, InputBinder binder);

    std::size_t size() const override { return m_samples->size(); }
    std::string sampleName(std::size_t i) const override;
    runs::NamedTensors inputs(std::size_t i) const override;
    /// Nobody knows what a program changes in its memory: no two are the same.
    std::uint64_t fingerprint() const override { return m_fingerprint; }

private:
    std::string m_name;
    std::shared_ptr<const caller::Samples> m_samples;
    InputBinder m_binder;
    std::uint64_t m_fingerprint;
    mutable std::mutex m_reading; ///< the program is asked by one thread at a time
};

} // namespace ql::data
