// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/peer_process.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace ql::bench {

namespace {

constexpr const char* kScript = QUANTLOUPE_SOURCE_DIR "/tests/bench/onnx_runtime_times.mjs";

bool isInstalled()
{
    const char* folder = std::getenv("QUANTLOUPE_ONNXRUNTIME");
    return folder && std::filesystem::exists(std::filesystem::path(folder) / "node_modules/onnxruntime-node")
           && std::system("node --version >/dev/null 2>&1") == 0;
}

[[noreturn]] void becomeNode(const int (&questions)[2], const int (&answers)[2])
{
    dup2(questions[0], STDIN_FILENO);
    dup2(answers[1], STDOUT_FILENO);
    for (const int end : {questions[0], questions[1], answers[0], answers[1]})
        close(end);
    execlp("node", "node", kScript, nullptr);
    _exit(127);
}

std::string readLine(std::FILE* file)
{
    std::string line;
    for (int c = std::fgetc(file); c != EOF && c != '\n'; c = std::fgetc(file))
        line += static_cast<char>(c);
    return line;
}

} // namespace

std::optional<PeerProcess> PeerProcess::start()
{
    int questions[2];
    int answers[2];
    if (!isInstalled() || pipe(questions) != 0 || pipe(answers) != 0)
        return std::nullopt;
    std::signal(SIGPIPE, SIG_IGN); // a child that died is told of by its missing answer
    PeerProcess process;
    process.m_child = fork();
    if (process.m_child == 0)
        becomeNode(questions, answers);
    close(questions[0]);
    close(answers[1]);
    process.m_questions = fdopen(questions[1], "w");
    process.m_answers = fdopen(answers[0], "r");
    return process;
}

PeerProcess::PeerProcess(PeerProcess&& other) noexcept
    : m_child(std::exchange(other.m_child, -1))
    , m_questions(std::exchange(other.m_questions, nullptr))
    , m_answers(std::exchange(other.m_answers, nullptr))
{
}

PeerProcess::~PeerProcess()
{
    if (m_child < 0)
        return;
    std::fclose(m_questions);
    std::fclose(m_answers);
    waitpid(m_child, nullptr, 0);
}

double PeerProcess::leastMilliseconds(const TimedModel& model, int threads, int rounds)
{
    nlohmann::json question{{"model", model.path.string()},
                            {"optimizations", model.isOptimized ? "all" : "disabled"},
                            {"threads", threads},
                            {"rounds", rounds}};
    for (const auto& [name, path] : model.inputs)
        question["inputs"][name] = path.string();
    std::fprintf(m_questions, "%s\n", question.dump().c_str());
    std::fflush(m_questions);
    const auto answer = readLine(m_answers);
    char* end = nullptr;
    const double milliseconds = std::strtod(answer.c_str(), &end);
    if (end == answer.c_str())
        throw std::runtime_error(model.path.filename().string() + ": ONNX Runtime: " + answer);
    return milliseconds;
}

} // namespace ql::bench
