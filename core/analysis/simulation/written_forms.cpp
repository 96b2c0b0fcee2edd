// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/written_forms.h"

#include "core/base/atomic_file.h"
#include "core/export/onnx_writer.h"
#include "core/quant/record/record.h"

namespace ql::analysis {

namespace {

/// The first opset with per-channel quantizers.
constexpr int kLeastWritten = 13;

} // namespace

std::vector<std::string> writeForms(const QuantizedForms& forms, const graph::Graph& source,
                                    const quant::QuantPlan& plan, const std::filesystem::path& folder,
                                    const std::string& stem, const FormSuffixes& suffixes)
{
    std::vector<std::string> files;
    const auto path = [&](const char* suffix) {
        files.push_back((folder / (stem + suffix)).string());
        return std::filesystem::path(files.back());
    };
    if (forms.qdq->opsets().at("") >= kLeastWritten) {
        exporting::writeOnnx(*forms.qdq, path(suffixes.qdq));
        if (forms.integers)
            exporting::writeOnnx(*forms.integers, path(suffixes.integers));
    }
    writeFileAtomically(path(suffixes.record), quant::recordText(quant::recordOf(source, plan)));
    return files;
}

} // namespace ql::analysis
