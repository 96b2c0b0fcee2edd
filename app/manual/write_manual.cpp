// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/write_manual.h"

#include "app/manual/manual_files.h"
#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"

#include <cstdio>
#include <filesystem>

namespace ql::manual {

int writeManual(const Command& program, int argc, char** argv)
try {
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s FOLDER DATE\n", argv[0]);
        return 2;
    }
    const std::filesystem::path folder(argv[1]);
    for (const auto& page : manPages(program, argv[2]))
        writeFileAtomically(folder / "man/man1" / (page.name + ".1"), page.text);
    writeFileAtomically(folder / "bash-completion/completions" / program.name, bashCompletion(program));
    writeFileAtomically(folder / "zsh/vendor-completions" / ("_" + program.name), zshCompletion(program));
    writeFileAtomically(folder / "fish/vendor_completions.d" / (program.name + ".fish"), fishCompletion(program));
    return 0;
} catch (const Error& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
}

} // namespace ql::manual
