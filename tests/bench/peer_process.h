// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <sys/types.h>

namespace ql::bench {

/// A model and the .npy files of its inputs.
struct TimedModel {
    std::filesystem::path path;
    std::map<std::string, std::filesystem::path> inputs; ///< by input name
    bool isOptimized = true;                             ///< by ONNX Runtime, which else runs node by node
};

/// ONNX Runtime in a process of its own, which keeps its sessions: Node.js with the package onnxruntime-node in the
/// folder that QUANTLOUPE_ONNXRUNTIME names.
class PeerProcess {
public:
    /// Nothing where one of the two isn't there.
    static std::optional<PeerProcess> start();
    ~PeerProcess();
    PeerProcess(PeerProcess&& other) noexcept;
    PeerProcess& operator=(PeerProcess&&) = delete;

    /// Of a forward, the least of @p rounds. @throws std::runtime_error with what ONNX Runtime says
    double leastMilliseconds(const TimedModel& model, int threads, int rounds);

private:
    PeerProcess() = default;

    pid_t m_child = -1;
    std::FILE* m_questions = nullptr;
    std::FILE* m_answers = nullptr;
};

} // namespace ql::bench
