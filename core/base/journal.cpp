// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/journal.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/fingerprint.h"
#include "core/base/log.h"
#include "core/base/packed.h"
#include "core/base/writing/atomic_file.h"
#include "core/base/writing/state_files.h"

#include <algorithm>

namespace ql {

namespace {

constexpr std::string_view kBegin = "Quantloupe journal 1\n";
constexpr std::string_view kCheckpointBegin = "Quantloupe checkpoint 1\n"; // of a file that no job removes
constexpr auto kInterval = std::chrono::milliseconds(500);
constexpr int kTimesItsPrice = 20;

using Parts = std::map<std::string, std::string>;

std::uint64_t sumOf(std::uint64_t job, const Parts& parts)
{
    Fingerprint sum;
    sum.add(job).add(parts.size());
    for (const auto& [name, bytes] : parts)
        sum.add(name).add(bytes.size()).add(bytes);
    return sum.value();
}

[[noreturn]] void refuse()
{
    throw Error(ErrorCode::FileCorrupt, "it is damaged");
}

} // namespace

Journal::Journal(const std::filesystem::path& folder, std::string_view command, std::uint64_t job, Start start)
    : m_job(Fingerprint().add(QUANTLOUPE_VERSION).add(job).value())
    , m_began(Clock::now())
    , m_due(m_began + kInterval)
{
    if (folder.empty())
        return;
    m_file = folder / fileName(command);
    requireStateOrNone(m_file);
    if (start == Start::Anew)
        return;
    std::error_code ignored;
    if (!std::filesystem::exists(m_file, ignored)) {
        if (const auto older = folder / (std::string(command) + "_state.pt"); isState(older))
            logWarning(Message("{}: not continued, the work starts anew: it is of an older version", older.string()));
        return;
    }
    try {
        read();
    } catch (const Error& error) {
        logWarning(Message("{}: not continued, the work starts anew: {}", m_file.string(), error.message()));
    }
}

Journal Journal::checkpoint(std::filesystem::path file, std::uint64_t job)
{
    Journal journal;
    journal.m_file = std::move(file);
    journal.m_isCheckpoint = true;
    journal.m_job = job;
    std::error_code ignored;
    if (std::filesystem::exists(journal.m_file, ignored))
        journal.read();
    return journal;
}

std::string_view Journal::begin() const
{
    return m_isCheckpoint ? kCheckpointBegin : kBegin;
}

void Journal::read()
{
    const auto file = readFileBytes(m_file);
    const std::string_view content(reinterpret_cast<const char*>(file.data.get()), file.size);
    if (!content.starts_with(begin()))
        refuse();
    Unpacker unpacker(content.substr(begin().size()));
    const auto job = unpacker.next<std::uint64_t>();
    Parts parts;
    for (auto left = unpacker.next<std::uint64_t>(); left > 0; --left) {
        auto name = unpacker.next<std::string>();
        parts.insert_or_assign(std::move(name), unpacker.next<std::string>());
    }
    if (unpacker.next<std::uint64_t>() != sumOf(job, parts))
        refuse();
    unpacker.end();
    if (job != m_job)
        throw Error(ErrorCode::BadArgument, "it belongs to another model, other data, options or another version");
    m_parts = std::move(parts);
}

std::optional<std::string> Journal::find(const std::string& part) const
{
    const auto found = m_parts.find(part);
    return found == m_parts.end() ? std::nullopt : std::optional(found->second);
}

bool Journal::isDue()
{
    const auto now = Clock::now();
    if (m_file.empty() || now < m_due)
        return false;
    m_began = now;
    return true;
}

void Journal::keep(const std::string& part, const std::function<std::string()>& bytes)
{
    if (m_file.empty())
        return;
    m_parts.erase(part);
    m_parts.emplace(part, bytes());
    try {
        write();
    } catch (const Error& error) {
        if (m_isCheckpoint)
            throw;
        logError(Message("the work can't be continued later: {}", error.whole()));
        m_file.clear();
        return;
    }
    const auto now = Clock::now();
    m_due = now + std::max<Clock::duration>(kInterval, kTimesItsPrice * (now - m_began));
}

void Journal::write() const
{
    AtomicFile file(m_file);
    auto& stream = file.stream();
    stream << begin() << packed(m_job) << packed(std::uint64_t(m_parts.size()));
    for (const auto& [name, bytes] : m_parts)
        stream << packed(name) << packed(std::uint64_t(bytes.size())) << bytes;
    stream << packed(sumOf(m_job, m_parts));
    file.commit(m_isCheckpoint ? AtomicFile::Durability::OnDisk : AtomicFile::Durability::Later);
}

void Journal::remove()
{
    std::error_code ignored;
    if (!m_file.empty())
        std::filesystem::remove(m_file, ignored);
    m_file.clear();
    m_parts.clear();
}

std::string Journal::fileName(std::string_view command)
{
    return std::string(command) + "_state.bin";
}

bool Journal::isOne(std::string_view content)
{
    return content.starts_with(kBegin);
}

} // namespace ql
