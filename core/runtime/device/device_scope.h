// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace ql::ops {
class Device;
}

namespace ql::runtime {

/// While it lives, programs that the calling thread makes, and the threads that it has its pieces worked on by, run on
/// a device.
class DeviceScope {
public:
    /// @p device null = on the processor alone
    explicit DeviceScope(std::shared_ptr<const ops::Device> device);
    ~DeviceScope();
    DeviceScope(const DeviceScope&) = delete;
    DeviceScope& operator=(const DeviceScope&) = delete;

    /// Of the calling thread; null outside of any.
    static const std::shared_ptr<const ops::Device>& current();

private:
    std::shared_ptr<const ops::Device> m_before;
};

} // namespace ql::runtime
