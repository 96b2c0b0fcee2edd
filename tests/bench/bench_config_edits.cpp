// SPDX-License-Identifier: GPL-3.0-or-later
// What editing many layers of a config costs beside editing one: prints seconds for one and for all of them at once, by
// dialect and action, and their ratio. Aim: far below the number of layers, since the file is read and checked once.
#include "core/base/error.h"
#include "core/config/config_file.h"
#include "tests/bench/stopwatch.h"
#include "tests/core/config/config_files.h"

#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace {

using namespace ql;
using config::ConfigFile;
using config::LayerEdit;

std::vector<LayerEdit> editsOf(int layers, LayerEdit::Action action)
{
    std::vector<LayerEdit> edits;
    for (int i = 0; i < layers; ++i) {
        LayerEdit edit;
        edit.action = action;
        edit.layer = fmt::format("layer_{}", i);
        if (action == LayerEdit::Action::Set)
            edit.settings.activation.bits = 8;
        edits.push_back(std::move(edit));
    }
    return edits;
}

double secondsOf(const ConfigFile& file, const std::vector<LayerEdit>& edits, int rounds)
{
    return bench::leastSeconds(rounds, [&] {
        auto copy = file;
        copy.apply(edits);
    });
}

} // namespace

int main(int argc, char** argv)
{
    const bool isQuick = bench::isQuick(argc, argv);
    const int layers = isQuick ? 20 : 400;
    const int rounds = isQuick ? 1 : 5;
    fmt::print("{:<28} {:<8} {:>10} {:>10} {:>8}\n", "file", "action", "1 (ms)", fmt::format("{} (ms)", layers),
               "ratio");
    for (const auto& fixture : tests::configFixtures()) {
        auto file = ConfigFile::ofText(fixture.file, tests::configText(fixture.file));
        for (const auto& [name, action] :
             {std::pair("set", LayerEdit::Action::Set), std::pair("skip", LayerEdit::Action::Skip),
              std::pair("restore", LayerEdit::Action::Restore)}) {
            try {
                const auto edits = editsOf(layers, action);
                const double one = secondsOf(file, {edits.front()}, rounds);
                const double all = secondsOf(file, edits, rounds);
                fmt::print("{:<28} {:<8} {:>10.3f} {:>10.2f} {:>8.1f}\n", fixture.file, name, 1e3 * one, 1e3 * all,
                           all / one);
                if (action == LayerEdit::Action::Skip)
                    file.apply(edits); // to be restored
            } catch (const Error&) {
                fmt::print("{:<28} {:<8} speaks of its own entries only\n", fixture.file, name);
            }
        }
    }
    return 0;
}
