// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/python/module/python_bridge.h"
#include "core/caller/functions.h"
#include "core/caller/samples.h"

#include <memory>
#include <mutex>

namespace ql::python {

/// Samples that Python holds: what quantloupe._data makes of arrays, sequences and iterators. The engine may keep it
/// longer than the call lasts that it belongs to, so it forgets all of Python at the call's end.
class PythonSamples final : public caller::Samples {
public:
    /// @p samples: has __len__(), and sample(i), a list of (name or position or None, array, is a slice). With Python's
    /// lock.
    PythonSamples(PythonBridge& bridge, py::object samples);

    /// With Python's lock.
    void forget();

    std::size_t size() const override { return m_size; }
    std::vector<caller::SampleArray> arrays(std::size_t i) const override;

private:
    std::vector<caller::SampleArray> read(std::size_t i) const;

    mutable std::mutex m_mutex; ///< one at a time
    PythonBridge* m_bridge;
    py::object m_samples;
    std::size_t m_size;
};

/// Python's callables of one call: "metric", "post_process", "judge" and "tap", as quantloupe._call wraps them. With
/// Python's lock. Nothing that outlives the call may call them.
std::shared_ptr<const caller::Functions> functionsOf(PythonBridge& bridge, const py::dict& callables);

} // namespace ql::python
