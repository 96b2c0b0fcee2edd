// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/node_work.h"

#include "core/base/log.h"
#include "core/graph/operators/shape_inference.h"
#include "core/graph/text_form/text_form.h"
#include "core/jobs/thread_pool.h"
#include "core/runtime/executor.h"
#include "core/runtime/worker_guard.h"

#include <ATen/Parallel.h>
#include <QTest>

#include <thread>

using namespace ql;

namespace {

/// One product by @p operation with weights of @p weight over an input declared as @p declared.
runtime::NodeWork productWork(const std::string& declared, const std::string& weight, const std::string& operation)
{
    auto graph = graph::parseGraph("graph \"g\" opset 13\ninput x: float32" + declared + "\ninput w: float32" + weight
                                   + "\ny = " + operation + "(x, w) name \"n\"\noutput y\n");
    graph::inferShapes(graph);
    return runtime::workOf(graph, graph.nodes().front());
}

bool isWorth(const runtime::NodeWork& work, const graph::Shape& input)
{
    const runtime::Tensor tensor(at::zeros(input));
    return runtime::isWorthThreads(work, std::span(&tensor, 1));
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
        const runtime::NodeWork work;
        QVERIFY(!isWorth(work, {1000, 1000}));
        QVERIFY(isWorth(work, {2000, 1000}));
    }

    void threadsComeBack()
    {
        const runtime::ThreadGuard guard(3);
        {
            const runtime::NodeThreads one(false);
            QCOMPARE(at::get_num_threads(), 1);
            QCOMPARE(jobs::teamThreads(), 3); // our own kernels'
            const runtime::NodeThreads inner(false);
            const runtime::NodeThreads all(true); // as a body's nodes within their node
            QCOMPARE(at::get_num_threads(), 1);
            QCOMPARE(jobs::teamThreads(), 3);
        }
        QCOMPARE(jobs::teamThreads(), 0);
        QCOMPARE(at::get_num_threads(), 3);
        const runtime::NodeThreads all(true);
        QCOMPARE(at::get_num_threads(), 3);
    }

    /// LibTorch sets up a thread when it first computes there.
    void newThreadsKeepTheirNumber()
    {
        int allowed = 0;
        int forSmall = 0;
        std::thread([&] {
            const runtime::ThreadGuard guard(3);
            {
                const runtime::NodeThreads one(false);
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
        const runtime::ThreadGuard guard(1);
        TORCH_WARN("something is in beta");
        setUpLogging("info");
        QCOMPARE(lines.size(), 1);
        QVERIFY2(lines.front().startsWith("debug LibTorch: something is in beta"), qPrintable(lines.front()));
    }

    /// Neither a busy moment nor a minute that is over takes processors away.
    void busyProcessorsAreLeftAlone()
    {
        QCOMPARE(runtime::idleProcessors(4, 0, 0.0), 4);
        QCOMPARE(runtime::idleProcessors(4, 3, 0.2), 4);
        QCOMPARE(runtime::idleProcessors(4, 0, 3.9), 4);
        QCOMPARE(runtime::idleProcessors(4, 2, 1.8), 2);
        QCOMPARE(runtime::idleProcessors(4, 50, 14.0), 1);
        QCOMPARE(runtime::idleProcessors(1, 1, 1.0), 1);
        std::vector<int> running{1, 3, 0, 5};
        std::size_t looks = 0;
        const auto look = [&]() -> std::optional<runtime::Load> {
            return looks < running.size() ? std::optional(runtime::Load{running[looks++], 4.0}) : std::nullopt;
        };
        QCOMPARE(runtime::idleProcessors(4, look), 4);
        QCOMPARE(looks, std::size_t(3)); // of which none sees one again that ran for a moment
        running = std::vector<int>(20, 3);
        looks = 0;
        QCOMPARE(runtime::idleProcessors(4, look), 1);
        QVERIFY(looks > 1);
        running.clear();
        QCOMPARE(runtime::idleProcessors(4, look), 4);
        const auto here = runtime::idleProcessors(8);
        QVERIFY(here >= 1 && here <= 8);
    }

    /// A number that was given, or that somebody shares out just now, is not chosen again.
    void onlyWhatWasChosenIsChosenAgain()
    {
        const int all = int(std::thread::hardware_concurrency());
        {
            const runtime::ThreadGuard guard(3);
            QCOMPARE(runtime::threadsChosenAgain(), 3);
        }
        const runtime::ThreadGuard guard;
        const int chosen = runtime::threadsChosenAgain();
        QVERIFY(chosen >= 1 && chosen <= all);
        const runtime::WorkerGuard share(all + 5);
        QCOMPARE(runtime::threadsChosenAgain(), all + 5);
    }
};

QTEST_APPLESS_MAIN(TestNodeWork)
#include "tst_node_work.moc"
