// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/library/operator_library.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/probe_in_child.h"
#include "core/ops/library/library_kernel.h"

#include <dlfcn.h>
#include <mutex>
#include <set>

namespace ql::ops {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kPatience{20};
const Message kSeeHeader("write it against quantloupe/operators.h: QUANTLOUPE_OPERATORS");

/// Takes a library's operators with their wish to replace others.
class Collector final : public quantloupe::Operators {
public:
    explicit Collector(std::string library)
        : m_library(std::move(library))
    {
    }
    virtual ~Collector() = default;
    void add(const quantloupe::Operator& definition) override
    {
        auto& target = definition.replaces ? replacing : adding;
        target.push_back(definitionOf(definition, m_library));
    }

    OperatorDefinitions adding;
    OperatorDefinitions replacing;

private:
    std::string m_library;
};

template <typename Function>
Function functionOf(void* library, const char* name)
{
    return reinterpret_cast<Function>(dlsym(library, name));
}

/// Everything that runs a library's code before its operators do.
void collect(const fs::path& path, Collector& collector)
{
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
        throw Error(ErrorCode::UnsupportedFormat, Message("it can't be loaded: {}", dlerror()));
    const auto version = functionOf<decltype(&quantloupe_operators_version)>(library, "quantloupe_operators_version");
    const auto enter = functionOf<decltype(&quantloupe_register_operators)>(library, "quantloupe_register_operators");
    if (!version || !enter)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("it is no operator library: it has no function {}",
                            version ? "quantloupe_register_operators" : "quantloupe_operators_version"),
                    kSeeHeader);
    if (const auto found = version(); found != QUANTLOUPE_OPERATORS_VERSION)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("it was built against version {} of quantloupe/operators.h, expected {}", found,
                            QUANTLOUPE_OPERATORS_VERSION),
                    "build it again with this version's header");
    try {
        enter(collector);
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        throw Error(ErrorCode::BadArgument, Message("it threw while it registered its operators: {}", error.what()));
    } catch (...) {
        throw Error(ErrorCode::BadArgument, "it threw something while it registered its operators");
    }
    if (collector.adding.empty() && collector.replacing.empty())
        throw Error(ErrorCode::BadArgument, "it registers no operator", kSeeHeader);
}

} // namespace

void loadOperatorLibrary(const fs::path& path)
{
    static std::mutex mutex;
    static std::set<fs::path> loaded;
    const std::scoped_lock lock(mutex);
    withContext(Message("operator library {}", path.string()), [&] {
        std::error_code code;
        const auto file = fs::canonical(path, code);
        if (code)
            throw Error(ErrorCode::FileNotFound, Message("cannot be read: {}", code.message()));
        openFile(file); // the loader would wait for a pipe's writer
        if (loaded.contains(file))
            return;
        const auto name = file.filename().string();
        const auto ending = probeInChild(
            [&] {
                Collector nobody(name);
                collect(file, nobody);
            },
            {kPatience}, {});
        if (!ending.death.empty())
            throw Error(ErrorCode::UnsupportedFormat, Message("it is not loaded, because loading it {}", ending.death),
                        "a debugger on a program that only loads it shows where");
        Collector collector(name);
        collect(file, collector);
        Registry::extend(std::move(collector.adding), std::move(collector.replacing));
        loaded.insert(file);
    });
}

} // namespace ql::ops
