// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/module/python_objects.h"

#include "app/python/module/arrays.h"
#include "app/python/module/python_array.h"

namespace ql::python {

namespace {

/// A callable that lives as long as the call: destroyed with Python's lock, by the dict that it came in.
using Callable = py::handle;

py::dict dictOf(const caller::NamedArrays& arrays)
{
    py::dict dict;
    for (const auto& [name, data] : arrays)
        dict[py::str(name)] = PythonArray(forPython(data, false));
    return dict;
}

caller::NamedArrays arraysOf(const py::dict& dict)
{
    caller::NamedArrays arrays;
    for (const auto& [name, array] : dict)
        arrays.emplace_back(py::str(name), copiedFrom(array));
    return arrays;
}

void addMetric(caller::Functions& functions, PythonBridge& bridge, Callable callable)
{
    functions.metric = [&bridge, callable](const caller::NamedArrays& baseline, const caller::NamedArrays& analysis) {
        double value = 0.0;
        bridge.ask([&] { value = callable(dictOf(baseline), dictOf(analysis)).cast<double>(); });
        return value;
    };
}

void addPostProcess(caller::Functions& functions, PythonBridge& bridge, Callable callable)
{
    functions.postProcess = [&bridge, callable](const caller::NamedArrays& outputs) {
        caller::NamedArrays processed;
        bridge.ask([&] { processed = arraysOf(callable(dictOf(outputs))); });
        return processed;
    };
}

void addJudge(caller::Functions& functions, PythonBridge& bridge, Callable callable)
{
    functions.judge = [&bridge, callable](const std::vector<caller::JudgedSample>& samples) {
        double value = 0.0;
        bridge.ask([&] {
            py::list arrays, numbers;
            for (const auto& sample : samples) {
                arrays.append(dictOf(*sample.outputs));
                numbers.append(sample.index);
            }
            value = callable(arrays, numbers).cast<double>();
        });
        return value;
    };
}

void addTap(caller::Functions& functions, PythonBridge& bridge, Callable callable)
{
    functions.tap = [&bridge, callable](const std::string& layer, std::span<const graph::TensorData> values) {
        bridge.ask([&] {
            py::list arrays;
            for (const auto& value : values)
                arrays.append(PythonArray(forPython(value, true))); // who logs them keeps them
            callable(layer, *arrays);
        });
    };
}

} // namespace

std::shared_ptr<const caller::Functions> functionsOf(PythonBridge& bridge, const py::dict& callables)
{
    if (callables.empty())
        return nullptr;
    const auto functions = std::make_shared<caller::Functions>();
    if (callables.contains("metric"))
        addMetric(*functions, bridge, callables["metric"]);
    if (callables.contains("post_process"))
        addPostProcess(*functions, bridge, callables["post_process"]);
    if (callables.contains("judge"))
        addJudge(*functions, bridge, callables["judge"]);
    if (callables.contains("tap"))
        addTap(*functions, bridge, callables["tap"]);
    return functions;
}

} // namespace ql::python
