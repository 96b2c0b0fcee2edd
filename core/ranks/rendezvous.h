// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/ranks/key_value_store.h"
#include "core/ranks/launch.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

namespace ql::ranks {

/// One process of a group, as it presents itself to the others.
struct Member {
    std::string host;
    std::string machine; ///< another where it isn't the same running system
    std::int64_t process = 0;
    std::vector<std::int32_t> processors; ///< that it may run on, ascending

    static auto parts(auto& self) { return std::tie(self.host, self.machine, self.process, self.processors); }
};

/// This process.
Member thisMember();

/// "rank 2 on node17 (process 4711)"
Message nameOf(const std::vector<Member>& members, std::size_t rank);

/// Waits until all of @p launch are there, and says who they are, by rank.
/// @throws Error naming those that did not come within its patience; Cancelled
std::vector<Member> rendezvous(KeyValueStore& store, const Launch& launch, const Member& self,
                               const std::stop_token& stop);

/// Threads for @p rank where its machine's processors are shared fairly: with those that may run on the same ones.
int threadShare(const std::vector<Member>& members, std::size_t rank);

} // namespace ql::ranks
