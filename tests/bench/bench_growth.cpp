// SPDX-License-Identifier: GPL-3.0-or-later
// How time and memory grow with what is asked about: nodes of a chain, samples of a search, megabytes of weights.
// Prints time of the warm engine per unit, and the command line's highest memory beyond that of the smallest row per
// unit. Aim: both per unit stay the same from some size on.
#include "core/base/log.h"
#include "core/results/badcase_result.h"
#include "core/results/compare_result.h"
#include "core/results/run_result.h"
#include "tests/bench/child_process.h"
#include "tests/bench/networks/grown_models.h"
#include "tests/bench/restart.h"
#include "tests/bench/stopwatch.h"
#include "tests/bench/timed_questions.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace ql::bench;
namespace fs = std::filesystem;

/// What is measured at every size of a table.
struct Growth {
    std::string unit;
    std::vector<std::size_t> sizes;
    std::function<std::vector<std::string>(std::size_t)> command; ///< of quantloupe-cli, whose memory counts
    std::function<double(std::size_t)> seconds;                   ///< of the engine, warm
};

/// Before the engine is used here: a child's highest memory is never below its parent's.
std::vector<double> peaksOf(const Growth& growth)
{
    std::vector<double> peaks;
    for (const auto size : growth.sizes) {
        auto command = growth.command(size);
        command.insert(command.begin(), QUANTLOUPE_BIN_DIR "/quantloupe-cli");
        const auto usage = runChild(command);
        if (usage.exitStatus != 0)
            throw std::runtime_error("quantloupe-cli " + command[1] + " failed");
        peaks.push_back(usage.peakMebibytes);
    }
    return peaks;
}

void print(const Growth& growth, const std::vector<double>& peaks)
{
    fmt::print("\n{:>10} {:>12} {:>14} {:>10} {:>16}\n", growth.unit, "ms", "us per unit", "peak MiB", "KiB per unit");
    for (std::size_t i = 0; i < growth.sizes.size(); ++i) {
        const auto size = static_cast<double>(growth.sizes[i]);
        const auto more = size - static_cast<double>(growth.sizes.front());
        const double seconds = growth.seconds(growth.sizes[i]);
        fmt::print("{:>10} {:>12.2f} {:>14.2f} {:>10.0f} {:>16}\n", growth.sizes[i], seconds * 1e3,
                   seconds * 1e6 / size, peaks[i],
                   more > 0.0 ? fmt::format("{:.2f}", (peaks[i] - peaks.front()) * 1024.0 / more) : "-");
        std::fflush(stdout);
    }
}

class Tables {
public:
    Tables(fs::path folder, bool isQuick)
        : m_folder(std::move(folder))
        , m_isQuick(isQuick)
    {
        const std::string demo = QUANTLOUPE_SOURCE_DIR "/resources/demo/";
        m_pair = {"demo", demo + "float.onnx", demo + "int8.onnx", {{"image", demo + "bad_case.npy"}}};
    }

    void printAll()
    {
        writeModels();
        const std::vector<Growth> growths{chains("run"), chains("compare"), samples(), weights()};
        std::vector<std::vector<double>> peaks;
        for (const auto& growth : growths)
            peaks.push_back(peaksOf(growth));
        m_engine = ql::engine::loadEngine();
        for (std::size_t i = 0; i < growths.size(); ++i)
            print(growths[i], peaks[i]);
    }

private:
    std::vector<std::size_t> nodeCounts() const
    {
        return m_isQuick ? std::vector<std::size_t>{10, 100} : std::vector<std::size_t>{10, 100, 1000, 10000};
    }
    std::vector<std::size_t> weightSizes() const
    {
        return m_isQuick ? std::vector<std::size_t>{1, 4} : std::vector<std::size_t>{1, 16, 256, 1024};
    }
    std::string chainFile(std::size_t nodes) const { return (m_folder / fmt::format("chain{}.onnx", nodes)).string(); }
    std::string productFile(std::size_t size) const { return (m_folder / fmt::format("w{}.onnx", size)).string(); }
    int rounds(double seconds) const { return m_isQuick ? 1 : std::clamp(static_cast<int>(1.0 / seconds), 2, 30); }

    void writeModels() const
    {
        for (const auto nodes : nodeCounts())
            writeChain(chainFile(nodes), nodes);
        for (const auto size : weightSizes())
            writeProduct(productFile(size), size);
    }

    template <typename Ask>
    double leastOf(Ask&& ask) const
    {
        return leastSeconds(rounds(leastSeconds(1, ask)), ask);
    }

    double runSeconds(const std::string& model) const
    {
        ql::results::RunRequest request;
        request.model = model;
        request.samples.inputs = {"random"};
        request.options.threads = 1;
        return leastOf([&] {
            ql::JobContext ctx;
            m_engine->run(request, ctx);
        });
    }

    double compareSeconds(const std::string& model) const
    {
        ql::results::CompareRequest request;
        request.models.baseline = request.models.analysis = model;
        request.samples.inputs = {"random"};
        request.causes = ql::results::CauseRuns::None;
        request.options.threads = 1;
        return leastOf([&] {
            ql::JobContext ctx;
            m_engine->compare(request, ctx);
        });
    }

    Growth chains(const std::string& question) const
    {
        const bool compares = question == "compare";
        return {compares ? "compared" : "nodes", nodeCounts(),
                [this, compares](std::size_t nodes) -> std::vector<std::string> {
                    const auto file = chainFile(nodes);
                    if (compares)
                        return {"compare", "--baseline", file,   "--analysis", file, "--input",
                                "random",  "--causes",   "none", "--threads",  "1"};
                    return {"run", file, "--input", "random", "--threads", "1"};
                },
                [this, compares](std::size_t nodes) {
                    return compares ? compareSeconds(chainFile(nodes)) : runSeconds(chainFile(nodes));
                }};
    }

    Growth samples() const
    {
        return {"samples",
                m_isQuick ? std::vector<std::size_t>{10, 100} : std::vector<std::size_t>{10, 100, 1000, 10000},
                [this](std::size_t count) -> std::vector<std::string> {
                    const auto list = m_folder / fmt::format("samples{}.txt", count);
                    std::ofstream file(list);
                    for (std::size_t i = 0; i < count; ++i)
                        file << m_pair.inputs.begin()->second.string() << "\n";
                    return {"badcase",
                            "--baseline",
                            m_pair.baseline.string(),
                            "--analysis",
                            m_pair.analysis.string(),
                            "--data",
                            list.string(),
                            "--threads",
                            "1"};
                },
                [this](std::size_t count) { return badCaseSeconds(*m_engine, m_pair, count, 1, m_isQuick ? 1 : 3); }};
    }

    Growth weights() const
    {
        return {"MiB", weightSizes(),
                [this](std::size_t size) -> std::vector<std::string> {
                    return {"run", productFile(size), "--input", "random", "--threads", "1"};
                },
                [this](std::size_t size) { return runSeconds(productFile(size)); }};
    }

    fs::path m_folder;
    bool m_isQuick;
    ql::tests::TwinPair m_pair;
    std::shared_ptr<ql::engine::Engine> m_engine;
};

} // namespace

int main(int argc, char** argv)
{
    restartWithEnvironment(argv);
    ql::setUpLogging("warning");
    const auto folder = fs::temp_directory_path() / fmt::format("bench_growth_{}", getpid());
    fs::create_directories(folder);
    int status = 0;
    try {
        Tables(folder, isQuick(argc, argv)).printAll();
    } catch (const std::exception& error) {
        fmt::print(stderr, "error: {}\n", error.what());
        status = 1;
    }
    fs::remove_all(folder);
    return status;
}
