// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/wire/secure_channel.h"

#include "core/base/error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>

namespace ql::ranks {

namespace {

constexpr const char* kIdentity = "quantloupe ranks 1";
constexpr const char* kCipher = "TLS_AES_128_GCM_SHA256"; // the one that such keys are for
constexpr int kFirstAlert = 1000;                         // of OpenSSL's reasons: the other end's own words

const Key& keyOf(SSL* ssl)
{
    return static_cast<const Tls*>(SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), 0))->key();
}

unsigned putKey(SSL* ssl, unsigned char* into, unsigned most)
{
    const auto& key = keyOf(ssl);
    if (most < key.size())
        return 0;
    std::ranges::copy(key, into);
    return static_cast<unsigned>(key.size());
}

unsigned keyOfOpening(SSL* ssl, const char* /*hint*/, char* identity, unsigned mostIdentity, unsigned char* key,
                      unsigned mostKey)
{
    if (std::strlen(kIdentity) >= mostIdentity)
        return 0;
    std::strcpy(identity, kIdentity);
    return putKey(ssl, key, mostKey);
}

unsigned keyOfAnswering(SSL* ssl, const char* identity, unsigned char* key, unsigned most)
{
    return std::strcmp(identity, kIdentity) == 0 ? putKey(ssl, key, most) : 0;
}

/// OpenSSL's own writes without MSG_NOSIGNAL: a peer that is gone would end this process without a word.
int writeQuietly(BIO* bio, const char* bytes, int count)
{
    BIO_clear_retry_flags(bio);
    const auto sent = ::send(static_cast<int>(BIO_get_fd(bio, nullptr)), bytes, std::size_t(count), MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR))
        BIO_set_retry_write(bio);
    return static_cast<int>(sent);
}

const BIO_METHOD* quietSocket()
{
    static const BIO_METHOD* const method = [] {
        auto* made = BIO_meth_new(BIO_TYPE_SOCKET, "a socket that raises no signal");
        const auto* usual = BIO_s_socket();
        BIO_meth_set_write(made, &writeQuietly);
        BIO_meth_set_read(made, BIO_meth_get_read(usual));
        BIO_meth_set_ctrl(made, BIO_meth_get_ctrl(usual));
        BIO_meth_set_create(made, BIO_meth_get_create(usual));
        BIO_meth_set_destroy(made, BIO_meth_get_destroy(usual));
        return made;
    }();
    return method;
}

void require(bool isDone)
{
    if (!isDone)
        throw Error(ErrorCode::Engine, "OpenSSL can't encrypt connections here");
}

} // namespace

Key keyOf(const std::string& secret)
{
    Key key{};
    unsigned size = 0;
    require(EVP_Digest(secret.data(), secret.size(), key.data(), &size, EVP_sha256(), nullptr) == 1);
    return key;
}

Key randomKey()
{
    Key key{};
    require(RAND_bytes(key.data(), static_cast<int>(key.size())) == 1);
    return key;
}

Tls::Tls(const Key& key)
    : m_key(key)
    , m_context(SSL_CTX_new(TLS_method()))
{
    require(m_context && SSL_CTX_set_min_proto_version(m_context, TLS1_3_VERSION) == 1
            && SSL_CTX_set_ciphersuites(m_context, kCipher) == 1 && SSL_CTX_set_num_tickets(m_context, 0) == 1
            && SSL_CTX_set_ex_data(m_context, 0, this) == 1);
    SSL_CTX_set_session_cache_mode(m_context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_psk_client_callback(m_context, &keyOfOpening);
    SSL_CTX_set_psk_server_callback(m_context, &keyOfAnswering);
    SSL_CTX_set_mode(m_context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

Tls::~Tls()
{
    SSL_CTX_free(m_context);
}

void SecureChannel::Free::operator()(ssl_st* ssl) const
{
    SSL_free(ssl);
}

SecureChannel::SecureChannel(const Tls& tls, Socket socket, Side side)
    : m_socket(std::move(socket))
    , m_ssl(SSL_new(tls.context()))
{
    auto* bio = BIO_new(quietSocket());
    require(m_ssl && bio);
    BIO_set_fd(bio, m_socket.number(), BIO_NOCLOSE);
    SSL_set_bio(m_ssl.get(), bio, bio);
    if (side == Side::Opens) {
        SSL_set_verify(m_ssl.get(), SSL_VERIFY_PEER, nullptr); // no certificate stands in for the key
        SSL_set_connect_state(m_ssl.get());
    } else {
        SSL_set_accept_state(m_ssl.get());
    }
}

void SecureChannel::throwIfBroken(int result) const
{
    using Kind = BrokenConnection::Kind;
    const int problem = SSL_get_error(m_ssl.get(), result);
    if (problem == SSL_ERROR_WANT_READ || problem == SSL_ERROR_WANT_WRITE)
        return;
    const auto reason = ERR_GET_REASON(ERR_peek_error());
    if (problem != SSL_ERROR_SSL || reason == SSL_R_UNEXPECTED_EOF_WHILE_READING)
        throw BrokenConnection(Kind::Ended, "the connection ended");
    if (reason >= kFirstAlert || reason == SSL_R_BINDER_DOES_NOT_VERIFY)
        throw BrokenConnection(Kind::OtherSecret, "the secret there is another");
    throw BrokenConnection(Kind::NoRank, "what came is of no rank that knows the secret");
}

bool SecureChannel::shakeHands()
{
    ERR_clear_error();
    if (const int result = SSL_do_handshake(m_ssl.get()); result != 1) {
        throwIfBroken(result);
        return false;
    }
    if (SSL_session_reused(m_ssl.get()) != 1) // by the key: there are no other sessions
        throw BrokenConnection(BrokenConnection::Kind::NoRank, "the other end did not ask for the secret");
    return true;
}

short SecureChannel::awaits() const
{
    return SSL_want_write(m_ssl.get()) ? POLLOUT : POLLIN;
}

std::size_t SecureChannel::send(const char* bytes, std::size_t count)
{
    std::size_t sent = 0;
    ERR_clear_error();
    if (const int result = SSL_write_ex(m_ssl.get(), bytes, count, &sent); result != 1) {
        throwIfBroken(result);
        return 0;
    }
    return sent;
}

std::size_t SecureChannel::receive(char* bytes, std::size_t most)
{
    std::size_t received = 0;
    ERR_clear_error();
    if (const int result = SSL_read_ex(m_ssl.get(), bytes, most, &received); result != 1) {
        throwIfBroken(result);
        return 0;
    }
    return received;
}

} // namespace ql::ranks
