// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/device/device.h"
#include "core/ops/tensor.h"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace ql::runs {

/// A copy of a tensor in the other memory: the device's or the processor's.
struct DeviceCopy {
    at::Tensor of; ///< as which tensor
    ops::Tensor copy;

    bool isOf(const ops::Tensor& tensor) const { return of.defined() && of.is_same(tensor.data); }
};

/// Copies on a device of what is the same in every run of a program: constants, and what nodes make of them alone and
/// is kept. Each is made when it is first read there. Thread-safe.
class DeviceConstants {
public:
    /// @p isConstant by value id
    DeviceConstants(std::shared_ptr<const ops::Device> device, std::vector<bool> isConstant);

    const ops::Device& device() const { return *m_device; }
    /// The copy of @p tensor, which @p value is in this run; nothing where it turns out to be another each time.
    std::optional<ops::Tensor> copyOf(graph::ValueId value, const ops::Tensor& tensor);

private:
    std::shared_ptr<const ops::Device> m_device;
    std::mutex m_mutex;
    std::vector<bool> m_isConstant;
    std::vector<DeviceCopy> m_copies; ///< by value id
};

/// The locations (device memory, processor memory or both) of the values of a Frame whose program runs on a device.
/// A value is copied once, when the other side first reads it. Not thread-safe.
class DeviceValues {
public:
    /// @p constants must outlive it.
    DeviceValues(DeviceConstants& constants, std::size_t valueCount);

    /// @p tensor, which @p value is, in the processor's memory. @throws Error when memory runs out
    const ops::Tensor& onHost(graph::ValueId value, const ops::Tensor& tensor);
    /// The same on the device.
    ops::Tensor onDevice(graph::ValueId value, const ops::Tensor& tensor);
    /// What a node gave for @p values, in the processor's memory; where it lies on the device, too, that is known.
    std::vector<ops::Tensor> allOnHost(const std::vector<graph::ValueId>& values, std::vector<ops::Tensor> results);
    /// Whether @p node runs on the device, which reads @p inputs wherever they lie.
    bool takes(const ops::DeviceInputs& node, const std::vector<ops::Tensor>& inputs) const;
    void evict(graph::ValueId value) { m_copies[value.position()] = {}; }
    /// On the device if something lies there that the call reads, else on the processor.
    std::vector<ops::Tensor> run(const ops::Kernel& kernel, const ops::KernelCall& call) const;

private:
    bool isThere(const ops::Tensor& tensor) const;

    DeviceConstants& m_constants;
    std::vector<DeviceCopy> m_copies; ///< by value id
};

} // namespace ql::runs
