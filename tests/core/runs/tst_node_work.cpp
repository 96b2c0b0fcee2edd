// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/program/node_work.h"

#include "core/base/log.h"
#include "core/graph/operators/shape_inference.h"
#include "core/graph/text_form/text_form.h"
#include "core/jobs/thread_pool.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"

#include <ATen/Parallel.h>
#include <QTest>

#include <thread>

using namespace ql;

namespace {

/// One product by @p operation with weights of @p weight over an input declared as @p declared.
runs::NodeWork productWork(const std::string& declared, const std::string& weight, const std::string& operation)
{
    auto graph = graph::parseGraph("graph \"g\" opset 13\ninput x: float32" + declared + "\ninput w: float32" + weight
                                   + "\ny = " + operation + "(x, w) name \"n\"\noutput y\n");
    graph::inferShapes(graph);
    return runs::workOf(graph, graph.nodes().front());
}

bool isWorth(const runs::NodeWork& work, const graph::Shape& input)
{
    const runs::Tensor tensor(at::zeros(input));
    return runs::isWorthThreads(work, std::span(&tensor, 1));
}

} // namespace

/// How many threads nodes get. That numbers don't depend on it, tst_rewritten_compare shows.
class TestNodeWork : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void smallProductsTakeOneThread()
    {
        QVERIFY(!isWorth(productWork("[1,64]", "[64,64]", "MatMul"), {1, 64}));
        QVERIFY(isWorth(productWork("[256,512]", "[512,512]", "MatMul"), {256, 512}));
    }

    /// What isn't declared grows with what is given.
    void batchesCount()
    {
        const auto work = productWork("[batch,512]", "[512,512]", "MatMul");
        QVERIFY(!isWorth(work, {1, 512}));
        QVERIFY(isWorth(work, {256, 512}));
    }

    void withoutShapesElementsCount()
    {
        const auto work = productWork("", "[512,512]", "MatMul");
        QVERIFY(!isWorth(work, {1, 512}));
        QVERIFY(isWorth(work, {256, 512}));
    }

    void elementWiseGoesByElements()
    {
        const runs::NodeWork work;
        QVERIFY(!isWorth(work, {1000, 1000}));
        QVERIFY(isWorth(work, {2000, 1000}));
    }

    void threadsComeBack()
    {
        const runs::ThreadGuard guard(3);
        {
            const runs::NodeThreads one(false);
            QCOMPARE(at::get_num_threads(), 1);
            QCOMPARE(jobs::poolThreads(), 3); // our own kernels'
            const runs::NodeThreads inner(false);
            const runs::NodeThreads all(true); // as a body's nodes within their node
            QCOMPARE(at::get_num_threads(), 1);
            QCOMPARE(jobs::poolThreads(), 3);
        }
        QCOMPARE(jobs::poolThreads(), 0);
        QCOMPARE(at::get_num_threads(), 3);
        const runs::NodeThreads all(true);
        QCOMPARE(at::get_num_threads(), 3);
    }

    /// LibTorch sets up a thread when it first computes there.
    void newThreadsKeepTheirNumber()
    {
        int allowed = 0;
        int forSmall = 0;
        std::thread([&] {
            const runs::ThreadGuard guard(3);
            {
                const runs::NodeThreads one(false);
                at::zeros({1 << 16}).add_(1);
                forSmall = at::get_num_threads();
            }
            allowed = at::get_num_threads();
        }).join();
        QCOMPARE(forSmall, 1);
        QCOMPARE(allowed, 3);
    }

    void warningsOfLibTorchAreDebugLines()
    {
        setUpLogging("debug");
        QStringList lines;
        addLogSink([&lines](std::string_view level, std::string_view message) {
            lines << QString::fromStdString(std::string(level) + " " + std::string(message));
        });
        const runs::ThreadGuard guard(1);
        TORCH_WARN("something is in beta");
        setUpLogging("info");
        QCOMPARE(lines.size(), 1);
        QVERIFY2(lines.front().startsWith("debug LibTorch: something is in beta"), qPrintable(lines.front()));
    }

    /// Neither a busy moment nor a minute that is over takes processors away.
    void busyProcessorsAreLeftAlone()
    {
        QCOMPARE(runs::idleProcessors(4, 0, 0.0), 4);
        QCOMPARE(runs::idleProcessors(4, 3, 0.2), 4);
        QCOMPARE(runs::idleProcessors(4, 0, 3.9), 4);
        QCOMPARE(runs::idleProcessors(4, 2, 1.8), 2);
        QCOMPARE(runs::idleProcessors(4, 50, 14.0), 1);
        QCOMPARE(runs::idleProcessors(1, 1, 1.0), 1);
        std::vector<int> running{1, 3, 0, 5};
        std::size_t looks = 0;
        const auto look = [&]() -> std::optional<runs::Load> {
            return looks < running.size() ? std::optional(runs::Load{running[looks++], 4.0}) : std::nullopt;
        };
        QCOMPARE(runs::idleProcessors(4, look), 4);
        QCOMPARE(looks, std::size_t(3)); // of which none sees one again that ran for a moment
        running = std::vector<int>(20, 3);
        looks = 0;
        QCOMPARE(runs::idleProcessors(4, look), 1);
        QVERIFY(looks > 1);
        running.clear();
        QCOMPARE(runs::idleProcessors(4, look), 4);
        const auto here = runs::idleProcessors(8);
        QVERIFY(here >= 1 && here <= 8);
    }

    /// A number that was given, or that somebody shares out just now, is not chosen again.
    void onlyWhatWasChosenIsChosenAgain()
    {
        const int all = int(std::thread::hardware_concurrency());
        {
            const runs::ThreadGuard guard(3);
            QCOMPARE(runs::threadsChosenAgain(), 3);
        }
        const runs::ThreadGuard guard;
        const int chosen = runs::threadsChosenAgain();
        QVERIFY(chosen >= 1 && chosen <= all);
        const runs::WorkerGuard share(all + 5);
        QCOMPARE(runs::threadsChosenAgain(), all + 5);
    }
};

QTEST_APPLESS_MAIN(TestNodeWork)
#include "tst_node_work.moc"
