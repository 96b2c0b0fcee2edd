// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/onnx_runtime.h"

#include "core/base/error.h"
#include "core/data/tensors/npy.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <fstream>
#include <nlohmann/json.hpp>

namespace ql::tests {

namespace {

constexpr const char* kFolder = "QUANTLOUPE_ONNXRUNTIME";
constexpr const char* kScript = QUANTLOUPE_SOURCE_DIR "/tests/support/onnx_runtime.mjs";
constexpr int kLongestMilliseconds = 120'000;

} // namespace

OnnxRuntime::OnnxRuntime(std::string node)
    : m_node(std::move(node))
{
}

std::optional<OnnxRuntime> OnnxRuntime::find()
{
    const char* folder = std::getenv(kFolder);
    const auto node = QStandardPaths::findExecutable("node");
    if (!folder || node.isEmpty()
        || !std::filesystem::exists(std::filesystem::path(folder) / "node_modules/onnxruntime-node"))
        return std::nullopt;
    return OnnxRuntime(node.toStdString());
}

std::vector<OnnxRuntime::Tensors> OnnxRuntime::run(const std::filesystem::path& model, const std::vector<Files>& runs,
                                                   const std::vector<std::string>& outputs,
                                                   Optimization optimization) const
{
    QTemporaryDir directory;
    const std::filesystem::path folder = directory.path().toStdString();
    const auto fileOf = [&](std::size_t run, std::size_t output) {
        return folder / (std::to_string(run) + "_" + std::to_string(output) + ".npy");
    };
    nlohmann::json job{{"model", model.string()},
                       {"optimization", optimization == Optimization::All ? "all" : "disabled"},
                       {"runs", nlohmann::json::array()}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        nlohmann::json run;
        for (const auto& [name, path] : runs[i])
            run["inputs"][name] = path.string();
        for (std::size_t k = 0; k < outputs.size(); ++k)
            run["outputs"][outputs[k]] = fileOf(i, k).string();
        job["runs"].push_back(std::move(run));
    }
    std::ofstream(folder / "job.json") << job;
    QProcess process;
    process.start(QString::fromStdString(m_node), {kScript, QString::fromStdString((folder / "job.json").string())});
    if (!process.waitForFinished(kLongestMilliseconds) || process.exitCode() != 0)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("ONNX Runtime: {}", process.readAllStandardError().trimmed().toStdString()));
    std::vector<Tensors> results(runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (std::size_t k = 0; k < outputs.size(); ++k)
            results[i].emplace(outputs[k], data::readNpy(fileOf(i, k)));
    return results;
}

} // namespace ql::tests
