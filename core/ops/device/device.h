// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/registry.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ql::ops {

/// Where nodes may run beside the processor: a graphics card. Only LibTorch's functions read what lies there; kernels
/// of ours leave it to them (isLeftToTorch). Thread-safe.
class Device {
public:
    Device() = default;
    virtual ~Device() = default;
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    virtual std::string name() const = 0; ///< "cuda:0", the same for the same thing
    virtual bool holds(const at::Tensor& x) const = 0;
    virtual at::Tensor toDevice(const at::Tensor& x) const = 0;
    /// Done copying when it returns.
    virtual at::Tensor toHost(const at::Tensor& x) const = 0;
    /// What @p kernel gives of a call whose numbers lie here.
    virtual std::vector<Tensor> run(const Kernel& kernel, const KernelCall& call) const = 0;
};

/// How a node runs on a device. Sizes, axes and bounds, which decide what is called, it reads in the processor's
/// memory.
struct DeviceInputs {
    std::uint64_t onHost = 0; ///< bit i: input i stays there
    bool follows = false;     ///< it computes nothing: not worth a copy, it runs where its numbers are

    bool isOnHost(std::size_t i) const { return i < 64 && (onHost >> i & 1) != 0; }
};

/// How @p definition runs on a device; nothing where its kernel may read numbers itself, so that it takes a processor.
std::optional<DeviceInputs> deviceInputsOf(const OperatorDefinition& definition);

/// Whether a device computes with what @p node reads: floats, but for what stays. Integers are counts and indices most
/// of the time, of which too few come together to be worth a copy.
bool computesWith(const DeviceInputs& node, std::span<const Tensor> inputs);

} // namespace ql::ops
