// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/wire/message_stream.h"
#include "core/ranks/wire/poll_set.h"

#include <QTest>
#include <memory>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <poll.h>
#include <sys/socket.h>

using namespace ql::ranks;
using Kind = BrokenConnection::Kind;
using Side = SecureChannel::Side;

namespace {

struct Ends {
    Socket opening;
    Socket answering;
};

Ends connected()
{
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0)
        qFatal("no socket pair");
    return {Socket(pair[0]), Socket(pair[1])};
}

/// How each end's handshake went: "known", or why it broke.
struct Outcome {
    QByteArray opening;
    QByteArray answering;
};

QByteArray step(SecureChannel& channel)
{
    try {
        return channel.shakeHands() ? "known" : "";
    } catch (const BrokenConnection& broken) {
        switch (broken.kind()) {
        case Kind::Ended: return "ended";
        case Kind::OtherSecret: return "other secret";
        case Kind::NoRank: return "no rank";
        }
        return "?";
    }
}

Outcome shakeHands(SecureChannel& opening, SecureChannel& answering)
{
    Outcome outcome;
    for (int i = 0; i < 20 && (outcome.opening.isEmpty() || outcome.answering.isEmpty()); ++i) {
        if (outcome.opening.isEmpty())
            outcome.opening = step(opening);
        if (outcome.answering.isEmpty())
            outcome.answering = step(answering);
    }
    return outcome;
}

/// One that has a certificate of its own making and asks for no secret.
std::shared_ptr<SSL_CTX> impostor()
{
    auto* context = SSL_CTX_new(TLS_server_method());
    auto* key = EVP_RSA_gen(2048);
    auto* certificate = X509_new();
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_set_pubkey(certificate, key);
    X509_sign(certificate, key, EVP_sha256());
    SSL_CTX_use_certificate(context, certificate);
    SSL_CTX_use_PrivateKey(context, key);
    X509_free(certificate);
    EVP_PKEY_free(key);
    return {context, SSL_CTX_free};
}

} // namespace

class TestSecureChannel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bothEndsKnowTheSecret()
    {
        const Tls one(keyOf("a secret of a job"));
        const Tls same(keyOf("a secret of a job"));
        auto ends = connected();
        SecureChannel opening(one, std::move(ends.opening), Side::Opens);
        SecureChannel answering(same, std::move(ends.answering), Side::Answers);
        const auto outcome = shakeHands(opening, answering);
        QCOMPARE(outcome.opening, QByteArray("known"));
        QCOMPARE(outcome.answering, QByteArray("known"));
        MessageStream asks(std::move(opening)), hears(std::move(answering));
        for (const auto& message : {std::string("news"), std::string(), std::string(100'000, 'x')}) {
            asks.send(message);
            std::optional<std::string> heard;
            for (int i = 0; i < 1000 && !heard; ++i) {
                asks.flush();
                heard = hears.receive();
            }
            QVERIFY(heard && *heard == message);
        }
    }

    void anotherSecretIsRefused()
    {
        const Tls one(keyOf("a secret of a job"));
        const Tls other(randomKey());
        auto ends = connected();
        SecureChannel opening(one, std::move(ends.opening), Side::Opens);
        SecureChannel answering(other, std::move(ends.answering), Side::Answers);
        const auto outcome = shakeHands(opening, answering);
        QCOMPARE(outcome.opening, QByteArray("other secret"));
        QCOMPARE(outcome.answering, QByteArray("other secret"));
    }

    void aCertificateDoesNotStandInForTheSecret()
    {
        const auto context = impostor();
        const std::unique_ptr<SSL, decltype(&SSL_free)> server(SSL_new(context.get()), &SSL_free);
        auto ends = connected();
        SSL_set_fd(server.get(), ends.answering.number());
        const Tls tls(randomKey());
        SecureChannel opening(tls, std::move(ends.opening), Side::Opens);
        QByteArray outcome;
        for (int i = 0; i < 20 && outcome.isEmpty(); ++i) {
            outcome = step(opening);
            SSL_accept(server.get());
        }
        QCOMPARE(outcome, QByteArray("no rank"));
    }

    void nothingIsReadableOnTheWay()
    {
        const Tls tls(randomKey());
        auto ends = connected();
        const Socket listening(::dup(ends.answering.number()));
        SecureChannel opening(tls, std::move(ends.opening), Side::Opens);
        SecureChannel answering(tls, std::move(ends.answering), Side::Answers);
        QCOMPARE(shakeHands(opening, answering).answering, QByteArray("known"));
        QCOMPARE(opening.send("samples", 7), std::size_t(7));
        char seen[256] = "";
        const auto count = ::recv(listening.number(), seen, sizeof seen, MSG_PEEK);
        QVERIFY(count > 7 && !QByteArray(seen, qsizetype(count)).contains("samples"));
    }

    void anEndThatIsGoneIsNoSignal()
    {
        const Tls tls(randomKey());
        auto ends = connected();
        SecureChannel opening(tls, std::move(ends.opening), Side::Opens);
        ends.answering.close();
        QCOMPARE(step(opening), QByteArray("ended"));
    }
};

QTEST_APPLESS_MAIN(TestSecureChannel)
#include "tst_secure_channel.moc"
