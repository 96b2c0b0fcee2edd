// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <arpa/inet.h>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <netinet/in.h>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ql::tests {

/// Somebody on this machine who connects to a port and knows no secret. The connection stays until it dies.
class Stranger {
public:
    explicit Stranger(std::uint16_t port, std::string_view says = {})
        : m_descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(port);
        m_isConnected = ::connect(m_descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
        if (m_isConnected && !says.empty())
            m_isConnected = ::send(m_descriptor, says.data(), says.size(), MSG_NOSIGNAL) == ssize_t(says.size());
    }
    ~Stranger() { ::close(m_descriptor); }
    Stranger(Stranger&& other) noexcept
        : m_descriptor(std::exchange(other.m_descriptor, -1))
        , m_isConnected(other.m_isConnected)
    {
    }
    Stranger& operator=(Stranger&&) = delete;

    bool isConnected() const { return m_isConnected; }
    /// Waits until the other end closes.
    void waitForTheEnd() const
    {
        char bytes[256];
        while (::recv(m_descriptor, bytes, sizeof bytes, 0) > 0) {
        }
    }

private:
    int m_descriptor;
    bool m_isConnected = false;
};

/// What strangers say: nothing, letters, zeros, a request for a page, c10d's own `set` of a key, with and without the
/// number that its later releases say first, half of a TLS client's first message, and one of a client without secret.
inline std::vector<std::string> strangersWords()
{
    std::string set("\0", 1); // QueryType::SET
    for (const std::string word : {"quantloupe/end", "1"}) {
        const std::uint64_t size = word.size();
        set.append(reinterpret_cast<const char*>(&size), sizeof size);
        set += word;
    }
    const std::uint32_t magic = 0x3C85F7CE;
    std::string validated("\x07", 1);
    validated.append(reinterpret_cast<const char*>(&magic), sizeof magic);
    std::string hello("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11); // of 512 bytes
    return {"",
            "let me in\n",
            std::string(5000, '\0'),
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
            set,
            validated + set,
            hello,
            hello + std::string(501, '\x7f')};
}

/// Where processes listen, as numbers of the kernel's own table: address, port and the socket's inode.
struct Listening {
    std::string address; ///< as /proc/net/tcp writes it: "0100007F" is 127.0.0.1
    std::uint16_t port = 0;
    std::string inode;

    bool isEverywhere() const { return address.find_first_not_of('0') == std::string::npos; }
};

/// All sockets at which process @p process ("self", "4711") listens.
inline std::vector<Listening> listeningOf(const std::string& process)
{
    std::set<std::string> own;
    std::error_code gone;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/" + process + "/fd", gone))
        own.insert(std::filesystem::read_symlink(entry.path(), gone).string());
    std::vector<Listening> found;
    for (const auto* table : {"tcp", "tcp6"}) {
        std::ifstream file("/proc/" + process + "/net/" + table);
        std::string line;
        std::getline(file, line);
        while (std::getline(file, line)) {
            std::istringstream words(line);
            std::string number, local, remote, state, queues, timer, retries, user, timeout, inode;
            words >> number >> local >> remote >> state >> queues >> timer >> retries >> user >> timeout >> inode;
            const auto colon = local.find(':');
            if (state == "0A" && own.contains("socket:[" + inode + ']'))
                found.push_back(
                    {local.substr(0, colon), std::uint16_t(std::stoul(local.substr(colon + 1), nullptr, 16)), inode});
        }
    }
    return found;
}

} // namespace ql::tests
