// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/console.h"

#include "core/base/utf8.h"

#include <cstdio>

namespace ql::cli {

namespace {

bool writeValid(std::FILE* file, std::string_view text)
{
    const auto valid = validUtf8(text);
    return std::fwrite(valid.data(), 1, valid.size(), file) == valid.size() && std::fflush(file) == 0;
}

} // namespace

void writeError(std::string_view text)
{
    writeValid(stderr, text); // nobody is left to tell when that fails
}

bool writeOutput(std::string_view text)
{
    return writeValid(stdout, text);
}

} // namespace ql::cli
