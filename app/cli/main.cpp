// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/command_line.h"
#include "app/cli/runtime/command_session.h"
#include "app/cli/runtime/interrupt.h"
#include "core/base/process_limits.h"

int main(int argc, char** argv)
{
    ql::keepStandardStreamsOpen();
    ql::cli::Interrupt interrupt;
    ql::cli::Environment environment{interrupt.token(), nullptr, {}};
    return ql::cli::runCommandLine({argv + 1, argv + argc}, environment);
}
