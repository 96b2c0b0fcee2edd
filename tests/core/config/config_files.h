// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/dialect.h"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ql::tests {

/// A file of tests/data/config with the dialect that it is written in.
struct ConfigFixture {
    const char* file;
    const char* dialect;
    config::text::Syntax syntax;
};

inline const std::vector<ConfigFixture>& configFixtures()
{
    using config::text::Syntax;
    static const std::vector<ConfigFixture> fixtures{
        {"amct_flow.yaml", "amct-yaml", Syntax::Yaml},
        {"amct_block.yaml", "amct-yaml", Syntax::Yaml},
        {"amct_fx.json", "amct-fx-json", Syntax::Json},
        {"amct_dynamic.json", "amct-dynamic-json", Syntax::Json},
        {"amct_qat.json", "amct-qat-json", Syntax::Json},
        {"quant.cfg", "amct-proto", Syntax::Proto},
        {"retrain.cfg", "amct-retrain-proto", Syntax::Proto},
        {"horizon.yaml", "horizon-yaml", Syntax::Yaml},
        {"horizon_string.yaml", "horizon-yaml", Syntax::Yaml},
        {"horizon_quant_config.json", "horizon-json", Syntax::Json},
        {"onnxruntime.json", "onnxruntime-json", Syntax::Json},
        {"rknn.quantization.cfg", "rknn-yaml", Syntax::Yaml},
        {"sophgo_qtable.txt", "sophgo-qtable", Syntax::Lines},
        {"aimet.encodings", "aimet-encodings", Syntax::Json},
        {"aimet_1.encodings", "aimet-encodings-1", Syntax::Json},
        {"aimet_2.encodings", "aimet-encodings-2", Syntax::Json},
        {"ppq.json", "ppq-json", Syntax::Json},
        {"tensorrt.cache", "tensorrt-cache", Syntax::Lines},
        {"rknn1.quantization.cfg", "rknn1-yaml", Syntax::Yaml},
        {"layer_list.txt", "layer-list", Syntax::Rows},
        {"layer_row.txt", "layer-list", Syntax::Rows},
        {"compressed_tensors.json", "compressed-tensors-json", Syntax::Json},
        {"pulsar2.yaml", "pulsar2-yaml", Syntax::Yaml},
        {"suspected_layers.json", "layer-list-json", Syntax::Json},
        {"nncf.json", "nncf-json", Syntax::Json},
        {"nncf_ignored_scope.json", "nncf-json", Syntax::Json},
        {"neural_compressor.yaml", "neural-compressor-yaml", Syntax::Yaml},
        {"olive.json", "olive-json", Syntax::Json},
        {"quark.json", "quark-json", Syntax::Json},
        {"pulsar2.json", "pulsar2-json", Syntax::Json},
        {"hailo.alls", "hailo-script", Syntax::Rows},
        {"ai_edge.json", "ai-edge-json", Syntax::Json},
        {"coreml.yaml", "coreml-yaml", Syntax::Yaml},
        {"mct.json", "mct-json", Syntax::Json},
        {"modelopt.yaml", "modelopt-yaml", Syntax::Yaml},
        {"quantization_config.json", "checkpoint-json", Syntax::Json},
        {"hf_quant_config.json", "hf-quant-config", Syntax::Json},
        {"msmodelslim.yaml", "msmodelslim-yaml", Syntax::Yaml},
        {"quant_model_description.json", "msmodelslim-description", Syntax::Json},
        {"nncase.json", "nncase-json", Syntax::Json},
        {"ncnn.table", "ncnn-table", Syntax::Rows}};
    return fixtures;
}

inline std::string configText(const std::string& file)
{
    std::ifstream stream(std::string(QUANTLOUPE_SOURCE_DIR "/tests/data/config/") + file, std::ios::binary);
    if (!stream)
        throw std::runtime_error("no fixture " + file);
    std::ostringstream content;
    content << stream.rdbuf();
    return content.str();
}

/// What the dialect reads, or the one that the text looks like. @param findings what it finds wrong is added
inline config::QuantConfig readText(const std::string& text, std::vector<results::Diagnostic>& findings,
                                    const char* dialect = "")
{
    const auto recognised = config::recognise(text, "file", dialect);
    return recognised.dialect->read(recognised.document, findings);
}

/// @p text with CRLF, with a byte order mark, or without its last line break.
inline std::string withCrlf(const std::string& text)
{
    std::string crlf;
    for (const char c : text)
        crlf += c == '\n' ? "\r\n" : std::string(1, c);
    return crlf;
}
inline std::string withBom(const std::string& text)
{
    return "\xef\xbb\xbf" + text;
}
inline std::string withoutLastBreak(std::string text)
{
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
        text.pop_back();
    return text;
}

} // namespace ql::tests
