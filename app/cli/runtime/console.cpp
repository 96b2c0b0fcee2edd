// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/console.h"

#include "core/base/utf8.h"

#include <cstdio>

namespace ql::cli {

namespace {

bool writeAll(std::FILE* file, const std::string& text)
{
    return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

} // namespace

void writeError(std::string_view text)
{
    writeAll(stderr, printable(text)); // nobody is left to tell when that fails
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

} // namespace ql::cli
