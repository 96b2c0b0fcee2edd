// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/launch.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>

namespace ql::ranks {

namespace {

/// How a launcher calls what we need.
struct Family {
    const char* rank;
    const char* size;
    const char* localSize; ///< null = it has none
    const char* hosts;     ///< the first of which runs rank 0; null = it has none
    const char* machines;  ///< of how many; null = it has none
    const char* job;       ///< what tells two jobs on one machine apart; null = it has none
};

/// mpirun within a job of Slurm sets both its own and, for its daemons, Slurm's: the last comes last.
constexpr Family kFamilies[]{
    {"RANK", "WORLD_SIZE", nullptr, nullptr, nullptr, nullptr},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE", nullptr, nullptr,
     "OMPI_MCA_ess_base_jobid"},
    {"PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS", nullptr, nullptr, "PMI_ID"},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", nullptr, "SLURM_STEP_NODELIST", "SLURM_STEP_NUM_NODES", "SLURM_JOB_ID"},
};

constexpr std::uint64_t kMostRanks = 1'000'000;
constexpr std::uint16_t kUsualPort = 29500;
constexpr std::uint64_t kMostPort = 65535;

std::uint64_t numberIn(const Variables& variables, const char* name, std::uint64_t most)
{
    const char* text = variables(name);
    if (!text)
        throw Error(ErrorCode::BadArgument, Message("the environment variable {} is not set", name),
                    "a launcher of several processes sets it; for one process unset RANK and WORLD_SIZE");
    std::uint64_t number = 0;
    const char* end = text + std::strlen(text);
    const auto [stop, problem] = std::from_chars(text, end, number);
    if (problem != std::errc() || stop != end || number > most)
        throw Error(ErrorCode::BadArgument,
                    Message("the environment variable {} is \"{}\", expected a number up to {}", name, text, most));
    return number;
}

const Family* familyOf(const Variables& variables)
{
    for (const auto& family : kFamilies) {
        const bool isFirst = &family == kFamilies;
        // Slurm's batch scripts have a rank and no step.
        if (isFirst ? variables(family.rank) || variables(family.size) : variables(family.size) != nullptr)
            return &family;
    }
    return nullptr;
}

/// FNV-1a.
std::uint64_t sumOf(const char* text)
{
    std::uint64_t sum = 0xcbf29ce484222325u;
    for (; *text != '\0'; ++text)
        sum = (sum ^ static_cast<unsigned char>(*text)) * 0x100000001b3u;
    return sum;
}

/// torchrun's, one further where torchrun itself listens.
std::uint16_t masterPort(const Variables& variables)
{
    const auto port = numberIn(variables, "MASTER_PORT", kMostPort);
    const char* isTaken = variables("TORCHELASTIC_USE_AGENT_STORE");
    if (!isTaken || std::strcmp(isTaken, "True") != 0)
        return static_cast<std::uint16_t>(port);
    return static_cast<std::uint16_t>(port < kMostPort ? port + 1 : port - 1);
}

std::uint16_t portOf(const Variables& variables, const Family& family)
{
    constexpr std::uint64_t kFirstFree = 20'000;
    constexpr std::uint64_t kCount = 9'000;
    if (variables("MASTER_PORT"))
        return masterPort(variables);
    const char* job = family.job ? variables(family.job) : nullptr;
    return job ? static_cast<std::uint16_t>(kFirstFree + sumOf(job) % kCount) : kUsualPort;
}

std::string addressOf(const Variables& variables, const Family& family, std::size_t size)
{
    if (const char* address = variables("MASTER_ADDR"))
        return address;
    if (family.hosts && variables(family.hosts))
        return firstHost(variables(family.hosts));
    if (family.localSize && variables(family.localSize) && numberIn(variables, family.localSize, kMostRanks) == size)
        return "127.0.0.1";
    throw Error(ErrorCode::BadArgument, "the environment variable MASTER_ADDR is not set",
                "set it for every process to the name or address of the machine where rank 0 runs");
}

std::string secretInFile(const std::string& file)
{
    struct stat facts {};
    if (::stat(file.c_str(), &facts) == 0 && (facts.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        throw Error(ErrorCode::BadArgument,
                    Message("{}: others than its owner may read or write the ranks' secret", file),
                    Message("run chmod 600 {}", file));
    const auto text = readTextFile(file);
    if (!text)
        throw Error(ErrorCode::BadArgument, Message("{}: the ranks' secret can't be read", file),
                    "QUANTLOUPE_RANKS_SECRET_FILE names a file that is there on this rank's machine");
    return *text;
}

/// Without white space at its ends, as a line's end is none of it; empty where neither variable is set.
std::string secretIn(const Variables& variables)
{
    constexpr const char* kText = "QUANTLOUPE_RANKS_SECRET";
    constexpr const char* kFile = "QUANTLOUPE_RANKS_SECRET_FILE";
    constexpr const char* kSpace = " \t\r\n";
    constexpr std::size_t kFewest = 16;
    const char* text = variables(kText);
    const char* file = variables(kFile);
    if (text && file)
        throw Error(ErrorCode::BadArgument, Message("both {} and {} are set", kText, kFile), "unset one of them");
    if (!text && !file)
        return {};
    auto secret = text ? std::string(text) : secretInFile(file);
    secret.erase(0, std::min(secret.find_first_not_of(kSpace), secret.size()));
    secret.erase(secret.find_last_not_of(kSpace) + 1);
    if (secret.size() < kFewest)
        throw Error(ErrorCode::BadArgument,
                    Message("the secret of {} has {} characters, expected at least {}", text ? kText : file,
                            secret.size(), kFewest),
                    "openssl rand -hex 32 makes one");
    return secret;
}

bool isSpread(const Variables& variables, const Family& family, std::size_t size)
{
    if (family.machines && variables(family.machines))
        return numberIn(variables, family.machines, kMostRanks) > 1;
    return family.localSize && variables(family.localSize) && numberIn(variables, family.localSize, kMostRanks) < size;
}

std::chrono::milliseconds secondsIn(const Variables& variables, const char* name, std::chrono::milliseconds usual)
{
    constexpr std::uint64_t kMostSeconds = 86'400;
    return variables(name) ? std::chrono::seconds(numberIn(variables, name, kMostSeconds)) : usual;
}

} // namespace

std::string firstHost(const std::string& hosts)
{
    const auto open = hosts.find_first_of("[,");
    if (open == std::string::npos || hosts[open] == ',')
        return hosts.substr(0, open);
    const auto close = hosts.find(']', open);
    const auto number = hosts.substr(open + 1, hosts.find_first_of("-,]", open) - open - 1);
    if (close == std::string::npos)
        return hosts.substr(0, open) + number;
    const auto rest = hosts.substr(close + 1);
    return hosts.substr(0, open) + number + firstHost(rest);
}

std::optional<Launch> launchOf(const Variables& variables)
{
    const auto* family = familyOf(variables);
    if (!family)
        return std::nullopt;
    Launch launch;
    launch.size = numberIn(variables, family->size, kMostRanks);
    launch.rank = numberIn(variables, family->rank, kMostRanks);
    if (launch.rank >= launch.size)
        throw Error(ErrorCode::BadArgument,
                    Message("the environment variable {} is {}, expected less than {}, which is {}", family->rank,
                            launch.rank, family->size, launch.size));
    if (launch.size == 1)
        return std::nullopt;
    launch.address = addressOf(variables, *family, launch.size);
    launch.port = portOf(variables, *family);
    launch.isSpread = isSpread(variables, *family, launch.size);
    if (const char* attempt = variables("TORCHELASTIC_RESTART_COUNT"))
        launch.attempt = attempt;
    launch.secret = secretIn(variables);
    launch.patience = secondsIn(variables, "QUANTLOUPE_RANKS_PATIENCE", launch.patience);
    launch.silence = secondsIn(variables, "QUANTLOUPE_RANKS_SILENCE", launch.silence);
    return launch;
}

std::optional<Launch> launchOfThisProcess()
{
    return launchOf([](const char* name) { return std::getenv(name); });
}

} // namespace ql::ranks
