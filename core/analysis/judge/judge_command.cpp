// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/judge/judge_command.h"

#include "core/analysis/judge/judge_folder.h"
#include "core/base/error.h"
#include "core/base/external_program.h"
#include "core/base/rank_group.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>

namespace ql::analysis {

namespace {

constexpr std::size_t kMostShown = 80; ///< bytes of what a program printed

/// In one line that is not too long.
std::string shown(std::string text)
{
    for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ')
            c = ' ';
    if (text.size() <= kMostShown)
        return text;
    auto end = kMostShown;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end; // not within a character
    return text.substr(0, end) + "…";
}

std::string trimmed(const std::string& text)
{
    constexpr const char* kBlanks = " \t\r\n";
    const auto begin = text.find_first_not_of(kBlanks);
    return begin == text.npos ? std::string() : text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

/// Nothing for what is no finite number, or more than that.
std::optional<double> numberIn(const std::string& text)
{
    const char* first = text.data() + (text.starts_with('+') ? 1 : 0);
    double number = 0.0;
    const auto [end, error] = std::from_chars(first, text.data() + text.size(), number);
    const bool isNumber = error == std::errc() && end == text.data() + text.size() && std::isfinite(number);
    return isNumber ? std::optional(number) : std::nullopt;
}

class JudgeCommand {
public:
    JudgeCommand(const results::JudgeOptions& options, std::stop_token stop)
        : m_options(options)
        , m_words(wordsOfCommand(options.command))
        , m_stop(std::move(stop))
    {
    }

    double operator()(const std::vector<caller::JudgedSample>& samples) const
    {
        const JudgeFolder folder(samples);
        auto words = m_words;
        words.push_back(folder.path().string());
        ProgramLimits limits;
        limits.patience = std::chrono::duration<double>(m_options.mostSeconds);
        return answerIn(
            withContext(Message("the judge {}", m_options.command), [&] { return runProgram(words, limits, m_stop); }),
            limits);
    }

private:
    double answerIn(const ProgramEnding& ending, const ProgramLimits& limits) const
    {
        if (ending.isTimeUp)
            fail(Message("took longer than {} s, expected one number by then", m_options.mostSeconds), ending,
                 "--judge-time-limit gives it more time");
        if (ending.isTooLong)
            fail(Message("printed more than {} bytes, expected one number", limits.mostOutput), ending);
        if (ending.signal != 0)
            fail(Message("was ended by signal {} ({}), expected one number", ending.signal, strsignal(ending.signal)),
                 ending);
        if (ending.exitStatus != 0)
            fail(Message("ended with exit status {}, expected 0 and one number", ending.exitStatus), ending);
        const auto text = trimmed(ending.output);
        if (text.empty())
            fail("printed nothing, expected one number on its standard output", ending);
        const auto number = numberIn(text);
        if (!number)
            fail(Message("printed \"{}\", expected one finite number and nothing else", shown(text)), ending);
        return *number;
    }

    [[noreturn]] void fail(const Message& what, const ProgramEnding& ending, Message hint = {}) const
    {
        if (!ending.lastWarning.empty())
            hint = Message("its last words on standard error: {}", shown(ending.lastWarning));
        throw Error(ErrorCode::FileCorrupt, what, std::move(hint))
            .addContext(Message("the judge {}", m_options.command));
    }

    results::JudgeOptions m_options;
    std::vector<std::string> m_words;
    std::stop_token m_stop;
};

} // namespace

std::function<double(const std::vector<caller::JudgedSample>&)> judgeCommand(const results::JudgeOptions& options,
                                                                             std::stop_token stop)
{
    return JudgeCommand(options, std::move(stop));
}

void requireOneProcess(const results::RunOptions& options)
{
    const bool hasJudge = options.functions && options.functions->judge;
    if (hasJudge && options.ranks && !options.ranks->isAlone())
        throw Error(
            ErrorCode::BadArgument,
            Message("a judge says one number of all samples: such a search runs on one process, {} were started",
                    options.ranks->size()),
            "start the program without its launcher");
}

} // namespace ql::analysis
