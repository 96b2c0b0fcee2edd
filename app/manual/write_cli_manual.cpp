// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/command_tree.h"
#include "app/manual/program_description.h"
#include "app/manual/write_manual.h"

int main(int argc, char** argv)
{
    ql::cli::CommandTree tree;
    return ql::manual::writeManual(ql::manual::describe(tree.app()), argc, argv);
}
