// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/flatten.h"

#include <fmt/format.h>

#include <string>

namespace ql::config::horizon_python {

namespace {

std::string quoted(const std::string& name)
{
    std::string text = "\"";
    for (const char c : name) {
        if (c == '"' || c == '\\')
            text += '\\';
        text += c == '\n' ? ' ' : c;
    }
    return text + '"';
}

std::string typeOf(Conversion& conversion, const std::string& name, bool isQuantized, int bits)
{
    if (!isQuantized)
        return "torch.float16";
    const auto type = integerType(conversion, name, bits);
    if (type == "int4")
        conversion.lose("layer " + name, "4 bits become 8");
    return type == "int16" ? "qint16" : "qint8";
}

/// The plugin gives a range instead of a scale: scale = threshold / 128.
std::string moduleLine(Conversion& conversion, const FlatLayer& layer)
{
    const auto& resolved = layer.resolved;
    const int bits = resolved.activation.bits.value_or(8);
    const auto type = typeOf(conversion, layer.name, resolved.isQuantized, bits);
    const auto& fixed = resolved.activation.fixed;
    if (resolved.weight.bits.value_or(8) != 8)
        conversion.lose("layer " + layer.name, fmt::format("weights of {} bits", *resolved.weight.bits));
    if (resolved.isQuantized && fixed && fixed->scales.size() == 1)
        return fmt::format("            {}: {{\"dtype\": {}, \"threshold\": {}}},\n", quoted(layer.name), type,
                           fixed->scales.front() * double(std::int64_t(1) << (bits - 1)));
    return fmt::format("            {}: {},\n", quoted(layer.name), type);
}

/// It is code in the user's own script: a block to paste, never a file to rewrite.
std::string write(Conversion& conversion)
{
    const auto& common = conversion.config.common;
    loseNetworkSettings(conversion, false, false);
    const bool isQuantized = common.isQuantized.value_or(true) && !conversion.config.quantizesOnlyListed;
    std::string lines = "# Paste into the qconfig setter of your script.\n"
                        "from horizon_plugin_pytorch.dtype import qint8, qint16\n"
                        "from horizon_plugin_pytorch.quantization.qconfig_setter import ModuleNameTemplate\n"
                        "import torch\n\n"
                        "templates = [\n    ModuleNameTemplate(\n        {\n";
    lines += fmt::format("            \"\": {},\n",
                         typeOf(conversion, "network", isQuantized, common.activation.bits.value_or(8)));
    for (const auto& layer : exceptions(conversion))
        lines += moduleLine(conversion, layer);
    return lines + "        }\n    ),\n]\n";
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"horizon-python", Message("Horizon qconfig setter (Python, to paste)"), text::Syntax::Lines, nullptr,
             nullptr, nullptr, write}};
}

} // namespace ql::config::horizon_python
