// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/device/cuda_device.h"

#include "core/base/error.h"
#include "core/ops/device/device.h"

#include <ATen/Context.h>
#include <c10/core/DeviceGuard.h>

#include <charconv>
#include <limits>

namespace ql::ops {

namespace {

class CudaDevice final : public Device {
public:
    explicit CudaDevice(c10::DeviceIndex index)
        : m_device(at::kCUDA, index)
    {
    }

    std::string name() const override { return m_device.str(); }
    bool holds(const at::Tensor& x) const override { return x.device() == m_device; }
    at::Tensor toDevice(const at::Tensor& x) const override { return x.to(m_device); }
    at::Tensor toHost(const at::Tensor& x) const override { return x.to(at::kCPU); }
    std::vector<Tensor> run(const Kernel& kernel, const KernelCall& call) const override
    {
        const c10::DeviceGuard guard(m_device);
        return kernel(call);
    }

private:
    at::Device m_device;
};

/// The number behind "cuda:", or nothing.
std::optional<c10::DeviceIndex> indexIn(const std::string& name)
{
    constexpr std::string_view kPrefix = "cuda:";
    int index = 0;
    if (name == "cuda") // torch's spelling of the first one
        return static_cast<c10::DeviceIndex>(index);
    const auto* const end = name.data() + name.size();
    if (!name.starts_with(kPrefix))
        return std::nullopt;
    const auto [stopped, problem] = std::from_chars(name.data() + kPrefix.size(), end, index);
    const bool isNumber = problem == std::errc() && stopped == end && index >= 0;
    if (!isNumber || index > std::numeric_limits<c10::DeviceIndex>::max())
        return std::nullopt;
    return static_cast<c10::DeviceIndex>(index);
}

[[noreturn]] void refuse(const std::string& name, Message remedy)
{
    throw Error(ErrorCode::BadArgument, Message("device {} is not available", name), std::move(remedy));
}

void requireSameNumbersEachTime()
{
    auto& context = at::globalContext();
    context.setAllowTF32CuBLAS(false);
    context.setAllowTF32CuDNN(false);
    context.setDeterministicCuDNN(true);
    context.setBenchmarkCuDNN(false);
}

} // namespace

std::shared_ptr<const Device> deviceNamed(const std::string& name)
{
    if (name == "cpu")
        return nullptr;
    const auto index = indexIn(name);
    if (!index)
        refuse(name, "expected cpu or cuda:N, with the number of a graphics card");
    if (!at::globalContext().hasCUDART())
        refuse(name, "this LibTorch was built without CUDA: use --device cpu");
    const auto count = at::hasCUDA() ? at::getNumGPUs() : 0;
    if (count == 0)
        refuse(name, "LibTorch finds no graphics card with a driver for CUDA: see what nvidia-smi says, or use "
                     "--device cpu");
    if (static_cast<std::size_t>(*index) >= count)
        refuse(name, Message("this machine has {} graphics cards, of which the first is cuda:0", count));
    requireSameNumbersEachTime();
    return std::make_shared<const CudaDevice>(*index);
}

} // namespace ql::ops
