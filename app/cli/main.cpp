// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/interrupt.h"

int main(int argc, char** argv)
{
    ql::cli::Interrupt interrupt;
    return ql::cli::runCommandLine(argc, argv, interrupt.token());
}
