// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/amct_params.h"
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/layer_json.h"
#include "core/config/edit/render.h"

#include <algorithm>

namespace ql::config::amct_fx_json {

namespace {

using text::View;

/// Both keys are mandatory here.
TensorSettings readTensor(Reading& reading, const View& params, bool isWeight, Located<int>& batchCount)
{
    for (const char* key : {"quantizer", "quantizer_args"})
        if (!params.find(key))
            reading.error("missing-key", params.position(),
                          Message("{} without {}", isWeight ? "weight_quant_params" : "activation_quant_params", key));
    return readAmctTensor(reading, params, isWeight, batchCount);
}

const LayerJson kLayout{Message("the fx JSON"), "quant_enable", "activation_quant_params",
                        "weight_quant_params",  readTensor,     editAmctTensors,
                        writeAmctTensor};

/// Every layer is enabled or not and has quantizers by class name; there is nothing about the network as a whole.
bool recognises(const text::Document& document)
{
    const View root(document);
    if (root.find("version"))
        return false;
    // Where quant_enable, which is mandatory, is missing everywhere, the layers' parameters tell.
    return hasLayers(kLayout, root) || std::ranges::any_of(root.members(), [](const auto& member) {
               return member.view().find("activation_quant_params") || member.view().find("weight_quant_params");
           });
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.common = amctDefaults();
    readLayers(kLayout, reading, {}, config);
    return config;
}

std::string write(Conversion& conversion)
{
    loseNetworkSettings(conversion, false, true);
    text::Value root = text::Value::ofMap();
    writeLayers(kLayout, conversion, root);
    return edit::renderDocument(root, text::Syntax::Json);
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"amct-fx-json", Message("AMCT config.json (torch.fx)"), text::Syntax::Json, recognises, read,
             editLayerOf<kLayout>, write}};
}

} // namespace ql::config::amct_fx_json
