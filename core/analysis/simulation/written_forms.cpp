// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/written_forms.h"

#include "core/analysis/simulation/written_ports.h"
#include "core/base/writing/atomic_file.h"
#include "core/base/writing/overwrite_guard.h"
#include "core/export/onnx_writer.h"
#include "core/quant/quantized_graph/quantized_graph.h"

namespace ql::analysis {

namespace {

/// The first opset with per-channel quantizers.
constexpr int kLeastWritten = 13;

} // namespace

void requireFormsApart(const std::filesystem::path& folder, const std::string& stem, const FormSuffixes& suffixes)
{
    if (folder.empty())
        return;
    for (const char* suffix : {suffixes.qdq, suffixes.integers, suffixes.record})
        OverwriteGuard::requireNotRead(folder / (stem + suffix));
}

void requireChangedApart(const std::filesystem::path& folder, const std::string& stem)
{
    requireFormsApart(folder, stem, {});
    if (!folder.empty())
        OverwriteGuard::requireNotRead(folder / (stem + ".onnx"));
}

std::vector<std::string> writeForms(const QuantizedForms& forms, const graph::Graph& source,
                                    const quant::QuantPlan& plan, const std::filesystem::path& folder,
                                    const WrittenWords& words)
{
    const auto& suffixes = words.suffixes;
    const auto write = [&words](const graph::Graph& made, const std::filesystem::path& file) {
        const auto graph = quant::withHalfCasts(made);
        if (words.ports.isEmpty())
            exporting::writeOnnx(graph, file);
        else
            exporting::writeOnnx(withPorts(graph, words.ports), file);
    };
    std::vector<std::string> files;
    const auto path = [&](const char* suffix) {
        files.push_back((folder / (words.stem + suffix)).string());
        return std::filesystem::path(files.back());
    };
    if (forms.qdq && forms.qdq->opsets().at("") >= kLeastWritten) {
        write(*forms.qdq, path(suffixes.qdq));
        if (forms.integers)
            write(*forms.integers, path(suffixes.integers));
    }
    auto records = quant::recordOf(source, plan);
    quant::keepFields(source, records, words.restored);
    writeFileAtomically(path(suffixes.record), quant::recordText(records));
    return files;
}

} // namespace ql::analysis
