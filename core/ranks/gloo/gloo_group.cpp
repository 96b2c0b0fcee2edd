// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/gloo/gloo_group.h"

#include "core/jobs/ticker.h"
#include "core/jobs/worker.h"
#include "core/ranks/addresses.h"
#include "core/ranks/roll_call.h"
#include "core/ranks/watch.h"

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <ATen/ATen.h>
#include <algorithm>
#include <atomic>
#include <c10/core/InferenceMode.h>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

namespace ql::ranks {

namespace {

using Clock = std::chrono::steady_clock;
using Store = c10::intrusive_ptr<c10d::Store>;
using Gloo = c10d::ProcessGroupGloo;
constexpr auto kEnough = std::chrono::hours(24 * 365); ///< the watch finds out who is silent, not Gloo
constexpr auto kGraceWhenStopped = std::chrono::seconds(2);
constexpr auto kLastWaitOfFirst = std::chrono::seconds(3);
constexpr auto kLastWait = std::chrono::seconds(10);
constexpr auto kToNameTheMissing = std::chrono::seconds(5);
constexpr const char* kLeft = "left";
constexpr const char* kFirstLeft = "rank 0 left";

class StoreBoard final : public Board {
public:
    explicit StoreBoard(Store store)
        : m_store(std::move(store))
    {
    }
    void set(const std::string& key, const std::string& text) override
    {
        m_store->set(key, std::vector<std::uint8_t>(text.begin(), text.end()));
    }
    std::optional<std::string> get(const std::string& key) override
    {
        if (!m_store->check({key}))
            return std::nullopt;
        const auto bytes = m_store->get(key);
        return std::string(bytes.begin(), bytes.end());
    }
    std::int64_t add(const std::string& key, std::int64_t number) override { return m_store->add(key, number); }

private:
    Store m_store;
};

/// What LibTorch threw, without the C++ stack that it appends.
std::string firstLine(const std::exception& error)
{
    const std::string text = error.what();
    return text.substr(0, text.find('\n'));
}

Error cannotMeet(const Launch& launch, const Message& why)
{
    return {ErrorCode::BadArgument,
            Message("the ranks cannot meet at {} port {}: {}", launch.address, std::to_string(launch.port), why),
            Message("MASTER_ADDR must be the machine of rank 0 and MASTER_PORT free there")};
}

bool isHost(const Launch& launch)
{
    return launch.rank == 0;
}

/// LibTorch 2.4 and later prefer libuv, which Debian's is built without.
void leaveLibuv(auto& options)
{
    if constexpr (requires { options.useLibUV; })
        options.useLibUV = false;
}

Store openStore(const Launch& launch, bool hosts)
{
    c10d::TCPStoreOptions options;
    options.port = launch.port;
    options.isServer = hosts;
    options.waitWorkers = false;
    options.timeout = launch.patience;
    leaveLibuv(options);
    try {
        return c10::make_intrusive<c10d::PrefixStore>("quantloupe" + launch.attempt,
                                                      c10::make_intrusive<c10d::TCPStore>(launch.address, options));
    } catch (const std::exception& error) {
        throw cannotMeet(launch, Message::text(firstLine(error)));
    }
}

/// A store of LibTorch that finds nobody tries again a second later, and can't be told to stop.
Store openStore(const Launch& launch, const std::stop_token& stop)
{
    if (!isHost(launch) && !waitForListener(launch.address, launch.port, launch.patience + kToNameTheMissing, stop))
        throw cannotMeet(launch, Message("nobody listens there"));
    return openStore(launch, isHost(launch));
}

c10::intrusive_ptr<Gloo::Options> glooOptions(const Launch& launch)
{
    auto options = Gloo::Options::create(std::chrono::duration_cast<std::chrono::milliseconds>(kEnough));
    const char* interface = std::getenv("GLOO_SOCKET_IFNAME");
    const auto address = ownAddressTowards(launch.address, launch.port);
    if (interface)
        options->devices.push_back(Gloo::createDeviceForInterface(interface));
    else if (!address.empty())
        options->devices.push_back(Gloo::createDeviceForHostname(address));
    else
        options->devices.push_back(Gloo::createDefaultDevice());
    return options;
}

/// Gloo writes to connections without MSG_NOSIGNAL: a peer that is gone would end this process without a word. The
/// threads that this one starts inherit what it blocks, and see the write fail instead.
void blockPipeSignal()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

/// Looks less often the longer it takes.
class Patience {
public:
    void wait()
    {
        std::this_thread::sleep_for(m_next);
        m_next = std::min<std::chrono::microseconds>(m_next * 2, std::chrono::milliseconds(5));
    }

private:
    std::chrono::microseconds m_next{50};
};

class GlooGroup final : public RankGroup {
public:
    GlooGroup(const Launch& launch, const std::stop_token& local)
        : m_launch(launch)
        , m_d(std::make_unique<Parts>(openStore(launch, local)))
    {
    }

