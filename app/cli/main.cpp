// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/command_session.h"
#include "app/cli/runtime/interrupt.h"
#include "core/base/process_limits.h"
#include "core/engine/engine.h"

#include <cstdio>
#include <unistd.h>

namespace {

int runProgram(int argc, char** argv)
{
    ql::cli::Interrupt interrupt;
    ql::cli::Environment environment{interrupt.token(), nullptr, {}};
    environment.obeysLaunchers = true;
    return ql::cli::runCommandLine({argv + 1, argv + argc}, environment);
}

} // namespace

int main(int argc, char** argv)
{
    ql::keepStandardStreamsOpen();
    ql::engine::ownProcess();
    ql::engine::prepareEnvironment(); // before the thread that waits for Ctrl-C
    const int status = runProgram(argc, argv);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // they look at what is left
    // LibTorch's destructors of static objects take time and memory, and end the process where there is none.
    std::fflush(nullptr);
    _exit(status);
#endif
    return status;
}
