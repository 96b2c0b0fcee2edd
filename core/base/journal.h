// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace ql {

/// What a job has found so far, by part, in a file from which the same job goes on when it is started again: after a
/// cancel, a kill, or the death of another rank. Of several ranks the first one has the file. It is no longer than what
/// the job holds in memory, and writing it takes a twentieth of the time at most.
class Journal {
public:
    /// Whether what an earlier start kept is used.
    enum class Start { GoesOn, Anew };
    /// Keeps nothing and knows nothing.
    Journal() = default;
    /// Of @p command, in @p folder; where that is empty it keeps nothing. @p job: the same number means that the same
    /// would be found, which this version of the program adds itself to. A file that is damaged or of another job is
    /// not used, as one line in the log says; nor is what an older version left in another format, which stays.
    /// @throws Error (FileWrite) if a file of its name is no journal
    Journal(const std::filesystem::path& folder, std::string_view command, std::uint64_t job,
            Start start = Start::GoesOn);
    /// In @p file, which a user named and keeps, and which other versions read: what can't be read or written there is
    /// an error. @throws Error (FileCorrupt) if it is no checkpoint or damaged, (BadArgument) if it is another job's
    static Journal checkpoint(std::filesystem::path file, std::uint64_t job);

    bool isKept() const { return !m_file.empty(); }
    /// What an earlier start kept, or this one.
    std::optional<std::string> find(const std::string& part) const;
    /// Whether it is time to keep what is known. What follows until keep() counts as its price.
    bool isDue();
    /// Replaces what is kept of @p part, which may be large: the old leaves memory before @p bytes makes the new. A
    /// disk that is full ends no job: the log says that it can't be continued. @throws Error (FileWrite) for
    /// checkpoints
    void keep(const std::string& part, const std::function<std::string()>& bytes);
    /// Once the job is done.
    void remove();

    /// "calibrate_state.bin"
    static std::string fileName(std::string_view command);
    /// Whether @p content begins as every journal does.
    static bool isOne(std::string_view content);

private:
    using Clock = std::chrono::steady_clock;

    std::string_view begin() const;
    void read();
    void write() const;

    std::filesystem::path m_file; ///< empty = nothing is kept
    bool m_isCheckpoint = false;
    std::uint64_t m_job = 0;
    std::map<std::string, std::string> m_parts;
    Clock::time_point m_began;
    Clock::time_point m_due;
};

} // namespace ql
