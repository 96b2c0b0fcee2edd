// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/trials_file.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/writing/atomic_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::project {

namespace {

namespace fs = std::filesystem;
using results::Trial;

/// Renames it: "x.damaged", "x.damaged-2" … @throws Error (FileWrite)
fs::path putAside(const fs::path& path)
{
    fs::path aside = path;
    aside += ".damaged";
    std::error_code failure;
    for (int number = 2; fs::exists(aside, failure); ++number) {
        aside = path;
        aside += fmt::format(".damaged-{}", number);
    }
    fs::rename(path, aside, failure);
    if (failure)
        throw Error(ErrorCode::FileWrite, Message("{} cannot be renamed: {}", path.string(), failure.message()),
                    "is the folder writable?");
    return aside;
}

} // namespace

fs::path trialsBeside(const fs::path& path)
{
    fs::path beside = path;
    beside += ".trials.yaml";
    return beside;
}

TrialsFile readTrials(const fs::path& path)
try {
    std::error_code failure;
    if (!fs::exists(path, failure) && !failure)
        return {};
    return trialsOf(readText(path), path.parent_path());
} catch (Error& error) {
    error.addContext(Message::text(path.string()));
    throw;
}

std::vector<Trial> merged(std::vector<Trial> mine, const std::vector<Trial>& others)
{
    std::set<std::string> known;
    for (const auto& trial : mine)
        known.insert(trial.time);
    for (const auto& trial : others)
        if (known.insert(trial.time).second)
            mine.push_back(trial);
    std::ranges::stable_sort(mine, {}, &Trial::time);
    return mine;
}

TrialsKeeper::TrialsKeeper(fs::path path, bool isMovable, fs::path spare)
    : m_path(std::move(path))
    , m_spare(std::move(spare))
    , m_isMovable(isMovable)
{
}

std::vector<Trial> TrialsKeeper::loadFrom(const fs::path& path, std::vector<Error>& problems)
try {
    auto file = readTrials(path);
    for (auto& problem : file.problems)
        problems.push_back(problem.addContext(Message::text(path.string())));
    m_isDamaged = m_isDamaged || (path == m_path && !file.problems.empty());
    return std::move(file.trials);
} catch (const Error& error) {
    problems.push_back(error);
    m_isDamaged = m_isDamaged || path == m_path;
    return {};
}

TrialsFile TrialsKeeper::load()
{
    TrialsFile file;
    m_seen = stampOf(m_path);
    file.trials = loadFrom(m_path, file.problems);
    if (!m_spare.empty())
        file.trials = merged(std::move(file.trials), loadFrom(m_spare, file.problems));
    for (const auto& trial : file.trials)
        m_known.insert(trial.time);
    return file;
}

/// What another program wrote since; a trial that was known is not news, but was deleted here.
std::vector<Trial> TrialsKeeper::withNews(std::vector<Trial> trials)
{
    if (stampOf(m_path) == m_seen)
        return trials;
    std::vector<Error> problems;
    auto theirs = loadFrom(m_path, problems);
    std::erase_if(theirs, [this](const Trial& trial) { return m_known.contains(trial.time); });
    return merged(std::move(trials), theirs);
}

void TrialsKeeper::write(const fs::path& path, const std::vector<Trial>& trials) const
{
    const bool isRelative = m_isMovable && path == m_path;
    writeFileAtomically(path, trialsText(trials, isRelative ? path.parent_path() : fs::path()));
}

TrialsSaved TrialsKeeper::save(std::vector<Trial> trials)
{
    for (const auto& trial : trials)
        m_known.insert(trial.time);
    trials = withNews(std::move(trials));
    TrialsSaved saved;
    try {
        if (m_isDamaged)
            saved.aside = putAside(m_path);
        m_isDamaged = false;
        write(m_path, trials);
        m_seen = stampOf(m_path);
        std::error_code ignored;
        if (!m_spare.empty())
            fs::remove(m_spare, ignored);
    } catch (const Error&) {
        if (m_spare.empty())
            throw;
        write(m_spare, trials);
        saved.spare = m_spare;
    }
    return saved;
}

} // namespace ql::project
