// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/journal.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/fingerprint.h"
#include "core/base/packed.h"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace ql {

namespace {

constexpr std::string_view kBegin = "Quantloupe journal 1\n";
constexpr auto kInterval = std::chrono::milliseconds(500);
constexpr int kTimesItsPrice = 20;

using Parts = std::vector<std::pair<std::string, std::string>>;

std::uint64_t sumOf(std::string_view bytes)
{
    return Fingerprint().add(bytes).value();
}

/// What stands between the file's first line and the sum at its end. @throws Error where it isn't as it was written
std::string_view bodyOf(std::string_view content)
{
    if (!Journal::isOne(content) || content.size() < kBegin.size() + sizeof(std::uint64_t))
        throw Error(ErrorCode::FileCorrupt, "it is damaged");
    const auto body = content.substr(kBegin.size(), content.size() - kBegin.size() - sizeof(std::uint64_t));
    if (content.substr(kBegin.size() + body.size()) != packed(sumOf(body)))
        throw Error(ErrorCode::FileCorrupt, "it is damaged");
    return body;
}

} // namespace

Journal::Journal(const std::filesystem::path& folder, std::string_view command, std::uint64_t job)
    : m_job(Fingerprint().add(QUANTLOUPE_VERSION).add(job).value())
    , m_began(Clock::now())
    , m_due(m_began + kInterval)
{
    if (folder.empty())
        return;
    m_file = folder / fileName(command);
    std::error_code ignored;
    if (!std::filesystem::exists(m_file, ignored))
        return;
    try {
        read(m_job);
    } catch (const Error& error) {
        spdlog::warn("{}: not continued, the work starts anew: {}", m_file.string(), error.message());
    }
}

void Journal::read(std::uint64_t job)
{
    const auto file = readFileBytes(m_file);
    const auto [owner, parts] =
        unpacked<std::pair<std::uint64_t, Parts>>(bodyOf({reinterpret_cast<const char*>(file.data.get()), file.size}));
    if (owner != job)
        throw Error(ErrorCode::BadArgument, "it belongs to another model, other data, options or another version");
    m_parts = {parts.begin(), parts.end()};
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

void Journal::keep(const std::string& part, std::string bytes)
{
    if (m_file.empty())
        return;
    m_parts.insert_or_assign(part, std::move(bytes));
    try {
        write();
    } catch (const Error& error) {
        spdlog::error("the work can't be continued later: {}", error.what());
        m_file.clear();
        return;
    }
    const auto now = Clock::now();
    m_due = now + std::max<Clock::duration>(kInterval, kTimesItsPrice * (now - m_began));
}

void Journal::write()
{
    const auto body = packed(std::pair(m_job, Parts(m_parts.begin(), m_parts.end())));
    AtomicFile file(m_file);
    file.stream() << kBegin << body << packed(sumOf(body));
    file.commit(AtomicFile::Durability::Later);
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
