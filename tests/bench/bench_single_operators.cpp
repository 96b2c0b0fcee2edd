// SPDX-License-Identifier: GPL-3.0-or-later
// Operators alone, float32, against ONNX Runtime with all optimizations in turns, with 1 and 2 threads: what networks
// other than the shared ones are made of. Aim: 1.0 on average, below 2 for each. Words choose those whose name has one
// of them.
#include "core/base/log.h"
#include "core/data/tensors/npy.h"
#include "core/graph/text_form/text_form.h"
#include "tests/bench/geometric_mean.h"
#include "tests/bench/networks/grown_models.h"
#include "tests/bench/networks/single_operators.h"
#include "tests/bench/restart.h"
#include "tests/bench/stopwatch.h"
#include "tests/bench/timed_forward.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace {

using namespace ql::bench;
namespace fs = std::filesystem;

/// Model and input of one operator, in files as long as it lives.
class OperatorFiles {
public:
    explicit OperatorFiles(const SingleOperator& each)
        : m_folder(fs::temp_directory_path() / fmt::format("quantloupe_bench_single_operators_{}", getpid()))
    {
        fs::create_directories(m_folder);
        writeInChild(m_folder / "model.onnx", [&each] { return ql::graph::parseGraph(each.text); });
        std::vector<float> values(static_cast<std::size_t>(ql::graph::elementCount(each.shape)));
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = 2.0f * std::sin(static_cast<float>(i * i));
        ql::data::writeNpy(m_folder / "x.npy",
                           ql::graph::TensorData::of<float>(ql::graph::DataType::Float, each.shape, values));
    }
    ~OperatorFiles() { fs::remove_all(m_folder); }
    OperatorFiles(const OperatorFiles&) = delete;
    OperatorFiles& operator=(const OperatorFiles&) = delete;

    TimedModel model() const { return {m_folder / "model.onnx", {{"x", m_folder / "x.npy"}}}; }

private:
    fs::path m_folder;
};

void time(const SingleOperator& each, int turns, GeometricMeans& means)
{
    auto peer = PeerProcess::start(); // one each: it keeps its sessions by path
    const OperatorFiles files(each);
    const auto model = files.model();
    const TimedForward forward(model);
    const auto one = timeInTurns(forward, model, *peer, 1, turns), two = timeInTurns(forward, model, *peer, 2, turns);
    fmt::print("{:<28} {:>9.4f} {:>9.4f} {:>6.2f}   {:>9.4f} {:>9.4f} {:>6.2f}\n", each.name, one.ours, one.theirs,
               one.ratio(), two.ours, two.theirs, two.ratio());
    std::fflush(stdout);
    means.add("1 thread", one.ratio());
    means.add("2 threads", two.ratio());
}

void run(const std::vector<std::string>& words, bool isQuick)
{
    fmt::print("{:<28} {:>9} {:>9} {:>6}   {:>9} {:>9} {:>6}   ms ours, ONNX Runtime, ratio with 1 and 2 threads\n",
               "operator", "ours 1", "ORT 1", "ratio", "ours 2", "ORT 2", "ratio");
    GeometricMeans means;
    int left = isQuick ? 3 : 1000;
    for (const auto& each : singleOperators()) {
        const auto names = [&each](const std::string& word) { return each.name.find(word) != std::string::npos; };
        if ((words.empty() || std::ranges::any_of(words, names)) && left-- > 0)
            time(each, isQuick ? 1 : 10, means);
    }
    means.print("operator");
}

} // namespace

int main(int argc, char** argv)
{
    restartWithEnvironment(argv);
    ql::setUpLogging("warning");
    if (!PeerProcess::start()) {
        fmt::print("SKIPPED: QUANTLOUPE_ONNXRUNTIME names no folder with onnxruntime-node, or there is no node\n");
        return 0;
    }
    try {
        std::vector<std::string> words(argv + 1, argv + argc);
        std::erase_if(words, [](const std::string& word) { return word.starts_with("--"); });
        run(words, isQuick(argc, argv));
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "error: {}\n", error.what());
        return 1;
    }
}
