// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/module/python_objects.h"

#include "app/python/module/arrays.h"

namespace ql::python {

PythonSamples::PythonSamples(PythonBridge& bridge, py::object samples)
    : m_bridge(&bridge)
    , m_samples(std::move(samples))
    , m_size(py::len(m_samples))
{
}

void PythonSamples::forget()
{
    m_bridge = nullptr;
    m_samples = py::none();
    m_samples.release(); // None needs no owner: this may be destroyed without Python's lock
}

std::vector<caller::SampleArray> PythonSamples::arrays(std::size_t i) const
{
    const std::lock_guard lock(m_mutex);
    if (!m_bridge)
        throw Error(ErrorCode::Internal, "the samples of an earlier call are gone");
    std::vector<caller::SampleArray> found;
    m_bridge->ask([&] { found = read(i); });
    return found;
}

std::vector<caller::SampleArray> PythonSamples::read(std::size_t i) const
{
    std::vector<caller::SampleArray> found;
    for (const auto item : m_samples.attr("sample")(i)) {
        const auto [key, array, isSlice] = item.cast<std::tuple<py::object, py::object, bool>>();
        caller::SampleArray one{.data = copiedFrom(array), .isSlice = isSlice};
        if (py::isinstance<py::str>(key))
            one.name = key.cast<std::string>();
        else if (!key.is_none())
            one.position = key.cast<std::size_t>();
        found.push_back(std::move(one));
    }
    return found;
}

} // namespace ql::python
