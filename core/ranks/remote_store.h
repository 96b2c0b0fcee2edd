// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ranks/key_value_store.h"
#include "core/ranks/wire/message_stream.h"

#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace ql::ranks {

/// The store itself, in the memory of rank 0.
class MemoryStore final : public KeyValueStore {
public:
    void set(const std::string& key, const std::string& text) override;
    std::optional<std::string> get(const std::string& key) override;
    std::int64_t add(const std::string& key, std::int64_t number) override;

    /// What a RemoteStore asks, answered. @throws Error where it is no question
    std::string answer(std::string_view question);

private:
    std::mutex m_mutex;
    std::map<std::string, std::string> m_texts;
    std::map<std::string, std::int64_t> m_numbers;
};

/// The store of another process. Calls throw BrokenConnection once it is gone or has not answered for @p patience.
class RemoteStore final : public KeyValueStore {
public:
    RemoteStore(MessageStream stream, std::chrono::milliseconds patience);

    void set(const std::string& key, const std::string& text) override;
    std::optional<std::string> get(const std::string& key) override;
    std::int64_t add(const std::string& key, std::int64_t number) override;
    /// Tells its host that this rank has done with it.
    void leave();

private:
    std::string ask(const std::string& question);

    std::mutex m_mutex;
    std::optional<MessageStream> m_stream;
    std::chrono::milliseconds m_patience;
};

} // namespace ql::ranks