    ~GlooGroup() override
    {
        // Threads of Gloo and of the store may wait for what never comes: they end with the process.
        if (!m_isDone)
            static_cast<void>(m_d.release());
    }

    /// Once, before anything else. @throws Error, Cancelled
    void meet(const std::stop_token& local)
    {
        m_d->members = callRoll(m_d->board, m_launch, thisMember(), local);
        WatchLimits limits;
        limits.interval = std::max(limits.interval, std::chrono::milliseconds(m_launch.size));
        limits.silenceOfSuspects = 4 * limits.interval;
        limits.silence = std::max(m_launch.silence, limits.silenceOfSuspects);
        m_d->watch.emplace(m_d->board, m_d->members, rank(), limits, local);
        m_d->ticker.emplace(limits.interval, [watch = &*m_d->watch] { watch->look(); });
        connect();
    }

    std::size_t rank() const override { return m_launch.rank; }
    std::size_t size() const override { return m_launch.size; }
    Message nameOf(std::size_t rank) const override { return ranks::nameOf(m_d->members, rank); }
    int threadShare() const override { return ranks::threadShare(m_d->members, rank()); }
    std::stop_token stopToken() const override { return m_d->watch->stopToken(); }

    std::vector<std::string> allGather(std::string mine) override
    {
        const c10::InferenceMode off(false); // Gloo's threads write to these
        std::vector<at::Tensor> own{at::full({1}, static_cast<std::int64_t>(mine.size()), at::kLong)};
        std::int64_t most = 0;
        std::vector<std::int64_t> sizes;
        for (const auto& size : gather(own)) {
            sizes.push_back(size.item<std::int64_t>());
            most = std::max(most, sizes.back());
        }
        std::vector<std::string> all(size());
        if (most == 0)
            return all;
        own[0] = at::zeros({most}, at::kByte);
        std::memcpy(own[0].data_ptr(), mine.data(), mine.size());
        const auto found = gather(own);
        for (std::size_t i = 0; i < size(); ++i)
            all[i].assign(static_cast<const char*>(found[i].data_ptr()), static_cast<std::size_t>(sizes[i]));
        return all;
    }

    std::string broadcast(std::string mine) override
    {
        const c10::InferenceMode off(false);
        std::vector<at::Tensor> size{at::full({1}, static_cast<std::int64_t>(mine.size()), at::kLong)};
        send(size);
        std::vector<at::Tensor> bytes{at::zeros({size[0].item<std::int64_t>()}, at::kByte)};
        if (bytes[0].numel() == 0)
            return {};
        if (isFirst())
            std::memcpy(bytes[0].data_ptr(), mine.data(), mine.size());
        send(bytes);
        mine.assign(static_cast<const char*>(bytes[0].data_ptr()), static_cast<std::size_t>(bytes[0].numel()));
        return mine;
    }

    std::optional<Error> failure() const override
    {
        const auto end = m_d->watch->end();
        if (!end || (end->kind != GroupEnd::Kind::Died && end->rank == rank()))
            return std::nullopt;
        return m_d->watch->errorOf(*end);
    }

    bool isReporter() const override
    {
        const auto end = m_d->watch->end();
        return isFirst() || (rank() == 1 && end && end->kind == GroupEnd::Kind::Died && end->rank == 0);
    }

    void leave(Ending ending, const std::string& why) override
    {
        if (ending == Ending::Done) {
            allGather({});
            m_isDone = true;
            return;
        }
        // A board whose host is stopped answers no more.
        if (const auto end = m_d->watch->end();
            end && end->kind == GroupEnd::Kind::Died && end->rank == 0 && !isFirst())
            return;
        try {
            if (ending == Ending::Failed)
                m_d->watch->tell({GroupEnd::Kind::Failed, rank(), why});
            m_d->board.add(kLeft, 1);
            waitForOthersToLeave();
        } catch (const std::exception&) {
            // The board is gone, and with it whoever should have known.
        }
    }

private:
    struct Parts {
        explicit Parts(Store store)
            : board(std::move(store))
        {
        }
        StoreBoard board;
        std::vector<Member> members;
        std::optional<Watch> watch;
        std::optional<jobs::Ticker> ticker;
        std::optional<jobs::Worker> connecting;
        c10::intrusive_ptr<Gloo> gloo;
        std::string problem;
        std::atomic<bool> isConnected = false;
    };

