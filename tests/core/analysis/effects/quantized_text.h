// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/compare.h"
#include "core/ops/aten.h"
#include "tests/support/text_model.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ql::tests {

/// How a value is quantized: uint8 by default.
struct Grid {
    double scale = 0.0; ///< 0 = not at all
    int zeroPoint = 128;
    std::string dtype = "uint8";
    int readAs = -1; ///< the zero point that the DequantizeLinear goes by; -1 = the same
};

/// A network in the text form and its twin, line by line: the twin has quantizers behind the values that have a grid.
class QuantizedText {
public:
    explicit QuantizedText(std::map<std::string, Grid> grids = {})
        : m_grids(std::move(grids))
    {
    }

    void input(const std::string& declaration) { m_text += "input " + declaration + "\n"; }
    void constant(const std::string& line) { m_text += "const " + line + "\n"; }
    /// @p value = @p operation over @p inputs, which are read behind their quantizers.
    void layer(const std::string& value, const std::string& operation, const std::vector<std::string>& inputs,
               const std::string& attributes = {})
    {
        std::vector<std::string> seen;
        for (const auto& input : inputs)
            seen.push_back(this->seen(input));
        m_text += fmt::format("{0} = {1}({2}){3} name \"{0}\"\n", value, operation, fmt::join(seen, ", "), attributes);
        quantize(value);
    }
    /// Quantizes an input or a layer's value where it has a grid.
    void quantize(const std::string& value)
    {
        const auto grid = m_grids.find(value);
        if (grid == m_grids.end() || grid->second.scale == 0.0)
            return;
        const auto& [scale, zero, dtype, readAs] = grid->second;
        m_text +=
            fmt::format("const {0}_s: float32[] = {{{1}}}\nconst {0}_z: {3}[] = {{{2}}}\n", value, scale, zero, dtype);
        if (readAs >= 0)
            m_text += fmt::format("const {0}_r: {2}[] = {{{1}}}\n", value, readAs, dtype);
        m_text += fmt::format("{0}_q = QuantizeLinear({0}, {0}_s, {0}_z) name \"{0}_QuantizeLinear\"\n"
                              "{0}_d = DequantizeLinear({0}_q, {0}_s, {0}_{1}) name \"{0}_DequantizeLinear\"\n",
                              value, readAs >= 0 ? "r" : "z");
    }
    std::string seen(const std::string& value) const
    {
        const auto grid = m_grids.find(value);
        return grid == m_grids.end() || grid->second.scale == 0.0 ? value : value + "_d";
    }
    std::string text(const std::string& output) const
    {
        return "graph \"net\" opset 13\n" + m_text + "output " + seen(output);
    }

private:
    std::map<std::string, Grid> m_grids;
    std::string m_text;
};

/// @p count numbers around @p mean, the same ones for the same @p seed.
inline std::string numbers(std::size_t count, std::uint64_t seed, double width = 1.0, double mean = 0.0)
{
    std::vector<std::string> text;
    auto state = seed * 2654435761u + 12345u;
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        text.push_back(fmt::format("{:.6f}", mean + width * (double(state >> 33) / double(1u << 30) - 1.0)));
    }
    return fmt::format("{{{}}}", fmt::join(text, ", "));
}

inline ops::Tensor sample(std::vector<std::int64_t> shape, std::uint64_t seed)
{
    at::Tensor values = at::empty(shape, at::kFloat);
    auto state = seed * 88172645463325252u + 7u;
    for (std::int64_t i = 0; i < values.numel(); ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        values.data_ptr<float>()[i] = float(double(state >> 33) / double(1u << 30) - 1.0);
    }
    return ops::Tensor(values);
}

constexpr std::size_t kManySamples = 64; ///< so many as if they had been compared: runs for causes may cost something

inline std::shared_ptr<const results::CompareResult> compareTexts(const std::string& baseline,
                                                                  const std::string& analysis, const ops::Tensor& x,
                                                                  std::size_t samples = kManySamples,
                                                                  results::CauseRuns causes = results::CauseRuns::Quick)
{
    JobContext ctx;
    return analysis::compareModels(textModel(baseline, "float.onnx"), textModel(analysis, "int8.onnx"), {{"x", x}},
                                   {.causes = causes}, ctx, {}, {.comparisons = samples});
}

inline const results::LayerRow& rowNamed(const results::CompareResult& result, std::string_view name)
{
    return *std::ranges::find(result.layers, name, &results::LayerRow::name);
}

} // namespace ql::tests
