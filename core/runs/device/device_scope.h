// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace ql::ops {
class Device;
}

namespace ql::runs {

/// RAII scope that sets the device for programs created on the calling thread and on the workers it starts.
class DeviceScope {
public:
    /// @p device null = on the processor alone
    explicit DeviceScope(std::shared_ptr<const ops::Device> device);
    ~DeviceScope();
    DeviceScope(const DeviceScope&) = delete;
    DeviceScope& operator=(const DeviceScope&) = delete;

    /// The calling thread's device; null outside of any scope.
    static const std::shared_ptr<const ops::Device>& current();

private:
    std::shared_ptr<const ops::Device> m_before;
};

} // namespace ql::runs