    /// Gloo can't be told to stop while it connects.
    void connect()
    {
        m_d->connecting.emplace();
        const auto body = [parts = m_d.get(), launch = m_launch](JobContext&) {
            blockPipeSignal();
            try {
                parts->gloo = c10::make_intrusive<Gloo>(openStore(launch, false), static_cast<int>(launch.rank),
                                                        static_cast<int>(launch.size), glooOptions(launch));
            } catch (const std::exception& error) {
                parts->problem = firstLine(error);
            }
            parts->isConnected = true;
            return true;
        };
        m_d->connecting->start<bool>(body, {});
        for (Patience patience; !m_d->isConnected;) {
            throwIfEnded();
            if (stopToken().stop_requested())
                throw Cancelled();
            patience.wait();
        }
        m_d->connecting.reset();
        if (!m_d->gloo)
            throwBroken(m_d->problem);
    }

    void throwIfEnded() const
    {
        if (const auto end = m_d->watch->end())
            throw m_d->watch->errorOf(*end);
    }

    std::vector<at::Tensor> gather(std::vector<at::Tensor>& own)
    {
        std::vector<std::vector<at::Tensor>> all(1);
        for (std::size_t i = 0; i < size(); ++i)
            all[0].push_back(at::empty_like(own[0]));
        await([&] { return m_d->gloo->allgather(all, own); });
        return all[0];
    }

    void send(std::vector<at::Tensor>& tensors)
    {
        await([&] { return m_d->gloo->broadcast(tensors); });
    }

    template <typename Begin>
    void await(Begin&& begin)
    {
        throwIfEnded();
        try {
            const auto work = begin();
            std::optional<Clock::time_point> stopped;
            for (Patience patience; !work->isCompleted(); patience.wait()) {
                throwIfEnded();
                if (stopToken().stop_requested() && !stopped)
                    stopped = Clock::now();
                if (stopped && Clock::now() - *stopped > kGraceWhenStopped)
                    throw Cancelled();
            }
            work->wait();
        } catch (const Error&) {
            throw;
        } catch (const Cancelled&) {
            throw;
        } catch (const std::exception& error) {
            throwBroken(firstLine(error));
        }
    }

    /// A connection broke: waits for the news of who is dead. @throws Error always
    [[noreturn]] void throwBroken(const std::string& why)
    {
        const auto began = Clock::now();
        const auto limits = m_d->watch->limits();
        m_d->watch->suspect();
        while (Clock::now() - began < 2 * limits.silenceOfSuspects + 5 * limits.interval) {
            throwIfEnded();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        const GroupEnd end{GroupEnd::Kind::Broken, rank(), why};
        try {
            m_d->watch->tell(end);
        } catch (const std::exception&) {
            throw m_d->watch->errorOf({GroupEnd::Kind::Died, 0, {}});
        }
        throw m_d->watch->errorOf(m_d->watch->end().value_or(end));
    }

    void waitForOthersToLeave()
    {
        const auto end = m_d->watch->end();
        const bool isOneDead = end && end->kind == GroupEnd::Kind::Died;
        const auto alive = static_cast<std::int64_t>(size() - (isOneDead ? 1 : 0));
        if (!isFirst() && isOneDead && end->rank == 0)
            return;
        const auto until = Clock::now() + (isFirst() ? kLastWaitOfFirst : kLastWait);
        const auto isDone = [&] {
            return isFirst() ? m_d->board.add(kLeft, 0) >= alive : m_d->board.get(kFirstLeft).has_value();
        };
        while (Clock::now() < until && !isDone())
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (isFirst())
            m_d->board.set(kFirstLeft, "1");
    }

    Launch m_launch;
    std::unique_ptr<Parts> m_d;
    bool m_isDone = false;
};

} // namespace

std::shared_ptr<RankGroup> joinGlooGroup(const Launch& launch, const std::stop_token& local)
{
    auto group = std::make_shared<GlooGroup>(launch, local);
    group->meet(local);
    return group;
}

} // namespace ql::ranks
