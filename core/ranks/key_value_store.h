// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ql::ranks {

/// Texts and numbers that all ranks write and read. Thread-safe; any call may throw
/// once nobody hosts it any more.
class KeyValueStore {
public:
    virtual ~KeyValueStore() = default;

    virtual void set(const std::string& key, const std::string& text) = 0;
    /// Nothing where nobody set it. Never waits.
    virtual std::optional<std::string> get(const std::string& key) = 0;
    /// Adds to a number that begins at 0, and returns what it is then. Such keys are not for get().
    virtual std::int64_t add(const std::string& key, std::int64_t number) = 0;
};

} // namespace ql::ranks
