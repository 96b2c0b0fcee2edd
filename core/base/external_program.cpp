// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/external_program.h"

#include "core/base/error.h"
#include "core/base/job_context.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char** environ; // NOLINT(readability-redundant-declaration): not every header declares it

namespace ql {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kPollMs = 20;
constexpr std::size_t kMostWarning = 4096; ///< bytes of its standard error that are looked back on

/// Both ends of a pipe; what is open is closed at the end.
class Pipe {
public:
    Pipe()
    {
        if (::pipe2(m_ends.data(), O_CLOEXEC) != 0)
            throw Error(ErrorCode::Engine, Message("no pipe can be made: {}", std::strerror(errno)));
        ::fcntl(m_ends[0], F_SETFL, O_NONBLOCK);
    }
    ~Pipe()
    {
        close(0);
        close(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    int reader() const { return m_ends[0]; }
    int writer() const { return m_ends[1]; }
    void closeWriter() { close(1); }

    /// Appends what is there. Whether more may come.
    bool readInto(std::string& text)
    {
        std::array<char, 4096> part{};
        while (m_ends[0] >= 0) {
            const auto count = ::read(m_ends[0], part.data(), part.size());
            if (count > 0)
                text.append(part.data(), std::size_t(count));
            else if (count == 0)
                close(0);
            else if (errno != EINTR)
                return errno == EAGAIN;
            if (count > 0 && text.size() > kMostRead)
                return true;
        }
        return false;
    }

private:
    static constexpr std::size_t kMostRead = 1 << 20; ///< at once: whoever reads looks at it between

    void close(std::size_t end)
    {
        if (m_ends[end] >= 0)
            ::close(std::exchange(m_ends[end], -1));
    }

    std::array<int, 2> m_ends{-1, -1};
};

/// What a new process begins with: a group of its own, no signal blocked, our ends of the pipes and no other file.
class Beginning {
public:
    Beginning(const Pipe& output, const Pipe& warnings)
    {
        ::posix_spawn_file_actions_init(&m_files);
        ::posix_spawn_file_actions_addopen(&m_files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_adddup2(&m_files, output.writer(), STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&m_files, warnings.writer(), STDERR_FILENO);
        ::posix_spawn_file_actions_addclosefrom_np(&m_files, STDERR_FILENO + 1);
        ::posix_spawnattr_init(&m_attributes);
        sigset_t none, all;
        sigemptyset(&none);
        sigfillset(&all);
        ::posix_spawnattr_setsigmask(&m_attributes, &none);
        ::posix_spawnattr_setsigdefault(&m_attributes, &all);
        ::posix_spawnattr_setpgroup(&m_attributes, 0);
        ::posix_spawnattr_setflags(&m_attributes,
                                   POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~Beginning()
    {
        ::posix_spawn_file_actions_destroy(&m_files);
        ::posix_spawnattr_destroy(&m_attributes);
    }
    Beginning(const Beginning&) = delete;
    Beginning& operator=(const Beginning&) = delete;

    pid_t start(const std::vector<std::string>& words) const
    {
        std::vector<char*> arguments;
        for (const auto& word : words)
            arguments.push_back(const_cast<char*>(word.c_str())); // NOLINT: it is only read
        arguments.push_back(nullptr);
        pid_t process = 0;
        const int problem =
            ::posix_spawnp(&process, arguments.front(), &m_files, &m_attributes, arguments.data(), environ);
        if (problem != 0)
            throw Error(ErrorCode::FileNotFound,
                        Message("the program {} can't be started: {}", words.front(), std::strerror(problem)),
                        "is it installed, and may it be run?");
        return process;
    }

private:
    posix_spawn_file_actions_t m_files{};
    posix_spawnattr_t m_attributes{};
};

/// A process and what it started, which are killed at the end.
class Process {
public:
    explicit Process(pid_t process)
        : m_process(process)
    {
    }
    ~Process()
    {
        ::kill(-m_process, SIGKILL); // what it left behind, too
        while (!m_hasEnded && ::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    bool hasEnded(ProgramEnding& ending)
    {
        int status = 0;
        if (!m_hasEnded && ::waitpid(m_process, &status, WNOHANG) == m_process) {
            m_hasEnded = true;
            ending.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
            ending.exitStatus = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        }
        return m_hasEnded;
    }

private:
    pid_t m_process;
    bool m_hasEnded = false;
};

/// Without the blanks behind it.
std::string lastLineOf(const std::string& text)
{
    const auto end = text.find_last_not_of(" \t\r\n");
    if (end == text.npos)
        return {};
    const auto before = text.find_last_of("\r\n", end);
    const auto begin = before == text.npos ? 0 : before + 1;
    return text.substr(begin, end + 1 - begin);
}

void waitForNews(const Pipe& output, const Pipe& warnings)
{
    std::array<pollfd, 2> pipes{pollfd{output.reader(), POLLIN, 0}, pollfd{warnings.reader(), POLLIN, 0}};
    ::poll(pipes.data(), pipes.size(), kPollMs); // negative ends are left out
}

} // namespace

ProgramEnding runProgram(const std::vector<std::string>& words, const ProgramLimits& limits,
                         const std::stop_token& stop)
{
    ProgramEnding ending;
    Pipe output, warnings;
    const auto deadline = Clock::now() + limits.patience;
    Process process(Beginning(output, warnings).start(words));
    output.closeWriter();
    warnings.closeWriter();
    std::string warned;
    while (true) {
        const bool hasEnded = process.hasEnded(ending); // before its last words are read
        output.readInto(ending.output);
        warnings.readInto(warned);
        if (warned.size() > kMostWarning)
            warned.erase(0, warned.size() - kMostWarning);
        ending.isTooLong = ending.output.size() > limits.mostOutput;
        if (hasEnded || ending.isTooLong)
            break;
        if (stop.stop_requested())
            throw Cancelled();
        ending.isTimeUp = Clock::now() >= deadline;
        if (ending.isTimeUp)
            break;
        waitForNews(output, warnings);
    }
    ending.lastWarning = lastLineOf(warned);
    return ending;
}

std::vector<std::string> wordsOfCommand(const std::string& command)
{
    std::vector<std::string> words;
    bool isOpen = false; // a word has begun, and may be empty
    char quote = 0;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        const bool isBlank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (quote == 0 && isBlank) {
            isOpen = false;
            continue;
        }
        if (!isOpen)
            words.emplace_back();
        isOpen = true;
        const bool isEscape = c == '\\' && i + 1 < command.size()
                              && (quote == 0 || (quote == '"' && (command[i + 1] == '"' || command[i + 1] == '\\')));
        if (isEscape)
            words.back() += command[++i];
        else if (quote == 0 && (c == '\'' || c == '"'))
            quote = c;
        else if (c == quote)
            quote = 0;
        else
            words.back() += c;
    }
    if (quote != 0)
        throw Error(ErrorCode::BadArgument, Message("the command {} has a quote {} without its end", command, quote));
    if (words.empty() || words.front().empty())
        throw Error(ErrorCode::BadArgument, "the command names no program");
    return words;
}

} // namespace ql
