// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"

#include "core/base/error.h"
#include "core/base/process_limits.h"
#include "core/base/start/huge_pages.h"
#include "core/base/start/placeholder_libraries.h"

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <mutex>
#include <string>

namespace ql::engine {

namespace {

constexpr const char* kLibraryName = "libquantloupe_engine.so";
constexpr const char* kFactoryName = "quantloupe_create_engine";
using Factory = Engine* (*)();

/// OpenBLAS 0.3.21 mistakes recent processors for very old ones and is then five times slower. A user's own choice
/// wins.
void chooseBlasKernels()
{
    constexpr int kKeepExisting = 0;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw"))
        setenv("OPENBLAS_CORETYPE", "SkylakeX", kKeepExisting);
    else if (__builtin_cpu_supports("avx2"))
        setenv("OPENBLAS_CORETYPE", "Haswell", kKeepExisting);
}

/// Threads of libgomp that spin while they wait take the cores from LibTorch's other pool and from whoever else works
/// here: a forward of many small nodes takes twice the time. A user's own choice wins.
void letWaitingThreadsSleep()
{
    constexpr int kKeepExisting = 0;
    if (!std::getenv("OMP_WAIT_POLICY"))
        setenv("GOMP_SPINCOUNT", "0", kKeepExisting);
}

/// What LibTorch 1.13 and all that it links to take, and OpenBLAS for each processor.
std::uint64_t neededAddressSpace()
{
    constexpr std::uint64_t kLibraries = std::uint64_t{1200} << 20;
    constexpr std::uint64_t kPerProcessor = std::uint64_t{40} << 20;
    return kLibraries + kPerProcessor * std::uint64_t(processorCount());
}

std::atomic<bool> isOwnProcess = false;

/// Where this library lies; empty if the loader doesn't say.
std::filesystem::path ownFolder()
{
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(&loadEngine), &info) == 0 || !info.dli_fname)
        return {};
    return std::filesystem::path(info.dli_fname).parent_path();
}

void* openLibrary()
{
    const auto folder = ownFolder();
    const auto beside = folder / kLibraryName;
    const std::string path = !folder.empty() && std::filesystem::exists(beside) ? beside.string() : kLibraryName;
    const auto open = [&] { return dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL); };
    if (!isOwnProcess || folder.empty())
        return open();
    useHugePages();
    loadPlaceholders(folder / "placeholders");
    if (void* library = open())
        return library;
    unloadPlaceholders(); // another LibTorch, which does call one of them
    return open();
}

} // namespace

void prepareEnvironment()
{
    static std::once_flag once;
    std::call_once(once, [] {
        chooseBlasKernels();
        letWaitingThreadsSleep();
    });
}

void ownProcess()
{
    isOwnProcess = true;
}

std::shared_ptr<Engine> loadEngine()
{
    prepareEnvironment();
    requireAddressSpace(neededAddressSpace());
    void* library = openLibrary();
    if (!library)
        throw Error(ErrorCode::Engine, Message("the engine cannot be loaded: {}", dlerror()),
                    "is LibTorch installed and libquantloupe_engine.so beside libquantloupe_core.so?");
    const auto factory = reinterpret_cast<Factory>(dlsym(library, kFactoryName));
    if (!factory)
        throw Error(ErrorCode::Engine, Message("{} is of another version: no {}", kLibraryName, kFactoryName));
    return std::shared_ptr<Engine>(factory());
}

} // namespace ql::engine
