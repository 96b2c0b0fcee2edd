// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <sys/ioctl.h>
#include <unistd.h>

namespace ql::cli {

namespace {

constexpr std::size_t kUsualWidth = 80;

constexpr const char* kPlain = "\033[0m";
constexpr const char* kBold = "\033[1m";
constexpr const char* kRed = "\033[31m";
constexpr const char* kYellow = "\033[33m";

struct ColouredWord {
    std::string_view word;
    const char* colour;
};
/// As findings carry them.
constexpr std::array kSeverities{ColouredWord{"(error)", kRed}, ColouredWord{"(warning)", kYellow},
                                 ColouredWord{"error [", kRed}, ColouredWord{"warning [", kYellow}};
constexpr std::array kNotices{ColouredWord{"error:", kRed}, ColouredWord{"threshold crossed:", kRed},
                              ColouredWord{"warning:", kYellow}};

std::string variable(const char* name)
{
    const auto* value = std::getenv(name);
    return value ? value : "";
}

std::size_t widthInEnvironment()
{
    const auto text = variable("COLUMNS");
    std::size_t width = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), width);
    return problem == std::errc() && end == text.data() + text.size() ? width : 0;
}

std::string painted(std::string_view text, const char* colour)
{
    return fmt::format("{}{}{}", colour, text, kPlain);
}

void paintWords(std::string& text, const auto& words)
{
    for (const auto& [word, colour] : words)
        for (auto at = text.find(word); at != text.npos; at = text.find(word, at)) {
            const auto shown = painted(word, colour);
            text.replace(at, word.size(), shown);
            at += shown.size();
        }
}

} // namespace

Terminal terminalOn(int stream)
{
    Terminal terminal;
    terminal.isTerminal = isatty(stream) == 1;
    if (!terminal.isTerminal)
        return terminal;
    winsize size{};
    terminal.width = ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : widthInEnvironment();
    if (terminal.width == 0)
        terminal.width = kUsualWidth;
    const auto kind = variable("TERM");
    terminal.hasColours = variable("NO_COLOR").empty() && !kind.empty() && kind != "dumb";
    return terminal;
}

std::size_t pageWidth(const Terminal& terminal)
{
    constexpr std::size_t kWidest = 110;
    return terminal.width == 0 ? kUsualWidth : std::min(terminal.width, kWidest);
}

std::string colouredAnswer(std::string_view answer, const Terminal& terminal)
{
    if (!terminal.hasColours)
        return std::string(answer);
    const auto end = std::min(answer.find('\n'), answer.size());
    std::string rest(answer.substr(end));
    paintWords(rest, kSeverities);
    return (end == 0 ? std::string() : painted(answer.substr(0, end), kBold)) + rest;
}

std::string colouredNotice(std::string_view notice, const Terminal& terminal)
{
    std::string text(notice);
    if (terminal.hasColours)
        for (const auto& [word, colour] : kNotices)
            if (text.starts_with(word))
                text.replace(0, word.size(), painted(word, colour));
    return text;
}

} // namespace ql::cli
