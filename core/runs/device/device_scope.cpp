// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/device/device_scope.h"

#include "core/ops/device/device.h"

#include <utility>

namespace ql::runs {

namespace {

std::shared_ptr<const ops::Device>& ofThread()
{
    thread_local std::shared_ptr<const ops::Device> device;
    return device;
}

} // namespace

DeviceScope::DeviceScope(std::shared_ptr<const ops::Device> device)
    : m_before(std::exchange(ofThread(), std::move(device)))
{
}

DeviceScope::~DeviceScope()
{
    ofThread() = std::move(m_before);
}

const std::shared_ptr<const ops::Device>& DeviceScope::current()
{
    return ofThread();
}

} // namespace ql::runs
