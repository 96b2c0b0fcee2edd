// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/console.h"

#include "app/cli/runtime/terminal.h"
#include "core/base/utf8.h"
#include "core/report/table/fitted_text.h"

#include <cstdio>
#include <unistd.h>

namespace ql::cli {

namespace {

bool writeAll(std::FILE* file, const std::string& text)
{
    return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

} // namespace

void writeError(std::string_view text)
{
    writeAll(stderr,
             colouredNotice(printable(text), terminalOn(STDERR_FILENO))); // nobody is left to tell when that fails
}

void writeErrorAsItStands(std::string_view text) noexcept
{
    std::fwrite(text.data(), 1, text.size(), stderr); // not buffered
}

void rewriteLine(std::string_view text)
{
    writeAll(stderr, "\r\033[K" + printable(text));
}

bool writeOutput(std::string_view text)
{
    return writeAll(stdout, printable(text));
}

bool writeAnswer(std::string_view text)
{
    const auto terminal = terminalOn(STDOUT_FILENO);
    return writeAll(stdout, colouredAnswer(report::fittedText(printable(text), terminal.width), terminal));
}

} // namespace ql::cli
