// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>

namespace ql::ranks {

/// The address, as numbers, under which this machine sends to @p host: the one where others that know @p host reach it.
/// Empty where @p host has no address or there is no way to it. Sends nothing.
std::string ownAddressTowards(const std::string& host, std::uint16_t port);

/// Waits until somebody listens at @p host and @p port. False after @p patience. @throws Cancelled
bool waitForListener(const std::string& host, std::uint16_t port, std::chrono::milliseconds patience,
                     const std::stop_token& stop);

} // namespace ql::ranks
