// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>

namespace ql::tests {

/// A folder in memory, removed with what is in it.
class ScratchFolder {
public:
    ScratchFolder()
        : m_path("/dev/shm/quantloupe-fuzz-" + std::to_string(::getpid()) + "-" + std::to_string(++count()))
    {
        std::filesystem::create_directories(m_path);
    }
    ~ScratchFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    std::filesystem::path write(const char* name, std::string_view bytes) const
    {
        const auto path = m_path / name;
        std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return path;
    }

private:
    static int& count()
    {
        static int folders = 0;
        return folders;
    }

    std::filesystem::path m_path;
};

/// Cuts off the last four bytes of an input and draws from them what is done with the rest.
class Choices {
public:
    static constexpr std::size_t kBytes = 4;

    explicit Choices(std::string_view& bytes)
    {
        std::uint32_t seed = 0;
        if (bytes.size() >= kBytes) {
            std::memcpy(&seed, bytes.data() + bytes.size() - kBytes, kBytes);
            bytes.remove_suffix(kBytes);
        }
        m_random.seed(seed);
    }

    std::uint32_t below(std::size_t end) { return end == 0 ? 0 : static_cast<std::uint32_t>(m_random() % end); }

private:
    std::mt19937 m_random;
};

inline std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::runtime_error("no file " + path.string());
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
}

/// A file of tests/data.
inline std::string testData(const std::string& name)
{
    return contentOf(std::string(QUANTLOUPE_SOURCE_DIR "/tests/data/") + name);
}

/// Says that a promise was broken, which ends the fuzzer with this input.
inline void require(bool holds, const std::string& promise)
{
    if (!holds)
        throw std::logic_error("broken: " + promise);
}

} // namespace ql::tests
