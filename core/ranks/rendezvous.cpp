// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rendezvous.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/packed.h"
#include "core/ranks/wire/socket.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <sched.h>
#include <thread>
#include <unistd.h>

namespace ql::ranks {

namespace {

using Clock = std::chrono::steady_clock;
constexpr const char* kGivenUp = "roll call given up"; ///< by rank 0
constexpr std::size_t kMostNamed = 8;

std::string keyOf(std::size_t rank)
{
    return "member/" + std::to_string(rank);
}

std::vector<std::int32_t> ownProcessors()
{
    std::vector<std::int32_t> processors;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        for (int i = 0; i < CPU_SETSIZE; ++i)
            if (CPU_ISSET(i, &set))
                processors.push_back(i);
    return processors;
}

Error missing(const std::vector<std::optional<Member>>& members, std::chrono::milliseconds patience)
{
    std::vector<std::string> names;
    std::size_t count = 0;
    for (std::size_t rank = 0; rank < members.size(); ++rank) {
        if (members[rank])
            continue;
        ++count;
        if (names.size() < kMostNamed)
            names.push_back(std::to_string(rank));
    }
    if (count > names.size())
        names.emplace_back("…");
    return {ErrorCode::Engine,
            Message("{} of {} ranks did not come within {} s: {}", count, members.size(),
                    std::chrono::duration_cast<std::chrono::seconds>(patience).count(), Message::names(names, ", ")),
            Message("look at what their machines say; MASTER_ADDR and MASTER_PORT must be the same everywhere")};
}

} // namespace

Member thisMember()
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    Member self;
    self.host = host;
    self.machine = self.host + '/' + readTextFile("/proc/sys/kernel/random/boot_id").value_or("");
    self.process = getpid();
    self.processors = ownProcessors();
    return self;
}

Message nameOf(const std::vector<Member>& members, std::size_t rank)
{
    if (rank >= members.size())
        return Message("rank {}", rank);
    return Message("rank {} on {} (process {})", rank, members[rank].host, std::to_string(members[rank].process));
}

std::vector<Member> rendezvous(KeyValueStore& store, const Launch& launch, const Member& self,
                               const std::stop_token& stop)
{
    const auto began = Clock::now();
    store.set(keyOf(launch.rank), packed(self));
    std::vector<std::optional<Member>> found(launch.size);
    for (std::size_t rank = 0; rank < launch.size;) {
        if (const auto bytes = store.get(keyOf(rank))) {
            found[rank++] = unpacked<Member>(*bytes);
            continue;
        }
        if (stop.stop_requested())
            throw Cancelled();
        const bool isLate = Clock::now() - began > launch.patience;
        if (isLate && launch.rank == 0)
            store.set(kGivenUp, "1");
        if (isLate || store.get(kGivenUp)) {
            for (auto later = rank + 1; later < launch.size; ++later)
                if (const auto bytes = store.get(keyOf(later)))
                    found[later] = unpacked<Member>(*bytes);
            throw missing(found, launch.patience);
        }
        std::this_thread::sleep_for(kLook);
    }
    std::vector<Member> members;
    for (auto& member : found)
        members.push_back(std::move(*member));
    return members;
}

int threadShare(const std::vector<Member>& members, std::size_t rank)
{
    const auto& self = members.at(rank);
    const auto sharing = std::ranges::count_if(members, [&self](const Member& other) {
        return other.machine == self.machine && other.processors == self.processors;
    });
    return std::max(1, static_cast<int>(static_cast<std::ptrdiff_t>(self.processors.size()) / sharing));
}

} // namespace ql::ranks
