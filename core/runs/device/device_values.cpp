// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/device/device_values.h"

#include "core/base/error.h"
#include "core/ops/support/kernel_errors.h"

#include <algorithm>
#include <utility>

namespace ql::runs {

namespace {

/// Runs @p copy; the libraries below say no when memory runs out.
template <typename Copy>
at::Tensor copied(const ops::Device& device, const ops::Tensor& tensor, Copy&& copy)
{
    return ops::translated(std::forward<Copy>(copy), [&] {
        return Message("a tensor of {} bytes can't be copied to or from device {}", tensor.data.nbytes(),
                       device.name());
    });
}

ops::Tensor toDevice(const ops::Device& device, const ops::Tensor& tensor)
{
    return {copied(device, tensor, [&] { return device.toDevice(tensor.data); }), tensor.type};
}

ops::Tensor toHost(const ops::Device& device, const ops::Tensor& tensor)
{
    return {copied(device, tensor, [&] { return device.toHost(tensor.data); }), tensor.type};
}

} // namespace

DeviceConstants::DeviceConstants(std::shared_ptr<const ops::Device> device, std::vector<bool> isConstant)
    : m_device(std::move(device))
    , m_isConstant(std::move(isConstant))
    , m_copies(m_isConstant.size())
{
}

std::optional<ops::Tensor> DeviceConstants::copyOf(graph::ValueId value, const ops::Tensor& tensor)
{
    const auto position = value.position();
    const std::lock_guard lock(m_mutex);
    auto& known = m_copies[position];
    if (!m_isConstant[position] || known.isOf(tensor))
        return m_isConstant[position] ? std::optional(known.copy) : std::nullopt;
    if (known.of.defined()) { // given as an input, or too large to be kept
        m_isConstant[position] = false;
        known = {};
        return std::nullopt;
    }
    known = {tensor.data, toDevice(*m_device, tensor)};
    return known.copy;
}

DeviceValues::DeviceValues(DeviceConstants& constants, std::size_t valueCount)
    : m_constants(constants)
    , m_copies(valueCount)
{
}

bool DeviceValues::isThere(const ops::Tensor& tensor) const
{
    return tensor.isDefined() && m_constants.device().holds(tensor.data);
}

bool DeviceValues::takes(const ops::DeviceInputs& node, const std::vector<ops::Tensor>& inputs) const
{
    if (!ops::computesWith(node, inputs))
        return false;
    bool isOneThere = !node.follows;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        isOneThere = isOneThere || (!node.isOnHost(i) && isThere(inputs[i]));
    return isOneThere;
}

const ops::Tensor& DeviceValues::onHost(graph::ValueId value, const ops::Tensor& tensor)
{
    if (!isThere(tensor))
        return tensor;
    auto& known = m_copies[value.position()];
    if (!known.isOf(tensor))
        known = {tensor.data, toHost(m_constants.device(), tensor)};
    return known.copy;
}

ops::Tensor DeviceValues::onDevice(graph::ValueId value, const ops::Tensor& tensor)
{
    if (!tensor.isDefined() || isThere(tensor))
        return tensor;
    auto& known = m_copies[value.position()];
    if (known.isOf(tensor))
        return known.copy;
    if (auto constant = m_constants.copyOf(value, tensor))
        return std::move(*constant);
    known = {tensor.data, toDevice(m_constants.device(), tensor)};
    return known.copy;
}

std::vector<ops::Tensor> DeviceValues::allOnHost(const std::vector<graph::ValueId>& values,
                                                 std::vector<ops::Tensor> results)
{
    for (std::size_t i = 0; i < std::min(values.size(), results.size()); ++i) {
        if (!values[i].isValid() || !isThere(results[i]))
            continue;
        auto seen = toHost(m_constants.device(), results[i]);
        m_copies[values[i].position()] = {seen.data, std::exchange(results[i], seen)};
    }
    return results;
}

std::vector<ops::Tensor> DeviceValues::run(const ops::Kernel& kernel, const ops::KernelCall& call) const
{
    const bool isOnDevice = std::ranges::any_of(call.inputs, [this](const auto& input) { return isThere(input); });
    return isOnDevice ? m_constants.device().run(kernel, call) : kernel(call);
}

} // namespace ql::runs
