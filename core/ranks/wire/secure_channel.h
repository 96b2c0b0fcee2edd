// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ranks/wire/socket.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

struct ssl_st;
struct ssl_ctx_st;

namespace ql::ranks {

/// What all ranks of a job know and nobody else.
using Key = std::array<unsigned char, 32>;

/// The key that a secret of any length stands for.
Key keyOf(const std::string& secret);
/// One that nobody can guess.
Key randomKey();

/// A connection that is of no use any more.
class BrokenConnection : public std::runtime_error {
public:
    enum class Kind : std::uint8_t {
        Ended,       ///< by the other end, or on the way
        OtherSecret, ///< the other end found our key wrong, or did not show that it knows it
        NoRank       ///< what the other end sent is no answer of this program
    };
    BrokenConnection(Kind kind, const std::string& why)
        : std::runtime_error(why)
        , m_kind(kind)
    {
    }
    Kind kind() const { return m_kind; }

private:
    Kind m_kind;
};

/// How the connections of a job are kept from others: TLS 1.3 with the key that both ends know, and no certificates.
class Tls {
public:
    explicit Tls(const Key& key);
    ~Tls();
    Tls(const Tls&) = delete;
    Tls& operator=(const Tls&) = delete;

    const Key& key() const { return m_key; }
    ssl_ctx_st* context() const { return m_context; }

private:
    Key m_key;
    ssl_ctx_st* m_context;
};

/// A connection whose ends have shown each other that they know the key; what goes through can neither be read nor
/// changed on the way. Never waits. Every call may throw BrokenConnection.
class SecureChannel {
public:
    enum class Side : std::uint8_t { Opens, Answers };
    /// @p socket doesn't block.
    SecureChannel(const Tls& tls, Socket socket, Side side);

    /// True once both ends know that the other knows the key; until then to be called again when awaits() comes.
    bool shakeHands();
    /// What shakeHands() waits for: POLLIN or POLLOUT.
    short awaits() const;
    /// How many bytes were taken; 0 = none for now.
    std::size_t send(const char* bytes, std::size_t count);
    /// How many bytes came; 0 = none for now.
    std::size_t receive(char* bytes, std::size_t most);
    int descriptor() const { return m_socket.number(); }

private:
    struct Free {
        void operator()(ssl_st* ssl) const;
    };
    void throwIfBroken(int result) const;

    Socket m_socket;
    std::unique_ptr<ssl_st, Free> m_ssl;
};

} // namespace ql::ranks
