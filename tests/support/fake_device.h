// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/device/device.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ql::tests {

/// A device where there is none: copies in memory of their own, which it knows. It computes with the processor's
/// kernels, so every number is the processor's. Counts copies, and notes kernels that are handed what lies on the other
/// side. For one thread.
class FakeDevice final : public ops::Device {
public:
    explicit FakeDevice(std::string name = "fake:0")
        : m_name(std::move(name))
    {
    }

    std::string name() const override { return m_name; }
    bool holds(const at::Tensor& x) const override
    {
        return x.has_storage() && m_storages.contains(x.storage().unsafeGetStorageImpl());
    }
    at::Tensor toDevice(const at::Tensor& x) const override
    {
        if (holds(x))
            m_faults.emplace_back("copied to the device, where it was");
        ++m_uploads;
        auto copy = x.clone();
        mark(copy);
        return copy;
    }
    at::Tensor toHost(const at::Tensor& x) const override
    {
        if (!holds(x))
            m_faults.emplace_back("copied from the device, where it was not");
        ++m_downloads;
        return x.clone();
    }
    std::vector<ops::Tensor> run(const ops::Kernel& kernel, const ops::KernelCall& call) const override
    {
        ++m_runs;
        m_isRunning = true;
        const Ending ending{m_isRunning};
        auto results = kernel(call);
        for (const auto& result : results)
            if (result.isDefined() && at::isFloatingType(result.data.scalar_type())) // sizes are the processor's
                mark(result.data);
        return results;
    }

    /// What a kernel that runs now, there or here, is handed.
    void check(const ops::KernelCall& call, const std::optional<ops::DeviceInputs>& inputs,
               const std::string& opType) const
    {
        for (std::size_t i = 0; i < call.inputs.size(); ++i) {
            const bool isWanted = m_isRunning && inputs && !inputs->isOnHost(i);
            if (call.inputs[i].isDefined() && holds(call.inputs[i].data) != isWanted)
                m_faults.push_back(fmt::format("{} {} reads input {} on the other side", opType,
                                               m_isRunning ? "on the device" : "on the processor", i));
        }
    }

    std::size_t uploads() const { return m_uploads; }
    std::size_t downloads() const { return m_downloads; }
    std::size_t runs() const { return m_runs; } ///< of kernels
    /// The first, or "".
    std::string fault() const { return m_faults.empty() ? std::string() : m_faults.front(); }

private:
    struct Ending {
        bool& isRunning;
        ~Ending() { isRunning = false; }
    };

    void mark(const at::Tensor& x) const
    {
        m_storages.insert(x.storage().unsafeGetStorageImpl());
        m_alive.push_back(x.storage());
    }

    std::string m_name;
    mutable std::set<const void*> m_storages;
    mutable std::vector<c10::Storage> m_alive; ///< no other tensor gets an address that is known
    mutable std::vector<std::string> m_faults;
    mutable std::size_t m_uploads = 0;
    mutable std::size_t m_downloads = 0;
    mutable std::size_t m_runs = 0;
    mutable bool m_isRunning = false;
};

/// Gives @p registry the operators of @p graph, whose kernels let @p device look at what they are handed.
inline void addChecked(ops::Registry& registry, const graph::Graph& graph, const FakeDevice& device)
{
    for (const auto& node : graph.nodes()) {
        for (const auto& [name, value] : node.attributes.entries()) {
            if (const auto* body = std::get_if<graph::GraphPointer>(&value))
                addChecked(registry, **body, device);
            if (const auto* bodies = std::get_if<std::vector<graph::GraphPointer>>(&value))
                for (const auto& each : *bodies)
                    addChecked(registry, *each, device);
        }
        const auto* definition = ops::Registry::builtIn().find(node);
        if (!definition || registry.find(definition->domain, definition->name, definition->since))
            continue;
        auto checked = *definition;
        checked.bind = [&device, bind = definition->bind, opType = definition->name,
                        inputs = ops::deviceInputsOf(*definition)](const graph::Node& bound) -> ops::Kernel {
            return [&device, kernel = bind(bound), opType, inputs](const ops::KernelCall& call) {
                device.check(call, inputs, opType);
                return kernel(call);
            };
        };
        registry.add({std::move(checked)});
    }
}

inline ops::Registry checkedOperators(const graph::Graph& graph, const FakeDevice& device)
{
    ops::Registry registry;
    addChecked(registry, graph, device);
    return registry;
}

} // namespace ql::tests
