// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/torch/quantized_engine.h"

#include "core/base/error.h"
#include "core/ops/aten.h"

#include <ATen/Context.h>
#include <algorithm>
#include <array>
#include <condition_variable>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <utility>

namespace ql::ops {

namespace {

constexpr std::array<std::pair<std::string_view, at::QEngine>, 4> kEngines{{{"onednn", at::QEngine::ONEDNN},
                                                                            {"x86", at::QEngine::X86},
                                                                            {"fbgemm", at::QEngine::FBGEMM},
                                                                            {"qnnpack", at::QEngine::QNNPACK}}};

at::QEngine engineNamed(std::string_view wanted)
{
    const auto found = std::ranges::find(kEngines, wanted, [](const auto& entry) { return entry.first; });
    const auto& supported = at::globalContext().supportedQEngines();
    if (found == kEngines.end() || std::ranges::find(supported, found->second) == supported.end())
        throw Error(ErrorCode::BadArgument, Message("this LibTorch has no quantized engine {}", wanted),
                    Message("it has {}", fmt::join(quantizedEngines(), ", ")));
    return found->second;
}

/// Who uses LibTorch's one engine.
class Users {
public:
    Users()
    {
        ::pthread_atfork([] { all().m_mutex->lock(); }, [] { all().m_mutex->unlock(); }, [] { all().forget(); });
    }

    static Users& all()
    {
        static auto* const kUsers = new Users; // children that end late still ask it
        return *kUsers;
    }

    void join(at::QEngine engine)
    {
        std::unique_lock lock(*m_mutex);
        m_left->wait(lock, [&] { return m_count == 0 || at::globalContext().qEngine() == engine; });
        if (at::globalContext().qEngine() != engine)
            at::globalContext().setQEngine(engine);
        ++m_count;
    }

    void leave()
    {
        const std::lock_guard lock(*m_mutex);
        if (m_count > 0 && --m_count == 0) // in a child that was born meanwhile it is 0 already
            m_left->notify_all();
    }

private:
    /// In a child process the others' threads don't exist; what they waited with may be in any state.
    void forget()
    {
        m_mutex.release(); // NOLINT(bugprone-unused-return-value): nobody can unlock it
        m_left.release();  // NOLINT(bugprone-unused-return-value)
        m_mutex = std::make_unique<std::mutex>();
        m_left = std::make_unique<std::condition_variable>();
        m_count = 0;
    }

    std::unique_ptr<std::mutex> m_mutex = std::make_unique<std::mutex>();
    std::unique_ptr<std::condition_variable> m_left = std::make_unique<std::condition_variable>();
    std::size_t m_count = 0;
};

} // namespace

std::vector<std::string> quantizedEngines()
{
    std::vector<std::string> names;
    const auto& supported = at::globalContext().supportedQEngines();
    for (const auto& [name, engine] : kEngines)
        if (std::ranges::find(supported, engine) != supported.end())
            names.emplace_back(name);
    return names;
}

QuantizedEngineUse::QuantizedEngineUse(std::string_view name)
{
    Users::all().join(engineNamed(name));
}

QuantizedEngineUse::~QuantizedEngineUse()
{
    Users::all().leave();
}

} // namespace ql::ops
