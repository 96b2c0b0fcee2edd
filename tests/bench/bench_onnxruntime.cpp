// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that is made of forwards, against ONNX Runtime with all optimizations on the shared models, in turns:
// forwards with 1 and 2 threads, compare and the bad-case search against our own forwards, sensitivity against ONNX
// Runtime's. Forwards also of two networks of the size that users have, whose weights no cache holds. Aims: 1.0 for
// forwards, 1.1 for compare, 0.15 for sensitivity, 1.0 for the search, 0.3 s for a process. Run it on an otherwise idle
// machine. --questions leaves out the forwards; other words choose the models whose file or pair has one of them in its
// name.
#include "core/base/log.h"
#include "core/data/tensors/npy.h"
#include "tests/bench/child_process.h"
#include "tests/bench/geometric_mean.h"
#include "tests/bench/networks/grown_models.h"
#include "tests/bench/networks/residual_network.h"
#include "tests/bench/networks/transformer.h"
#include "tests/bench/question_table.h"
#include "tests/bench/restart.h"
#include "tests/bench/stopwatch.h"
#include "tests/bench/timed_forward.h"
#include "tests/support/models.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <set>
#include <stdexcept>
#include <unistd.h>

namespace {

using namespace ql::bench;
namespace fs = std::filesystem;

void printForwards(const std::vector<TimedModel>& models, PeerProcess& peer, int turns)
{
    fmt::print("{:<34} {:<10} {:>9} {:>9} {:>6}   {:>9} {:>9} {:>6}   ms ours, ONNX Runtime, ratio with 1 and 2 "
               "threads\n",
               "forward", "kind", "ours 1", "ORT 1", "ratio", "ours 2", "ORT 2", "ratio");
    GeometricMeans means;
    for (const auto& model : models) {
        const TimedForward forward(model);
        const auto kind = nameOf(forward.arithmetic());
        const auto one = timeInTurns(forward, model, peer, 1, turns);
        const auto two = timeInTurns(forward, model, peer, 2, turns);
        fmt::print("{:<34} {:<10} {:>9.3f} {:>9.3f} {:>6.2f}   {:>9.3f} {:>9.3f} {:>6.2f}\n",
                   model.path.stem().string(), kind, one.ours, one.theirs, one.ratio(), two.ours, two.theirs,
                   two.ratio());
        std::fflush(stdout);
        for (const auto& group : {kind, std::string(kind == "float" ? "" : "quantized"), std::string("all")}) {
            means.add(group + ", 1 thread", one.ratio());
            means.add(group + ", 2 threads", two.ratio());
        }
    }
    means.print("forward");
}

void printProcesses(const TimedModel& model, int rounds)
{
    const std::string program = QUANTLOUPE_BIN_DIR "/quantloupe-cli";
    std::vector<std::string> run{program, "run", model.path.string()};
    for (const auto& [name, path] : model.inputs) {
        run.push_back("--input");
        run.push_back(name + "=" + path.string());
    }
    fmt::print("\nwhole process, {}\n", model.path.stem().string());
    for (const auto& command : {std::vector<std::string>{program, "--version"},
                                std::vector<std::string>{program, "info", model.path.string()}, run}) {
        ChildUsage least = runChild(command);
        for (int i = 1; i < rounds; ++i)
            least.seconds = std::min(least.seconds, runChild(command).seconds);
        fmt::print("  {:<10} {:>6.3f} s {:>6.0f} MiB, exit {}\n", command[1], least.seconds, least.peakMebibytes,
                   least.exitStatus);
    }
}

/// Networks with random weights: as they are, and as calibrate quantizes them.
class GrownNetworks {
public:
    explicit GrownNetworks(bool isQuick)
        : m_folder(fs::temp_directory_path() / fmt::format("quantloupe_bench_onnxruntime_{}", getpid()))
    {
        const std::int64_t side = isQuick ? 32 : 224;
        const TransformerSize size{isQuick ? std::size_t{1} : std::size_t{4}, isQuick ? 64 : 768, isQuick ? 8 : 128};
        fs::create_directories(m_folder);
        add("residual", [side] { return makeResidualNetwork(side).graph; }, {1, 3, side, side});
        add("transformer", [&size] { return transformer(size); }, {1, size.tokens, size.width});
    }
    ~GrownNetworks() { fs::remove_all(m_folder); }
    GrownNetworks(const GrownNetworks&) = delete;
    GrownNetworks& operator=(const GrownNetworks&) = delete;

