// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyses.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/writing/atomic_file.h"
#include "core/export/onnx_writer.h"
#include "core/graph/text_form/text_form.h"
#include "core/results/fix_result.h"
#include "tests/support/array_files.h"
#include "tests/support/random_floats.h"

#include <functional>
#include <stop_token>
#include <string>

namespace ql::tests {

/// `{1, 2.5, …}`, as the text form of graphs wants constants.
inline std::string constantText(const std::vector<float>& values)
{
    std::string text = "{";
    for (std::size_t i = 0; i < values.size(); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(values[i]);
    return text + "}";
}

/// A small network whose fault a test made, and samples of it.
class PlantedFault {
public:
    /// @p graph is its text; @p shape that of a sample: "2, 8, 8".
    PlantedFault(const std::string& graph, const char* shape, int size,
                 const std::function<float(std::size_t i, float random)>& value = {})
    {
        exporting::writeOnnx(graph::parseGraph(graph), m_folder.path() / "net.onnx");
        auto numbers = randomFloats(kSamples * size, 7);
        for (std::size_t i = 0; value && i < numbers.size(); ++i)
            numbers[i] = value(i % std::size_t(size), numbers[i]);
        const auto dictionary = "(" + std::to_string(kSamples) + ", " + shape + ")";
        m_folder.write("data.npy", npyFile(npyDictionary("<f4", dictionary.c_str()),
                                           QByteArray(reinterpret_cast<const char*>(numbers.data()),
                                                      qsizetype(numbers.size() * sizeof(float)))));
    }

    std::string file(const char* name) const { return (m_folder.path() / name).string(); }

    /// With nothing but @p fix, if that isn't empty.
    results::FixRequest request(const std::string& fix, const std::string& config = {}) const
    {
        results::FixRequest request;
        request.models.baseline = file("net.onnx");
        request.models.quantization.data = file("data.npy");
        if (!config.empty())
            writeFileAtomically(request.models.quantization.config = file("quant.yaml"), config);
        if (!fix.empty())
            request.fixes = {fix};
        return request;
    }

    static std::shared_ptr<const results::FixResult> fixed(const results::FixRequest& request,
                                                           const results::Listener<results::FixResult>& listener = {},
                                                           const std::stop_token& stop = {})
    {
        JobContext ctx(stop, {});
        analysis::Workspace workspace;
        return analysis::fix(workspace, request, ctx, listener);
    }

private:
    static constexpr int kSamples = 24;

    TemporaryFolder m_folder;
};

/// What the repairs won on what was held out.
inline double gainDb(const results::FixResult& result)
{
    return result.best.metric - result.start.metric;
}

} // namespace ql::tests
