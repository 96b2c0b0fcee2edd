// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ql::ranks {

/// What a launcher told this process: which of how many it is, and where they meet.
struct Launch {
    std::size_t rank = 0;
    std::size_t size = 1;
    std::string address; ///< of the machine where rank 0 runs
    std::uint16_t port = 0;
    bool isSpread = false; ///< over several machines, as far as the launcher tells
    std::string attempt;   ///< of a launcher that starts again what failed; empty = the only one
    std::string secret;    ///< that lets a rank in; empty = none was given, and rank 0 makes one for its own machine
    std::chrono::milliseconds patience{std::chrono::minutes(5)}; ///< until all are there
    std::chrono::milliseconds silence{std::chrono::seconds(10)}; ///< after which a rank is taken for dead
};

/// The value of an environment variable; null where it isn't set.
using Variables = std::function<const char*(const char* name)>;

/// Reads RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT (torchrun, or set by hand), else what mpirun (Open MPI; MPICH)
/// or srun set; an allocation of Slurm without srun is one process. Nothing where one process was started. torchrun
/// listens at MASTER_PORT itself, with the protocol of its own PyTorch, which needn't be ours: the ranks meet one port
/// further then.
/// QUANTLOUPE_RANKS_PATIENCE and QUANTLOUPE_RANKS_SILENCE are in seconds. QUANTLOUPE_RANKS_SECRET is 16 characters or
/// more, or QUANTLOUPE_RANKS_SECRET_FILE a file with them, which only its owner may read.
/// @throws Error (BadArgument) naming the variable, or the file
std::optional<Launch> launchOf(const Variables& variables);
/// The same of this process's environment.
std::optional<Launch> launchOfThisProcess();

/// "node07" of "node[07-12,14],gpu3": Slurm's way to write hosts down.
std::string firstHost(const std::string& hosts);

} // namespace ql::ranks
