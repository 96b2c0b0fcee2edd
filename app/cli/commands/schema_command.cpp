// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/runtime/command_session.h"
#include "core/report/schema/document_schemas.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace ql::cli {

namespace {

/// "compare.schema.json" and the like, of all documents or of the one that is named.
int writeSchemas(CommandSession& session, const std::string& wanted)
{
    std::vector<std::filesystem::path> files;
    for (const auto name : report::documentNames()) {
        if (!wanted.empty() && name != wanted)
            continue;
        const auto file = fmt::format("{}.schema.json", name);
        session.writeReport(file, report::documentSchemaText(name));
        files.push_back(session.outFolder() / file);
    }
    session.tellWritten(files);
    return kDone;
}

int runSchema(CommandSession& session, const std::string& wanted)
{
    const auto text = wanted.empty() ? std::string() : report::documentSchemaText(wanted);
    if (session.writesReports())
        return writeSchemas(session, wanted);
    if (!wanted.empty()) {
        session.print(text);
        return kDone;
    }
    for (const auto name : report::documentNames())
        session.print(fmt::format("{}\n", name));
    return kDone;
}

Runner declareSchema(CLI::App& command)
{
    const auto wanted = std::make_shared<std::string>();
    command.add_option("DOCUMENT", *wanted,
                       "What the document's \"schema\" calls it (compare, config-show); without it the names are "
                       "listed, or with --out the schemas of all are written as DOCUMENT.schema.json");
    return [wanted](CommandSession& session) { return runSchema(session, *wanted); };
}

} // namespace

Command schemaCommand()
{
    return {"schema",      "Print the JSON Schema of a document that --json prints",
            declareSchema, Purpose::Learn,
            false,         {{"what the document of `compare --json` holds", "quantloupe-cli schema compare"}}};
}

} // namespace ql::cli
