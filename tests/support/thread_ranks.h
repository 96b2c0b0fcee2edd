// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/rank_group.h"

#include <barrier>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace ql::tests {

/// Ranks that are threads of one process.
class ThreadRanks {
public:
    explicit ThreadRanks(std::size_t size)
        : m_size(size)
        , m_slots(size)
        , m_barrier(static_cast<std::ptrdiff_t>(size))
    {
    }

    /// Calls @p body on every rank, and returns when all have.
    void run(const std::function<void(const std::shared_ptr<RankGroup>&)>& body)
    {
        std::vector<std::jthread> threads;
        for (std::size_t rank = 0; rank < m_size; ++rank)
            threads.emplace_back([this, rank, &body] { body(std::make_shared<Rank>(*this, rank)); });
    }

private:
    class Rank : public RankGroup {
    public:
        Rank(ThreadRanks& all, std::size_t rank)
            : m_all(all)
            , m_rank(rank)
        {
        }
        std::size_t rank() const override { return m_rank; }
        std::size_t size() const override { return m_all.m_size; }
        std::vector<std::string> allGather(std::string mine) override
        {
            m_all.m_slots[m_rank] = std::move(mine);
            m_all.m_barrier.arrive_and_wait();
            auto all = m_all.m_slots;
            m_all.m_barrier.arrive_and_wait();
            return all;
        }
        std::string broadcast(std::string mine) override { return allGather(std::move(mine)).front(); }

    private:
        ThreadRanks& m_all;
        std::size_t m_rank;
    };

    std::size_t m_size;
    std::vector<std::string> m_slots;
    std::barrier<> m_barrier;
};

} // namespace ql::tests
