// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/remote_store.h"

#include "core/base/error.h"
#include "core/base/packed.h"

#include <tuple>
#include <utility>

namespace ql::ranks {

namespace {

struct Question {
    enum class Kind : std::uint8_t { Set, Get, Add };
    Kind kind = Kind::Get;
    std::string key;
    std::string text;
    std::int64_t number = 0;

    static auto parts(auto& self) { return std::tie(self.kind, self.key, self.text, self.number); }
};

struct Reply {
    std::optional<std::string> text;
    std::int64_t number = 0;

    static auto parts(auto& self) { return std::tie(self.text, self.number); }
};

} // namespace

void MemoryStore::set(const std::string& key, const std::string& text)
{
    const std::lock_guard lock(m_mutex);
    m_texts[key] = text;
}

std::optional<std::string> MemoryStore::get(const std::string& key)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_texts.find(key);
    return found == m_texts.end() ? std::nullopt : std::optional(found->second);
}

std::int64_t MemoryStore::add(const std::string& key, std::int64_t number)
{
    const std::lock_guard lock(m_mutex);
    return m_numbers[key] += number;
}

std::string MemoryStore::answer(std::string_view question)
{
    const auto asked = unpacked<Question>(question);
    Reply reply;
    switch (asked.kind) {
    case Question::Kind::Set: set(asked.key, asked.text); break;
    case Question::Kind::Get: reply.text = get(asked.key); break;
    case Question::Kind::Add: reply.number = add(asked.key, asked.number); break;
    }
    return packed(reply);
}

RemoteStore::RemoteStore(MessageStream stream, std::chrono::milliseconds patience)
    : m_stream(std::move(stream))
    , m_patience(patience)
{
}

void RemoteStore::set(const std::string& key, const std::string& text)
{
    ask(packed(Question{Question::Kind::Set, key, text, 0}));
}

std::optional<std::string> RemoteStore::get(const std::string& key)
{
    return unpacked<Reply>(ask(packed(Question{Question::Kind::Get, key, {}, 0}))).text;
}

std::int64_t RemoteStore::add(const std::string& key, std::int64_t number)
{
    return unpacked<Reply>(ask(packed(Question{Question::Kind::Add, key, {}, number}))).number;
}

std::string RemoteStore::ask(const std::string& question)
{
    const std::lock_guard lock(m_mutex);
    constexpr auto kEnded = BrokenConnection::Kind::Ended;
    if (!m_stream)
        throw BrokenConnection(kEnded, "the connection to rank 0 ended");
    try {
        m_stream->send(question);
        if (auto reply = m_stream->await(m_patience))
            return std::move(*reply);
    } catch (const BrokenConnection&) {
        m_stream.reset();
        throw;
    }
    m_stream.reset(); // a reply that came now would be taken for another's
    throw BrokenConnection(kEnded, "rank 0 does not answer");
}

void RemoteStore::leave()
{
    const std::lock_guard lock(m_mutex);
    m_stream.reset();
}

} // namespace ql::ranks
