// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/question_table.h"

#include "tests/bench/geometric_mean.h"
#include "tests/bench/timed_forward.h"
#include "tests/bench/timed_questions.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <thread>

namespace ql::bench {

namespace {

using tests::TwinPair;

constexpr int kPeerRounds = 3; ///< forwards in a turn

struct Forwards {
    TimedForward baseline;
    TimedForward analysis;
    double ours = 0.0;      ///< milliseconds of both models' on one thread
    double quantized = 0.0; ///< ONNX Runtime's
};

Forwards timeForwards(const TwinPair& pair, PeerProcess& peer, int turns)
{
    const TimedModel baseline{pair.baseline, pair.inputs};
    const TimedModel analysis{pair.analysis, pair.inputs};
    Forwards forwards{TimedForward(baseline), TimedForward(analysis)};
    const auto first = timeInTurns(forwards.baseline, baseline, peer, 1, turns);
    const auto second = timeInTurns(forwards.analysis, analysis, peer, 1, turns);
    forwards.ours = first.ours + second.ours;
    forwards.quantized = second.theirs;
    return forwards;
}

/// One row of the table with one number of threads.
class Questions {
public:
    Questions(engine::Engine& engine, const TwinPair& pair, const Forwards& forwards, const QuestionEffort& effort,
              int threads, PeerProcess& peer, GeometricMeans& means)
        : m_engine(engine)
        , m_pair(pair)
        , m_forwards(forwards)
        , m_effort(effort)
        , m_threads(threads)
        , m_peer(peer)
        , m_means(means)
    {
    }

    void printRow() const
    {
        fmt::print("{:<30} {:>2}", m_pair.title, m_threads);
        printCompare();
        printSensitivity();
        printBadCase();
        std::fflush(stdout);
    }

private:
    double noted(const std::string& question, double ratio) const
    {
        m_means.add(fmt::format("{}, {} threads", question, m_threads), ratio);
        return ratio;
    }

    void printCompare() const
    {
        const auto timed = timeComparison(m_engine, m_pair, m_threads, m_effort.turns);
        const double compare = timed.seconds * 1e3;
        const double runs = runsSeconds(m_engine, m_pair, m_threads, m_effort.turns) * 1e3;
        fmt::print("   {:>8.2f} {:>6.2f} {:>6.2f} {:>6.2f} {:>6.2f}", compare,
                   noted("compare / two runs", compare / runs),
                   noted("compare / two forwards", compare / m_forwards.ours),
                   noted("compare / its own nodes", timed.ownSeconds / timed.nodeSeconds),
                   noted("compare / ONNX Runtime node by node", compare / theirsNodeByNode()));
    }

    /// Milliseconds of both models' forwards without optimizations, as whoever looks at layers there runs them.
    double theirsNodeByNode() const
    {
        double sum = 0.0;
        for (const auto& path : {m_pair.baseline, m_pair.analysis})
            sum += m_peer.leastMilliseconds({path, m_pair.inputs, false}, m_threads, kPeerRounds * m_effort.turns);
        return sum;
    }

    void printSensitivity() const
    {
        const auto ranking = sensitivitySeconds(m_engine, m_pair, m_threads, m_effort.rounds);
        if (!ranking) {
            fmt::print("   {:>22}", "no quantizers");
            return;
        }
        const double theirs = static_cast<double>(ranking->rows) * m_forwards.quantized / 1e3;
        const double ratio = noted("sensitivity", ranking->seconds / theirs);
        if (m_pair.title.starts_with("ultraface"))
            noted("sensitivity, ultraface", ratio);
        fmt::print("   {:>4} {:>10.1f} {:>6.2f}", ranking->rows, ranking->seconds * 1e3, ratio);
    }

    void printBadCase() const
    {
        const auto samples = static_cast<std::size_t>(std::ceil(m_effort.searchSeconds * 1e3 / m_forwards.ours));
        const double search = badCaseSeconds(m_engine, m_pair, samples, m_threads, m_effort.rounds) * 1e3;
        const double pure =
            samplesMilliseconds(m_forwards.baseline, m_forwards.analysis, samples, m_threads, m_effort.rounds);
        fmt::print("   {:>7} {:>8.1f} {:>6.2f}\n", samples, search, noted("bad-case search", search / pure));
    }

    engine::Engine& m_engine;
    const TwinPair& m_pair;
    const Forwards& m_forwards;
    const QuestionEffort& m_effort;
    int m_threads;
    PeerProcess& m_peer;
    GeometricMeans& m_means;
};

} // namespace

void printQuestions(const std::vector<TwinPair>& pairs, PeerProcess& peer, const QuestionEffort& effort)
{
    const auto engine = engine::loadEngine();
    const int all = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    fmt::print("\n{:<30} {:>2}   {:>8} {:>6} {:>6} {:>6}   {:>6}   {:>4} {:>10} {:>6}   {:>7} {:>8} {:>6}\n",
               "question", "T", "compare", "/ runs", "/ fwds", "/ own", "/ ort", "rows", "sensitiv.", "ratio",
               "samples", "search", "ratio");
    GeometricMeans means;
    for (const auto& pair : pairs) {
        const auto forwards = timeForwards(pair, peer, effort.turns);
        for (const int threads : {1, all})
            Questions(*engine, pair, forwards, effort, threads, peer, means).printRow();
    }
    means.print("question");
}

} // namespace ql::bench
