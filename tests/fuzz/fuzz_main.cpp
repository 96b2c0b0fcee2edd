// SPDX-License-Identifier: GPL-3.0-or-later
// All fuzz targets in one libFuzzer program: QUANTLOUPE_FUZZ_TARGET says which it is this time, and with
// QUANTLOUPE_FUZZ_SEEDS it begins by writing that target's seeds into a folder; `fuzz.sh` sets both.
#include "tests/fuzz/coverage_counters.h"
#include "tests/fuzz/targets/targets.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

extern "C" void __sanitizer_cov_8bit_counters_init(std::uint8_t* first, std::uint8_t* end);
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

namespace {

const ql::tests::FuzzTarget* target = nullptr;

void writeSeeds(const std::filesystem::path& folder)
{
    std::filesystem::create_directories(folder);
    const auto seeds = target->seeds();
    for (std::size_t i = 0; i < seeds.size(); ++i)
        std::ofstream(folder / ("seed-" + std::to_string(i)), std::ios::binary) << seeds[i];
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*arguments*/)
{
    const char* name = std::getenv("QUANTLOUPE_FUZZ_TARGET");
    try {
        target = &ql::tests::fuzzTarget(name ? name : "");
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        std::exit(2);
    }
    if (const char* folder = std::getenv("QUANTLOUPE_FUZZ_SEEDS"))
        writeSeeds(folder);
    const auto counters = ql::tests::edgeCounters();
    __sanitizer_cov_8bit_counters_init(counters.data(), counters.data() + counters.size());
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    target->feed({reinterpret_cast<const char*>(data), size});
    return 0;
}

/// Random bytes seldom make a file, so half of the mutants are files with some things changed.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned seed)
{
    if (seed % 2 == 0)
        return LLVMFuzzerMutate(data, size, maxSize);
    const auto mutant = ql::tests::mutantOf(*target, {reinterpret_cast<const char*>(data), size}, seed / 2);
    if (mutant.empty() || mutant.size() > maxSize)
        return LLVMFuzzerMutate(data, size, maxSize);
    std::memcpy(data, mutant.data(), mutant.size());
    return mutant.size();
}
