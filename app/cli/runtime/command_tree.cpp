// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/command_tree.h"

#include "app/cli/runtime/help_page.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace ql::cli {

namespace {

constexpr const char* kPurpose =
    "A loupe for quantized neural networks: find the layer that breaks an int8 model, and why.";
constexpr const char* kFooter =
    "Inputs (--input, repeatable): name=file.npy, file.npy for a single input, file.npz, a folder with input_N.pb, "
    "x=file.bin:float32:1x3x224x224, random[:seed], badcase.pt, DATASET[13], an image with --preprocess FILE.\n"
    "Exit status: 0 done, 1 failed, 2 wrong usage, 3 a --fail-on… threshold was crossed or a target missed, 130 "
    "cancelled. NO_COLOR in the environment turns the colours of a terminal off.";

/// Under which the help lists commands.
const char* headOf(Purpose purpose)
{
    switch (purpose) {
    case Purpose::LookAtModel: return "Commands that look at a model";
    case Purpose::Analyze: return "Commands that find what quantization does";
    case Purpose::UseFiles: return "Commands for configs, projects and results";
    case Purpose::ChangeModel: return "Commands that make a better model";
    case Purpose::Learn: break;
    }
    return "Commands to learn by";
}

} // namespace

CommandTree::CommandTree()
    : m_app(std::make_unique<CLI::App>(kPurpose, kProgram))
{
    m_app->formatter(helpPages());
    declareHelp(*m_app);
    m_app->set_version_flag("-V,--version", fmt::format("{} {}", kProgram, QUANTLOUPE_VERSION));
    m_app->require_subcommand(1);
    m_app->footer(kFooter);
    for (const auto& command : commands()) {
        auto* sub = m_app->add_subcommand(command.name, command.summary);
        m_commands.push_back({command, sub, command.declare(*sub)});
        declareCommonOptions(*sub, m_common);
        sub->group(headOf(command.purpose));
        if (const auto examples = examplesText(command.examples); !examples.empty())
            sub->footer(examples + (sub->get_footer().empty() ? "" : "\n" + sub->get_footer()));
    }
}

CommandTree::~CommandTree() = default;

const CommandTree::Choice* CommandTree::chosen() const
{
    for (const auto& choice : m_commands)
        if (choice.declared->parsed())
            return &choice;
    return nullptr;
}

} // namespace ql::cli