    const std::vector<TimedModel>& models() const { return m_models; }

private:
    void add(const std::string& name, const std::function<ql::graph::Graph()>& make, const ql::graph::Shape& shape)
    {
        const auto model = m_folder / (name + ".onnx"), input = m_folder / (name + ".npy");
        writeInChild(model, make);
        std::vector<float> values(static_cast<std::size_t>(ql::graph::elementCount(shape)));
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = std::sin(static_cast<float>(i));
        ql::data::writeNpy(input, ql::graph::TensorData::of<float>(ql::graph::DataType::Float, shape, values));
        const auto usage = runChild({QUANTLOUPE_BIN_DIR "/quantloupe-cli", "calibrate", model.string(), "--data",
                                     input.string(), "--per-channel", "--out", m_folder.string()});
        if (usage.exitStatus != 0)
            throw std::runtime_error("quantloupe-cli calibrate failed");
        for (const auto& path : {model, m_folder / (name + "_qdq.onnx")})
            m_models.push_back({path, {{"x", input}}});
    }

    fs::path m_folder;
    std::vector<TimedModel> m_models;
};

std::vector<TimedModel> distinctModels(const std::filesystem::path& folder)
{
    std::vector<TimedModel> models;
    std::set<std::filesystem::path> seen;
    for (const auto& each : ql::tests::modelCases(folder))
        if (seen.insert(each.model).second)
            models.push_back({each.model, each.inputs});
    return models;
}

/// What the command line asks for.
struct Wanted {
    bool isQuick = false;
    bool questionsOnly = false;
    std::vector<std::string> words;

    bool operator()(const std::string& name) const
    {
        return words.empty() || std::ranges::any_of(words, [&](const std::string& word) {
                   return name.find(word) != std::string::npos;
               });
    }
};

Wanted parse(int argc, char** argv)
{
    Wanted wanted{.isQuick = isQuick(argc, argv)};
    for (const auto& word : std::vector<std::string>(argv + 1, argv + argc)) {
        wanted.questionsOnly = wanted.questionsOnly || word == "--questions";
        if (!word.starts_with("--"))
            wanted.words.push_back(word);
    }
    return wanted;
}

void run(const std::filesystem::path& folder, PeerProcess& peer, const Wanted& wanted)
{
    const QuestionEffort effort =
        wanted.isQuick ? QuestionEffort{.turns = 1, .rounds = 1, .searchSeconds = 0.01} : QuestionEffort{};
    auto models = distinctModels(folder);
    auto pairs = ql::tests::twinPairs(folder);
    const auto tiny = models.front();
    std::erase_if(models, [&](const TimedModel& model) { return !wanted(model.path.stem().string()); });
    std::erase_if(pairs, [&](const ql::tests::TwinPair& pair) { return !wanted(pair.title); });
    if (wanted.isQuick) {
        models.resize(std::min<std::size_t>(models.size(), 3));
        pairs.resize(std::min<std::size_t>(pairs.size(), 2));
    }
    if (!wanted.questionsOnly) {
        printForwards(models, peer, effort.turns);
        const GrownNetworks grown(wanted.isQuick);
        auto networks = grown.models();
        std::erase_if(networks, [&](const TimedModel& model) { return !wanted(model.path.stem().string()); });
        printForwards(networks, peer, effort.turns);
    }
    printQuestions(pairs, peer, effort);
    printProcesses(tiny, effort.rounds);
}

} // namespace

int main(int argc, char** argv)
{
    const auto models = ql::tests::modelsFolder();
    if (!models) {
        fmt::print("SKIPPED: set QUANTLOUPE_MODELS to the folder with manifest.json\n");
        return 0;
    }
    restartWithEnvironment(argv);
    ql::setUpLogging("warning");
    auto peer = PeerProcess::start();
    if (!peer) {
        fmt::print("SKIPPED: QUANTLOUPE_ONNXRUNTIME names no folder with onnxruntime-node, or there is no node\n");
        return 0;
    }
    try {
        run(*models, *peer, parse(argc, argv));
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "error: {}\n", error.what());
        return 1;
    }
}
