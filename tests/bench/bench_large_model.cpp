// SPDX-License-Identifier: GPL-3.0-or-later
// What the questions about a transformer of 1.1 GiB (24 layers, 1,024 wide, weights in external data) take: time, and
// the command line's own memory, without the files that it maps, against the weights. Aim: below one.
#include "core/data/tensors/npy.h"
#include "tests/bench/child_process.h"
#include "tests/bench/networks/external_weights.h"
#include "tests/bench/networks/grown_models.h"
#include "tests/bench/networks/transformer.h"
#include "tests/bench/restart.h"
#include "tests/bench/stopwatch.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using namespace ql::bench;
namespace fs = std::filesystem;

void writeSample(const TransformerSize& size, const fs::path& path)
{
    std::vector<float> values(static_cast<std::size_t>(size.tokens * size.width));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::sin(static_cast<float>(i));
    const ql::graph::Shape shape{1, size.tokens, size.width};
    ql::data::writeNpy(path, ql::graph::TensorData::of<float>(ql::graph::DataType::Float, shape, values));
}

void printRow(const std::string& question, std::vector<std::string> command, double mebibytes)
{
    command.insert(command.begin(), QUANTLOUPE_BIN_DIR "/quantloupe-cli");
    const auto usage = runChild(command);
    if (usage.exitStatus != 0)
        throw std::runtime_error("quantloupe-cli " + question + " failed");
    fmt::print("{:<12} {:>8.1f} {:>8.0f} {:>16.2f}\n", question, usage.seconds, usage.ownMebibytes,
               usage.ownMebibytes / mebibytes);
    std::fflush(stdout);
}

void printTable(const TransformerSize& size, const fs::path& folder)
{
    const auto model = (folder / "transformer.onnx").string();
    const auto quantized = (folder / "transformer_qdq.onnx").string();
    const auto data = (folder / "x.npy").string();
    writeInChild(model, [&size] { return transformer(size); });
    runInChild([&model] { moveWeightsOut(model); });
    writeSample(size, data);
    fmt::print("weights {:.0f} MiB\n{:<12} {:>8} {:>8} {:>16}\n", size.mebibytes(), "question", "s", "own MiB",
               "own / weights");
    const auto row = [&](const std::string& question, std::vector<std::string> rest) {
        rest.insert(rest.begin(), question);
        printRow(question, std::move(rest), size.mebibytes());
    };
    const std::vector<std::string> pair{"--baseline", model, "--analysis", quantized};
    const auto with = [&pair](std::vector<std::string> more) {
        more.insert(more.begin(), pair.begin(), pair.end());
        return more;
    };
    row("info", {model});
    row("run", {model, "--input", "random"});
    row("calibrate", {model, "--data", data, "--per-channel", "--out", folder.string()});
    row("weights", with({}));
    row("compare", with({"--input", "random"}));
    row("shadow", with({"--input", "random"}));
    row("sensitivity", with({"--input", "random", "--group", "scope"}));
}

} // namespace

int main(int argc, char** argv)
{
    restartWithEnvironment(argv);
    const auto folder = fs::temp_directory_path() / fmt::format("quantloupe_bench_large_model_{}", getpid());
    fs::create_directories(folder);
    int status = 0;
    try {
        printTable(isQuick(argc, argv) ? TransformerSize{2, 64, 8} : TransformerSize{}, folder);
    } catch (const std::exception& error) {
        fmt::print(stderr, "error: {}\n", error.what());
        status = 1;
    }
    fs::remove_all(folder);
    return status;
}
